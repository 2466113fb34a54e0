//! A map from positions in parts, each with a lock of its own, so that threads that share it seldom wait for each other.

use parking_lot::{Mutex, MutexGuard};
use rustc_hash::FxHashMap;

/// How many parts a map has.
const PARTS: usize = 64;

/// What threads know of positions, by key.
#[derive(Debug)]
pub(super) struct PartedMap<Value>(Box<[Mutex<FxHashMap<u64, Value>>]>);

impl<Value> Default for PartedMap<Value> {
    fn default() -> PartedMap<Value> {
        PartedMap((0..PARTS).map(|_| Mutex::default()).collect())
    }
}

impl<Value> PartedMap<Value> {
    /// The part in which a position is, locked.
    pub fn part(&self, key: u64) -> MutexGuard<'_, FxHashMap<u64, Value>> {
        // The hash maps use the lower bits.
        self.0[(key >> 32) as usize % PARTS].lock()
    }
}
