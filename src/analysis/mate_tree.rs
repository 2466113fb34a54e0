//! Proves a mate and prints its solution tree: one move of ours against every reply.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::time::Duration;

use thiserror::Error;

use crate::board::{Board, Game};
use crate::search::proof::{MateLimits, MateResult, ProvenMate, Solution, prove_mate};

/// The most time for the proof.
const PATIENCE: Duration = Duration::from_secs(20);
/// Memory for the proof, in MiB.
const TABLE_MEBIBYTES: usize = 64;

/// Neither a mate nor its absence was proven in time.
#[derive(Clone, Copy, Debug, Error)]
#[error("no mate found within {} s; there is none in {no_mate_within} moves", PATIENCE.as_secs())]
pub struct NoMateFound {
    /// Proven: there is no mate in this many moves.
    pub no_mate_within: u32,
}

/// Returns the shortest mate in at most this many moves with its tree, or that there is none.
///
/// # Errors
/// If neither was proven in time.
pub fn mate_tree(board: &Board, moves: u32) -> Result<String, NoMateFound> {
    let limits = MateLimits { time: Some(PATIENCE), ..MateLimits::default() };
    let game = Game::new(board.clone());
    let answer = prove_mate(&game, moves, limits, TABLE_MEBIBYTES, &|| false, &mut |_| {});
    match answer.result {
        MateResult::Mate(mate) => Ok(tree(board, &mate)),
        MateResult::NoMateWithin(moves) => Ok(format!("no mate in {moves}: proven")),
        MateResult::Unknown { no_mate_within } => Err(NoMateFound { no_mate_within }),
    }
}

fn tree(board: &Board, mate: &ProvenMate) -> String {
    let shortest = if mate.is_shortest { ", and none shorter" } else { "" };
    let mut text = format!("mate in {} proven{shortest}\n\n", mate.moves);
    let mut shown = HashSet::new();
    add(&mut text, &mate.solution, mate.solution.root, board, 0, &mut shown);
    text
}

fn add(
    text: &mut String,
    solution: &Solution,
    index: usize,
    board: &Board,
    depth: usize,
    shown: &mut HashSet<usize>,
) {
    let Some(position) = solution.positions.get(index) else { return };
    let indent = "  ".repeat(depth);
    let child = board.after(position.played);
    let name = board.notation(position.played);
    // Writing into a string cannot fail.
    let _ = write!(text, "{indent}{name}");
    if !shown.insert(index) && !position.replies.is_empty() {
        let _ = writeln!(text, "  (then as above)");
        return;
    }
    let _ = writeln!(text);
    for reply in &position.replies {
        let name = child.notation(reply.played);
        let _ = writeln!(text, "{indent}  ...{name}");
        add(text, solution, reply.next, &child.after(reply.played), depth + 2, shown);
    }
}
