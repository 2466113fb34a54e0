//! `lucena selfplay`: games that lucena plays against itself from endings, as labelled positions for tuning.

mod game;
mod opening;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crossbeam_channel::{Receiver, Sender, unbounded};
use fastrand::Rng;

use super::searcher::Searcher;
use super::{CommandError, input, progress};
use crate::board::Board;
use crate::config::Config;
use game::{Played, Purpose};

/// The table of a game in MiB: some thousand nodes a move need no more.
const HASH_MIB: usize = 4;

/// Spreads the numbers of games over the generator's seeds: 2^64 divided by the golden ratio.
const SEED_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each line of the output is one quiet position: FEN;RESULT;GAME;SCORE, with the game's result (1, 0.5 \
    or 0) and the search's score in centipawns, both White's, and the game's number. Quiet is: not in check, the best \
    move neither captures nor promotes, no mate or table result announced. Games are played to their end; positions \
    of up to four men count as the exact tables say, and a score of nearly nothing for twenty half-moves is a draw. \
    For the networks they end sooner, and twice as many positions are written.\n\
    The games depend on book, nodes, seed and purpose alone, not on the threads."
)]
pub(super) struct Arguments {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,

    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Seed of the random moves that each game begins with
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Openings: an EPD file with endings of 6 to 16 men; others in it are left out, and wrong lines make the exit code 2
    #[arg(long, value_name = "FILE.epd", value_parser = input::path())]
    book: PathBuf,

    /// What the games are for
    #[arg(long, value_enum, default_value_t = Purpose::Tuning)]
    purpose: Purpose,

    /// Where the positions go
    #[arg(long, value_name = "FILE", value_parser = input::path())]
    out: PathBuf,

    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::searcher::threads)]
    threads: usize,
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let book = opening::read_book(&arguments.book)?;
    let searchers = (0..arguments.threads)
        .map(|_| Searcher::new(config, HASH_MIB, 1))
        .collect::<Result<Vec<_>, CommandError>>()?;
    let mut output = BufWriter::new(create(&arguments.out)?);
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let (sender, games) = unbounded();
        for searcher in searchers {
            let (sender, book, next) = (sender.clone(), &book.boards, &next);
            scope.spawn(move || play_games(searcher, book, arguments, next, &sender));
        }
        drop(sender);
        let written = write_in_order(&games, arguments.games, &mut output);
        // Nothing to write to: nobody begins another game.
        next.store(arguments.games, Ordering::Relaxed);
        written
    })?;
    output.flush()?;
    input::outcome(&arguments.book, book.wrong)
}

fn create(path: &Path) -> Result<File, CommandError> {
    let reason = |error| CommandError::Usage(format!("cannot write {}: {error}", path.display()));
    File::create(path).map_err(reason)
}

/// Plays games until all numbers are taken.
fn play_games(
    mut searcher: Searcher,
    book: &[Board],
    arguments: &Arguments,
    next: &AtomicU64,
    games: &Sender<(u64, Played)>,
) {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= arguments.games {
            return;
        }
        let mut random = Rng::with_seed(arguments.seed.wrapping_add(number.wrapping_mul(SEED_STEP)));
        let start = opening::choose(book, number, &mut random);
        let played = game::play(&mut searcher, start, arguments.nodes, arguments.purpose, &mut random);
        // The writer has gone only where writing failed, which it tells itself.
        if games.send((number, played)).is_err() {
            return;
        }
    }
}

/// Writes games in the order of their numbers, whichever ends first.
fn write_in_order(
    games: &Receiver<(u64, Played)>,
    total: u64,
    output: &mut impl Write,
) -> Result<(), CommandError> {
    let bar = progress::bar(usize::try_from(total).unwrap_or(usize::MAX), "selfplay");
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    for (number, played) in games {
        bar.inc(1);
        waiting.insert(number, played);
        while let Some(played) = waiting.remove(&due) {
            write_game(due, &played, output)?;
            due += 1;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn write_game(number: u64, played: &Played, output: &mut impl Write) -> Result<(), CommandError> {
    let result = match played.winner {
        Some(winner) => winner.fold_wb("1", "0"),
        None => "0.5",
    };
    for sample in &played.samples {
        writeln!(output, "{};{result};{number};{}", sample.fen, sample.score)?;
    }
    Ok(())
}
