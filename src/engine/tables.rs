//! Supplies the search with tables of distances: from the cache, or built in the background while it plays on.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Deserialize;
use shakmaty::Position;

use crate::board::Board;
use crate::search::{Report, ReportSink};
use crate::tablebase::{BackgroundBuild, Build, Cache, EMBEDDED_MEN, Material, Tables};

const MEBIBYTE: u64 = 1 << 20;
/// Tables of so many men are built in a moment.
const SMALL_MEN: usize = 3;

/// How exact tables are used; section `[tablebase]` of engine.toml.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSettings {
    /// Whether the search asks the tables at all.
    pub probe: bool,
    /// Whether tables of distances are built in the background when the position on the board needs them.
    pub build: bool,
    /// Whether built tables are kept on disk.
    pub cache: bool,
    /// Where; empty means the user's cache folder.
    pub cache_folder: String,
    /// The most that the folder may hold, in MiB.
    pub cache_limit: u64,
}

impl TableSettings {
    /// The folder of built tables; nothing where the system names no cache folder and the settings neither.
    pub fn folder(&self) -> Option<PathBuf> {
        if !self.cache_folder.is_empty() {
            return Some(PathBuf::from(&self.cache_folder));
        }
        Cache::default_folder()
    }

    /// The cache of built tables, where one is wanted.
    pub fn open_cache(&self) -> Option<Cache> {
        let folder = self.folder().filter(|_| self.cache)?;
        Some(Cache::new(folder, self.cache_limit.saturating_mul(MEBIBYTE)))
    }
}

/// The tables of distances of one engine, and the one that is being built.
pub(super) struct TableSupply {
    settings: TableSettings,
    tables: Arc<Tables>,
    cache: Option<Arc<Cache>>,
    build: Option<BackgroundBuild>,
    /// Cancelled builds on their way to their end: waiting for them would cost the clock.
    cancelled: Vec<BackgroundBuild>,
    /// What could not be built is not tried again.
    given_up: Vec<Material>,
}

impl TableSupply {
    pub fn new(settings: TableSettings) -> TableSupply {
        TableSupply {
            cache: settings.open_cache().map(Arc::new),
            settings,
            tables: Arc::default(),
            build: None,
            cancelled: Vec::new(),
            given_up: Vec::new(),
        }
    }

    pub fn tables(&self) -> Arc<Tables> {
        Arc::clone(&self.tables)
    }

    pub fn is_probed(&self) -> bool {
        self.settings.probe
    }

    /// Sees to it that the table of the position on the board is there, soon if not now.
    pub fn prepare(&mut self, board: &Board, sink: &dyn ReportSink) {
        self.collect(sink);
        let pieces = board.position().board();
        if !self.settings.probe || !self.settings.build || pieces.occupied().count() > EMBEDDED_MEN {
            return;
        }
        let Some((material, _)) = Material::of_board(pieces) else { return };
        let is_under_way = self.build.as_ref().is_some_and(|build| build.material() == material);
        if is_under_way || self.tables.contains(material) || self.given_up.contains(&material) {
            return;
        }
        // Half of the machine: the search goes on meanwhile.
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2));
        // An older build for another position is no longer needed.
        if let Some(build) = self.build.take() {
            build.cancel();
            self.cancelled.push(build);
        }
        match self.tables.provide_in_background(material, self.cache.clone(), threads, |_| {}) {
            Ok(build) => self.build = Some(build),
            Err(error) => {
                self.given_up.push(material);
                sink.accept(Report::Note(format!("no table for {material}: {error}")));
            }
        }
    }

    /// Provides tables of three men at once, before anything is asked: a few hundredths of a second each, or a
    /// millisecond from the cache. What there is to say about the cache is given back.
    pub fn provide_small(&self, materials: impl Iterator<Item = String>) -> Vec<String> {
        if !self.settings.probe || !self.settings.build {
            return Vec::new();
        }
        let build = Build { threads: 1, cancel: &AtomicBool::new(false), progress: &|_| {} };
        let materials = materials.filter_map(|material| material.parse::<Material>().ok());
        let small = materials.filter(|material| material.men() <= SMALL_MEN);
        // What cannot be built is told when it is needed.
        let provided =
            small.filter_map(|small| self.tables.provide(small, self.cache.as_deref(), &build).ok());
        provided.flat_map(|provided| provided.problems).map(|problem| problem.to_string()).collect()
    }

    /// Tells what went wrong in a build that has ended.
    fn collect(&mut self, sink: &dyn ReportSink) {
        self.cancelled.retain(|build| !build.is_finished());
        let Some(build) = self.build.take_if(|build| build.is_finished()) else { return };
        let material = build.material();
        match build.wait() {
            Ok(provided) => {
                for problem in provided.problems {
                    sink.accept(Report::Note(problem.to_string()));
                }
            }
            Err(error) => {
                self.given_up.push(material);
                sink.accept(Report::Note(format!("no table for {material}: {error}")));
            }
        }
    }
}
