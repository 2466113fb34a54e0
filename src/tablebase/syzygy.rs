//! Reads Syzygy files, results and distances to zeroing of larger endings, from folders that the user names.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use shakmaty::Chess;
use shakmaty_syzygy::{Dtz, MaybeRounded, Metric, Syzygy as _, SyzygyError, Tablebase};

use super::fifty_moves::FiftyMoveResult;
use super::syzygy_materials::SyzygyMaterials;
use super::syzygy_problem::{FileProblem, SyzygyProblem, UnusableFile};
use super::syzygy_reader::PagedFilesystem;
use crate::board::{Board, fits_into_clock};

/// This many unusable files are named; the others are only counted.
const NAMED_FILES: usize = 8;

/// A report of one folder: its tables, or why it has none.
#[derive(Debug)]
pub struct SyzygyFolder {
    /// The folder as the user named it.
    pub folder: PathBuf,
    /// The numbers of tables of results and of distances, by number of men.
    pub counts: BTreeMap<usize, [usize; 2]>,
    /// What is wrong with the folder or with its files.
    pub problems: Vec<SyzygyProblem>,
}

impl fmt::Display for SyzygyFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.folder.display())?;
        if self.counts.is_empty() {
            write!(f, "no Syzygy tables")?;
        }
        for (index, (men, [results, distances])) in self.counts.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{men} men: {results} tables of results, {distances} of distances")?;
        }
        for problem in self.problems.iter().take(NAMED_FILES) {
            write!(f, "; {problem}")?;
        }
        match self.problems.len().saturating_sub(NAMED_FILES) {
            0 => Ok(()),
            more => write!(f, "; and {more} more files that cannot be used"),
        }
    }
}

/// The available Syzygy files. Each is opened when it is first needed.
pub struct Syzygy {
    tables: Tablebase<Chess>,
    files: BTreeMap<(String, Kind), PathBuf>,
    materials: SyzygyMaterials,
    /// Whether any file turned out to be damaged.
    is_damaged: AtomicBool,
    damage: Mutex<Damage>,
}

/// What a file of distances says of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyzygyDistance {
    /// The result as if the 50-move clock were zero.
    pub result: FiftyMoveResult,
    /// Plies to the next capture or pawn move that keeps the result, or to mate; 0 in a draw. If the 50-move rule defeats the
    /// result, 100 is added.
    pub plies: u32,
    /// Whether the true distance may be one ply longer.
    pub is_rounded: bool,
}

/// The content of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Results,
    Distances,
}

impl Kind {
    fn of(path: &Path) -> Option<Kind> {
        match path.extension()?.to_str()? {
            "rtbw" => Some(Kind::Results),
            "rtbz" => Some(Kind::Distances),
            _ => None,
        }
    }

    /// Returns the first bytes of a file of this kind.
    const fn magic(self) -> [u8; 4] {
        match self {
            Kind::Results => Chess::TBW.magic,
            Kind::Distances => Chess::TBZ.magic,
        }
    }
}

impl From<Metric> for Kind {
    fn from(metric: Metric) -> Kind {
        match metric {
            Metric::Wdl => Kind::Results,
            Metric::Dtz => Kind::Distances,
        }
    }
}

impl Default for Syzygy {
    /// No files.
    fn default() -> Syzygy {
        Syzygy {
            tables: Tablebase::with_filesystem(Arc::new(PagedFilesystem::default())),
            files: BTreeMap::new(),
            materials: SyzygyMaterials::default(),
            is_damaged: AtomicBool::new(false),
            damage: Mutex::default(),
        }
    }
}

/// Files that turned out to be damaged when they were used.
#[derive(Default)]
struct Damage {
    /// Not reported yet.
    fresh: Vec<UnusableFile>,
    files: BTreeSet<PathBuf>,
    /// Materials and kinds that cannot be looked up, and are not tried again.
    materials: BTreeSet<(u64, Kind)>,
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syzygy").field("men", &self.men()).finish_non_exhaustive()
    }
}

impl Syzygy {
    /// Opens the tables in all these folders and returns a report of each.
    pub fn open(folders: &[PathBuf]) -> (Syzygy, Vec<SyzygyFolder>) {
        let mut syzygy = Syzygy::default();
        let reports = folders.iter().map(|folder| syzygy.add_folder(folder)).collect();
        (syzygy, reports)
    }

