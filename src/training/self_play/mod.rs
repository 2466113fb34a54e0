//! Plays games of lucena against itself, by their numbers, into a file of positions for the networks.

mod beginning;
mod end;
mod endings;
mod game;

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use fastrand::Rng;

use super::error::TrainingError;
use super::file::PositionWriter;
use super::record::{PackError, Record};
use crate::analysis::Player;
use crate::board::{Board, mixed};
use crate::threads::{Taker, work_in_order};
pub use beginning::Shares;
pub use endings::endings;

/// What determines the games beside the search; the number of threads does not.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Nodes of each move.
    pub nodes: u64,
    /// Seed of all random moves.
    pub seed: u64,
    /// Where the games begin.
    pub shares: Shares,
    /// Endings to begin with; may be empty if no game begins there.
    pub endings: Vec<Board>,
}

impl Plan {
    /// Returns the maker's name for the file: another plan makes other games of the same numbers.
    #[must_use]
    pub fn maker(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        let Plan { nodes, seed, shares, .. } = self;
        let (Shares { start, random }, book) = (shares, shares.book());
        format!("lucena {version}, {nodes} nodes, seed {seed}, start {start} book {book} random {random}")
    }

    /// Plays the game with this number.
    fn play(&self, player: &mut Player, number: u64) -> Result<Vec<Record>, PackError> {
        let mut random = Rng::with_seed(self.seed.wrapping_add(mixed(number)));
        player.forget();
        let start = beginning::choose(player, &self.endings, self.shares, number, &mut random);
        game::play(player, start, self.nodes, &mut random)
    }
}

/// Plays the games with these numbers, one thread per player, and writes them in order. `done` is called after each.
///
/// # Errors
/// If a game cannot be written; no further game begins then.
pub fn play_all(
    players: Vec<Player>,
    plan: Plan,
    numbers: Range<u64>,
    output: &mut PositionWriter,
    done: impl Fn(),
) -> Result<(), TrainingError> {
    let plan = Arc::new(plan);
    let feed = move |give: &mut dyn FnMut(u64) -> ControlFlow<()>| {
        // If the taker accepts no more games, it reports why.
        let _ = numbers.into_iter().try_for_each(give);
    };
    let play = move |player: &mut Player, number| (number, plan.play(player, number));
    work_in_order(players, feed, play, &mut Written { output, done })
}

/// Writes games as they come.
struct Written<'a, Done> {
    output: &'a mut PositionWriter,
    done: Done,
}

impl<Done: Fn()> Taker<(u64, Result<Vec<Record>, PackError>)> for Written<'_, Done> {
    type Error = TrainingError;

    fn take(&mut self, (number, game): (u64, Result<Vec<Record>, PackError>)) -> Result<(), TrainingError> {
        self.output.push(&game?, number + 1)?;
        (self.done)();
        Ok(())
    }

    fn pause(&mut self) -> Result<(), TrainingError> {
        Ok(())
    }
}
