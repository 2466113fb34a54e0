//! How games are judged: section `[review]` of engine.toml.

use serde::Deserialize;

/// What `lucena review` goes by.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewSettings {
    /// An ending begins with so many men.
    pub men: usize,
    /// Nodes for each position whose result is not exact.
    pub nodes: u64,
    /// Nodes where it seems neither drawn nor decided.
    pub open_nodes: u64,
    /// Nodes where a move may have cost something.
    pub doubtful_nodes: u64,
    /// Nodes where it still seems a mistake.
    pub mistake_nodes: u64,
    /// Nodes where it still seems half a point.
    pub half_point_nodes: u64,
    /// The estimate from which on a position seems neither drawn nor decided, in centipawns for either side ...
    pub open_from: u32,
    /// ... and up to which it does.
    pub open_to: u32,
    /// Estimates become results to be expected by a curve: with so many centipawns a win is as likely as not ...
    pub even_chance: u32,
    /// ... and so many more turn even odds into odds of e to 1.
    pub spread: u32,
    /// Memory for solving a game's pawn endings, in MiB.
    pub solver: usize,
    /// The fall of the expected result from which on a move may have cost something, in percent.
    pub doubtful: u32,
    /// The fall that makes a mistake, in percent.
    pub mistake: u32,
    /// The fall that counts as half a point lost, in percent.
    pub half_point: u32,
    /// Plies by which the next capture, pawn move or mate comes later after a dubious winning move.
    pub detour: u32,
    /// Each worker's transposition table, in MiB.
    pub hash: usize,
}