    /// Adds files one by one, because the library gives up a whole folder at the first file of a wrong size.
    fn add_folder(&mut self, folder: &Path) -> SyzygyFolder {
        let mut report =
            SyzygyFolder { folder: folder.to_owned(), counts: BTreeMap::new(), problems: Vec::new() };
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                report.problems.push(SyzygyProblem::Folder(error));
                return report;
            }
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let Some(kind) = Kind::of(&path) else { continue };
            let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let men = name.chars().filter(|letter| *letter != 'v').count();
            // Not the name of a table: a file of something else.
            if !is_table_name(&name) || men > Chess::MAX_PIECES {
                continue;
            }
            match self.add_file(&path, kind) {
                Ok(()) => {
                    report.counts.entry(men).or_default()[kind as usize] += 1;
                    if kind == Kind::Results {
                        self.materials.add(&name);
                    }
                    self.files.insert((name, kind), path);
                }
                Err(reason) => report.problems.push(UnusableFile::new(&path, reason).into()),
            }
        }
        report
    }

    /// Checks size and first bytes, so that a file that is not a table is found here and not during a search.
    fn add_file(&mut self, path: &Path, kind: Kind) -> Result<(), FileProblem> {
        if !path.metadata()?.is_file() {
            return Err(FileProblem::NoFile);
        }
        let mut magic = [0; 4];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut magic));
        match read {
            Ok(()) if magic == kind.magic() => {}
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
            Ok(()) | Err(_) => return Err(FileProblem::Foreign),
        }
        self.tables.add_file(path).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => FileProblem::WrongSize,
            _ => error.into(),
        })
    }

    /// Returns the most men of any table; 0 if there is none.
    pub fn men(&self) -> usize {
        self.tables.max_pieces()
    }

    /// Returns whether there is a table of results for this material ([`Keys::material`](crate::board::Keys)).
    pub fn has_material(&self, material: u64) -> bool {
        self.materials.has(material)
    }

    /// Returns the name of the table with a position's results, such as `KRPvKR`; `None` without one.
    pub fn table_of(&self, board: &Board) -> Option<&str> {
        self.materials.name(board.keys().material)
    }

    /// Returns the names of the tables that gave an answer so far, in alphabetical order.
    pub fn asked(&self) -> Vec<String> {
        self.materials.asked()
    }

    /// Returns the result of a position as if the 50-move clock were zero; `None` without a table or with castling rights.
    pub fn result(&self, board: &Board) -> Option<FiftyMoveResult> {
        if self.is_beyond(board) {
            return None;
        }
        let result =
            self.checked(board, Kind::Results, || self.tables.probe_wdl_after_zeroing(board.position()))?;
        Some(match result {
            shakmaty_syzygy::Wdl::Loss => FiftyMoveResult::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => FiftyMoveResult::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => FiftyMoveResult::Draw,
            shakmaty_syzygy::Wdl::CursedWin => FiftyMoveResult::CursedWin,
            shakmaty_syzygy::Wdl::Win => FiftyMoveResult::Win,
        })
    }

    /// Returns the distance to the next zeroing move or mate; `None` without a table or with castling rights.
    pub fn distance(&self, board: &Board) -> Option<SyzygyDistance> {
        if self.is_beyond(board) {
            return None;
        }
        let found = self.checked(board, Kind::Distances, || self.tables.probe_dtz(board.position()))?;
        let Dtz(plies) = found.ignore_rounding();
        let result = match (plies.signum(), fits_into_clock(0, plies.unsigned_abs())) {
            (0, _) => FiftyMoveResult::Draw,
            (1, true) => FiftyMoveResult::Win,
            (1, false) => FiftyMoveResult::CursedWin,
            (_, true) => FiftyMoveResult::Loss,
            (_, false) => FiftyMoveResult::BlessedLoss,
        };
        let is_rounded = matches!(found, MaybeRounded::Rounded(_));
        Some(SyzygyDistance { result, plies: plies.unsigned_abs(), is_rounded })
    }

    /// Returns the problems found in files since the last call. Each is returned once.
    pub fn take_problems(&self) -> Vec<UnusableFile> {
        std::mem::take(&mut self.damage.lock().fresh)
    }

    fn is_beyond(&self, board: &Board) -> bool {
        board.men() > self.men()
    }

    fn checked<T>(
        &self,
        board: &Board,
        kind: Kind,
        probe: impl FnOnce() -> Result<T, SyzygyError>,
    ) -> Option<T> {
        let asked = (board.keys().material, kind);
        if self.is_damaged.load(Ordering::Relaxed) && self.damage.lock().materials.contains(&asked) {
            return None;
        }
        match probe() {
            Ok(value) => {
                self.materials.mark(asked.0);
                Some(value)
            }
            Err(SyzygyError::ProbeFailed { metric, material, error }) => {
                let mut damage = self.damage.lock();
                damage.materials.insert(asked);
                self.is_damaged.store(true, Ordering::Relaxed);
                let path = self.file(&material.to_string(), metric.into());
                if damage.files.insert(path.clone()) {
                    damage.fresh.push(UnusableFile::new(&path, (*error).into()));
                }
                None
            }
            // Castling rights, too many men, or a missing table.
            Err(_) => None,
        }
    }

    /// Returns the file of a table, whichever side its name begins with.
    fn file(&self, material: &str, kind: Kind) -> PathBuf {
        let mirrored = material.split_once('v').map(|(strong, weak)| format!("{weak}v{strong}"));
        let names = [Some(material.to_owned()), mirrored].into_iter().flatten();
        let known = names.filter_map(|name| self.files.get(&(name, kind)).cloned()).next();
        known.unwrap_or_else(|| PathBuf::from(material))
    }
}

