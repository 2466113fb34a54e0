//! Runs a review: reads games, has each judged by a free worker, and writes them in order.

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;

use serde::Serialize;
use utoipa::ToSchema;

use super::annotate;
use super::error::ReviewError;
use super::journal::Entry;
use super::judge::{Judge, moves_to_judge};
use super::outputs::Outputs;
use super::page::{PageGame, is_of};
use super::reason::Reasons;
use super::request::{Request, ReviewNotice, Work};
use super::sources::exact_results;
use crate::advice::Registry;
use crate::config::Config;
use crate::engine::{EngineError, Notices, SearchFailed};
use crate::games::{self, BrokenGame, RecordedGame};
use crate::threads::{Taker, as_many, work_in_order};

/// A game from the file, or what is wrong with it, or why the file cannot be read any further.
type Read = io::Result<Result<RecordedGame, BrokenGame>>;

/// The most players that an error names.
const MOST_PLAYERS: usize = 20;

/// The outcome of a review whose outputs are complete.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// What was found, in words.
    pub summary: String,
    /// Games that could not be read.
    pub broken: usize,
    /// Values in comments that were replaced.
    pub replaced: usize,
    /// The Syzygy files that gave exact results, without those that only searches asked.
    pub asked: Vec<String>,
    /// The games and what is to be said of each.
    pub report: ReviewReport,
    /// Whether all searches were sound.
    pub searched: Result<(), SearchFailed>,
}

/// The games of a review, in the order of their file.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct ReviewReport {
    games: Vec<PageGame>,
}

/// A judged game.
struct Judged {
    entry: Entry,
    /// Remarks about the game.
    remarks: Vec<String>,
    /// How many values in its comments were replaced.
    replaced: usize,
    searched: Result<(), SearchFailed>,
}

/// What the worker did with a game.
enum Done {
    Judged(Box<Judged>),
    /// The game is not asked for.
    PassedOver([Option<String>; 2]),
    Broken(BrokenGame),
    Unreadable(io::Error),
}

/// Reviews a file of games and writes the outputs. The tables of advice explain why moves were wrong.
///
/// # Errors
/// If no search can start, the games cannot be read, or an output cannot be written.
pub fn review(
    request: &Request,
    config: &Config,
    registry: Registry,
    notices: Notices,
    report: &mut dyn FnMut(ReviewNotice<'_>),
) -> Result<Reviewed, ReviewError> {
    let exact = exact_results(&config.options);
    let reasons = Reasons::new(exact.clone(), registry);
    let syzygy = exact.syzygy().clone();
    let judges = as_many(
        request.workers,
        || Judge::new(config, exact.clone(), request, notices),
        |error: &EngineError| !error.is_refusal(),
    )?;
    let men = request.men;
    let games = games::open(&request.games)?;
    let outputs = Outputs::open(request)?;
    let known = outputs.work();
    if let Some(work) = work_ahead(request) {
        report(ReviewNotice::Begun(work));
    }
    report(ReviewNotice::Judged(known));
    let nothing_yet = Reviewed {
        summary: String::new(),
        broken: 0,
        replaced: 0,
        asked: Vec::new(),
        report: ReviewReport::default(),
        searched: Ok(()),
    };
    let mut review = Review { request, report, outputs, reviewed: nothing_yet, others: BTreeSet::new() };
    let player = request.player.clone();
    let wanted = move |game: &RecordedGame| is_wanted(game, player.as_deref());
    // Games that an earlier run judged are read for their numbers but not judged again.
    let mut to_pass_over = known.games;
    let games = games.map(move |read| match read {
        Ok(Ok(game)) if wanted(&game) && to_pass_over > 0 => {
            to_pass_over -= 1;
            (read_as_known(game), false)
        }
        Ok(Ok(game)) => {
            let is_wanted = wanted(&game);
            (Ok(Ok(game)), is_wanted)
        }
        other => (other, true),
    });
    let feed = move |give: &mut dyn FnMut((Read, bool)) -> ControlFlow<()>| {
        let mut games = games;
        // If the taker accepts no more games, it reports why.
        let _ = games.try_for_each(give);
    };
    let perform = move |judge: &mut Judge, (read, is_wanted): (Read, bool)| match read {
        Err(error) => Done::Unreadable(error),
        Ok(Err(broken)) => Done::Broken(broken),
        Ok(Ok(game)) if !is_wanted => Done::PassedOver(players(&game)),
        Ok(Ok(game)) => judged(judge, &game, men, &reasons),
    };
    work_in_order(judges, feed, perform, &mut review)?;
    let Review { outputs, reviewed, others, .. } = review;
    // A file in which some games could not be read has games.
    if outputs.is_empty() && reviewed.broken == 0 {
        outputs.discard()?;
        return Err(nothing_judged(request, others));
    }
    let (summary, games) = outputs.finish(request)?;
    let report = ReviewReport { games };
    Ok(Reviewed { summary, asked: syzygy.tables.asked(), report, ..reviewed })
}

/// Returns why no game was judged: nobody of that name has played one, or there is none.
fn nothing_judged(request: &Request, others: BTreeSet<String>) -> ReviewError {
    let path = request.games.clone();
    let Some(name) = request.player.clone().filter(|_| !others.is_empty()) else {
        return ReviewError::NoGames { path };
    };
    let more = others.len().saturating_sub(MOST_PLAYERS);
    let players = others.into_iter().take(MOST_PLAYERS).collect::<Vec<_>>().join(", ");
    let players = if more > 0 { format!("{players} and {more} others") } else { players };
    ReviewError::NoSuchPlayer { path, name, players }
}

/// A review in progress; takes judged games.
struct Review<'a> {
    request: &'a Request,
    report: &'a mut dyn FnMut(ReviewNotice<'_>),
    outputs: Outputs,
    reviewed: Reviewed,
    /// Players of games that are not wanted.
    others: BTreeSet<String>,
}

