//! Reads the files of solved positions that the options name, and finds the one that proves a position.

use std::path::PathBuf;
use std::sync::Arc;

use super::notice::Notice;
use super::report::{Report, Sink};
use crate::board::Board;
use crate::solve::SolvedGraph;
use crate::text::paths;

/// The readable files that `lucena solve --save` wrote.
#[derive(Default)]
pub(super) struct SolvedFiles {
    /// The option's text when the files were read.
    named: String,
    files: Vec<(PathBuf, Arc<SolvedGraph>)>,
}

impl SolvedFiles {
    /// Reads the files of a list, unless it has not changed, and reports each of them. Once a file uses half of `bytes` bytes
    /// of memory, the rest of it stays packed.
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

    /// Returns the first file that proves the result of a position, with its graph.
    pub fn proving(&self, board: &Board) -> Option<&(PathBuf, Arc<SolvedGraph>)> {
        self.files.iter().find(|(_, graph)| graph.proven(board).value().is_some())
    }
}
