//! Supplies the search with distance tables: from the cache, or built in the background while it plays.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Deserialize;
use shakmaty::Position;

use super::job::SearchJob;
use super::notice::Notice;
use super::options::Options;
use super::report::{Report, Sink};
use crate::search::Limits;
use crate::tablebase::{
    BackgroundBuild, Cache, DtmTables, EMBEDDED_MEN, EmbeddedTables, Material, StoredResults, Syzygy,
};

/// How exact tables are used; section `[tablebase]` of engine.toml.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSettings {
    /// Whether the search asks the tables at all.
    pub probe: bool,
    /// Whether distance tables are built in the background when the position on the board needs them.
    pub build: bool,
}

/// The options by which files were opened; empty before the first time.
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

/// The longest wait for a table from disk; at most a fiftieth of the clock.
const LONGEST_WAIT: Duration = Duration::from_millis(100);
const BETWEEN_LOOKS: Duration = Duration::from_micros(200);

/// The longest wait in analysis, where even building a table is worth waiting for, since only the shortest mate counts; at most
/// a quarter of the given time. Tables of four men take about two seconds.
const LONGEST_WAIT_IN_ANALYSIS: Duration = Duration::from_secs(3);

fn patience(limits: &Limits, turn: shakmaty::Color, longest: Duration) -> Duration {
    let remaining = limits.clock.as_ref().and_then(|clock| *clock.remaining.get(turn));
    let by_clock = remaining.map(|remaining| remaining / 50);
    let by_time = limits.move_time.map(|time| time / 4);
    [by_clock, by_time].into_iter().flatten().fold(longest, Duration::min)
}

/// The tables of one engine, and the build in progress.
pub(super) struct TablebaseSupply {
    settings: TableSettings,
    embedded: Arc<EmbeddedTables>,
    tables: Arc<DtmTables>,
    cache: Option<Arc<Cache>>,
    syzygy: Arc<Syzygy>,
    /// The options by which cache and Syzygy files were opened.
    opened: Opened,
    build: Option<BackgroundBuild>,
    /// Cancelled builds that have not ended yet. Waiting for them would cost the clock.
    cancelled: Vec<BackgroundBuild>,
    /// Materials whose build failed; they are not tried again.
    given_up: Vec<Material>,
}

impl TablebaseSupply {
    pub fn new(settings: TableSettings, embedded: Arc<EmbeddedTables>) -> TablebaseSupply {
        if settings.probe {
            embedded.open_in_background();
        }
        TablebaseSupply {
            settings,
            embedded,
            tables: Arc::default(),
            cache: None,
            syzygy: Arc::default(),
            opened: Opened::default(),
            build: None,
            cancelled: Vec::new(),
            given_up: Vec::new(),
        }
    }

    /// Waits until the embedded tables are open, so that the first search does not have to.
    pub fn await_embedded(&self) {
        if self.settings.probe {
            self.embedded.await_opened();
        }
    }

    pub fn tables(&self) -> Arc<DtmTables> {
        Arc::clone(&self.tables)
    }

    pub fn is_probed(&self) -> bool {
        self.settings.probe
    }

    pub fn syzygy(&self) -> Arc<Syzygy> {
        Arc::clone(&self.syzygy)
    }

    /// Opens what the options name, if they have changed, and reports the Syzygy folders.
    pub fn open(&mut self, options: &Options, sink: &Sink) {
        let wanted = Opened::by(options);
        if self.opened.syzygy != wanted.syzygy {
            let (syzygy, folders) = options.open_syzygy();
            self.syzygy = syzygy.tables;
            for folder in folders {
                sink.accept(Report::Notice(Notice::Syzygy(folder)));
            }
        }
        if self.opened.cache != wanted.cache {
            self.cache = options.open_cache().map(Arc::new);
            self.given_up.clear();
            self.open_results(sink);
        }
        self.opened = wanted;
    }

    /// Opens the built results beside the cached tables, and reports what is there.
    fn open_results(&mut self, sink: &Sink) {
        let opened = self.cache.as_ref().map(|cache| StoredResults::in_folder(cache.folder())).transpose();
        let results = opened.map(|results| results.map(Arc::new)).unwrap_or_else(|problem| {
            sink.accept(Report::Notice(Notice::NoResults(problem)));
            None
        });
        self.tables.use_results(results);
        if let Some(results) = self.tables.results() {
            let (materials, path) = (results.materials().len(), results.path().to_owned());
            sink.accept(Report::Notice(Notice::Results { path, materials }));
        }
    }

    /// Makes the table of the position on the board available, now or soon. It waits a moment for a table that only has to be
    /// read from disk: the shortest mate is worth it.
    pub fn prepare(&mut self, job: &SearchJob) {
        let sink = &*job.sink;
        self.collect(sink);
        let board = job.game.board();
        let Some((material, _)) = Material::of_board(board.position().board()) else { return };
        let is_stored = self.cache.as_ref().is_some_and(|cache| cache.path(material).exists());
        // Tables of more men take minutes to build, so only those that the user has built are read.
        let is_wanted = is_stored || self.settings.build && material.men() <= EMBEDDED_MEN;
        if !self.settings.probe || !is_wanted {
            return;
        }
        self.start(material, sink);
        if is_stored || job.is_analysis() {
            let longest = if job.is_analysis() { LONGEST_WAIT_IN_ANALYSIS } else { LONGEST_WAIT };
            self.wait_for_build(job, patience(&job.limits, board.turn(), longest));
        }
    }

    fn wait_for_build(&self, job: &SearchJob, patience: Duration) {
        let deadline = Instant::now() + patience;
        while self.build.as_ref().is_some_and(|build| !build.is_finished())
            && Instant::now() < deadline
            && !job.control.is_stopped()
        {
            std::thread::sleep(BETWEEN_LOOKS);
        }
    }

    fn start(&mut self, material: Material, sink: &Sink) {
        let is_under_way = self.build.as_ref().is_some_and(|build| build.material() == material);
        if is_under_way || self.tables.contains(material) || self.given_up.contains(&material) {
            return;
        }
        // Half of the cores: the search goes on meanwhile.
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
                sink.accept(Report::Notice(Notice::NoDistances { material, error }));
            }
        }
    }

    /// Reports damaged Syzygy files and a damaged file of results, each once.
    pub fn report_damage(&self, sink: &Sink) {
        if let Some(problem) = self.tables.results().and_then(|results| results.take_problem()) {
            sink.accept(Report::Notice(Notice::NoResults(problem)));
        }
        for problem in self.syzygy.take_problems() {
            sink.accept(Report::Notice(Notice::SyzygyDamage(problem)));
        }
    }

    /// Reports the problems of a build that has ended, and of Syzygy files.
    fn collect(&mut self, sink: &Sink) {
        self.report_damage(sink);
        self.cancelled.retain(|build| !build.is_finished());
        let Some(build) = self.build.take_if(|build| build.is_finished()) else { return };
        let material = build.material();
        match build.wait() {
            Ok(provided) => {
                for problem in provided.problems {
                    sink.accept(Report::Notice(Notice::TableCache(problem)));
                }
            }
            Err(error) => {
                self.given_up.push(material);
                sink.accept(Report::Notice(Notice::NoDistances { material, error }));
            }
        }
    }
}