impl Taker<Done> for Review<'_> {
    type Error = ReviewError;

    fn take(&mut self, done: Done) -> Result<(), ReviewError> {
        // What was judged in haste is not worth keeping.
        if self.request.is_cancelled() {
            return Err(ReviewError::Cancelled);
        }
        match done {
            Done::Judged(judged) => {
                let Judged { entry, remarks, replaced, searched } = *judged;
                self.reviewed.replaced += replaced;
                self.reviewed.searched = self.reviewed.searched.and(searched);
                let game = entry.page.number;
                remarks.iter().for_each(|remark| (self.report)(ReviewNotice::Remark { game, remark }));
                let work = entry.page.work();
                self.outputs.take(entry)?;
                (self.report)(ReviewNotice::Judged(work));
            }
            Done::PassedOver(players) => self.others.extend(players.into_iter().flatten()),
            Done::Broken(game) => {
                self.reviewed.broken += usize::from(game.number > 0);
                (self.report)(ReviewNotice::Broken(&game));
            }
            Done::Unreadable(source) => {
                return Err(ReviewError::Unreadable { path: self.request.games.clone(), source });
            }
        }
        Ok(())
    }

    fn pause(&mut self) -> Result<(), ReviewError> {
        Ok(())
    }
}

/// Drops the moves of a game that an earlier run has judged; they are no longer needed.
fn read_as_known(mut game: RecordedGame) -> Read {
    game.moves.clear();
    Ok(Ok(game))
}

/// Counts the games and moves to judge; `None` if the games can be read only once. What cannot be read is not counted: the review
/// itself reports it.
fn work_ahead(request: &Request) -> Option<Work> {
    if !games::can_be_read_again(&request.games) {
        return None;
    }
    let readable = games::open(&request.games).ok()?.map_while(Result::ok).filter_map(Result::ok);
    let wanted = readable.filter(|game| is_wanted(game, request.player.as_deref()));
    Some(wanted.fold(Work::default(), |work, game| {
        work + Work { games: 1, moves: moves_to_judge(&game, request.men) }
    }))
}

fn is_wanted(game: &RecordedGame, player: Option<&str>) -> bool {
    player.is_none_or(|name| is_played_by(game, name))
}

fn is_played_by(game: &RecordedGame, name: &str) -> bool {
    players(game).iter().flatten().any(|player| is_of(player, name))
}

fn players(game: &RecordedGame) -> [Option<String>; 2] {
    ["White", "Black"].map(|side| game.tag(side).map(str::to_owned))
}

fn judged(judge: &mut Judge, game: &RecordedGame, men: usize, reasons: &Reasons) -> Done {
    let judged = judge.judge(game, men);
    let page = PageGame::new(game, judged.as_ref(), reasons);
    let (annotated, replaced) = annotate::annotated(game, judged.as_ref(), &page);
    let pgn = annotated.to_pgn();
    let remarks = game.passed_over.clone();
    Done::Judged(Box::new(Judged {
        entry: Entry { pgn, page },
        remarks,
        replaced,
        searched: judge.outcome(),
    }))
}
