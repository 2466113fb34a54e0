//! How games are judged: section `[review]` of engine.toml.

use serde::Deserialize;

/// The settings of `lucena review`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewSettings {
    /// The number of men with which an ending begins.
    pub men: usize,
    /// Nodes for each position whose result is not exact.
    pub nodes: u64,
    /// Nodes if that position seems neither drawn nor decided.
    pub open_nodes: u64,
    /// Nodes if a move may have cost something.
    pub doubtful_nodes: u64,
    /// Nodes if it still seems a mistake, or if the result changed hands near it.
    pub mistake_nodes: u64,
    /// Nodes if it still seems half a point.
    pub half_point_nodes: u64,
    /// Nodes that must confirm a lost half point.
    pub confirm_nodes: u64,
    /// The lowest estimate that seems neither drawn nor decided, in centipawns for either side.
    pub open_from: u32,
    /// The highest such estimate, in centipawns.
    pub open_to: u32,
    /// The estimate at which the chance of a win is one half, in centipawns.
    pub even_chance: u32,
    /// The centipawns beyond that at which the odds of a win are e to 1.
    pub spread: u32,
    /// Memory for solving a game's pawn endings, in MiB.
    pub solver: usize,
    /// The least fall of the expected result that may have cost something, in percent.
    pub doubtful: u32,
    /// The least fall that is a mistake, in percent.
    pub mistake: u32,
    /// The least fall that counts as half a point lost, in percent.
    pub half_point: u32,
    /// How far an expected result may be from a win, a draw or a loss that it confirms, in percent.
    pub clear: u32,
    /// The least change of the expected result, over any number of moves, that is accounted for, in percent.
    pub swing: u32,
    /// The plies by which a dubious winning move delays the next capture, pawn move or mate.
    pub detour: u32,
    /// The transposition table of each worker, in MiB.
    pub hash: usize,
}
