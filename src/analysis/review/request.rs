//! The request for a review, and the notices on the way.

use std::ops::Add;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::effort::Effort;
use crate::games::BrokenGame;
use crate::text::outputs::OutputPath;

/// What to review, how, and where to write it.
#[derive(Clone, Debug)]
pub struct Request {
    /// The file of games; `-` is standard input.
    pub games: PathBuf,
    /// The output of annotated games. If no page is wanted either, they go to standard output.
    pub annotated: Option<OutputPath>,
    /// The output of the page.
    pub page: Option<OutputPath>,
    /// Whether files of another kind may be replaced.
    pub force: bool,
    /// Only games of players whose names have this part; `None` for all games.
    pub player: Option<String>,
    /// The number of men at which an ending begins.
    pub men: usize,
    /// How long each search may take.
    pub effort: Effort,
    /// Games to judge at the same time; fewer if the system has too few threads.
    pub workers: usize,
    /// Whether to continue after the games in the journal of an interrupted review.
    pub resume: bool,
    /// Set by who does not want the review any more; it then ends soon, and its journal stays.
    pub cancel: Arc<AtomicBool>,
    /// The request in words, on a line that begins with `lucena VERSION:`; it identifies the journal.
    pub question: String,
}

impl Request {
    /// Returns whether the review is not wanted any more.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

/// An amount of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Games.
    pub games: usize,
    /// Moves in their endings.
    pub moves: usize,
}

impl Add for Work {
    type Output = Work;

    fn add(self, more: Work) -> Work {
        Work { games: self.games + more.games, moves: self.moves + more.moves }
    }
}

/// A notice of a review in progress.
#[derive(Clone, Copy, Debug)]
pub enum ReviewNotice<'a> {
    /// This is to be judged in all; never reported if the games come from a stream.
    Begun(Work),
    /// This much more is judged.
    Judged(Work),
    /// A remark about a game.
    Remark {
        /// The game's number in the file, from 1.
        game: usize,
        /// The remark.
        remark: &'a str,
    },
    /// Some text could not be read as a game.
    Broken(&'a BrokenGame),
}
