//! Whatever knows results at once, without the 50-move rule: the embedded tables alone, or with Syzygy files beside them.

use super::embedded::results::EMBEDDED_MEN;
use super::embedded::tables_inside::EmbeddedTables;
use super::syzygy::Syzygy;
use super::value::Wdl;
use crate::board::Board;

/// A source of results and of distances to zeroing.
pub trait Results {
    /// Returns the result of a position for the side to move; `None` if it is not known.
    fn result(&self, board: &Board) -> Option<Wdl>;

    /// Returns the plies to the next capture, pawn move or mate; 0 in a draw, `None` if they are not known.
    fn plies_to_zeroing(&self, board: &Board) -> Option<u32>;
}

impl Results for EmbeddedTables {
    fn result(&self, board: &Board) -> Option<Wdl> {
        EmbeddedTables::result(self, board)
    }

    fn plies_to_zeroing(&self, board: &Board) -> Option<u32> {
        EmbeddedTables::plies_to_zeroing(self, board)
    }
}

/// The embedded tables, and Syzygy files for positions of more men.
#[derive(Clone, Copy, Debug)]
pub struct WithSyzygy<'a> {
    /// The tables inside the program.
    pub embedded: &'a EmbeddedTables,
    /// The files.
    pub files: &'a Syzygy,
    /// Files of more men are not asked.
    pub most_men: usize,
}

impl WithSyzygy<'_> {
    /// Returns whether a position is one for the files.
    fn is_for_files(&self, board: &Board) -> bool {
        board.men() > EMBEDDED_MEN && board.men() <= self.most_men
    }

    /// Returns the name of the file that knows a position, such as `KRPvKR`; `None` if no file does, or the embedded tables do.
    pub fn file_of(&self, board: &Board) -> Option<&str> {
        let is_known = self.is_for_files(board) && self.files.result(board).is_some();
        is_known.then(|| self.files.table_of(board)).flatten()
    }
}

impl Results for WithSyzygy<'_> {
    fn result(&self, board: &Board) -> Option<Wdl> {
        match self.is_for_files(board) {
            true => self.files.result(board).map(|result| result.without_rule()),
            false => self.embedded.result(board),
        }
    }

    fn plies_to_zeroing(&self, board: &Board) -> Option<u32> {
        match self.is_for_files(board) {
            true => self.files.distance(board).map(|distance| distance.plies),
            false => self.embedded.plies_to_zeroing(board),
        }
    }
}
