//! Arrangements that tables know, row by row; in particular those of few enough men for the embedded tables.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use shakmaty::{Bitboard, Board as Pieces};

use super::layout::{Arrangement, Placement, ProofSide};
use crate::tablebase::{EmbeddedTables, Wdl};

/// The won squares of the defender's king, by square of the attacker's king.
type Row = Box<[Bitboard; 64]>;

/// The won squares of an arrangement, row by row. Each row is looked up when it is first needed.
#[derive(Debug)]
pub(in crate::solve) struct Rows {
    pieces: usize,
    /// By row and side to move; `None` if it is not known as a whole.
    rows: Vec<[OnceLock<Option<Row>>; 2]>,
    /// Set once a caller asked for a row that is not known.
    has_gaps: AtomicBool,
}

impl Rows {
    /// No row is looked up yet.
    pub fn of(arrangement: &Arrangement) -> Rows {
        let rows = (0..arrangement.placements() / 64).map(|_| Default::default()).collect();
        Rows { pieces: arrangement.piece_count(), rows, has_gaps: AtomicBool::new(false) }
    }

    /// The won squares of a placement; `None` if `look_up` does not know one of its row.
    pub fn squares(
        &self,
        at: &Placement,
        mover: ProofSide,
        look_up: impl Fn(&Placement) -> Option<Bitboard>,
    ) -> Option<Bitboard> {
        let row = at.number(self.pieces) / 64;
        let look_up_row = || {
            let mut won = Box::new([Bitboard::EMPTY; 64]);
            for (king, squares) in won.iter_mut().enumerate() {
                *squares = look_up(&Placement::of(64 * row + king, self.pieces))?;
            }
            Some(won)
        };
        let known = self.rows.get(row)?[mover as usize].get_or_init(look_up_row).as_ref();
        if known.is_none() {
            self.has_gaps.store(true, Ordering::Relaxed);
        }
        Some(known?[usize::from(at.king)])
    }

    /// Whether a caller asked for something that is not known, for example because a file is damaged.
    pub fn has_gaps(&self) -> bool {
        self.has_gaps.load(Ordering::Relaxed)
    }
}

/// What the tables know of one arrangement.
#[derive(Debug)]
pub(in crate::solve) struct TableWins {
    arrangement: Arrangement,
    material: OnceLock<Option<u64>>,
    rows: Rows,
}

impl TableWins {
    pub fn new(arrangement: Arrangement) -> TableWins {
        TableWins { arrangement, material: OnceLock::new(), rows: Rows::of(&arrangement) }
    }

    /// The squares of the defender's king at which the attacker wins; `None` if the tables do not know.
    pub fn squares(&self, at: &Placement, mover: ProofSide) -> Option<Bitboard> {
        self.rows.squares(at, mover, |at| {
            let material = self.material()?;
            let result =
                |men: &Pieces| EmbeddedTables::built_in().result_of_men(material, men, mover.color());
            won_squares(&self.arrangement, at, mover, result)
        })
    }

    /// Whether a caller asked for something that the tables do not know, for example because they are damaged.
    pub fn has_gaps(&self) -> bool {
        self.rows.has_gaps()
    }

    /// The key of the material, which all positions share; `None` if the arrangement has no legal position.
    fn material(&self) -> Option<u64> {
        let of_some = || {
            let placements = (0..self.arrangement.placements()).rev();
            let mut boards = placements.flat_map(|number| {
                let at = Placement::of(number, self.arrangement.piece_count());
                let squares = self.arrangement.legal(&at).attacker_to_move;
                squares
                    .into_iter()
                    .filter_map(move |king| self.arrangement.board(&at, king, ProofSide::Attacker))
            });
            boards.next().map(|board| board.keys().material)
        };
        *self.material.get_or_init(of_some)
    }
}

/// The squares of the defender's king at which the attacker wins, by the results of a table; `None` if it does not know one.
pub(in crate::solve) fn won_squares(
    arrangement: &Arrangement,
    at: &Placement,
    mover: ProofSide,
    result: impl Fn(&Pieces) -> Option<Wdl>,
) -> Option<Bitboard> {
    let legal = arrangement.legal(at);
    let (squares, won) = match mover {
        ProofSide::Attacker => (legal.attacker_to_move, Wdl::Win),
        ProofSide::Defender => (legal.defender_to_move, Wdl::Loss),
    };
    let mut won_squares = Bitboard::EMPTY;
    for square in squares {
        if result(&arrangement.men_on_board(at, square))? == won {
            won_squares.add(square);
        }
    }
    Some(won_squares)
}
