//! Finds what tables know of a position and of its moves. Missing small tables are built, large ones only read (`supply.rs`).

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::Mutex;
use shakmaty::{Move, Position as _};

use super::error::ProbeError;
use super::facts::{Facts, MoveFacts};
use super::supply::{BUILT_MEN, ProbeNotice, Report, Store, Supplier};
use crate::board::{Board, fits_into_clock};
use crate::exact::{
    Allowed, Category, Doubt, Ends, Exact, ExactResults, KnownBy, MatesByClock, Sources, Standing,
    without_moves,
};
use crate::search::SyzygySettings;
use crate::tablebase::{
    Cache, DtmTables, EMBEDDED_MEN, EmbeddedTables, MOST_MEN, Material, Outcome, StoredResults, Wdl,
};

/// A probe asks for distances to mate, so the embedded tables, which have none, are not used.
const DISTANCES_ALONE: Allowed = Allowed { own_men: 0, positions: 0, doubt: Doubt::IsUnknown };

/// Everything that is known of results, for who waits for certain ones.
const ALL: Allowed = Allowed { own_men: EMBEDDED_MEN, positions: 20_000, doubt: Doubt::IsUnknown };

/// From a clock of this many plies, nearly all mates of few men come in time, so that nobody has to search for others.
const QUICK_CLOCK: u32 = 20;

/// Sorts moves: quick wins, draws, unknown values, slow losses.
fn rank(value: Option<Exact>) -> (u8, i64) {
    let Some(value) = value else { return (2, 0) };
    let plies = value.distance.plies().map_or(i64::from(u32::MAX), i64::from);
    match value.counted() {
        Wdl::Win => (0, plies),
        Wdl::Draw => (1, 0),
        Wdl::Loss => (3, -plies),
    }
}

/// A legal move with its value.
#[derive(Clone, Copy, Debug)]
pub struct RankedMove {
    /// The move.
    pub played: Move,
    /// Its value for the player who makes it; `None` if that is unknown.
    pub value: Option<Exact>,
}

/// The Syzygy file that knows a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSource {
    /// The name of the file, without its extension.
    pub name: String,
    /// Whether the 50-move rule turns the win or loss into a draw, even from a clock of zero.
    pub is_spoilt: bool,
}

/// The tables at hand, and the way to more.
pub struct Knowledge {
    exact: ExactResults,
    sources: Sources,
    mates: MatesByClock,
    store: Store,
    way: Way,
    /// Large tables that are not in the cache.
    missing: HashSet<Material>,
}

/// How tables come that are not in memory.
#[derive(Clone)]
enum Way {
    /// The question waits until this many threads have built the table. The lock is held meanwhile: another who wants the same
    /// one waits for it.
    Waiting(usize, Arc<Mutex<()>>),
    /// The question is answered without it; later ones know more.
    Behind(Arc<Supplier>),
}

