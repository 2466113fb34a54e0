//! Reads tables of more men than the embedded ones from their folder, when a position of their material first occurs, and builds
//! missing results.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::RwLock;
use shakmaty::{Bitboard, Board as Pieces, Position};

use super::arrangement::exits::Exits;
use super::arrangement::layout::{Arrangement, Placement, ProofSide};
use super::arrangement::tables::won_squares;
use super::materials::build::{BuildError, ResultsBuilder};
use super::materials::known::question_of;
use super::result_wins::ResultWins;
use super::stop::Stop;
use crate::board::Board;
use crate::tablebase::{
    Cache, CacheError, DtmTable, MOST_MEN, Material, Outcome, Question, StoredResults, Wdl,
};

/// The most tables of distances that are read only to learn how long the wins of a proof may take: each takes up to a second.
const MOST_READ_FOR_CLOCK: usize = 4;

/// The tables that `lucena tablebase build` wrote into a folder. Exits of the solved graph may lead into them.
#[derive(Debug)]
pub struct BuiltTables {
    cache: Cache,
    /// The materials whose tables were in the folder at the start.
    there: HashSet<Material>,
    most_bytes: usize,
    read: RwLock<ReadTables>,
    /// Results without distances; `None` if their file cannot be used.
    results: Option<Arc<StoredResults>>,
    builder: ResultsBuilder,
    may_build: AtomicBool,
}

#[derive(Debug, Default)]
struct ReadTables {
    /// By material; `None` if the table cannot be used.
    tables: HashMap<Material, Option<Arc<ReadTable>>>,
    bytes: usize,
    problems: Vec<CacheError>,
    result_problems: Vec<BuildError>,
    /// The materials whose results were asked for.
    results_asked: Vec<Material>,
    /// The materials whose results were built for the solver.
    results_built: Vec<Material>,
}

#[derive(Debug)]
struct ReadTable {
    table: DtmTable,
    longest: OnceLock<u32>,
}

impl BuiltTables {
    /// Opens the tables of a folder. Tables in memory take at most `most_bytes` bytes.
    pub fn of_folder(cache: Cache, most_bytes: usize) -> BuiltTables {
        let there = cache.tables().into_iter().map(|table| table.material).collect();
        let mut read = ReadTables::default();
        let results = StoredResults::in_folder(cache.folder())
            .map_err(|problem| read.result_problems.push(BuildError::File(problem)))
            .ok()
            .map(Arc::new);
        BuiltTables {
            cache,
            there,
            most_bytes,
            read: RwLock::new(read),
            results,
            builder: ResultsBuilder::default(),
            may_build: AtomicBool::new(false),
        }
    }

    /// Lets the solver build results that it lacks.
    #[must_use]
    pub fn with_building(self) -> BuiltTables {
        self.may_build.store(self.results.is_some(), Ordering::Relaxed);
        self
    }

    /// Whether the folder holds a table or the results of this material.
    pub fn has(&self, material: Material) -> bool {
        self.there.contains(&material) || self.results.as_ref().is_some_and(|results| results.has(material))
    }

    /// Whether a position's material is here, or may be built.
    pub(super) fn can_know(&self, board: &Board) -> bool {
        let material = Material::of_board(board.position().board());
        material.is_some_and(|(material, _)| self.has(material) || self.can_build(material))
    }

    /// Whether the results of a material are missing and may be built.
    pub(super) fn can_build(&self, material: Material) -> bool {
        self.may_build.load(Ordering::Relaxed) && !self.has(material)
    }

    /// The materials to build for one, in order and including it.
    pub(super) fn plan(&self, material: Material) -> Vec<Material> {
        self.results.as_ref().map(|results| ResultsBuilder::plan(material, results)).unwrap_or_default()
    }

    /// Builds the results of a material whose promotions are there, and keeps them. After a failure it builds no more. Returns whether
    /// they are there.
    pub(super) fn build(&self, material: Material, threads: usize, stop: &Stop<'_>) -> bool {
        let Some(results) = &self.results else { return false };
        let built = results.prepare().map_err(BuildError::File);
        match built.and_then(|()| self.builder.build_until(material, results, threads, stop, &|_| {})) {
            // Someone may have removed the file meanwhile.
            Ok(()) if results.has(material) => {
                self.read.write().results_built.push(material);
                return true;
            }
            Ok(()) | Err(BuildError::Cancelled(_)) => {}
            Err(problem) => self.read.write().result_problems.push(problem),
        }
        self.may_build.store(false, Ordering::Relaxed);
        false
    }

