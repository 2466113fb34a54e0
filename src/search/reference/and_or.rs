//! The search of AND/OR graphs: a solution tree proves a claim, one move of ours against every move of theirs.

use super::game::{Count, Game, OutOfNodes, with_move};

/// The proof that a player reaches a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofTree<M> {
    /// The value is reached.
    Reached,
    /// An OR node: we are to move, and this move succeeds.
    Ours {
        /// The move.
        played: M,
        /// The proof after it.
        next: Box<ProofTree<M>>,
    },
    /// An AND node: they are to move, and every move fails.
    Theirs {
        /// All their moves, each with the proof after it.
        replies: Vec<(M, ProofTree<M>)>,
    },
}

impl<M> ProofTree<M> {
    /// Returns the number of the proof's leaves.
    pub fn leaves(&self) -> usize {
        match self {
            ProofTree::Reached => 1,
            ProofTree::Ours { next, .. } => next.leaves(),
            ProofTree::Theirs { replies } => replies.iter().map(|(_, next)| next.leaves()).sum(),
        }
    }
}

/// Proves that "we" get at least `target` within `depth` plies, whatever they do. `None` if we do not. We are the side
/// to move, or the other one if `our_turn` is false. Values are ours.
///
/// # Errors
/// If the count reaches its limit.
pub fn prove<G: Game>(
    game: &mut G,
    depth: u32,
    our_turn: bool,
    target: i32,
    count: &mut Count,
) -> Result<Option<ProofTree<G::Move>>, OutOfNodes> {
    if let Some(value) = count.visit(game, depth)? {
        let ours = if our_turn { value } else { -value };
        return Ok((ours >= target).then_some(ProofTree::Reached));
    }
    let mut replies = Vec::new();
    for played in count.moves(game) {
        let proof = with_move(game, played, |game| prove(game, depth - 1, !our_turn, target, count))?;
        match (our_turn, proof) {
            (true, Some(next)) => return Ok(Some(ProofTree::Ours { played, next: Box::new(next) })),
            (true, None) => {}
            (false, Some(next)) => replies.push((played, next)),
            (false, None) => return Ok(None),
        }
    }
    Ok((!our_turn).then_some(ProofTree::Theirs { replies }))
}
