//! Searches the positions for a fixed time. The nodes a second are the machine's speed.

use std::time::{Duration, Instant};

use super::measured::Measured;
use super::positions::positions;
use crate::board::Game;
use crate::engine::searcher::Searcher;
use crate::search::Limits;

/// Each position is searched so many times; some end early, because their result is known.
const ROUNDS: u32 = 2;

/// Searches the positions in turn for this long altogether, and uses what earlier searches found, as in a game. If the
/// searcher is cancelled, it ends earlier.
pub fn speed(searcher: &mut Searcher, time: Duration) -> Measured {
    let mut sum = Measured::default();
    let began = Instant::now();
    let slice = time / (ROUNDS * positions().len() as u32);
    for board in positions().iter().cycle() {
        let left = time.saturating_sub(began.elapsed());
        if left.is_zero() || searcher.is_cancelled() {
            break;
        }
        let limits = Limits { move_time: Some(slice.min(left)), ..Limits::default() };
        let answer = searcher.go_on(&Game::new(board.clone()), limits);
        sum.add(Measured { nodes: answer.nodes, elapsed: answer.elapsed });
    }
    sum
}
