//! Opens the file of a solving run, and finds what an earlier run left there.
//!
//! Of several records of one arrangement the last one counts. What an interruption left incomplete at the end is cut off.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::blocks::BlockFile;
use super::error::DiskError;
use super::records::{BoundsRecord, Head, RecordKind, read_bounds, read_head, write_head};
use super::work_file::WorkFile;
use crate::board::Board;
use crate::solve::arrangement::layout::Arrangement;
use crate::solve::arrangement::packing::StoredWins;
use crate::solve::graph::{Bounds, Graph};
use crate::solve::lookahead::stored_facts::read_facts;
use crate::tablebase::EMBEDDED_MEN;
use crate::text::checked::Fault;
use crate::text::outputs::{GrowingFile, Kind, OutputError, OutputPath};
use crate::text::system_reason;

/// The first bytes of a file. The last two are the version of the format.
const MAGIC: [u8; 8] = *b"lucwrk02";
/// The bytes of it that all versions share.
const MAGIC_NAME: usize = 6;

/// Files of solving in progress.
const WORK_IN_PROGRESS: Kind = Kind {
    name: "a file of lucena's solving in progress",
    begins: |beginning| beginning.starts_with(&MAGIC[..MAGIC_NAME]),
};

/// What a run begins with.
#[derive(Debug, Serialize, Deserialize)]
struct Begun {
    /// The program that began it.
    lucena: String,
    /// The position.
    fen: String,
    table_men: usize,
}

/// What an earlier run left.
pub(in crate::solve) struct Left {
    /// What it solved.
    pub graph: Graph,
    /// Bytes at the end that were not written completely.
    pub bytes_cut: u64,
}

/// Opens the file of an earlier run, or begins one, and returns what the earlier run solved.
///
/// # Errors
/// If the file is of another kind or version, in use or damaged, or cannot be read or written.
pub(in crate::solve) fn open(
    output: &OutputPath,
    force: bool,
    board: &Board,
) -> Result<(WorkFile, Left), DiskError> {
    match GrowingFile::resume(output, &WORK_IN_PROGRESS) {
        Ok(Some(file)) => match continued(file) {
            Err(DiskError::OtherVersion { .. }) if force => begun(output, force, board),
            continued => continued,
        },
        Ok(None) => begun(output, force, board),
        Err(OutputError::ForeignBeside { path, .. }) if path == output.as_ref() => {
            begun(output, force, board)
        }
        Err(error) => Err(error.into()),
    }
}

fn begun(output: &OutputPath, force: bool, board: &Board) -> Result<(WorkFile, Left), DiskError> {
    let mut file = GrowingFile::begin(output, &WORK_IN_PROGRESS, force)?;
    let blocks = BlockFile::new(file.path(), locked(file.path())?);
    let graph = Graph::in_file(EMBEDDED_MEN, blocks);
    let begun = Begun {
        lucena: env!("CARGO_PKG_VERSION").to_owned(),
        fen: board.fen(),
        table_men: graph.table_men(),
    };
    let mut bytes = MAGIC.to_vec();
    write_head(RecordKind::Position, serde_json::json!(begun).to_string().as_bytes(), &mut bytes);
    file.put(&bytes)?;
    let end = bytes.len() as u64;
    let work = WorkFile::new(file, end, FxHashMap::default(), false);
    Ok((work, Left { graph, bytes_cut: 0 }))
}

fn continued(mut file: GrowingFile) -> Result<(WorkFile, Left), DiskError> {
    let path = file.path().to_owned();
    let of_fault = |fault| match fault {
        Fault::Foreign => DiskError::OtherVersion { path: path.clone() },
        Fault::Damaged => DiskError::Damaged { path: path.clone() },
        Fault::Io(error) => DiskError::Unreadable { path: path.clone(), reason: system_reason(&error) },
    };
    let reader = locked(&path)?;
    let found = Found::read(&reader).map_err(of_fault)?;
    let length = reader.metadata().map_err(|error| of_fault(error.into()))?.len();
    let graph = found.graph(BlockFile::new(&path, reader)).map_err(of_fault)?;
    file.cut(found.end)?;
    let facts = graph.facts().map(|(arrangement, facts)| (*arrangement, facts.extent())).collect();
    let work = WorkFile::new(file, found.end, facts, found.is_spoilt);
    Ok((work, Left { graph, bytes_cut: length - found.end }))
}