    /// The materials whose results were built for the solver.
    pub fn results_built(&self) -> Vec<Material> {
        self.read.read().results_built.clone()
    }

    /// Takes the problems with the file of results since the last call.
    pub fn take_result_problems(&self) -> Vec<BuildError> {
        let met = self.results.as_ref().and_then(|results| results.take_problem());
        let mut problems = std::mem::take(&mut self.read.write().result_problems);
        problems.extend(met.map(BuildError::File));
        problems
    }

    /// The materials whose tables have been read or whose results were asked for, sorted by name.
    pub fn materials(&self) -> Vec<Material> {
        let read = self.read.read();
        let mut materials: Vec<Material> =
            read.tables.iter().filter(|(_, table)| table.is_some()).map(|(material, _)| *material).collect();
        materials.extend(&read.results_asked);
        materials.sort_by_key(Material::to_string);
        materials.dedup();
        materials
    }

    /// Takes the problems met in files since the last call. Lucena does not use such tables.
    pub fn take_problems(&self) -> Vec<CacheError> {
        std::mem::take(&mut self.read.write().problems)
    }

    /// The longest mate in any table that was read, in moves; 0 if none was.
    pub(super) fn longest(&self) -> u32 {
        self.reads_distances_of_asked();
        self.read.read().tables.values().flatten().map(|table| table.longest()).max().unwrap_or(0)
    }

    /// The result of a position, without the 50-move rule; `None` if nothing here knows it.
    ///
    /// Results come first: lucena reads them block by block, but a table of distances as a whole.
    pub(super) fn result(&self, board: &Board) -> Option<Wdl> {
        let stored = self.results.as_ref().and_then(|results| results.result(board));
        let Some(result) = stored else { return self.outcome(board).map(|outcome| outcome.wdl) };
        if result != Wdl::Draw
            && let Some((material, _)) = Material::of_board(board.position().board())
        {
            self.note_asked(material);
        }
        Some(result)
    }

    /// The value of a position and the plies to mate, without the 50-move rule; `None` if no table knows it.
    pub(super) fn outcome(&self, board: &Board) -> Option<Outcome> {
        if self.there.is_empty() {
            return None;
        }
        let (material, _) = Material::of_board(board.position().board())?;
        self.table(material)?.table.outcome(board)
    }

    /// What a result, or else a table, knows of an arrangement; `None` if neither covers its material.
    pub(super) fn wins(&self, arrangement: &Arrangement) -> Option<BuiltWins> {
        if arrangement.all_men() > MOST_MEN {
            return None;
        }
        let question = question_of(arrangement)?;
        let in_table = |table| Source::Table { table, has_gaps: AtomicBool::new(false) };
        let results = self.results_of(arrangement, question).map(Source::Results);
        let source = results.or_else(|| self.table(question.material()).map(in_table))?;
        Some(BuiltWins { arrangement: *arrangement, source })
    }

    /// Whether results were asked for whose distances are not here, or those of many materials: lucena does not know whether
    /// their wins come in time.
    pub(super) fn has_asked_results(&self) -> bool {
        !self.reads_distances_of_asked()
    }

    /// Reads the tables of distances of all materials whose results were asked for; returns false, having read none or some, if
    /// one is missing or there are too many.
    fn reads_distances_of_asked(&self) -> bool {
        let asked = self.read.read().results_asked.clone();
        asked.len() <= MOST_READ_FOR_CLOCK && asked.into_iter().all(|material| self.table(material).is_some())
    }

    fn note_asked(&self, material: Material) {
        if !self.read.read().results_asked.contains(&material) {
            self.read.write().results_asked.push(material);
        }
    }

    fn results_of(&self, arrangement: &Arrangement, question: Question) -> Option<Box<ResultWins>> {
        let stored = self.results.as_ref().filter(|results| results.has(question.material()))?;
        self.note_asked(question.material());
        let exits = Exits::of(arrangement);
        let captures = self.builder.captures(&exits);
        Some(Box::new(ResultWins::new(*arrangement, question, exits, captures, Arc::clone(stored))))
    }

