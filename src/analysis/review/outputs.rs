//! Writes judged games: the annotated games, the page, and a journal until both are complete.

use std::ops::Add;

use super::error::ReviewError;
use super::journal::{Entry, Journal};
use super::page::{self, PageGame};
use super::request::{Request, Work};
use crate::text::outputs::{Claim, Output, OutputPath};
use crate::{games, page as kit};

/// The outputs of judged games.
pub(super) struct Outputs {
    games: Games,
    page: Option<Claim>,
    judged: Vec<PageGame>,
    journal: Option<Journal>,
}

/// The output of annotated games.
enum Games {
    /// None: only a page is wanted.
    Nowhere,
    /// A stream, written as soon as a game is judged.
    Stream(Output),
    /// A file, written from the journal when all games are judged.
    File(Claim),
}

impl Outputs {
    /// Opens the outputs, with the games that an earlier run has judged.
    ///
    /// # Errors
    /// If an output cannot be written, or a journal of the same name belongs to another review.
    pub fn open(request: &Request) -> Result<Outputs, ReviewError> {
        let page = request.page.as_ref().map(|page| page.claim(&kit::KIND, request.force)).transpose()?;
        let mut games = Games::open(request)?;
        let files = [&request.annotated, &request.page].into_iter().flatten();
        let output = files.into_iter().find(|output| !output.is_stream());
        let (journal, judged) = match (output, request.resume) {
            (Some(output), true) => {
                let (journal, judged) = Journal::resume(output, &request.question)?;
                (Some(journal), judged)
            }
            (Some(output), false) => (Some(Journal::begin(output, &request.question)?), Vec::new()),
            (None, true) => return Err(ReviewError::NothingToResume),
            (None, false) => (None, Vec::new()),
        };
        if let (Games::Stream(stream), Some(journal)) = (&mut games, &journal) {
            copy(journal, stream)?;
        }
        Ok(Outputs { games, page, judged, journal })
    }

    /// Returns the work that is done.
    pub fn work(&self) -> Work {
        self.judged.iter().map(PageGame::work).fold(Work::default(), Add::add)
    }

    /// Adds the next judged game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn take(&mut self, entry: Entry) -> Result<(), ReviewError> {
        if let Some(journal) = &mut self.journal {
            journal.note(&entry)?;
        }
        if let Games::Stream(stream) = &mut self.games {
            stream.put(entry.pgn.as_bytes())?;
        }
        self.judged.push(entry.page);
        Ok(())
    }

    /// Returns whether no game is judged.
    pub fn is_empty(&self) -> bool {
        self.judged.is_empty()
    }

    /// Leaves everything as it was before.
    ///
    /// # Errors
    /// If the journal cannot be removed.
    pub fn discard(self) -> Result<(), ReviewError> {
        self.journal.map_or(Ok(()), Journal::finish)
    }

    /// Completes the outputs and removes the journal. Returns what was found, in words, and the games.
    ///
    /// # Errors
    /// If one of them cannot be written.
    pub fn finish(self, request: &Request) -> Result<(String, Vec<PageGame>), ReviewError> {
        let summary = page::in_words(&self.judged, request.player.as_deref());
        self.games.finish(self.journal.as_ref())?;
        if let Some(page) = self.page {
            let source = request.games.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = page::page(&source, &self.judged, request.player.as_deref());
            page.write(text?)?;
        }
        self.journal.map_or(Ok(()), Journal::finish)?;
        Ok((summary, self.judged))
    }
}

/// Writes the games of a journal.
fn copy(journal: &Journal, output: &mut Output) -> Result<(), ReviewError> {
    for game in journal.annotated()? {
        output.put(game?.as_bytes())?;
    }
    Ok(())
}

impl Games {
    fn open(request: &Request) -> Result<Games, ReviewError> {
        let standard = OutputPath::new("-");
        let output = match (&request.annotated, &request.page) {
            (Some(path), _) => path,
            (None, None) => &standard,
            (None, Some(_)) => return Ok(Games::Nowhere),
        };
        let claim = output.claim(&games::KIND, request.force)?;
        Ok(if output.is_stream() { Games::Stream(claim.begin()?) } else { Games::File(claim) })
    }

    fn finish(self, journal: Option<&Journal>) -> Result<(), ReviewError> {
        match (self, journal) {
            (Games::Stream(stream), _) => stream.finish()?,
            (Games::File(claim), Some(journal)) => {
                let mut output = claim.begin()?;
                copy(journal, &mut output)?;
                output.finish()?;
            }
            (Games::Nowhere | Games::File(_), _) => {}
        }
        Ok(())
    }
}
