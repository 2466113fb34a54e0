//! Appends to the file in which a solving run keeps its results.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::blocks::Span;
use super::records::{RecordKind, write_bounds, write_head};
use crate::solve::arrangement::layout::Arrangement;
use crate::solve::arrangement::packing::{StoredWins, Unpacked};
use crate::solve::graph::Bounds;
use crate::solve::lookahead::facts::{Extent, Facts};
use crate::solve::lookahead::stored_facts::write_facts;
use crate::text::outputs::{GrowingFile, OutputError};

/// The file of a running work.
pub(in crate::solve) struct WorkFile {
    file: GrowingFile,
    end: u64,
    /// The proofs of single positions that are written, by arrangement.
    facts: FxHashMap<Arrangement, Extent>,
    is_spoilt_written: bool,
}

impl fmt::Debug for WorkFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkFile").field("path", &self.file.path()).field("end", &self.end).finish()
    }
}

impl WorkFile {
    /// A file with whole records up to `end`, among them proofs of single positions by arrangement.
    pub fn new(
        file: GrowingFile,
        end: u64,
        facts: FxHashMap<Arrangement, Extent>,
        is_spoilt_written: bool,
    ) -> WorkFile {
        WorkFile { file, end, facts, is_spoilt_written }
    }

    /// Appends the bounds of arrangements, packed in memory. Returns them as the file now holds them; `None` for those that
    /// were not packed in memory.
    ///
    /// # Errors
    /// If that fails, as on a full disk. Then the file is as it was.
    pub fn append(
        &mut self,
        solved: &[(&Arrangement, Bounds)],
        unpacked: &Arc<Unpacked>,
    ) -> Result<Vec<Option<Bounds>>, OutputError> {
        let (mut bytes, mut stored) = (Vec::new(), Vec::new());
        for (arrangement, bounds) in solved {
            let spans = write_bounds(arrangement, bounds, self.end, &mut bytes);
            stored.push(spans.and_then(|spans| in_file(arrangement, bounds, spans, unpacked)));
        }
        self.put(&bytes)?;
        Ok(stored)
    }

    /// Appends the proofs of single positions that are new or shorter, and notes whether wins may be spoilt by the 50-move
    /// rule.
    ///
    /// # Errors
    /// If that fails. Then the file is as it was.
    pub fn append_facts<'a>(
        &mut self,
        facts: impl Iterator<Item = (&'a Arrangement, &'a Facts)>,
        is_spoilt: bool,
    ) -> Result<(), OutputError> {
        let (mut bytes, mut extents) = (Vec::new(), Vec::new());
        if is_spoilt && !self.is_spoilt_written {
            write_head(RecordKind::Spoilt, &[], &mut bytes);
        }
        for (arrangement, facts) in facts {
            let extent = facts.extent();
            if self.facts.get(arrangement) != Some(&extent) {
                let mut content = Vec::new();
                // Nothing fails in memory.
                let _ = write_facts(&mut content, arrangement, facts);
                write_head(RecordKind::Facts, &content, &mut bytes);
                extents.push((*arrangement, extent));
            }
        }
        self.put(&bytes)?;
        self.facts.extend(extents);
        self.is_spoilt_written |= is_spoilt;
        Ok(())
    }

    /// Completes the file and gives it its name.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn finish(self) -> Result<(), OutputError> {
        self.file.finish()
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        if let Err(error) = self.file.put(bytes) {
            // What is written of it would be cut off by the next run anyway.
            let _ = self.file.cut(self.end);
            return Err(error);
        }
        self.end += bytes.len() as u64;
        Ok(())
    }
}

/// The bounds whose blocks are at these places of the file.
fn in_file(
    arrangement: &Arrangement,
    bounds: &Bounds,
    spans: Vec<[Box<[Span]>; 2]>,
    unpacked: &Arc<Unpacked>,
) -> Option<Bounds> {
    let mut spans = spans.into_iter();
    bounds.replaced(|_| Some(StoredWins::in_file(arrangement.placements(), spans.next()?, unpacked)))
}
