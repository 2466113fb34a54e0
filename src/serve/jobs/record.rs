//! The record of a job on disk: what it was asked, as long as it is not over. What a restart interrupts is found again by its record.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::question::Question;
use crate::text::outputs::{Kind, OutputPath};

/// The ending of a record's name, and that of the games beside it.
pub const RECORD: &str = "job";
pub const GAMES: &str = "games";

/// A record, and no file of the user's: the folder is lucena's own.
const RECORD_KIND: Kind = Kind { name: "a record of a job", begins: |beginning| beginning.starts_with(b"{") };
/// What a browser sends may be any text.
const ANY: Kind = Kind { name: "a text of games", begins: |_| true };

/// What a record says.
#[derive(Debug, Deserialize, Serialize)]
struct Written {
    number: u64,
    title: String,
    #[serde(flatten)]
    question: Question,
}

/// A job that was interrupted.
#[derive(Clone, Debug)]
pub struct Interrupted {
    /// Its number at that time.
    pub number: u64,
    /// What it was about.
    pub title: String,
    /// What it was asked.
    pub question: Question,
    path: PathBuf,
}

/// The record of a job that is under way. Another server leaves it alone.
pub struct Record {
    path: PathBuf,
    /// Unlocked when it is dropped.
    lock: File,
}

/// Why there is no record.
pub enum NoRecord {
    /// Another server does this job.
    Elsewhere,
    /// It cannot be written; the job works without it, but nobody finds it after a restart.
    Unwritten(std::io::Error),
}

impl Record {
    /// Writes the record of a job to this path, and the games of a review beside it.
    ///
    /// # Errors
    /// If another server does the same job, or the system refuses.
    pub fn write(
        path: &OutputPath,
        number: u64,
        title: &str,
        question: &Question,
        games: Option<&[u8]>,
    ) -> Result<Record, NoRecord> {
        let file: &Path = path.as_ref();
        if file.exists() {
            drop(locked(file)?);
        }
        if let Some(games) = games {
            write_games(&OutputPath::new(file.with_extension(GAMES)), games).map_err(NoRecord::Unwritten)?;
        }
        let written = Written { number, title: title.to_owned(), question: question.clone() };
        let text = serde_json::to_vec(&written).map_err(|error| NoRecord::Unwritten(error.into()))?;
        let stored = path.claim(&RECORD_KIND, true).and_then(|claim| claim.write(&text));
        stored.map_err(|error| NoRecord::Unwritten(std::io::Error::other(error)))?;
        Ok(Record { path: file.to_owned(), lock: locked(file)? })
    }

    /// Whether it lies at this path.
    pub fn is_at(&self, path: &Path) -> bool {
        self.path == path
    }

    /// Removes the record: its job is over.
    pub fn remove(self) {
        drop(self.lock);
        remove(&self.path);
    }
}

/// Opens a record for this server alone.
fn locked(path: &Path) -> Result<File, NoRecord> {
    let file = File::open(path).map_err(NoRecord::Unwritten)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(NoRecord::Elsewhere),
        Err(TryLockError::Error(error)) => Err(NoRecord::Unwritten(error)),
    }
}

/// A file that cannot be removed only takes space.
fn remove(path: &Path) {
    let _ = fs::remove_file(path.with_extension(GAMES));
    let _ = fs::remove_file(path);
}

/// Writes the games of a review beside its record.
///
/// # Errors
/// If the system refuses.
pub fn write_games(path: &OutputPath, games: &[u8]) -> std::io::Result<()> {
    let written = path.claim(&ANY, true).and_then(|claim| claim.write(games));
    written.map_err(std::io::Error::other)
}

impl Interrupted {
    /// Returns the jobs of a folder that nobody does now, the oldest first.
    pub fn all(folder: &Path) -> Vec<Interrupted> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let records = entries.filter(|path| path.extension().is_some_and(|ending| ending == RECORD));
        let mut found: Vec<Interrupted> = records.filter_map(Interrupted::read).collect();
        found.sort_by_key(|interrupted| interrupted.number);
        found
    }

    /// Reads a record; `None` if another server does its job, or if it cannot be read.
    fn read(path: PathBuf) -> Option<Interrupted> {
        let file = locked(&path).ok()?;
        let Written { number, title, question } = serde_json::from_reader(file).ok()?;
        Some(Interrupted { number, title, question, path })
    }

    /// Returns where its record lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the games of a review.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn games(&self) -> std::io::Result<Vec<u8>> {
        fs::read(self.path.with_extension(GAMES))
    }

    /// Removes its record: nobody wants it any more.
    pub fn forget(&self) {
        remove(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::super::question::SolveRequest;
    use super::*;

    #[test]
    fn a_record_is_found_once_nobody_does_its_job_and_gone_once_it_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = OutputPath::new(folder.path().join("solve-1-2.job"));
        let question = Question::Solve(SolveRequest { fen: "K".to_owned(), seconds: Some(2.5) });
        let record = Record::write(&path, 7, "K", &question, None).ok().unwrap();
        assert!(Interrupted::all(folder.path()).is_empty());
        assert!(matches!(Record::write(&path, 8, "K", &question, None), Err(NoRecord::Elsewhere)));
        drop(record);
        fs::write(folder.path().join("damaged.job"), "{\"number\": 1").unwrap();
        let found = Interrupted::all(folder.path());
        assert_eq!(found.iter().map(|one| (one.number, one.title.as_str())).collect::<Vec<_>>(), [(7, "K")]);
        assert!(matches!(&found[0].question, Question::Solve(SolveRequest { seconds: Some(2.5), .. })));
        Record::write(&path, 9, "K", &question, Some(b"1. e4 *")).ok().unwrap().remove();
        assert!(Interrupted::all(folder.path()).is_empty());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the damaged one is left");
    }
}
