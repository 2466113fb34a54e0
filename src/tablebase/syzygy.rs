//! Syzygy files: results and distances to zeroing of larger endings, from folders that the user names.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::ops::Neg;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use shakmaty::Chess;
use shakmaty_syzygy::{SyzygyError, Tablebase};

use super::value::Wdl;
use crate::board::Board;

/// What a Syzygy table says of a position whose 50-move clock stands at zero, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FiftyMoveResult {
    /// Mated in the end.
    Loss,
    /// Mated in the end without the 50-move rule, which saves the side to move.
    BlessedLoss,
    /// Nobody can force mate.
    Draw,
    /// Mates in the end without the 50-move rule, which takes the win away.
    CursedWin,
    /// Mates in the end.
    Win,
}

impl Neg for FiftyMoveResult {
    type Output = FiftyMoveResult;

    fn neg(self) -> FiftyMoveResult {
        match self {
            FiftyMoveResult::Loss => FiftyMoveResult::Win,
            FiftyMoveResult::BlessedLoss => FiftyMoveResult::CursedWin,
            FiftyMoveResult::Draw => FiftyMoveResult::Draw,
            FiftyMoveResult::CursedWin => FiftyMoveResult::BlessedLoss,
            FiftyMoveResult::Win => FiftyMoveResult::Loss,
        }
    }
}

/// A result that the 50-move rule does not touch.
impl From<Wdl> for FiftyMoveResult {
    fn from(result: Wdl) -> FiftyMoveResult {
        match result {
            Wdl::Loss => FiftyMoveResult::Loss,
            Wdl::Draw => FiftyMoveResult::Draw,
            Wdl::Win => FiftyMoveResult::Win,
        }
    }
}

/// The tables of one folder, or why there are none.
#[derive(Debug)]
pub struct SyzygyFolder {
    /// The folder as the user named it.
    pub folder: PathBuf,
    /// Tables of results and tables of distances, by number of men.
    pub counts: BTreeMap<usize, [usize; 2]>,
    /// The folder or files that could not be used.
    pub problems: Vec<String>,
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
        for problem in &self.problems {
            write!(f, "; {problem}")?;
        }
        Ok(())
    }
}

/// The Syzygy files at hand. They are opened when they are first needed.
pub struct Syzygy {
    tables: Tablebase<Chess>,
    /// What went wrong in files that turned out damaged, not told yet; and all that has been told.
    problems: Mutex<Problems>,
}

impl Default for Syzygy {
    /// No files.
    fn default() -> Syzygy {
        Syzygy { tables: Tablebase::new(), problems: Mutex::default() }
    }
}

#[derive(Default)]
struct Problems {
    fresh: Vec<String>,
    told: Vec<String>,
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syzygy").field("men", &self.men()).finish_non_exhaustive()
    }
}

impl Syzygy {
    /// The tables in all folders of a path such as `SyzygyPath` gives it (separated by `;`, on systems without
    /// drive letters by `:` too), with a report of each folder.
    pub fn open(path: &str) -> (Syzygy, Vec<SyzygyFolder>) {
        let mut syzygy = Syzygy::default();
        let separators: &[char] = if cfg!(windows) { &[';'] } else { &[';', ':'] };
        let folders = path.split(separators).map(str::trim).filter(|folder| !folder.is_empty());
        let reports = folders.map(|folder| syzygy.add_folder(Path::new(folder))).collect();
        (syzygy, reports)
    }

