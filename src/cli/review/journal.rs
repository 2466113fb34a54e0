//! What has been judged so far, a line for each game beside the output: an interrupted review goes on behind it.

use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::page::PageGame;
use crate::cli::CommandError;

/// A judged game, as it goes into the outputs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub pgn: String,
    pub page: PageGame,
}

/// The journal of a review.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Where the journal of an output is kept.
    pub fn path_of(output: &Path) -> PathBuf {
        let mut name = output.file_name().unwrap_or_default().to_owned();
        name.push(".journal");
        output.with_file_name(name)
    }

    /// Begins a journal for a question: what was asked for, in words.
    pub fn begin(path: PathBuf, question: &str) -> Result<Journal, CommandError> {
        let mut file = File::create(&path)?;
        writeln!(file, "{question}")?;
        Ok(Journal { path, file })
    }

    /// Goes on with a journal, if there is one; answers the games that it has.
    ///
    /// # Errors
    /// Where it is about another question, or cannot be read or written.
    pub fn resume(path: PathBuf, question: &str) -> Result<(Journal, Vec<Entry>), CommandError> {
        let Ok(known) = File::open(&path) else { return Ok((Journal::begin(path, question)?, Vec::new())) };
        let size = known.metadata()?.len();
        let mut lines = BufReader::new(known).split(b'\n');
        let asked = lines.next().transpose()?.unwrap_or_default();
        if asked != question.as_bytes() {
            return Err(CommandError::Usage(format!(
                "{} belongs to another review ({}); without --resume it begins anew",
                path.display(),
                String::from_utf8_lossy(&asked)
            )));
        }
        // The last line may have been cut when the work was interrupted.
        let mut length = asked.len() as u64 + 1;
        let mut entries = Vec::new();
        for line in lines {
            let line = line?;
            let Ok(entry) = serde_json::from_slice(&line) else { break };
            if length + line.len() as u64 >= size {
                break;
            }
            length += line.len() as u64 + 1;
            entries.push(entry);
        }
        let file = OpenOptions::new().append(true).open(&path)?;
        file.set_len(length.min(size))?;
        Ok((Journal { path, file }, entries))
    }

    /// Notes a game.
    pub fn note(&mut self, entry: &Entry) -> Result<(), CommandError> {
        let mut line = serde_json::to_vec(entry).map_err(std::io::Error::from)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        Ok(())
    }

    /// All is done: the journal is no longer needed.
    pub fn finish(self) -> Result<(), CommandError> {
        Ok(std::fs::remove_file(self.path)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: usize) -> Entry {
        let page = PageGame {
            number,
            line: 1,
            white: "Anna".to_owned(),
            black: "Ben".to_owned(),
            event: String::new(),
            date: String::new(),
            result: "*".to_owned(),
            ending: None,
            critical: Vec::new(),
        };
        Entry { pgn: format!("1. e4 {{{number}}} *\n\n"), page }
    }

    #[test]
    fn a_journal_that_was_cut_is_gone_on_with_behind_its_last_whole_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = Journal::path_of(&folder.path().join("out.pgn"));
        let mut journal = Journal::begin(path.clone(), "question").unwrap();
        for number in 1..=2 {
            journal.note(&entry(number)).unwrap();
        }
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
        let (mut journal, known) = Journal::resume(path.clone(), "question").unwrap();
        assert_eq!(known.iter().map(|entry| entry.page.number).collect::<Vec<_>>(), [1]);
        journal.note(&entry(2)).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        assert!(Journal::resume(path.clone(), "another").is_err());
        journal.finish().unwrap();
        assert!(!path.exists());
    }
}
