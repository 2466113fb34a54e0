//! `lucena review`: judges the endings of a file of games, move by move, and gives them back annotated, as a page, or both.

mod annotate;
mod arguments;
mod arrow;
mod ending;
mod exact;
mod journal;
mod judge;
mod looks;
mod page;
mod pawn_endings;
mod reason;
mod value;
mod verdict;
mod words;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

use indicatif::ProgressBar;

pub(super) use self::arguments::Arguments;
use self::exact::ExactResults;
use self::journal::{Entry, Journal};
use self::judge::Judge;
use self::page::{PageGame, is_of};
use self::reason::Reasons;
use super::CommandError;
use super::in_order::{Taker, work_in_order};
use super::searcher::all_cores;
use crate::config::Config;
use crate::games::{self, BrokenGame, RecordedGame};

/// What is read of a file: a game, or what is wrong with one, or why the file cannot be read on.
type Read = io::Result<Result<RecordedGame, BrokenGame>>;

/// What became of it.
enum Done {
    /// With what is remarked of the game, and how many values in its comments gave way to others.
    Judged(Box<Entry>, Vec<String>, usize),
    /// Games that are not asked about.
    PassedOver,
    Broken(BrokenGame),
    Unreadable(io::Error),
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let exact = ExactResults::new(&config.options);
    let reasons = Reasons::new(exact.clone(), super::advice::registry(config));
    let judges = (0..arguments.workers.unwrap_or_else(all_cores))
        .map(|_| Judge::new(config, exact.clone(), arguments.effort(&config.review)))
        .collect::<Result<Vec<_>, CommandError>>()?;
    let men = arguments.men(&config.review);
    let mut review = Review { outputs: Outputs::open(config, arguments)?, arguments, broken: 0, replaced: 0 };
    let known = review.outputs.page.len();
    let player = arguments.player.clone();
    let wanted = move |game: &RecordedGame| player.as_deref().is_none_or(|name| is_played_by(game, name));
    // What an earlier run has judged is read, for its number, but not judged again.
    let mut to_pass_over = known;
    let games = games::open(&arguments.games)?.map(move |read| match read {
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
}

impl Taker<Done> for Review<'_> {
    fn take(&mut self, done: Done) -> Result<(), CommandError> {
        match done {
            Done::Judged(entry, remarks, replaced) => {
                self.replaced += replaced;
                let number = entry.page.number;
                remarks.iter().for_each(|remark| eprintln!("lucena: game {number}, {remark}"));
                self.outputs.take(*entry)?;
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
            eprintln!(
                "lucena: values ([%eval]) in comments that lucena's took the place of: {}",
                self.replaced
            );
        }
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
    Done::Judged(Box::new(Entry { pgn, page }), game.passed_over.clone(), replaced)
}

/// Where judged games go.
struct Outputs {
    pgn: Option<Box<dyn Write>>,
    page: Vec<PageGame>,
    journal: Option<Journal>,
    bar: ProgressBar,
}

impl Outputs {
    /// Opens the outputs, with what an earlier run has judged.
    fn open(config: &Config, arguments: &Arguments) -> Result<Outputs, CommandError> {
        let bar = ProgressBar::new_spinner();
        bar.set_message("review");
        let mut outputs = Outputs { pgn: None, page: Vec::new(), journal: None, bar };
        let question = arguments.question(&config.review);
        let mut known = Vec::new();
        if let Some(output) = arguments.out.as_deref().or(arguments.html.as_deref()) {
            let path = Journal::path_of(output);
            if arguments.resume {
                let (journal, entries) = Journal::resume(path, &question)?;
                outputs.journal = Some(journal);
                known = entries;
            } else {
                outputs.journal = Some(Journal::begin(path, &question)?);
            }
        } else if arguments.resume {
            return Err(CommandError::Usage("--resume needs --out or --html".to_owned()));
        }
        outputs.pgn = match (&arguments.out, &arguments.html) {
            (Some(path), _) => Some(Box::new(create(path)?)),
            (None, None) => Some(Box::new(io::stdout())),
            (None, Some(_)) => None,
        };
        for entry in known {
            outputs.write(entry)?;
        }
        Ok(outputs)
    }

    fn take(&mut self, entry: Entry) -> Result<(), CommandError> {
        if let Some(journal) = &mut self.journal {
            journal.note(&entry)?;
        }
        self.write(entry)
    }

    fn write(&mut self, entry: Entry) -> Result<(), CommandError> {
        if let Some(pgn) = &mut self.pgn {
            pgn.write_all(entry.pgn.as_bytes())?;
        }
        self.page.push(entry.page);
        self.bar.inc(1);
        Ok(())
    }

    fn finish(mut self, arguments: &Arguments) -> Result<(), CommandError> {
        self.bar.finish_and_clear();
        if let Some(pgn) = &mut self.pgn {
            pgn.flush()?;
        }
        if let Some(path) = &arguments.html {
            let source = arguments.games.file_name().unwrap_or_default().to_string_lossy().into_owned();
            std::fs::write(path, page::page(&source, &self.page, arguments.player.as_deref()))?;
        }
        self.journal.map_or(Ok(()), Journal::finish)
    }
}

fn create(path: &Path) -> Result<BufWriter<File>, CommandError> {
    let reason = |error| CommandError::Usage(format!("cannot write {}: {error}", path.display()));
    File::create(path).map(BufWriter::new).map_err(reason)
}