impl Knowledge {
    /// Uses the tables of a cache, and Syzygy files. It builds missing small ones on this many threads and stores them there, and calls `report`
    /// meanwhile, from any of the threads.
    pub fn new(
        cache: Cache,
        syzygy: SyzygySettings,
        threads: usize,
        report: impl Fn(ProbeNotice<'_>) + Send + Sync + 'static,
    ) -> Knowledge {
        Knowledge::open(cache, syzygy, Arc::new(report), |_| Way::Waiting(threads, Arc::default()))
    }

    /// The same, but no question waits for a table: it is answered without distances to mate as long as one thread of low priority
    /// loads or builds what they need.
    pub fn without_waiting(
        cache: Cache,
        syzygy: SyzygySettings,
        report: impl Fn(ProbeNotice<'_>) + Send + Sync + 'static,
    ) -> Knowledge {
        Knowledge::open(cache, syzygy, Arc::new(report), |store| Way::Behind(Arc::new(Supplier::new(store))))
    }

    fn open(
        cache: Cache,
        syzygy: SyzygySettings,
        report: Report,
        way: impl FnOnce(Store) -> Way,
    ) -> Knowledge {
        let (embedded, tables) = (Arc::clone(EmbeddedTables::built_in()), Arc::<DtmTables>::default());
        let opened = StoredResults::in_folder(cache.folder());
        let results = opened.map_err(|problem| report(ProbeNotice::NoResults(&problem))).ok();
        tables.use_results(results.map(Arc::new));
        let sources = Sources { embedded, built: Arc::clone(&tables), syzygy };
        let mates = MatesByClock::new(Arc::clone(&sources.embedded), Arc::clone(&tables));
        let exact = ExactResults::new(sources.clone(), DISTANCES_ALONE);
        let store = Store { tables, cache: Arc::new(cache), report };
        let way = way(store.clone());
        Knowledge { exact, sources, mates, store, way, missing: HashSet::new() }
    }

    /// Returns another that shares the tables, for another thread.
    #[must_use]
    pub fn sharing(&self) -> Knowledge {
        Knowledge {
            exact: self.exact.clone(),
            sources: self.sources.clone(),
            mates: MatesByClock::new(Arc::clone(&self.sources.embedded), Arc::clone(&self.store.tables)),
            store: self.store.clone(),
            way: self.way.clone(),
            missing: self.missing.clone(),
        }
    }

    /// Returns everything that these tables know of results, with the clock and repetitions.
    pub fn results(&self) -> ExactResults {
        ExactResults::new(self.sources.clone(), ALL)
    }

    /// Returns the Syzygy files.
    pub const fn syzygy(&self) -> &SyzygySettings {
        &self.sources.syzygy
    }

    /// Returns the result and the plies to mate with the clock; `None` if they are unknown, with more than four men if no such
    /// table is built.
    ///
    /// # Errors
    /// If a table cannot be built.
    pub fn mate(&mut self, board: &Board) -> Result<Option<Outcome>, ProbeError> {
        if let Some((material, _)) = Material::of_board(board.position().board()) {
            self.provide(material)?;
        }
        Ok(self.mates.outcome(board))
    }

    /// Asks for the tables that distances to mate of a position and of its moves need. Returns the first that is still to come: as long
    /// as there is one, an answer has no distances to mate, so that those of its moves are never compared with nothing.
    ///
    /// # Errors
    /// If a table cannot be built.
    pub fn to_come(&mut self, board: &Board) -> Result<Option<Material>, ProbeError> {
        if matches!(self.way, Way::Waiting(..)) || board.position().castles().any() {
            return Ok(None);
        }
        let material_of = |board: &Board| Material::of_board(board.position().board());
        let root = material_of(board).map(|(material, _)| material);
        if let Some(root) = root
            && self.provide(root)?
        {
            return Ok(Some(root));
        }
        // The tables that a small one leads to are there before it.
        if board.men() <= BUILT_MEN {
            return Ok(None);
        }
        for played in board.legal_moves().into_iter().filter(|played| played.is_conversion()) {
            if let Some((material, _)) = material_of(&board.after(played))
                && self.provide(material)?
            {
                return Ok(Some(material));
            }
        }
        Ok(None)
    }

    /// Forgets what the last question has found on its way, which takes memory.
    pub fn forget(&mut self) {
        self.mates.forget();
    }

    /// Returns whether an answer takes microseconds: the tables are in memory, and the clock leaves time for every mate.
    pub fn is_quick(&self, board: &Board) -> bool {
        let has_table = |(material, _)| self.store.tables.contains(material);
        board.men() <= EMBEDDED_MEN
            && board.halfmove_clock() <= QUICK_CLOCK
            && Material::of_board(board.position().board()).is_some_and(has_table)
    }

    /// Checks whether tables can be probed for a position.
    ///
    /// # Errors
    /// If it has more men than any table, or castling rights.
    pub fn check(&self, board: &Board) -> Result<(), ProbeError> {
        let men = board.men();
        if men > MOST_MEN && !self.exact.has_file(board) {
            return Err(ProbeError::TooManyMen(men));
        }
        if board.position().castles().any() {
            return Err(ProbeError::CastlingRights);
        }
        Ok(())
    }

    /// Reports damage in the file of results that questions have met, once.
    pub fn report_damage(&self) {
        if let Some(problem) = self.store.tables.results().and_then(|results| results.take_problem()) {
            (self.store.report)(ProbeNotice::NoResults(&problem));
        }
    }

    /// Returns the Syzygy file that knows a position; `None` if another table does, or none.
    pub fn source(&self, board: &Board) -> Option<FileSource> {
        let (name, result) = self.exact.by_file(board)?;
        Some(FileSource { name: name.to_owned(), is_spoilt: result.is_spoilt() })
    }

    /// Returns the value of a position; without its table, the value that surely follows from its moves into other tables.
    ///
    /// # Errors
    /// If a table cannot be built.
    pub fn value(&mut self, board: &Board) -> Result<Option<Exact>, ProbeError> {
        match self.stored(board)? {
            Some(value) => Ok(Some(value)),
            None => self.inferred(board),
        }
    }

    /// Returns every legal move, the best first; moves of unknown value come between draws and losses.
    ///
    /// # Errors
    /// If a table cannot be built.
    pub fn moves(&mut self, board: &Board) -> Result<Vec<RankedMove>, ProbeError> {
        let mut moves = Vec::new();
        for &played in &board.legal_moves() {
            let value = self.value(&board.after(played))?.map(|value| value.before(played));
            moves.push(RankedMove { played, value });
        }
        moves.sort_by_key(|ranked| rank(ranked.value));
        Ok(moves)
    }

    /// Returns what the public table servers say of a position, with or without distances to mate. If no table has it, but its moves
    /// decide, its category is that of the best move.
    ///
    /// # Errors
    /// If a table cannot be built.
    pub fn facts(&mut self, board: &Board, has_mates: bool) -> Result<Facts, ProbeError> {
        self.forget();
        self.facts_after(board, board.halfmove_clock().saturating_sub(1), has_mates)
    }

    /// Returns every legal move with what the servers say of it, the best first.
    ///
    /// # Errors
    /// If a table cannot be built.
    pub fn move_facts(&mut self, board: &Board, has_mates: bool) -> Result<Vec<MoveFacts>, ProbeError> {
        let mut moves = Vec::new();
        for played in board.all_legal_moves() {
            let next = board.after(played);
            let after = self.facts_after(&next, board.halfmove_clock(), has_mates)?;
            moves.push(MoveFacts { played, gives_check: next.is_check(), after });
        }
        moves.sort_by_cached_key(MoveFacts::order);
        Ok(moves)
    }

    /// Returns what is known of a position that comes after this clock.
    fn facts_after(
        &mut self,
        board: &Board,
        clock_before: u32,
        has_mates: bool,
    ) -> Result<Facts, ProbeError> {
        let ends = Ends::of(board);
        let mut facts = Facts::new(ends, self.standing(board, ends, clock_before)?);
        if facts.is_over() {
            return Ok(facts);
        }
        if facts.category == Category::Unknown && board.men() <= self.most_men() + 1 {
            let mut best = Category::Win;
            for played in board.all_legal_moves() {
                let next = board.after(played);
                let ends = Ends::of(&next);
                best = best.min(self.standing(&next, ends, board.halfmove_clock())?.category);
            }
            facts.category = -best;
        }
        if !has_mates {
            return Ok(facts);
        }
        let is_over = !fits_into_clock(clock_before, 1);
        let found = self.mates.outcomes(board, !is_over);
        facts.mate = found.map(|(mate, _)| mate);
        facts.mate_by_clock = if is_over {
            facts.mate.map(|_| Outcome::DRAW)
        } else {
            found.and_then(|(_, by_clock)| by_clock)
        };
        Ok(facts)
    }

    /// Returns what tables say of a position that comes after this clock.
    fn standing(&mut self, board: &Board, ends: Ends, clock_before: u32) -> Result<Standing, ProbeError> {
        if let Some((material, _)) = Material::of_board(board.position().board())
            && !board.position().castles().any()
        {
            self.provide(material)?;
        }
        Ok(self.standing_at_hand(board, ends, clock_before))
    }

    /// Returns the same by what is at hand. Distances to zeroing need no tables that are built.
    pub(super) fn standing_at_hand(&self, board: &Board, ends: Ends, clock_before: u32) -> Standing {
        Standing::of(&self.sources, board, ends, clock_before)
    }

    /// Returns the most men of any table.
    fn most_men(&self) -> usize {
        MOST_MEN.max(self.sources.syzygy.largest())
    }

    /// Returns both sides' best play to the mate, or to where the distances are unknown.
    ///
    /// # Errors
    /// If a table cannot be built.
    pub fn line(&mut self, board: &Board) -> Result<Vec<Move>, ProbeError> {
        let mut line = Vec::new();
        let mut board = board.clone();
        while let Some(plies) = self.value(&board)?.and_then(|value| value.distance.plies())
            && let Some(best) = self.moves(&board)?.first()
            && best.value.and_then(|value| value.distance.plies()) == Some(plies)
        {
            line.push(best.played);
            board = board.after(best.played);
        }
        Ok(line)
    }

    /// Returns the table to build in order to know everything about a position; `None` if none is missing.
    pub fn missing_table(&self, board: &Board) -> Option<Material> {
        let (material, _) = Material::of_board(board.position().board())?;
        self.missing.contains(&material).then_some(material)
    }

    fn stored(&mut self, board: &Board) -> Result<Option<Exact>, ProbeError> {
        if let Some((material, _)) = Material::of_board(board.position().board()) {
            self.provide(material)?;
        }
        Ok(self.exact.without_clock(board))
    }

    /// A move to a lost position wins; if all moves lead to won positions, the position is lost.
    fn inferred(&mut self, board: &Board) -> Result<Option<Exact>, ProbeError> {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return Ok(Some(without_moves(board.is_check())));
        }
        let inferred = |result| Some(Exact::result_alone(result, KnownBy::Tables));
        let mut lost = true;
        for &played in &moves {
            match self.stored(&board.after(played))?.map(Exact::counted) {
                Some(Wdl::Loss) => return Ok(inferred(Wdl::Win)),
                Some(Wdl::Win) => {}
                Some(Wdl::Draw) | None => lost = false,
            }
        }
        Ok(if lost { inferred(Wdl::Loss) } else { None })
    }

    /// Provides a table. Returns whether it is still to come; otherwise it is in memory, or missing.
    fn provide(&mut self, material: Material) -> Result<bool, ProbeError> {
        if self.store.tables.contains(material) || self.missing.contains(&material) {
            return Ok(false);
        }
        let is_there = match &self.way {
            Way::Waiting(threads, providing) => {
                let _alone = providing.lock();
                self.store.tables.contains(material) || self.store.supply(material, *threads, false)?
            }
            Way::Behind(supplier) => {
                let is_built = material.men() <= BUILT_MEN || self.store.cache.path(material).exists();
                if is_built && supplier.want(material) {
                    return Ok(true);
                }
                self.store.tables.contains(material)
            }
        };
        if !is_there {
            self.missing.insert(material);
        }
        Ok(false)
    }
}
