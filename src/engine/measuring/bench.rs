//! Searches the positions to a fixed depth. The node count is the search's fingerprint, the same on every machine.

use super::measured::{Measured, Step};
use super::positions::positions;
use crate::engine::searcher::Searcher;
use crate::search::Limits;

/// The usual depth: some seconds on an ordinary machine.
pub const BENCH_DEPTH: u32 = 13;

/// The usual transposition table in MiB, fixed because its size changes the search.
pub const BENCH_HASH: usize = 16;

/// Searches each position to this depth, as if there had been no search before, and reports each to `each`. Returns the sum;
/// `None` if the searcher was cancelled.
///
/// # Errors
/// The first error of `each`, which ends the measurement.
pub fn bench<E>(
    searcher: &mut Searcher,
    depth: u32,
    mut each: impl FnMut(Step<'_>) -> Result<(), E>,
) -> Result<Option<Measured>, E> {
    let mut sum = Measured::default();
    for (index, board) in positions().iter().enumerate() {
        let answer = searcher.search(board, Limits { depth: Some(depth), ..Limits::default() });
        if searcher.is_cancelled() {
            return Ok(None);
        }
        let measured = Measured { nodes: answer.nodes, elapsed: answer.elapsed };
        sum.add(measured);
        each(Step { number: index + 1, of: positions().len(), board, measured })?;
    }
    Ok(Some(sum))
}
