//! Where judged games go: the annotated games, the page, and until both are complete the journal.

use indicatif::ProgressBar;

use super::arguments::Arguments;
use super::journal::{Entry, Journal};
use super::page::{self, PageGame};
use crate::cli::CommandError;
use crate::cli::outputs::{GAMES, PAGE};
use crate::config::Config;
use crate::text::outputs::{Claim, Output, OutputPath};

/// Where judged games go.
pub(super) struct Outputs {
    games: Games,
    page: Option<Claim>,
    judged: Vec<PageGame>,
    journal: Option<Journal>,
    bar: ProgressBar,
}

/// Where annotated games go.
enum Games {
    /// Nowhere: a page alone is wanted.
    Nowhere,
    /// To whoever reads them, as soon as they are judged.
    Stream(Output),
    /// To a file, from the journal when all are judged.
    File(Claim),
}

impl Outputs {
    /// Opens the outputs, with what an earlier run has judged.
    ///
    /// # Errors
    /// Where an output cannot be written, or a journal of the same name is about something else.
    pub fn open(config: &Config, arguments: &Arguments) -> Result<Outputs, CommandError> {
        let page = arguments.force.claim(arguments.html.as_ref(), &PAGE)?;
        let games = Games::open(arguments)?;
        let question = arguments.question(&config.review);
        let files = [&arguments.out, &arguments.html].into_iter().flatten();
        let output = files.into_iter().find(|output| !output.is_stream());
        let (journal, judged) = match (output, arguments.resume) {
            (Some(output), true) => {
                Journal::resume(output, &question).map(|(journal, judged)| (Some(journal), judged))?
            }
            (Some(output), false) => (Some(Journal::begin(output, &question)?), Vec::new()),
            (None, true) => {
                return Err(CommandError::Usage("--resume needs a file as --out or --html".to_owned()));
            }
            (None, false) => (None, Vec::new()),
        };
        let mut games = games;
        if let (Games::Stream(stream), Some(journal)) = (&mut games, &journal) {
            copy(journal, stream)?;
        }
        let bar = ProgressBar::new_spinner();
        bar.set_message("review");
        bar.inc(judged.len() as u64);
        Ok(Outputs { games, page, judged, journal, bar })
    }

    /// How many games an earlier run has judged.
    pub fn known(&self) -> usize {
        self.judged.len()
    }

    /// Takes the next judged game.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn take(&mut self, entry: Entry) -> Result<(), CommandError> {
        if let Some(journal) = &mut self.journal {
            journal.note(&entry)?;
        }
        if let Games::Stream(stream) = &mut self.games {
            stream.put(entry.pgn.as_bytes())?;
        }
        self.judged.push(entry.page);
        self.bar.inc(1);
        Ok(())
    }

    /// Completes the outputs; then the journal is no longer needed.
    ///
    /// # Errors
    /// Where one of them cannot be written.
    pub fn finish(self, arguments: &Arguments) -> Result<(), CommandError> {
        self.bar.finish_and_clear();
        self.games.finish(self.journal.as_ref())?;
        if let Some(page) = self.page {
            let source = arguments.games.file_name().unwrap_or_default().to_string_lossy().into_owned();
            page.write(page::page(&source, &self.judged, arguments.player.as_deref()))?;
        }
        self.journal.map_or(Ok(()), Journal::finish)
    }
}

/// Writes the games that a journal has.
fn copy(journal: &Journal, output: &mut Output) -> Result<(), CommandError> {
    for game in journal.annotated()? {
        output.put(game?.as_bytes())?;
    }
    Ok(())
}

impl Games {
    fn open(arguments: &Arguments) -> Result<Games, CommandError> {
        let standard = OutputPath::new("-");
        let output = match (&arguments.out, &arguments.html) {
            (Some(path), _) => path,
            (None, None) => &standard,
            (None, Some(_)) => return Ok(Games::Nowhere),
        };
        let claim = output.claim(&GAMES, arguments.force.force)?;
        Ok(if output.is_stream() { Games::Stream(claim.begin()?) } else { Games::File(claim) })
    }

    fn finish(self, journal: Option<&Journal>) -> Result<(), CommandError> {
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
