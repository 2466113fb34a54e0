//! `lucena selfplay`: games that lucena plays against itself, as positions for tuning and for networks.

mod arguments;
mod game;
mod lesson;
mod numbered;
mod opening;
mod start;
mod teaching;

use std::io::Write;

use super::CommandError;
use super::input;
use super::outputs::SAMPLES;
use super::searcher::{Searcher, as_many};
use crate::config::Config;
pub(super) use arguments::Arguments;
use arguments::Purpose;
use game::Played;
use numbered::{play_in_order, random_of};

/// The table of a game in MiB: some thousand nodes a move need no more.
const HASH_MIB: usize = 4;

/// Nodes for each move where the command line says nothing.
const NODES: u64 = 5000;

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    match arguments.purpose {
        Purpose::Network => teaching::run(config, arguments),
        Purpose::Tuning => write_text(config, arguments),
    }
}

/// Games from endings, as lines of text.
fn write_text(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    if arguments.resume {
        return Err(CommandError::Usage("--resume is for --purpose network alone".to_owned()));
    }
    let Some(path) = &arguments.book else {
        return Err(CommandError::Usage("--book is missing: an EPD file with endings".to_owned()));
    };
    let output = arguments.out.claim(&SAMPLES, arguments.force.force)?;
    let book = opening::read_book(path)?;
    let searchers = as_many(arguments.threads, || Searcher::new(config, HASH_MIB, 1))?;
    let mut output = output.begin()?;
    let nodes = arguments.nodes.unwrap_or(NODES);
    let play = |searcher: &mut Searcher, number| {
        let mut random = random_of(arguments.seed, number);
        let start = opening::choose(&book.boards, number, &mut random);
        game::play(searcher, start, nodes, &mut random)
    };
    play_in_order(searchers, arguments.first_game..arguments.games, play, |number, played| {
        write_game(number, &played, &mut output)
    })?;
    output.finish()?;
    input::outcome(path, book.wrong)
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
