//! The tables inside the program: results of up to four men, and plies to the next zeroing move. An engine is handed them.

use std::sync::{Arc, Once, OnceLock};

use shakmaty::{Board as Pieces, Color};

use super::embedded_dtz::EmbeddedDtz;
use super::embedded_wdl::{EmbeddedError, EmbeddedWdl};
use super::value::Wdl;
use crate::board::Board;

/// The tables inside the program. Each is opened when it is first asked, unless that has been done before.
#[derive(Debug)]
pub struct EmbeddedTables {
    results: EmbeddedWdl,
    zeroing: EmbeddedDtz,
    /// Begun once.
    opening: Once,
}

impl EmbeddedTables {
    /// Returns tables that nobody has opened yet; that takes some microseconds.
    #[allow(clippy::new_without_default, reason = "the data inside the program is no default value")]
    pub fn new() -> EmbeddedTables {
        EmbeddedTables { results: EmbeddedWdl::new(), zeroing: EmbeddedDtz::new(), opening: Once::new() }
    }

    /// Returns the tables that all engines of a program share by default, so that they are opened once.
    pub fn built_in() -> &'static Arc<EmbeddedTables> {
        static BUILT_IN: OnceLock<Arc<EmbeddedTables>> = OnceLock::new();
        BUILT_IN.get_or_init(|| Arc::new(EmbeddedTables::new()))
    }

    /// Returns the value of a position from the side to move, without the 50-move rule; `None` with more than four men
    /// or where castling is still allowed.
    #[inline]
    pub fn result(&self, board: &Board) -> Option<Wdl> {
        self.results.probe(board)
    }

    /// Returns the value of a legal position that is given by its men alone, for whoever asks for many of the same
    /// material: neither castling nor en passant is possible. `material` is [`Keys::material`](crate::board::Keys).
    #[inline]
    pub fn result_of_men(&self, material: u64, men: &Pieces, turn: Color) -> Option<Wdl> {
        self.results.probe_men(material, men, turn)
    }

    /// Plies until a capture or pawn move that keeps the result, or until mate, with the winner in a hurry and the
    /// loser not; the move that zeroes is counted, and a loser that is mated has 0. `None` in a draw, with more than
    /// four men or where castling is still allowed.
    ///
    /// Takes up to some tenths of a millisecond where the material's other kind of position is kept.
    pub fn plies_to_zeroing(&self, board: &Board) -> Option<u32> {
        self.zeroing.plies(&self.results, board)
    }

    /// Returns whether the side that wins a position needs more plies than so many to the next zeroing move or mate, as far
    /// as that is known at once: `false` says nothing.
    #[inline]
    pub fn takes_longer(&self, board: &Board, plies: u32) -> bool {
        self.zeroing.takes_longer(&self.results, board, plies)
    }

    /// Opens all tables of results on a thread of its own, where that has not been begun before: a search that opens them
    /// one by one, on its way, loses up to some fifty milliseconds of its first moves. At the ordinary priority: it takes a
    /// fraction of a second, and on a busy machine a thread that gives way could be held up with memory half changed, which
    /// others wait for. Where the system gives no thread, searches open what they need.
    pub fn open_in_background(self: &Arc<EmbeddedTables>) {
        self.opening.call_once(|| {
            let tables = Arc::clone(self);
            let run = move || tables.await_opened();
            let _ = std::thread::Builder::new().name("open tables".to_owned()).spawn(run);
        });
    }

    /// Waits until all tables of results are open, and helps to open them.
    pub fn await_opened(&self) {
        // What cannot be opened has no values: searches do without it.
        let _ = self.results.open_all();
    }

    /// Compares the checksum over all of the results' data and opens every table, which takes a fraction of a second.
    ///
    /// # Errors
    /// Where something is not as it was written.
    pub fn verify(&self) -> Result<(), EmbeddedError> {
        self.results.verify()
    }

    /// Returns the memory that the tables of results opened so far take, in bytes.
    pub fn bytes(&self) -> usize {
        self.results.bytes()
    }
}