/// `KRPvKR`: two sides with a king each.
fn is_table_name(name: &str) -> bool {
    let is_side =
        |side: &str| side.strip_prefix('K').is_some_and(|men| men.chars().all(|man| "QRBNP".contains(man)));
    name.split_once('v').is_some_and(|(strong, weak)| is_side(strong) && is_side(weak))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of this many bytes that begins like a table of its kind; the rest is junk.
    fn write(folder: &Path, name: &str, bytes: usize) {
        let path = folder.join(name);
        let mut content = Kind::of(&path).unwrap().magic().to_vec();
        content.resize(bytes, 7);
        std::fs::write(path, content).unwrap();
    }

    #[test]
    fn each_folder_is_reported_with_what_it_gave() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "KQvK.rtbw", 80);
        write(folder.path(), "KQvK.rtbz", 80);
        write(folder.path(), "KRPvKR.rtbw", 80);
        write(folder.path(), "KRPvKR.rtbz", 81);
        std::fs::write(folder.path().join("readme.txt"), "no table").unwrap();
        let (syzygy, reports) = Syzygy::open(&[folder.path().to_owned(), "/no/such/folder".into()]);
        assert_eq!(syzygy.men(), 5);
        assert_eq!(reports.len(), 2);
        assert_eq!(reports[0].counts, BTreeMap::from([(3, [1, 1]), (5, [1, 0])]));
        assert!(reports[0].problems[0].to_string().contains("KRPvKR.rtbz"), "{:?}", reports[0]);
        assert!(reports[0].to_string().contains("3 men: 1 tables of results, 1 of distances"));
        assert!(reports[1].to_string().contains("/no/such/folder: no Syzygy tables; it cannot be read"));
    }

    #[test]
    fn a_file_that_is_no_table_is_found_out_and_named_when_its_folder_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("KRvK.rtbw"), "").unwrap();
        std::fs::write(path("KRvK.rtbz"), [7; 80]).unwrap();
        std::fs::write(path("KQvK.rtbw"), Kind::Distances.magic().repeat(20)).unwrap();
        write(folder.path(), "KQvK.rtbz", 79);
        std::fs::create_dir(path("KBvK.rtbw")).unwrap();
        std::fs::create_dir(path("nothing.rtbw")).unwrap();
        let (syzygy, reports) = Syzygy::open(&[folder.path().to_owned()]);
        assert_eq!(syzygy.men(), 0);
        for name in ["KRvK.rtbw", "KRvK.rtbz", "KQvK.rtbw", "KQvK.rtbz", "KBvK.rtbw"] {
            let named =
                reports[0].problems.iter().filter(|problem| problem.to_string().contains(name)).count();
            assert_eq!(named, 1, "{name}: {:?}", reports[0].problems);
        }
        assert_eq!(reports[0].problems.len(), 5);
    }

    #[test]
    fn a_damaged_file_gives_no_result_and_is_reported_once_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "KQvK.rtbw", 80);
        let (syzygy, _) = Syzygy::open(&[folder.path().to_owned()]);
        for fen in [
            "8/8/8/8/8/2k5/8/K6Q w - - 0 1",
            "8/8/8/8/8/2k5/8/K5Q1 w - - 0 1",
            "8/8/8/8/8/2K5/8/k6q b - - 0 1",
        ] {
            assert_eq!(syzygy.result(&Board::from_fen(fen, false).unwrap()), None);
        }
        let problems = syzygy.take_problems();
        let name = folder.path().join("KQvK.rtbw").display().to_string();
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].to_string(), format!("{name} cannot be used: it is damaged"));
        assert!(syzygy.take_problems().is_empty());
    }

    #[test]
    fn junk_in_a_table_never_breaks_a_search() {
        let folder = tempfile::tempdir().unwrap();
        let board = Board::from_fen("8/8/8/8/8/2k5/8/K6Q w - - 0 1", false).unwrap();
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2000 {
            for (name, kind) in [("KQvK.rtbw", Kind::Results), ("KQvK.rtbz", Kind::Distances)] {
                let mut content = kind.magic().to_vec();
                let length = 16 + 64 * random.usize(1..40);
                // Small numbers get further than large ones.
                let most = [2, 16, 255][random.usize(..3)];
                content.extend((4..length).map(|_| random.u8(..=most)));
                std::fs::write(folder.path().join(name), content).unwrap();
            }
            let (syzygy, _) = Syzygy::open(&[folder.path().to_owned()]);
            // The values are meaningless.
            let _ = (syzygy.result(&board), syzygy.distance(&board));
        }
    }
}
