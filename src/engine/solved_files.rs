//! Files of solved positions that the options name: read when the option changes, asked about the position on the board.

use std::path::PathBuf;
use std::sync::Arc;

use super::notice::Notice;
use super::report::{Report, Sink};
use crate::board::Board;
use crate::solve::SolvedGraph;
use crate::text::paths;

/// What `lucena solve --save` has written, as far as it could be read.
#[derive(Default)]
pub(super) struct SolvedFiles {
    /// The option's text that the files were read by.
    named: String,
    files: Vec<(PathBuf, Arc<SolvedGraph>)>,
}

impl SolvedFiles {
    /// Reads the files of a list, unless they are read already, and tells what each gave. What takes more than half of so many
    /// bytes stays packed.
    pub fn open(&mut self, named: &str, bytes: usize, sink: &Sink) {
        if self.named == named {
            return;
        }
        named.clone_into(&mut self.named);
        self.files.clear();
        for path in paths::list(named) {
            let notice = match SolvedGraph::load(&path, bytes) {
                Ok(graph) => {
                    let arrangements = graph.size().arrangements;
                    self.files.push((path.clone(), Arc::new(graph)));
                    Notice::SolvedFile { path, arrangements }
                }
                Err(error) => Notice::NoSolvedFile(error),
            };
            sink.accept(Report::Notice(notice));
        }
    }

    /// Returns the first file that proves what a position is worth, and what it keeps.
    pub fn proving(&self, board: &Board) -> Option<&(PathBuf, Arc<SolvedGraph>)> {
        self.files.iter().find(|(_, graph)| graph.proven(board).value().is_some())
    }
}