/// Opens the file for reading, for this run alone.
fn locked(path: &Path) -> Result<File, DiskError> {
    let unreadable =
        |error: &_| DiskError::Unreadable { path: path.to_owned(), reason: system_reason(error) };
    let file = File::open(path).map_err(|error| unreadable(&error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(DiskError::InUse { path: path.to_owned() }),
        // Some file systems know no locks; then nothing protects against a second run.
        Err(std::fs::TryLockError::Error(_)) => Ok(file),
    }
}

/// The complete records of a file.
struct Found {
    table_men: usize,
    bounds: Vec<BoundsRecord>,
    facts: Vec<Vec<u8>>,
    is_spoilt: bool,
    /// The end of the last complete record.
    end: u64,
}

impl Found {
    fn read(file: &File) -> Result<Found, Fault> {
        let length = file.metadata()?.len();
        let mut from = BufReader::new(file);
        let mut magic = [0; MAGIC.len()];
        from.read_exact(&mut magic).map_err(|_| Fault::Foreign)?;
        if magic != MAGIC {
            return Err(Fault::Foreign);
        }
        let first = read_head(&mut from)?.filter(|head| head.kind == RecordKind::Position);
        let first = first.ok_or(Fault::Damaged)?;
        let begun: Begun = serde_json::from_slice(&first.content).map_err(|_| Fault::Damaged)?;
        let mut found = Found {
            // Of more men the program has no tables: whatever is asked would seem to be known.
            table_men: Some(begun.table_men).filter(|men| *men <= EMBEDDED_MEN).ok_or(Fault::Damaged)?,
            bounds: Vec::new(),
            facts: Vec::new(),
            is_spoilt: false,
            end: MAGIC.len() as u64 + first.length,
        };
        while let Some(head) = read_head(&mut from)? {
            let Some(skipped) = found.add(head, length)? else { break };
            from.seek_relative(skipped as i64)?;
        }
        Ok(found)
    }

    /// Adds a record. Returns the bytes of the blocks after it; `None` if the file ends before they do.
    fn add(&mut self, head: Head, file_length: u64) -> Result<Option<u64>, Fault> {
        let begin = self.end + head.length;
        let mut skipped = 0;
        match head.kind {
            RecordKind::Position => return Err(Fault::Damaged),
            RecordKind::Spoilt => self.is_spoilt = true,
            RecordKind::Facts => self.facts.push(head.content),
            RecordKind::Bounds => {
                let record = read_bounds(&head.content, begin)?;
                skipped = record.length;
                if begin + skipped > file_length {
                    return Ok(None);
                }
                self.bounds.push(record);
            }
        }
        self.end = begin + skipped;
        Ok(Some(skipped))
    }

    fn graph(&self, blocks: BlockFile) -> Result<Graph, Fault> {
        let mut graph = Graph::in_file(self.table_men, blocks);
        graph.restore_spoilt(self.is_spoilt);
        let last: FxHashMap<Arrangement, usize> =
            self.bounds.iter().enumerate().map(|(place, record)| (record.arrangement, place)).collect();
        for (place, record) in self.bounds.iter().enumerate() {
            if last.get(&record.arrangement) == Some(&place) && !restored(&mut graph, record) {
                return Err(Fault::Damaged);
            }
        }
        for content in &self.facts {
            let (arrangement, facts) = read_facts(&mut content.as_slice())?;
            for (place, shown) in facts {
                graph.restore_fact(arrangement, place, shown);
            }
        }
        Ok(graph)
    }
}

/// Adds an arrangement that a record holds to a graph; returns whether that was possible.
fn restored(graph: &mut Graph, record: &BoundsRecord) -> bool {
    let placements = record.arrangement.placements();
    let unpacked = Arc::clone(graph.unpacked());
    let sets = record.sets.iter().map(|spans| StoredWins::in_file(placements, spans.clone(), &unpacked));
    let bounds = Bounds::of_stored(sets, record.longest, record.reach);
    bounds.is_some_and(|bounds| graph.restore(record.arrangement, bounds))
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;
    use crate::solve::lookahead::facts::Shown;

    /// Runs on a file, and learns that White wins these positions in so many plies.
    fn run(output: &OutputPath, proofs: &[(&Board, u16)]) -> Graph {
        let (file, Left { mut graph, .. }) = open(output, false, &Board::default()).unwrap();
        graph.use_file(file);
        for &(board, plies) in proofs {
            graph.learn(board, Color::White, Shown::Won { plies });
        }
        graph.complete_file(1);
        graph
    }

    #[test]
    fn proofs_of_positions_with_more_pieces_than_lucena_solves_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let output = OutputPath::file(&folder.path().join("work"));
        let position = |fen| Board::from_fen(fen, false).unwrap();
        let two_rooks = position("7k/8/8/8/8/8/P7/KRR5 w - - 0 1");
        let three_rooks = position("7k/8/8/8/8/8/P7/KRRR4 w - - 0 1");
        run(&output, &[(&two_rooks, 9), (&three_rooks, 3)]);
        let graph = run(&output, &[]);
        let plies = |board| graph.plies_of_proof(board, Color::White);
        assert_eq!((plies(&two_rooks), plies(&three_rooks)), (Some(9), Some(3)));
    }

    #[test]
    fn a_proof_that_got_shorter_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let output = OutputPath::file(&folder.path().join("work"));
        let board = Board::from_fen("7k/8/8/8/8/8/P7/KRR5 w - - 0 1", false).unwrap();
        run(&output, &[(&board, 9)]);
        run(&output, &[(&board, 3)]);
        assert_eq!(run(&output, &[]).plies_of_proof(&board, Color::White), Some(3));
    }
}
