//! Arrangements of few enough men for the embedded tables. Each position is looked up when it is first needed.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use shakmaty::{Bitboard, Board as Pieces};

use super::layout::{Arrangement, DEFENDERS_KING, Placement, ProofSide};
use super::row::OF_ROW;
use crate::tablebase::{EmbeddedTables, Wdl};

/// What is known of a row, by square of the attacker's king.
type KnownRow = Box<[Known; OF_ROW]>;

/// What the tables know of one arrangement.
#[derive(Debug)]
pub(in crate::solve) struct TableWins {
    arrangement: Arrangement,
    material: OnceLock<Option<u64>>,
    /// By row and side to move.
    rows: Vec<[OnceLock<KnownRow>; 2]>,
    /// Set once a caller asked for something that the tables do not know.
    has_gaps: AtomicBool,
}

/// The squares of the defender's king that were looked up so far, and those of them at which the attacker wins.
#[derive(Debug, Default)]
struct Known {
    asked: AtomicU64,
    won: AtomicU64,
}

impl Known {
    /// Those of these squares that were not looked up yet.
    fn lacking(&self, needed: Bitboard) -> Bitboard {
        needed & !Bitboard(self.asked.load(Ordering::Acquire))
    }

    fn won(&self) -> Bitboard {
        Bitboard(self.won.load(Ordering::Relaxed))
    }

    /// Adds squares that were looked up. Another thread that looks up the same ones finds the same.
    fn add(&self, asked: Bitboard, won: Bitboard) {
        self.won.fetch_or(won.0, Ordering::Relaxed);
        self.asked.fetch_or(asked.0, Ordering::Release);
    }
}

impl TableWins {
    pub fn new(arrangement: Arrangement) -> TableWins {
        let rows = (0..arrangement.placements() / OF_ROW).map(|_| Default::default()).collect();
        TableWins { arrangement, material: OnceLock::new(), rows, has_gaps: AtomicBool::new(false) }
    }

    /// At which of these squares of the defender's king the attacker wins; of other squares it may say anything. `None` if the
    /// tables do not know.
    pub fn squares(&self, at: &Placement, mover: ProofSide, needed: Bitboard) -> Option<Bitboard> {
        let row = at.number(self.arrangement.piece_count()) / OF_ROW;
        let row = self.rows.get(row)?[mover as usize]
            .get_or_init(|| Box::new(std::array::from_fn(|_| Known::default())));
        let known = &row[usize::from(at.king)];
        let lacking = known.lacking(needed);
        if lacking.any() {
            match self.looked_up(at, mover, lacking) {
                Some(won) => known.add(lacking, won),
                None => {
                    self.has_gaps.store(true, Ordering::Relaxed);
                    return None;
                }
            }
        }
        Some(known.won())
    }

    /// Whether a caller asked for something that the tables do not know, for example because they are damaged.
    pub fn has_gaps(&self) -> bool {
        self.has_gaps.load(Ordering::Relaxed)
    }

    fn looked_up(&self, at: &Placement, mover: ProofSide, needed: Bitboard) -> Option<Bitboard> {
        let material = self.material()?;
        let result = |men: &Pieces| EmbeddedTables::built_in().result_of_men(material, men, mover.color());
        won_among(&self.arrangement, at, mover, needed, result)
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
    won_among(arrangement, at, mover, Bitboard::FULL, result)
}

/// The same among some squares.
fn won_among(
    arrangement: &Arrangement,
    at: &Placement,
    mover: ProofSide,
    squares: Bitboard,
    result: impl Fn(&Pieces) -> Option<Wdl>,
) -> Option<Bitboard> {
    let won = match mover {
        ProofSide::Attacker => Wdl::Win,
        ProofSide::Defender => Wdl::Loss,
    };
    let legal = arrangement.legal(at).with_move_of(mover) & squares;
    if legal.is_empty() {
        return Some(legal);
    }
    let (mut won_squares, others) = (Bitboard::EMPTY, arrangement.men_without_king(at));
    for square in legal {
        let mut men = others.clone();
        men.set_piece_at(square, DEFENDERS_KING);
        if result(&men)? == won {
            won_squares.add(square);
        }
    }
    Some(won_squares)
}