    /// Files one by one: the library gives up a whole folder at the first file of a wrong size.
    fn add_folder(&mut self, folder: &Path) -> SyzygyFolder {
        let mut report =
            SyzygyFolder { folder: folder.to_owned(), counts: BTreeMap::new(), problems: Vec::new() };
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                report.problems.push(format!("cannot be read: {error}"));
                return report;
            }
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let kind = match path.extension().and_then(|extension| extension.to_str()) {
                Some("rtbw") => 0,
                Some("rtbz") => 1,
                _ => continue,
            };
            let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            match self.tables.add_file(&path) {
                Ok(()) => {
                    let men = name.chars().filter(|letter| *letter != 'v').count();
                    report.counts.entry(men).or_default()[kind] += 1;
                }
                // Not a table's name: somebody else's file.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
                Err(error) => report.problems.push(format!("{}: {error}", path.display())),
            }
        }
        report
    }

    /// The most men of any table, 0 where there is none.
    pub fn men(&self) -> usize {
        self.tables.max_pieces()
    }

    /// The result of a position as if the 50-move clock stood at zero; nothing where no table is at hand or
    /// where castling is still allowed.
    pub fn result(&self, board: &Board) -> Option<FiftyMoveResult> {
        if self.is_beyond(board) {
            return None;
        }
        let result = self.checked(self.tables.probe_wdl_after_zeroing(board.position()))?;
        Some(match result {
            shakmaty_syzygy::Wdl::Loss => FiftyMoveResult::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => FiftyMoveResult::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => FiftyMoveResult::Draw,
            shakmaty_syzygy::Wdl::CursedWin => FiftyMoveResult::CursedWin,
            shakmaty_syzygy::Wdl::Win => FiftyMoveResult::Win,
        })
    }

    /// Plies to the next capture or pawn move that keeps the result, or to mate: positive where the side to
    /// move wins, negative where it loses, 0 in a draw. Where the 50-move rule stands against the result from a
    /// clock of zero on, 100 is added. Some tables round, so that the truth may be a ply longer.
    pub fn plies_to_zeroing(&self, board: &Board) -> Option<i32> {
        if self.is_beyond(board) {
            return None;
        }
        self.checked(self.tables.probe_dtz(board.position())).map(|plies| plies.ignore_rounding().0)
    }

    /// What was found wrong in files since this was last asked; nothing is told twice.
    pub fn take_problems(&self) -> Vec<String> {
        std::mem::take(&mut self.problems.lock().fresh)
    }

    fn is_beyond(&self, board: &Board) -> bool {
        board.men() > self.men()
    }

    fn checked<T>(&self, probed: Result<T, SyzygyError>) -> Option<T> {
        match probed {
            Ok(value) => Some(value),
            Err(error @ SyzygyError::ProbeFailed { .. }) => {
                let mut problems = self.problems.lock();
                let text = error.to_string();
                if !problems.told.contains(&text) {
                    problems.told.push(text.clone());
                    problems.fresh.push(text);
                }
                None
            }
            // Castling, too many men, or a table that the user does not have.
            Err(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_folder_is_reported_with_what_it_gave() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("KQvK.rtbw"), [0; 80]).unwrap();
        std::fs::write(folder.path().join("KQvK.rtbz"), [0; 80]).unwrap();
        std::fs::write(folder.path().join("KRPvKR.rtbw"), [0; 80]).unwrap();
        std::fs::write(folder.path().join("KRPvKR.rtbz"), [0; 81]).unwrap();
        std::fs::write(folder.path().join("readme.txt"), "no table").unwrap();
        let (syzygy, reports) = Syzygy::open(&format!("{};/no/such/folder", folder.path().display()));
        assert_eq!(syzygy.men(), 5);
        assert_eq!(reports.len(), 2);
        assert_eq!(reports[0].counts, BTreeMap::from([(3, [1, 1]), (5, [1, 0])]));
        assert!(reports[0].problems[0].contains("KRPvKR.rtbz"), "{:?}", reports[0]);
        assert!(reports[0].to_string().contains("3 men: 1 tables of results, 1 of distances"));
        assert!(reports[1].to_string().contains("/no/such/folder: no Syzygy tables; cannot be read"));
    }

    #[test]
    fn a_damaged_file_gives_no_result_and_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("KQvK.rtbw"), [7; 80]).unwrap();
        let (syzygy, _) = Syzygy::open(&folder.path().display().to_string());
        let board = Board::from_fen("8/8/8/8/8/2k5/8/K6Q w - - 0 1", false).unwrap();
        assert_eq!(syzygy.result(&board), None);
        assert_eq!(syzygy.result(&board), None);
        assert_eq!(syzygy.take_problems().len(), 1);
        assert!(syzygy.take_problems().is_empty());
    }
}
