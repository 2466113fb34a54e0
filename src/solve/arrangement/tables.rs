//! Arrangements of few enough men for the embedded tables. Each row is looked up when it is first needed.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use shakmaty::{Bitboard, Board as Pieces};

use super::layout::{Arrangement, Placement, ProofSide};
use crate::tablebase::{EmbeddedTables, Wdl};

/// The won squares of the defender's king, by square of the attacker's king.
type Row = Box<[Bitboard; 64]>;

/// What the tables know of one arrangement.
#[derive(Debug)]
pub(in crate::solve) struct TableWins {
    arrangement: Arrangement,
    material: OnceLock<Option<u64>>,
    /// By row and side to move; `None` if the tables do not know the whole row.
    rows: Vec<[OnceLock<Option<Row>>; 2]>,
    /// Set once a caller asked for a row that the tables do not know.
    has_gaps: AtomicBool,
}

impl TableWins {
    pub fn new(arrangement: Arrangement) -> TableWins {
        let rows = (0..arrangement.placements() / 64).map(|_| Default::default()).collect();
        TableWins { arrangement, material: OnceLock::new(), rows, has_gaps: AtomicBool::new(false) }
    }

    /// The squares of the defender's king at which the attacker wins; `None` if the tables do not know.
    pub fn squares(&self, at: &Placement, mover: ProofSide) -> Option<Bitboard> {
        let row = at.number(self.arrangement.piece_count()) / 64;
        let known = self.rows.get(row)?[mover as usize].get_or_init(|| self.row(row, mover)).as_ref();
        if known.is_none() {
            self.has_gaps.store(true, Ordering::Relaxed);
        }
        Some(known?[usize::from(at.king)])
    }

    /// Whether a caller asked for something that the tables do not know, for example because they are damaged.
    pub fn has_gaps(&self) -> bool {
        self.has_gaps.load(Ordering::Relaxed)
    }

    fn row(&self, row: usize, mover: ProofSide) -> Option<Row> {
        let material = self.material()?;
        let result = |men: &Pieces| EmbeddedTables::built_in().result_of_men(material, men, mover.color());
        let mut won = Box::new([Bitboard::EMPTY; 64]);
        for (king, squares) in won.iter_mut().enumerate() {
            let at = Placement::of(64 * row + king, self.arrangement.piece_count());
            *squares = won_squares(&self.arrangement, &at, mover, result)?;
        }
        Some(won)
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
