//! Saves each judged game as a line beside the output, so that an interrupted review can continue.

use std::fs::File;
use std::io::{BufRead, BufReader};

use serde::{Deserialize, Serialize};

use super::error::ReviewError;
use super::page::PageGame;
use crate::text::outputs::{GrowingFile, Kind, OutputPath};

/// The beginning of the first line: the program; its version follows.
const MAKER: &str = "lucena ";
/// The beginning of every other line.
const ENTRY: &str = "{\"pgn\":";

const JOURNAL: Kind = Kind { name: "a journal of lucena", begins: begins_journal };

/// Returns whether a file begins like a journal: with the program's line, which an interruption may have cut, and games.
fn begins_journal(beginning: &[u8]) -> bool {
    let text = String::from_utf8_lossy(beginning);
    let (head, entries) = text.split_once('\n').unwrap_or((&text, ""));
    let is_version = |word: &str| word.split('.').count() == 3 && word.ends_with(':');
    let is_head = head.strip_prefix(MAKER).and_then(|rest| rest.split(' ').next()).is_some_and(is_version);
    is_head && (ENTRY.starts_with(entries) || entries.starts_with(ENTRY))
}

/// A judged game as the outputs need it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub pgn: String,
    pub page: PageGame,
}

/// The journal of a review.
pub(super) struct Journal {
    file: GrowingFile,
}

impl Journal {
    /// Begins an output's journal for a question, which is the request in words.
    ///
    /// # Errors
    /// If a file of that name is not a journal, or it cannot be written.
    pub fn begin(output: &OutputPath, question: &str) -> Result<Journal, ReviewError> {
        let path = output.companion(OutputPath::JOURNAL);
        let mut file = GrowingFile::restart(&path, &JOURNAL)?;
        file.put(format!("{question}\n").as_bytes())?;
        Ok(Journal { file })
    }

    /// Continues a journal if there is one; returns its games.
    ///
    /// # Errors
    /// If it is about another question, is not a journal, or cannot be read or written.
    pub fn resume(output: &OutputPath, question: &str) -> Result<(Journal, Vec<PageGame>), ReviewError> {
        let path = output.companion(OutputPath::JOURNAL);
        let Some(mut file) = GrowingFile::resume(&path, &JOURNAL)? else {
            return Ok((Journal::begin(output, question)?, Vec::new()));
        };
        let place = file.path().to_owned();
        let unreadable = |source| ReviewError::Journal { path: place.clone(), source };
        let known = File::open(&place).map_err(unreadable)?;
        let size = known.metadata().map_err(unreadable)?.len();
        let mut lines = BufReader::new(known).split(b'\n');
        let asked = lines.next().transpose().map_err(unreadable)?.unwrap_or_default();
        if asked != question.as_bytes() {
            let question = String::from_utf8_lossy(&asked).into_owned();
            return Err(ReviewError::OtherReview { path: file.path().to_owned(), question });
        }
        // An interruption may have cut the last line.
        let mut length = asked.len() as u64 + 1;
        let mut games = Vec::new();
        for line in lines {
            let line = line.map_err(unreadable)?;
            let Ok(entry) = serde_json::from_slice::<Entry>(&line) else { break };
            if length + line.len() as u64 >= size {
                break;
            }
            length += line.len() as u64 + 1;
            games.push(entry.page);
        }
        file.cut(length.min(size))?;
        Ok((Journal { file }, games))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn note(&mut self, entry: &Entry) -> Result<(), ReviewError> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        Ok(self.file.put(&line)?)
    }

    /// Reads its annotated games one by one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn annotated(&self) -> Result<impl Iterator<Item = Result<String, ReviewError>>, ReviewError> {
        let path = self.file.path();
        let unreadable = |source| ReviewError::Journal { path: path.to_owned(), source };
        let lines = BufReader::new(File::open(path).map_err(unreadable)?).lines();
        Ok(lines.skip(1).map(move |line| Ok(serde_json::from_str::<Entry>(&line.map_err(unreadable)?)?.pgn)))
    }

    /// Removes the journal once everything is done.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn finish(self) -> Result<(), ReviewError> {
        Ok(self.file.remove()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUESTION: &str = "lucena 1.2.3: question";

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
        let output = OutputPath::new(folder.path().join("out.pgn"));
        let path = folder.path().join("out.pgn.journal");
        let mut journal = Journal::begin(&output, QUESTION).unwrap();
        for number in 1..=2 {
            journal.note(&entry(number)).unwrap();
        }
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
        let (mut journal, known) = Journal::resume(&output, QUESTION).unwrap();
        assert_eq!(known.iter().map(|game| game.number).collect::<Vec<_>>(), [1]);
        journal.note(&entry(2)).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        let games: Vec<String> = journal.annotated().unwrap().map(Result::unwrap).collect();
        assert_eq!(games, [entry(1).pgn, entry(2).pgn]);
        assert!(Journal::resume(&output, "lucena 1.2.3: another").is_err());
        journal.finish().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_file_of_the_users_is_no_journal_whatever_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let output = OutputPath::new(folder.path().join("out.pgn"));
        let path = folder.path().join("out.pgn.journal");
        for text in ["my diary", "lucena is good", "lucena 1.2.3: I like it\nvery much", "\n", "lucena 0.1\n"]
        {
            std::fs::write(&path, text).unwrap();
            assert!(Journal::begin(&output, QUESTION).is_err(), "{text}");
            assert!(Journal::resume(&output, QUESTION).is_err(), "{text}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        for text in
            ["", "lucena 1.2.3: question", "lucena 1.2.3: question\n", "lucena 1.2.3: question\n{\"pg"]
        {
            std::fs::write(&path, text).unwrap();
            assert!(Journal::begin(&output, QUESTION).is_ok(), "{text}");
        }
    }
}
