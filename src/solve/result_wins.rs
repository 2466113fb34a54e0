//! Built results of one arrangement. Each row is looked up when it is first needed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use shakmaty::{Bitboard, Square};

use super::arrangement::exits::Exits;
use super::arrangement::layout::{Arrangement, Placement, ProofSide};
use super::arrangement::row::{EMPTY_ROW, KingRow, OF_ROW, Row};
use super::materials::known::{Children, standing};
use super::materials::unused::Shown;
use crate::tablebase::{Question, StoredResults};

/// The won squares with the attacker and with the defender to move.
type Won = Box<[KingRow; 2]>;

/// What the file of results knows of an arrangement. It leaves out what one capture shows.
#[derive(Debug)]
pub(super) struct ResultWins {
    arrangement: Arrangement,
    question: Question,
    exits: Exits,
    captures: Children<'static>,
    stored: Arc<StoredResults>,
    /// By row; `None` if it is not known as a whole.
    rows: Vec<OnceLock<Option<Won>>>,
    /// Set once a caller asked for something that is not known, for example because the file is damaged.
    has_gaps: AtomicBool,
}

impl ResultWins {
    /// Takes the results of a question for one of its arrangements; `captures` know what its exits by captures lead to.
    pub fn new(
        arrangement: Arrangement,
        question: Question,
        exits: Exits,
        captures: Children<'static>,
        stored: Arc<StoredResults>,
    ) -> ResultWins {
        let rows = (0..arrangement.placements() / OF_ROW).map(|_| OnceLock::new()).collect();
        ResultWins { arrangement, question, exits, captures, stored, rows, has_gaps: AtomicBool::new(false) }
    }

    /// The squares of the defender's king at which the attacker wins; `None` if one of them is not known.
    pub fn squares(&self, at: &Placement, mover: ProofSide) -> Option<Bitboard> {
        let number = at.number(self.arrangement.piece_count());
        let row = self.rows.get(number / OF_ROW)?.get_or_init(|| self.row(Row { pieces: at.pieces }));
        if row.is_none() {
            self.has_gaps.store(true, Ordering::Relaxed);
        }
        Some(row.as_ref()?[mover as usize][number % OF_ROW])
    }

    /// Whether a caller asked for something that is not known.
    pub fn has_gaps(&self) -> bool {
        self.has_gaps.load(Ordering::Relaxed)
    }

    fn row(&self, row: Row) -> Option<Won> {
        let mut won = Box::new([EMPTY_ROW; 2]);
        let shown = Shown::of(&self.arrangement, &self.exits, &self.captures, row, Bitboard::FULL);
        let Some(shown) = shown else { return Some(won) };
        for king in Square::ALL {
            let standing = standing(&self.arrangement, &row.at(king));
            for (won, mover) in won.iter_mut().zip(ProofSide::BOTH) {
                let stored = self.stored.squares(self.question, &standing, mover as usize)?;
                won[usize::from(king)] = shown.restored(mover, king, stored);
            }
        }
        Some(won)
    }
}
