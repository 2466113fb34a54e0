//! Supplies the search with tables of distances: from the cache, or built in the background while it plays on.

use std::sync::Arc;

use serde::Deserialize;
use shakmaty::Position;

use super::Options;
use crate::board::Board;
use crate::search::{Report, ReportSink};
use crate::tablebase::{BackgroundBuild, Cache, EMBEDDED_MEN, Material, Syzygy, Tables};

/// How exact tables are used; section `[tablebase]` of engine.toml.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSettings {
    /// Whether the search asks the tables at all.
    pub probe: bool,
    /// Whether tables of distances are built in the background when the position on the board needs them.
    pub build: bool,
}

/// The options by which files were opened; nothing before the first time.
#[derive(Default, PartialEq)]
struct Opened {
    syzygy: String,
    cache: Option<(bool, String, u64)>,
}

impl Opened {
    fn by(options: &Options) -> Opened {
        let Options { table_cache, table_cache_limit, .. } = *options;
        Opened {
            syzygy: options.syzygy_path.clone(),
            cache: Some((table_cache, options.table_cache_folder.clone(), table_cache_limit)),
        }
    }
}

/// The tables of one engine, and the one that is being built.
pub(super) struct TableSupply {
    settings: TableSettings,
    tables: Arc<Tables>,
    cache: Option<Arc<Cache>>,
    syzygy: Arc<Syzygy>,
    /// The options that cache and Syzygy files were opened by.
    opened: Opened,
    build: Option<BackgroundBuild>,
    /// Cancelled builds on their way to their end: waiting for them would cost the clock.
    cancelled: Vec<BackgroundBuild>,
    /// What could not be built is not tried again.
    given_up: Vec<Material>,
}

impl TableSupply {
    pub fn new(settings: TableSettings) -> TableSupply {
        TableSupply {
            settings,
            tables: Arc::default(),
            cache: None,
            syzygy: Arc::default(),
            opened: Opened::default(),
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

    pub fn syzygy(&self) -> Arc<Syzygy> {
        Arc::clone(&self.syzygy)
    }

    /// Opens what the options name, where that has changed, and tells what the Syzygy folders gave.
    pub fn open(&mut self, options: &Options, sink: &dyn ReportSink) {
        let wanted = Opened::by(options);
        if self.opened.syzygy != wanted.syzygy {
            let (syzygy, folders) = Syzygy::open(&options.syzygy_path);
            self.syzygy = Arc::new(syzygy);
            for folder in folders {
                sink.accept(Report::Note(format!("Syzygy {folder}")));
            }
        }
        if self.opened.cache != wanted.cache {
            self.cache = options.open_cache().map(Arc::new);
            self.given_up.clear();
        }
        self.opened = wanted;
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

    /// Tells what went wrong in a build that has ended, and in Syzygy files.
    fn collect(&mut self, sink: &dyn ReportSink) {
        for problem in self.syzygy.take_problems() {
            sink.accept(Report::Note(problem));
        }
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
