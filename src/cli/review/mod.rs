//! `lucena review`: judges the endings of a file of games, move by move, and gives them back annotated, as a page, or both.

mod annotate;
mod arguments;
mod arrow;
mod ending;
mod journal;
mod judge;
mod looks;
mod outputs;
mod page;
mod reason;
mod sources;
mod value;
mod verdict;
mod words;

use std::io;
use std::ops::ControlFlow;

pub(super) use self::arguments::Arguments;
use self::journal::Entry;
use self::judge::Judge;
use self::outputs::Outputs;
use self::page::{PageGame, is_of};
use self::reason::Reasons;
use super::CommandError;
use crate::analysis::SearchFailed;
use crate::config::Config;
use crate::games::{self, BrokenGame, RecordedGame};
use crate::threads::{Taker, work_in_order};
use crate::threads::{all_cores, as_many};

/// What is read of a file: a game, or what is wrong with one, or why the file cannot be read on.
type Read = io::Result<Result<RecordedGame, BrokenGame>>;

/// A game that was judged.
struct Judged {
    entry: Entry,
    /// What is remarked of the game.
    remarks: Vec<String>,
    /// How many values in its comments gave way to others.
    replaced: usize,
    searched: Result<(), SearchFailed>,
}

/// What became of it.
enum Done {
    Judged(Box<Judged>),
    /// Games that are not asked about.
    PassedOver,
    Broken(BrokenGame),
    Unreadable(io::Error),
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let exact = sources::exact_results(&config.options);
    let reasons = Reasons::new(exact.clone(), super::advice::registry(config));
    let judges = as_many(
        arguments.workers.unwrap_or_else(all_cores),
        || Judge::new(config, exact.clone(), arguments.effort(&config.review)),
        CommandError::is_shortage_of_threads,
    )?;
    let men = arguments.men(&config.review);
    let games = games::open(&arguments.games)?;
    let mut review = Review {
        outputs: Outputs::open(config, arguments)?,
        arguments,
        broken: 0,
        replaced: 0,
        searched: Ok(()),
    };
    let known = review.outputs.known();
    let player = arguments.player.clone();
    let wanted = move |game: &RecordedGame| player.as_deref().is_none_or(|name| is_played_by(game, name));
    // What an earlier run has judged is read, for its number, but not judged again.
    let mut to_pass_over = known;
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
        // Where nobody takes any more the reason is told by who took.
        let _ = games.try_for_each(give);
    };
    let perform = move |judge: &mut Judge, (read, is_wanted): (Read, bool)| match read {
        Err(error) => Done::Unreadable(error),
        Ok(Err(broken)) => Done::Broken(broken),
        Ok(Ok(_)) if !is_wanted => Done::PassedOver,
        Ok(Ok(game)) => judged(judge, &game, men, &reasons),
    };
    work_in_order(judges, feed, perform, &mut review)?;
    review.finish()
}

/// A review under way: takes what has been judged.
struct Review<'a> {
    arguments: &'a Arguments,
    outputs: Outputs,
    /// Games that could not be read.
    broken: usize,
    /// Values in comments that gave way to others.
    replaced: usize,
    searched: Result<(), SearchFailed>,
}

impl Taker<Done> for Review<'_> {
    type Error = CommandError;

    fn take(&mut self, done: Done) -> Result<(), CommandError> {
        match done {
            Done::Judged(judged) => {
                let Judged { entry, remarks, replaced, searched } = *judged;
                self.replaced += replaced;
                self.searched = self.searched.and(searched);
                let number = entry.page.number;
                remarks.iter().for_each(|remark| eprintln!("lucena: game {number}, {remark}"));
                self.outputs.take(entry)?;
            }
            Done::PassedOver => {}
            Done::Broken(game) => {
                self.broken += usize::from(game.number > 0);
                eprintln!("lucena: {}: {game}", self.arguments.games.display());
            }
            Done::Unreadable(source) => {
                return Err(CommandError::Unreadable { path: self.arguments.games.clone(), source });
            }
        }
        Ok(())
    }

    fn pause(&mut self) -> Result<(), CommandError> {
        Ok(())
    }
}

impl Review<'_> {
    fn finish(self) -> Result<(), CommandError> {
        self.outputs.finish(self.arguments)?;
        if self.replaced > 0 {
            eprintln!("lucena: values ([%eval]) in comments that lucena replaced: {}", self.replaced);
        }
        self.searched?;
        let file = self.arguments.games.display();
        match self.broken {
            0 => Ok(()),
            1 => Err(CommandError::Usage(format!("{file}: 1 game was left out"))),
            broken => Err(CommandError::Usage(format!("{file}: {broken} games were left out"))),
        }
    }
}

/// A game that an earlier run has judged: its moves are no longer needed.
fn read_as_known(mut game: RecordedGame) -> Read {
    game.moves.clear();
    Ok(Ok(game))
}

fn is_played_by(game: &RecordedGame, name: &str) -> bool {
    ["White", "Black"].iter().any(|side| game.tag(side).is_some_and(|player| is_of(player, name)))
}

fn judged(judge: &mut Judge, game: &RecordedGame, men: usize, reasons: &Reasons) -> Done {
    let moves = judge.judge(game, men);
    let page = PageGame::new(game, &moves, reasons);
    let (annotated, replaced) = annotate::annotated(game, &moves, &page.critical);
    let pgn = annotated.to_pgn();
    let remarks = game.passed_over.clone();
    Done::Judged(Box::new(Judged {
        entry: Entry { pgn, page },
        remarks,
        replaced,
        searched: judge.outcome(),
    }))
}
