//! The tables at hand beyond the embedded ones: distance tables in memory, which the cache or a build fills, and built results.

use std::collections::HashMap;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use parking_lot::RwLock;
use shakmaty::Position;
use thiserror::Error;
use thread_priority::{ThreadPriority, set_current_thread_priority};

use super::cache::{Cache, CacheError};
use super::embedded::results::EMBEDDED_MEN;
use super::generation::generate::{Build, GenerateError, Progress, generate};
use super::material::{MOST_MEN, Material};
use super::table::DtmTable;
use super::value::{Outcome, Wdl};
use super::won_sets::stored::StoredResults;
use crate::board::Board;

/// Distance-to-mate tables in memory, and results without distances. Shared between threads by reference or [`Arc`].
#[derive(Debug, Default)]
pub struct DtmTables {
    tables: RwLock<HashMap<Material, Arc<DtmTable>>>,
    results: RwLock<Option<Arc<StoredResults>>>,
}

/// Where a table came from, and the problems on the way.
#[derive(Debug, Default)]
pub struct Provided {
    /// Tables that were built, in order; empty if the table was in memory or in the cache.
    pub built: Vec<Material>,
    /// Problems with the cache. They do not affect the tables.
    pub problems: Vec<CacheError>,
}

/// Why a background build gave no table.
#[derive(Debug, Error)]
pub enum BackgroundError {
    /// The build itself failed or was cancelled.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// The thread could not be started, or it panicked.
    #[error("the thread that builds tables failed")]
    Thread,
}

impl DtmTables {
    /// No tables.
    pub fn new() -> DtmTables {
        DtmTables::default()
    }

    /// Returns the value and distance to mate of a position, without the 50-move rule; `None` if its table is not in memory,
    /// with more than five men, or with castling rights.
    pub fn distance(&self, board: &Board) -> Option<Outcome> {
        let (material, _) = Material::of_board(board.position().board())?;
        self.get(material)?.outcome(board)
    }

    /// Uses these results from now on, or none.
    pub fn use_results(&self, results: Option<Arc<StoredResults>>) {
        *self.results.write() = results.filter(|results| !results.materials().is_empty());
    }

    /// Returns the results; `None` if there are none.
    pub fn results(&self) -> Option<Arc<StoredResults>> {
        self.results.read().clone()
    }

    /// Returns the result of a position of five men, without the 50-move rule; `None` if it is not known. Distance tables are not
    /// asked.
    pub fn result(&self, board: &Board) -> Option<Wdl> {
        if board.men() != MOST_MEN {
            return None;
        }
        self.results.read().as_ref()?.result(board)
    }

    /// Returns the table of a material; `None` if it is not in memory.
    pub fn get(&self, material: Material) -> Option<Arc<DtmTable>> {
        self.tables.read().get(&material).cloned()
    }

    /// Returns whether the table of a material is in memory.
    pub fn contains(&self, material: Material) -> bool {
        self.tables.read().contains_key(&material)
    }

    /// Returns the materials whose tables are in memory, sorted by name.
    pub fn materials(&self) -> Vec<Material> {
        let mut materials: Vec<Material> = self.tables.read().keys().copied().collect();
        materials.sort_by_key(Material::to_string);
        materials
    }

    /// Adds a table.
    pub fn insert(&self, table: DtmTable) {
        self.tables.write().insert(table.material(), Arc::new(table));
    }

    /// Takes a table out of memory, if it is there. Who asks it now keeps it until the answer.
    pub fn remove(&self, material: Material) {
        self.tables.write().remove(&material);
    }

    /// Makes the table of a material available: from memory, else from the cache (with the cached small tables that its
    /// captures and promotions lead to), else by building it and everything that it depends on. Built tables go to the cache at
    /// once, so that a stopped build can resume.
    ///
    /// # Errors
    /// If the build is cancelled or a mate is too long. Problems with the cache are not errors: see [`Provided`].
    pub fn provide(
        &self,
        material: Material,
        cache: Option<&Cache>,
        build: &Build<'_>,
    ) -> Result<Provided, GenerateError> {
        let mut provided = Provided::default();
        let found = self.find(material, cache, &mut provided);
        // Captures and promotions can be compared with other moves only if their distances are known too, so their tables come
        // first: with this table, its lines can be followed to mate. Larger tables would fill the memory.
        for needed in material.with_dependencies() {
            if needed != material
                && needed.men() <= EMBEDDED_MEN
                && let Some(table) = self.find(needed, cache, &mut provided)
            {
                self.tables.write().insert(needed, table);
            }
        }
        let table = match found {
            Some(table) => table,
            None => self.build(material, cache, build, &mut provided)?,
        };
        self.tables.write().insert(material, table);
        Ok(provided)
    }

