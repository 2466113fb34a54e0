//! The embedded tables, which an engine gets at its start: results of up to four men, and plies to the next zeroing move.

use std::sync::{Arc, Once, OnceLock};

use shakmaty::{Board as Pieces, Color};

use super::distances::EmbeddedDtz;
use super::results::{EmbeddedError, EmbeddedWdl};
use crate::board::Board;
use crate::tablebase::value::Wdl;

/// The embedded tables. Each is opened when it is first needed, unless it is open already.
#[derive(Debug)]
pub struct EmbeddedTables {
    results: EmbeddedWdl,
    zeroing: EmbeddedDtz,
    /// Set once background opening has started.
    opening: Once,
}

impl EmbeddedTables {
    /// Returns tables that are not open yet, which takes some microseconds.
    #[allow(clippy::new_without_default, reason = "the data inside the program is no default value")]
    pub fn new() -> EmbeddedTables {
        EmbeddedTables { results: EmbeddedWdl::new(), zeroing: EmbeddedDtz::new(), opening: Once::new() }
    }

    /// Returns the tables that all engines of a program share by default, so that they are opened only once.
    pub fn built_in() -> &'static Arc<EmbeddedTables> {
        static BUILT_IN: OnceLock<Arc<EmbeddedTables>> = OnceLock::new();
        BUILT_IN.get_or_init(|| Arc::new(EmbeddedTables::new()))
    }

    /// Returns the value of a position for the side to move, without the 50-move rule; `None` with more than four men or with
    /// castling rights.
    #[inline]
    pub fn result(&self, board: &Board) -> Option<Wdl> {
        self.results.probe(board)
    }

    /// Returns the value of a legal position without castling or en passant rights, given by its men, for callers that ask for
    /// many of one material. `material` is [`Keys::material`](crate::board::Keys). `None` with more than four men.
    #[inline]
    pub fn result_of_men(&self, material: u64, men: &Pieces, turn: Color) -> Option<Wdl> {
        self.results.probe_men(material, men, turn)
    }

    /// Returns the plies until a capture or pawn move that keeps the result, or until mate; the winner hurries, the loser
    /// delays. The zeroing move counts; a mated position has 0. `None` in a draw, with more than four men or with castling
    /// rights.
    ///
    /// Takes up to some tenths of a millisecond if the material stores the other kind of position.
    pub fn plies_to_zeroing(&self, board: &Board) -> Option<u32> {
        self.zeroing.plies(&self.results, board)
    }

    /// Returns whether the side that wins a position certainly needs more than `plies` plies to the next zeroing move or mate.
    /// This asks only what is stored: `false` says nothing.
    #[inline]
    pub fn takes_longer(&self, board: &Board, plies: u32) -> bool {
        self.zeroing.takes_longer(&self.results, board, plies)
    }

    /// Opens all tables of results on a thread, unless that has started already: a search that opens them one by one loses up
    /// to some fifty milliseconds of its first moves. The thread has normal priority, because it takes a fraction of a second,
    /// and on a busy machine a low-priority thread could be held up with memory half changed, while others wait for it. If the
    /// system gives no thread, searches open what they need.
    pub fn open_in_background(self: &Arc<EmbeddedTables>) {
        self.opening.call_once(|| {
            let tables = Arc::clone(self);
            let run = move || tables.await_opened();
            let _ = std::thread::Builder::new().name("open tables".to_owned()).spawn(run);
        });
    }

    /// Waits until all tables of results are open, and helps to open them.
    pub fn await_opened(&self) {
        // A table that cannot be opened has no values; searches do without it.
        let _ = self.results.open_all();
    }

    /// Verifies the checksum over all results and opens every table, which takes a fraction of a second.
    ///
    /// # Errors
    /// If the data differs from what was written.
    pub fn verify(&self) -> Result<(), EmbeddedError> {
        self.results.verify()
    }

    /// Returns the memory of the open tables of results, in bytes.
    pub fn bytes(&self) -> usize {
        self.results.bytes()
    }
}
