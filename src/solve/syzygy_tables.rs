//! Asks the Syzygy files that the user named for results of more men than the embedded tables have.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::RwLock;
use rustc_hash::FxHashMap;
use shakmaty::Bitboard;

use super::arrangement::layout::{Arrangement, Placement, ProofSide};
use crate::board::{Board, Keys, fits_into_clock};
use crate::tablebase::{FiftyMoveResult, Syzygy, SyzygyDistance, Wdl};

/// The memory of one remembered set of squares in bytes, with space for the collection to grow.
const SQUARES_BYTES: usize = 48;

/// Syzygy files as the solver uses them: their results count without the 50-move rule.
#[derive(Debug)]
pub(super) struct SyzygyTables {
    files: Arc<Syzygy>,
    /// Files of more men are not asked.
    most_men: usize,
    /// The memory for results that are remembered, in bytes.
    most_bytes: usize,
    bytes: AtomicUsize,
    /// Set once a won position was met that the 50-move rule turns into a draw.
    has_met_spoilt: AtomicBool,
}

/// What the files know of a result under the 50-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnderTheRule {
    /// The result is the same.
    Stands,
    /// It is a draw.
    Draw,
    /// The files store the distance too roughly to decide.
    Unknown,
}

impl SyzygyTables {
    /// Takes the files with at most `most_men` men. Remembered results take at most `most_bytes` bytes.
    pub fn new(files: Arc<Syzygy>, most_men: usize, most_bytes: usize) -> SyzygyTables {
        SyzygyTables {
            files,
            most_men,
            most_bytes,
            bytes: AtomicUsize::new(0),
            has_met_spoilt: AtomicBool::new(false),
        }
    }

    /// Whether there is a file for the material of a position.
    pub fn covers(&self, board: &Board) -> bool {
        board.men() <= self.most_men && self.files.has_material(board.keys().material)
    }

    /// The result of a position without the 50-move rule; `None` if no file knows it.
    pub fn result(&self, board: &Board) -> Option<Wdl> {
        if !self.covers(board) {
            return None;
        }
        let result = self.files.result(board)?;
        if result.is_spoilt() {
            self.has_met_spoilt.store(true, Ordering::Relaxed);
        }
        Some(result.without_rule())
    }

    /// The distance of a won or lost position to the next capture, pawn move or mate, as its file stores it.
    pub fn distance(&self, board: &Board) -> Option<SyzygyDistance> {
        self.covers(board).then(|| self.files.distance(board)).flatten()
    }

    /// What the 50-move rule leaves of a won or lost position with its clock; `None` if no file knows it.
    pub fn under_the_rule(&self, board: &Board) -> Option<UnderTheRule> {
        if !self.covers(board) {
            return None;
        }
        let from_zero = self.files.result(board)?;
        if from_zero == FiftyMoveResult::Draw {
            return None;
        }
        if from_zero.is_spoilt() {
            return Some(UnderTheRule::Draw);
        }
        let clock = board.halfmove_clock();
        if clock == 0 || board.is_checkmate() {
            return Some(UnderTheRule::Stands);
        }
        let Some(SyzygyDistance { plies, is_rounded, .. }) = self.distance(board) else {
            return Some(UnderTheRule::Unknown);
        };
        Some(match (fits_into_clock(clock, plies), fits_into_clock(clock, plies + u32::from(is_rounded))) {
            (true, true) => UnderTheRule::Stands,
            (false, _) => UnderTheRule::Draw,
            (true, false) => UnderTheRule::Unknown,
        })
    }

    /// Whether a won position was met that the 50-move rule turns into a draw.
    pub fn has_met_spoilt(&self) -> bool {
        self.has_met_spoilt.load(Ordering::Relaxed)
    }

    /// What a file knows of an arrangement; `None` if there is no file for its material.
    pub fn wins(self: &Arc<Self>, arrangement: &Arrangement) -> Option<SyzygyWins> {
        if arrangement.all_men() > self.most_men {
            return None;
        }
        let men = arrangement.some_men()?;
        let material = Keys::material_of(|piece| men.by_piece(piece).count());
        self.files.has_material(material).then(|| SyzygyWins {
            arrangement: *arrangement,
            tables: Arc::clone(self),
            known: RwLock::default(),
            has_gaps: AtomicBool::new(false),
        })
    }

    /// Whether memory allows one more set of squares, which then counts.
    fn has_space(&self) -> bool {
        let bytes = self.bytes.fetch_add(SQUARES_BYTES, Ordering::Relaxed);
        let has_space = bytes < self.most_bytes;
        if !has_space {
            self.bytes.fetch_sub(SQUARES_BYTES, Ordering::Relaxed);
        }
        has_space
    }
}

/// What a Syzygy file knows of one arrangement. Each set of squares is looked up when it is first needed: that costs some
/// microseconds a square.
#[derive(Debug)]
pub(super) struct SyzygyWins {
    arrangement: Arrangement,
    tables: Arc<SyzygyTables>,
    /// By placement and side to move.
    known: RwLock<FxHashMap<(u32, ProofSide), Bitboard>>,
    /// Set once the file did not know a position, for example because it is damaged.
    has_gaps: AtomicBool,
}

impl SyzygyWins {
    /// The squares of the defender's king at which the attacker wins; `None` if the file does not know one of them.
    pub fn squares(&self, at: &Placement, mover: ProofSide) -> Option<Bitboard> {
        if self.has_gaps() {
            return None;
        }
        let key = (at.number(self.arrangement.piece_count()) as u32, mover);
        if let Some(known) = self.known.read().get(&key) {
            return Some(*known);
        }
        let Some(squares) = self.looked_up(at, mover) else {
            self.has_gaps.store(true, Ordering::Relaxed);
            return None;
        };
        if self.tables.has_space() {
            self.known.write().insert(key, squares);
        }
        Some(squares)
    }

    /// Whether a caller asked for something that the file does not know. It is not asked again.
    pub fn has_gaps(&self) -> bool {
        self.has_gaps.load(Ordering::Relaxed)
    }

    fn looked_up(&self, at: &Placement, mover: ProofSide) -> Option<Bitboard> {
        let won = match mover {
            ProofSide::Attacker => Wdl::Win,
            ProofSide::Defender => Wdl::Loss,
        };
        let mut won_squares = Bitboard::EMPTY;
        for square in self.arrangement.legal(at).with_move_of(mover) {
            if self.tables.result(&self.arrangement.board(at, square, mover)?)? == won {
                won_squares.add(square);
            }
        }
        Some(won_squares)
    }
}
