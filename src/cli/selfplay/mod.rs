//! `lucena selfplay`: games that lucena plays against itself, by their numbers, into a file of positions for the networks.

mod arguments;
mod end;
mod lesson;
mod numbered;
mod opening;
mod start;

use fastrand::Rng;

use super::CommandError;
use super::input;
use crate::analysis::Player;
use crate::board::Board;
use crate::config::Config;
use crate::training::{PackError, PositionFileError, PositionWriter, Record};
pub(super) use arguments::Arguments;
use numbered::{play_in_order, random_of};
use start::Shares;

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let shares = shares(arguments)?;
    let book = match &arguments.book {
        Some(path) => Some(opening::read_book(path)?),
        None if shares.book() > 0 => {
            let reason = format!("{} of 100 games begin in a book; name one with --book", shares.book());
            return Err(CommandError::Usage(reason));
        }
        None => None,
    };
    let boards = book.as_ref().map_or(&[][..], |book| &book.boards);
    let nodes = arguments.nodes;
    let players = (0..arguments.threads).map(|_| Player::new(config)).collect::<Result<Vec<_>, _>>()?;
    let maker = maker(arguments, nodes, shares);
    let force = arguments.force.force;
    let mut output = PositionWriter::open(&arguments.out, &maker, arguments.resume, force)?;
    let play = |player: &mut Player, number| {
        let mut random = random_of(arguments.seed, number);
        play_one(player, boards, shares, (number, nodes), &mut random)
    };
    play_in_order(
        players,
        output.mark().max(arguments.first_game)..arguments.games,
        play,
        |number, records| {
            let records = records.map_err(|error: PackError| PositionFileError::from(error))?;
            Ok(output.push(&records, number + 1)?)
        },
    )?;
    output.finish()?;
    match (&arguments.book, book) {
        (Some(path), Some(book)) => input::outcome(path, book.wrong),
        _ => Ok(()),
    }
}

fn play_one(
    player: &mut Player,
    book: &[Board],
    shares: Shares,
    (number, nodes): (u64, u64),
    random: &mut Rng,
) -> Result<Vec<Record>, PackError> {
    player.forget();
    let start = start::choose(player, book, shares, number, random);
    lesson::play(player, start, nodes, random)
}

fn shares(arguments: &Arguments) -> Result<Shares, CommandError> {
    let Arguments { start_share: start, random_share: random, .. } = *arguments;
    if start + random > 100 {
        let reason = format!("--start-share {start} and --random-share {random} are more than 100 together");
        return Err(CommandError::Usage(reason));
    }
    Ok(Shares { start, random })
}

/// Who has made the file: games that went on otherwise would not be those of their numbers.
fn maker(arguments: &Arguments, nodes: u64, shares: Shares) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let Shares { start, random } = shares;
    let (book, seed) = (shares.book(), arguments.seed);
    format!("lucena {version}, {nodes} nodes, seed {seed}, start {start} book {book} random {random}")
}
