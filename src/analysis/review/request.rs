//! What a review is asked for, and what it reports on the way.

use std::path::PathBuf;

use super::effort::Effort;
use crate::games::BrokenGame;
use crate::text::outputs::OutputPath;

/// What is reviewed, how, and where it goes.
#[derive(Clone, Debug)]
pub struct Request {
    /// The games; `-` is standard input.
    pub games: PathBuf,
    /// The annotated games. If no page is wanted either, they go to standard output.
    pub annotated: Option<OutputPath>,
    /// The page.
    pub page: Option<OutputPath>,
    /// Whether files of another kind may be replaced.
    pub force: bool,
    /// Only games of players whose names have this part; `None` for all games.
    pub player: Option<String>,
    /// The number of men with which an ending begins.
    pub men: usize,
    /// How long each search may take.
    pub effort: Effort,
    /// Games to judge at the same time; fewer if the system has no threads for so many.
    pub workers: usize,
    /// Whether to go on behind the games in the journal of an interrupted review.
    pub resume: bool,
    /// The request in words, on a line that begins with `lucena VERSION:`; a journal belongs to it.
    pub question: String,
}

/// What a review reports on the way.
#[derive(Clone, Copy, Debug)]
pub enum ReviewNotice<'a> {
    /// So many more games are judged.
    Judged(usize),
    /// Something is remarked of a game.
    Remark {
        /// The game's number in the file, from 1.
        game: usize,
        /// What is remarked.
        remark: &'a str,
    },
    /// Something could not be read as a game.
    Broken(&'a BrokenGame),
}