    /// Builds a table from those that its captures and promotions lead to, and these before it if need be. Small ones that a file
    /// holds are in memory already. Large ones stay there no longer than a build needs them: all that KPPvKP depends on would take
    /// more than 24 GiB.
    fn build(
        &self,
        material: Material,
        cache: Option<&Cache>,
        build: &Build<'_>,
        provided: &mut Provided,
    ) -> Result<Arc<DtmTable>, GenerateError> {
        let successors = material.successors();
        // What is to be built comes first, so that no other large table waits in memory meanwhile.
        for &successor in &successors {
            let has_file = || cache.is_some_and(|cache| cache.has_file(successor));
            if !self.contains(successor) && (successor.men() <= EMBEDDED_MEN || !has_file()) {
                self.build(successor, cache, build, provided)?;
            }
        }
        let mut needed = HashMap::new();
        for successor in successors {
            let table = match self.find(successor, cache, provided) {
                Some(table) => table,
                None => self.build(successor, cache, build, provided)?,
            };
            needed.insert(successor, table);
        }
        let table = Arc::new(built(material, &needed, build)?);
        let stored = cache.map_or(Ok(false), |cache| cache.store(&table));
        if material.men() <= EMBEDDED_MEN || !matches!(stored, Ok(true)) {
            self.tables.write().insert(material, Arc::clone(&table));
        }
        provided.problems.extend(stored.err());
        provided.built.push(material);
        Ok(table)
    }

    /// Returns a table from memory, else from the cache; `None` if it is in neither. It is not put into memory.
    fn find(
        &self,
        material: Material,
        cache: Option<&Cache>,
        provided: &mut Provided,
    ) -> Option<Arc<DtmTable>> {
        if let Some(table) = self.get(material) {
            return Some(table);
        }
        match cache?.load(material) {
            Ok(table) => table.map(Arc::new),
            Err(problem) => {
                provided.problems.push(problem);
                None
            }
        }
    }

    /// Starts [`DtmTables::provide`] on another thread. It builds at low priority: with as many search threads as cores, it would
    /// otherwise take time from each of them.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn provide_in_background(
        self: &Arc<DtmTables>,
        material: Material,
        cache: Option<Arc<Cache>>,
        threads: usize,
        progress: impl Fn(Progress) + Send + Sync + 'static,
    ) -> Result<BackgroundBuild, BackgroundError> {
        let tables = Arc::clone(self);
        let cancel = Arc::new(AtomicBool::new(false));
        let cancelled = Arc::clone(&cancel);
        let run = move || {
            let build = Build { threads, gives_way: true, cancel: &cancelled, progress: &progress };
            tables.provide(material, cache.as_deref(), &build)
        };
        let thread = std::thread::Builder::new().name(format!("build {material}")).spawn(run);
        Ok(BackgroundBuild { material, cancel, thread: Some(thread.map_err(|_| BackgroundError::Thread)?) })
    }
}

/// Builds a table. If it gives way, a thread of its own does so at the lowest priority: that thread hardly runs as long as others want
/// the cores, so it must never hold a lock of the tables.
fn built(
    material: Material,
    known: &HashMap<Material, Arc<DtmTable>>,
    build: &Build<'_>,
) -> Result<DtmTable, GenerateError> {
    if !build.gives_way {
        return generate(material, known, build);
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name(format!("build {material}"));
        let low = || {
            // Some systems refuse; the build then runs at normal priority.
            let _ = set_current_thread_priority(ThreadPriority::Min);
            generate(material, known, build)
        };
        match thread.spawn_scoped(scope, low) {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => generate(material, known, build),
        }
    })
}

/// A table that another thread provides. Dropping it cancels the build and waits for its end.
#[derive(Debug)]
pub struct BackgroundBuild {
    material: Material,
    cancel: Arc<AtomicBool>,
    thread: Option<JoinHandle<Result<Provided, GenerateError>>>,
}

impl BackgroundBuild {
    /// Returns the material that was asked for.
    pub fn material(&self) -> Material {
        self.material
    }

    /// Asks the build to stop, which it does within milliseconds.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Returns whether the build has ended, successfully or not.
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the end of the build.
    ///
    /// # Errors
    /// If the build failed or was cancelled.
    pub fn wait(mut self) -> Result<Provided, BackgroundError> {
        let thread = self.thread.take().ok_or(BackgroundError::Thread)?;
        Ok(thread.join().map_err(|_| BackgroundError::Thread)??)
    }
}

impl Drop for BackgroundBuild {
    fn drop(&mut self) {
        self.cancel();
        if let Some(thread) = self.thread.take() {
            // That thread has already reported its panic.
            let _ = thread.join();
        }
    }
}
