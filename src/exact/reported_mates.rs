//! Proves a mate that a search reports, within a budget of positions: only then does it count.

use shakmaty::Move;

use crate::board::Game;
use crate::score::{Score, ScoreKind};
use crate::search::proof::{MateLimits, MateResult, ProvenMate, prove_mate};

/// Memory of a proof in MiB.
const TABLE_MEBIBYTES: usize = 1;
/// Positions that a proof may look at for each node of the search: they are looked at faster.
const POSITIONS_PER_NODE: u64 = 4;
/// Positions that any proof may look at.
const LEAST_POSITIONS: u64 = 4_000;

/// What a proof has shown.
#[derive(Clone, Debug)]
pub enum Shown {
    /// The side to move mates: by this line, which may be shorter than what the search reported.
    Win(Vec<Move>),
    /// It is mated, whatever it does.
    Loss,
}

/// Proves the mate that a score reports; `None` if it reports none, or if the budget does not suffice.
pub fn prove_reported_mate(game: &Game, score: Score, nodes: u64) -> Option<Shown> {
    let ScoreKind::Mate { plies } = score.kind() else { return None };
    let mut left = nodes.saturating_mul(POSITIONS_PER_NODE).max(LEAST_POSITIONS);
    let moves = plies.unsigned_abs().div_ceil(2);
    if plies > 0 {
        return mate_in(game, moves, &mut left).map(|mate| Shown::Win(mate.line));
    }
    let is_mating = |reply: Move| {
        let mut next = game.clone();
        next.play(reply);
        mate_in(&next, moves, &mut left).is_some()
    };
    game.board().all_legal_moves().into_iter().all(is_mating).then_some(Shown::Loss)
}

fn mate_in(game: &Game, moves: u32, left: &mut u64) -> Option<ProvenMate> {
    let limits = MateLimits { nodes: Some(*left), time: None };
    let answer = prove_mate(game, moves, limits, TABLE_MEBIBYTES, &|| false, &mut |_| {});
    *left = left.saturating_sub(answer.nodes);
    match answer.result {
        MateResult::Mate(mate) => Some(mate),
        MateResult::NoMateWithin(_) | MateResult::Unknown { .. } => None,
    }
}
