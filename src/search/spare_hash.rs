//! An empty transposition table that is made while a search still uses the old one.
//!
//! A GUI may change the hash or begin a new game in the very moment in which a best move comes, and trusts `readyok`: its
//! clock runs from then on. What would have to wait for the running search to end is made beside it.

use std::sync::Arc;

use crossbeam_channel::{Receiver, bounded};
use parking_lot::Mutex;

use super::transposition_table::{TableError, TranspositionTable};

const MEBIBYTE: u64 = 1 << 20;

/// A table that is made on a thread of its own; by default none.
#[derive(Clone, Default)]
pub struct SpareHash(Option<Making>);

#[derive(Clone)]
struct Making {
    table: Arc<Mutex<Option<TranspositionTable>>>,
    /// Closed when the table is made, or cannot be made.
    done: Receiver<()>,
}

impl SpareHash {
    /// Begins to make a table of so many MiB, where both tables fit into the memory that is free. Where they do not, the
    /// old one has to go first, and the next search waits for that.
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

    /// Waits until it is made.
    pub fn wait(&self) {
        if let Some(making) = &self.0 {
            // An error says that the other end is closed: done.
            let _ = making.done.recv();
        }
    }

    /// Puts an empty table of this size in the place of another: the one that was made where it fits, else a new one.
    ///
    /// # Errors
    /// As [`TranspositionTable::resize`].
    pub(super) fn replace(self, old: &mut TranspositionTable, mebibytes: usize) -> Result<(), TableError> {
        match self.take(mebibytes) {
            Some(table) => {
                *old = table;
                Ok(())
            }
            None => old.resize(mebibytes),
        }
    }

    /// The table, where it has this size.
    fn take(self, mebibytes: usize) -> Option<TranspositionTable> {
        self.wait();
        self.0?.table.lock().take_if(|table| table.mebibytes() == mebibytes)
    }
}

/// Whether a table of so many MiB leaves as much again of the memory that is free now.
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
