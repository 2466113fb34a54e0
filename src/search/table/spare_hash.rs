//! An empty transposition table that is made while a search still uses the old one.
//!
//! A GUI may change the hash or begin a new game at the moment when a best move comes. Its clock runs from `readyok`
//! on. So the new table is made beside the running search instead of after it.

use std::sync::Arc;

use crossbeam_channel::{Receiver, bounded};
use parking_lot::Mutex;

use super::transposition_table::{TableError, TranspositionTable};

const MEBIBYTE: u64 = 1 << 20;

/// A table that is made on its own thread; none by default.
#[derive(Clone, Default)]
pub struct SpareHash(Option<Making>);

#[derive(Clone)]
struct Making {
    table: Arc<Mutex<Option<TranspositionTable>>>,
    /// Closed when the table is made, or cannot be made.
    done: Receiver<()>,
}

impl SpareHash {
    /// Begins to make a table of this many MiB if both tables fit into free memory. If they do not, the old one has to
    /// go first, and the next search waits for that.
    pub fn begin(mebibytes: usize) -> SpareHash {
        if !fits_beside(mebibytes) {
            return SpareHash::default();
        }
        let place = Arc::new(Mutex::new(None));
        let (sender, done) = bounded(0);
        let table = Arc::clone(&place);
        let make = move || {
            let mut made = TranspositionTable::empty();
            if made.resize(mebibytes).is_ok() {
                *place.lock() = Some(made);
            }
            drop(sender);
        };
        match std::thread::Builder::new().name("spare hash".to_owned()).spawn(make) {
            Ok(_) => SpareHash(Some(Making { table, done })),
            Err(_) => SpareHash::default(),
        }
    }

    /// Waits until the table is made.
    pub fn wait(&self) {
        if let Some(making) = &self.0 {
            // An error says that the other end is closed, so the table is done.
            let _ = making.done.recv();
        }
    }

    /// Replaces a table by an empty one of this size in MiB: the one that was made if it has that size, otherwise a new
    /// one.
    ///
    /// # Errors
    /// As [`TranspositionTable::resize`].
    pub(in crate::search) fn replace(
        self,
        old: &mut TranspositionTable,
        mebibytes: usize,
    ) -> Result<(), TableError> {
        match self.take(mebibytes) {
            Some(table) => {
                *old = table;
                Ok(())
            }
            None => old.resize(mebibytes),
        }
    }

    /// Returns the table if it has this size; `None` otherwise.
    fn take(self, mebibytes: usize) -> Option<TranspositionTable> {
        self.wait();
        self.0?.table.lock().take_if(|table| table.mebibytes() == mebibytes)
    }
}

/// Returns whether a table of this many MiB leaves as much again of the memory that is free now.
fn fits_beside(mebibytes: usize) -> bool {
    let Ok(mut system) = sysinfo::System::new() else { return false };
    system.refresh_memory();
    mebibytes as u64 <= system.available_memory() / MEBIBYTE / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spare_table_is_taken_once_and_only_where_its_size_is_asked_for() {
        let spare = SpareHash::begin(2);
        spare.wait();
        assert!(spare.clone().take(1).is_none());
        assert_eq!(spare.clone().take(2).map(|table| table.mebibytes()), Some(2));
        assert!(spare.take(2).is_none());
        assert!(SpareHash::default().take(2).is_none());
    }
}
