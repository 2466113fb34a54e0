//! `lucena selfplay`: plays games against itself, by their numbers, into a file of positions for the networks.

mod arguments;

use super::words::input;
use super::{CommandError, progress};
use crate::analysis::Player;
use crate::board::Board;
use crate::config::Config;
use crate::training::{Plan, PositionWriter, Shares, endings, play_all};
pub(super) use arguments::Arguments;

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let shares = shares(arguments)?;
    let (endings, wrong) = read_endings(arguments, shares)?;
    let plan = Plan { nodes: arguments.nodes, seed: arguments.seed, shares, endings };
    let players = (0..arguments.workers).map(|_| Player::new(config)).collect::<Result<Vec<_>, _>>()?;
    let mut output =
        PositionWriter::open(&arguments.out, &plan.maker(), arguments.resume, arguments.force.force)?;
    let numbers = output.mark().max(arguments.first_game)..arguments.games;
    let bar = progress::bar(usize::try_from(numbers.end).unwrap_or(usize::MAX), "selfplay");
    bar.set_position(numbers.start);
    bar.reset_eta();
    play_all(players, plan, numbers, &mut output, || bar.inc(1))?;
    bar.finish_and_clear();
    output.finish()?;
    arguments.book.as_ref().map_or(Ok(()), |book| input::outcome(book, wrong))
}

fn shares(arguments: &Arguments) -> Result<Shares, CommandError> {
    let Arguments { start_share: start, random_share: random, .. } = *arguments;
    if start + random > 100 {
        let reason = format!(
            "--start-share {start} and --random-share {random} are more than 100 together; allowed: at most 100"
        );
        return Err(CommandError::Usage(reason));
    }
    Ok(Shares { start, random })
}

/// Reads the endings of the book, and how many of its lines are wrong. Without a book no game may begin in one.
fn read_endings(arguments: &Arguments, shares: Shares) -> Result<(Vec<Board>, usize), CommandError> {
    let Some(path) = &arguments.book else {
        return match shares.book() {
            0 => Ok((Vec::new(), 0)),
            book => Err(CommandError::Usage(format!(
                "{book} of 100 games begin in a book; name one with --book, or raise --start-share or --random-share by {book}"
            ))),
        };
    };
    let (positions, wrong) = input::read_epd(path, |epd| Ok(epd.board))?;
    let boards = positions.into_iter().map(|(_, board)| board).collect();
    Ok((endings(boards, path)?, wrong))
}