    fn table(&self, material: Material) -> Option<Arc<ReadTable>> {
        if !self.there.contains(&material) {
            return None;
        }
        if let Some(known) = self.read.read().tables.get(&material) {
            return known.clone();
        }
        let mut read = self.read.write();
        if let Some(known) = read.tables.get(&material) {
            return known.clone();
        }
        let table = self.read_table(material, &mut read);
        read.tables.insert(material, table.clone());
        table
    }

    fn read_table(&self, material: Material, read: &mut ReadTables) -> Option<Arc<ReadTable>> {
        // A table takes one byte for each index.
        if read.bytes.saturating_add(material.table_size() as usize) > self.most_bytes {
            return None;
        }
        match self.cache.load(material) {
            Ok(table) => {
                let table = table?;
                read.bytes += table.bytes();
                Some(Arc::new(ReadTable { table, longest: OnceLock::new() }))
            }
            Err(problem) => {
                read.problems.push(problem);
                None
            }
        }
    }
}

impl ReadTable {
    fn longest(&self) -> u32 {
        *self.longest.get_or_init(|| {
            let plies = [0, 1].map(|side| self.table.census(side).longest_plies);
            plies[0].max(plies[1]).div_ceil(2)
        })
    }
}

/// What a built table, or a result, knows of one arrangement.
#[derive(Debug)]
pub(super) struct BuiltWins {
    arrangement: Arrangement,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Table {
        table: Arc<ReadTable>,
        /// Set once a caller asked for a position that the table does not know.
        has_gaps: AtomicBool,
    },
    Results(Box<ResultWins>),
}

impl BuiltWins {
    /// The squares of the defender's king at which the attacker wins; `None` if one of them is not known.
    pub fn squares(&self, at: &Placement, mover: ProofSide) -> Option<Bitboard> {
        match &self.source {
            Source::Table { table, has_gaps } => {
                let result = |men: &Pieces| {
                    table.table.outcome_of_pieces(men, mover.color()).map(|outcome| outcome.wdl)
                };
                let squares = won_squares(&self.arrangement, at, mover, result);
                if squares.is_none() {
                    has_gaps.store(true, Ordering::Relaxed);
                }
                squares
            }
            Source::Results(results) => results.squares(at, mover),
        }
    }

    /// Whether a caller asked for a position that is not known.
    pub fn has_gaps(&self) -> bool {
        match &self.source {
            Source::Table { has_gaps, .. } => has_gaps.load(Ordering::Relaxed),
            Source::Results(results) => results.has_gaps(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tablebase::{Build, DtmTables};

    /// The results of a material in a new folder, with its table of distances if `has_distances`.
    fn built(material: &str, has_distances: bool) -> (tempfile::TempDir, BuiltTables) {
        let folder = tempfile::tempdir().unwrap();
        let (material, cancel) = (material.parse().unwrap(), AtomicBool::new(false));
        let stored = StoredResults::in_folder(folder.path()).unwrap();
        ResultsBuilder::default().build(material, &stored, 2, &cancel, &|_| {}).unwrap();
        if has_distances {
            let build = Build { threads: 2, gives_way: false, cancel: &cancel, progress: &|_| {} };
            let cache = Cache::new(folder.path(), u64::MAX);
            DtmTables::new().provide(material, Some(&cache), &build).unwrap();
        }
        let tables = BuiltTables::of_folder(Cache::new(folder.path(), 0), usize::MAX);
        (folder, tables)
    }

    /// The rook wins the knight.
    const WON: &str = "8/8/8/8/7n/5k2/8/K6R w - - 0 1";

    #[test]
    fn distances_are_read_only_once_the_clock_is_counted_if_results_are_there() {
        let (board, none) = (Board::from_fen(WON, false).unwrap(), Vec::<Material>::new());
        let (_folder, tables) = built("KRvKN", true);
        assert_eq!(tables.result(&board), Some(Wdl::Win));
        assert!(tables.read.read().tables.is_empty() && tables.materials() != none);
        // The longest mate of the published tables.
        assert_eq!((tables.has_asked_results(), tables.longest()), (false, 40));
        assert_eq!(tables.materials(), ["KRvKN".parse().unwrap()]);
    }

    #[test]
    fn results_without_distances_leave_the_clock_open() {
        let (board, (_folder, tables)) = (Board::from_fen(WON, false).unwrap(), built("KRvKN", false));
        assert!(!tables.has_asked_results());
        assert_eq!(tables.result(&board), Some(Wdl::Win));
        assert!(tables.has_asked_results());
    }
}
