//! Supplies distance tables that are not in memory: while the question waits, or behind it, on one thread of low priority.

use std::collections::{HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parking_lot::Mutex;

use crate::tablebase::{
    Build, Cache, CacheError, DtmTables, GenerateError, Material, Progress, ResultsError,
};

/// Tables of up to this many men are built when they are needed, which takes seconds.
pub(super) const BUILT_MEN: usize = 4;
/// The most tables that wait: more than there are of up to four men.
const MOST_WANTED: usize = 64;
/// Memory for tables of more men that are supplied behind the questions, in bytes. The newest stays in any case.
const MOST_LARGE_BYTES: usize = 1 << 30;

/// What a probe reports while it provides tables.
#[derive(Debug)]
pub enum ProbeNotice<'a> {
    /// A table is being built.
    Building(Progress),
    /// The table is built.
    Built,
    /// A file of the cache cannot be used.
    Problem(&'a CacheError),
    /// The file of results cannot be used.
    NoResults(&'a ResultsError),
}

/// Called with what happens meanwhile.
pub(super) type Report = Arc<dyn Fn(ProbeNotice<'_>) + Send + Sync>;

/// Where tables come from, and where they go.
#[derive(Clone)]
pub(super) struct Store {
    pub tables: Arc<DtmTables>,
    pub cache: Arc<Cache>,
    pub report: Report,
}

impl Store {
    /// Loads a table, or builds one that is small. Returns whether it is in memory now.
    ///
    /// # Errors
    /// If it cannot be built.
    pub fn supply(&self, material: Material, threads: usize, gives_way: bool) -> Result<bool, GenerateError> {
        if material.men() > BUILT_MEN {
            return Ok(self.load(material));
        }
        let cancel = AtomicBool::new(false);
        let progress = |progress| (self.report)(ProbeNotice::Building(progress));
        let build = Build { threads, gives_way, cancel: &cancel, progress: &progress };
        let provided = self.tables.provide(material, Some(&*self.cache), &build)?;
        (self.report)(ProbeNotice::Built);
        for problem in &provided.problems {
            (self.report)(ProbeNotice::Problem(problem));
        }
        Ok(true)
    }

    fn load(&self, material: Material) -> bool {
        let loaded = self.cache.load(material).unwrap_or_else(|problem| {
            (self.report)(ProbeNotice::Problem(&problem));
            None
        });
        loaded.map(|table| self.tables.insert(table)).is_some()
    }
}

/// Supplies tables one after the other, and lets nobody wait for them.
pub(super) struct Supplier {
    store: Store,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    /// Tables to supply, the next first. The first is in work.
    wanted: VecDeque<Material>,
    /// Whether the thread runs; it ends when nothing is wanted.
    is_running: bool,
    /// Tables that could not be supplied. They are not tried again.
    given_up: HashSet<Material>,
    /// Large tables in memory with their bytes, the oldest first.
    large: VecDeque<(Material, usize)>,
}

impl Supplier {
    /// Supplies tables to this store.
    pub fn new(store: Store) -> Supplier {
        Supplier { store, inside: Mutex::default() }
    }

    /// Asks for a table, once if many ask. Returns whether it is to come: otherwise it is in memory, or cannot be supplied.
    pub fn want(self: &Arc<Supplier>, material: Material) -> bool {
        let mut inside = self.inside.lock();
        if inside.given_up.contains(&material) || self.store.tables.contains(material) {
            return false;
        }
        // If too many wait, a later question asks again.
        if !inside.wanted.contains(&material) && inside.wanted.len() < MOST_WANTED {
            inside.wanted.push_back(material);
        }
        if !inside.is_running {
            let own = Arc::clone(self);
            let thread = std::thread::Builder::new().name("distances".to_owned());
            inside.is_running = thread.spawn(move || own.work()).is_ok();
        }
        true
    }

    fn work(&self) {
        while let Some(material) = self.next() {
            let supplied = catch_unwind(AssertUnwindSafe(|| self.store.supply(material, 1, true)));
            self.finish(material, matches!(supplied, Ok(Ok(true))));
        }
    }

    fn next(&self) -> Option<Material> {
        let mut inside = self.inside.lock();
        let next = inside.wanted.front().copied();
        inside.is_running = next.is_some();
        next
    }

    fn finish(&self, material: Material, is_supplied: bool) {
        let mut inside = self.inside.lock();
        inside.wanted.pop_front();
        if !is_supplied {
            inside.given_up.insert(material);
        } else if material.men() > BUILT_MEN {
            let bytes = self.store.tables.get(material).map_or(0, |table| table.bytes());
            inside.large.push_back((material, bytes));
            for old in inside.take_surplus(MOST_LARGE_BYTES) {
                self.store.tables.remove(old);
            }
        }
    }
}

impl Inside {
    /// Takes the oldest large tables out until the others fit into this many bytes, or one is left.
    fn take_surplus(&mut self, most: usize) -> Vec<Material> {
        let mut surplus = Vec::new();
        while self.large.len() > 1
            && self.large.iter().map(|(_, bytes)| bytes).sum::<usize>() > most
            && let Some((oldest, _)) = self.large.pop_front()
        {
            surplus.push(oldest);
        }
        surplus
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_large_tables_make_room_and_the_newest_stays() {
        let names = ["KQPvKQ", "KRPvKR", "KBPvKB"].map(|name| name.parse::<Material>().unwrap());
        let large = names.into_iter().zip([40, 50, 90]).collect();
        let mut inside = Inside { large, ..Inside::default() };
        assert_eq!(inside.take_surplus(180), []);
        assert_eq!(inside.take_surplus(140), [names[0]]);
        assert_eq!(inside.take_surplus(10), [names[1]]);
        assert_eq!(inside.large, [(names[2], 90)]);
    }

    #[test]
    fn a_table_is_supplied_once_and_nobody_waits_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let built = Arc::<Mutex<Vec<Material>>>::default();
        let (seen, tables) = (Arc::clone(&built), Arc::<DtmTables>::default());
        let report = move |notice: ProbeNotice<'_>| {
            if let ProbeNotice::Building(progress) = notice
                && progress.moves == Some(0)
            {
                seen.lock().push(progress.material);
            }
        };
        let cache = Arc::new(Cache::new(folder.path(), u64::MAX));
        let store = Store { tables: Arc::clone(&tables), cache, report: Arc::new(report) };
        let supplier = Arc::new(Supplier::new(store));
        let [rook, large] = ["KRvK", "KRPvKR"].map(|name| name.parse::<Material>().unwrap());
        assert!(supplier.want(large) && supplier.want(rook) && supplier.want(rook));
        while supplier.want(rook) {
            std::thread::yield_now();
        }
        assert!(tables.contains(rook));
        // After a capture the kings are alone: their table comes first.
        let kings = "KvK".parse::<Material>().unwrap();
        assert_eq!(*built.lock(), [kings, rook]);
        assert!(!supplier.want(large), "no file has it, and it is not built");
    }
}
