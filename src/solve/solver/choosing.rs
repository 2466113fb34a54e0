//! Chooses which arrangements to open among those that a proof still needs.

use std::cmp::Reverse;

use shakmaty::{Position, Role};

use super::probing::Probed;
use super::work::{LEAST_OPENED, Work};
use crate::solve::arrangement::reach::Reach;
use crate::solve::graph::NodeId;
use crate::solve::walk::Found;

/// One part in this many of all work so far may be opened at once.
const OPENED_PART: usize = 4;

/// Placements of an arrangement with one piece; larger ones are costly.
const LESS_COSTLY: usize = 1 << 12;
/// A closed arrangement that may be opened. The cheapest comes first; of equally cheap ones, the one that was met most often.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    placements: usize,
    met: Reverse<usize>,
    node: NodeId,
}

impl Work<'_> {
    /// Chooses among the closed arrangements that were met: the cheapest, and perhaps a natural one that costs more.
    pub(super) fn chosen(&self, found: &Found, probed: Probed) -> Vec<(NodeId, Reach)> {
        let candidates = self.candidates(found, probed);
        let Some(cheapest) = candidates.first() else { return Vec::new() };
        let mut chosen = self.as_cheap_as(cheapest, &candidates);
        chosen.extend(self.costlier_natural(cheapest, &candidates));
        chosen.into_iter().map(|node| (node, found.closed[&node].kings)).collect()
    }

    /// The closed arrangements that may be opened now, best first. Those that cost much have to be in turn.
    fn candidates(&self, found: &Found, probed: Probed) -> Vec<Candidate> {
        let graph = &self.solved.graph;
        let mut candidates: Vec<Candidate> = found
            .closed
            .iter()
            .filter(|(node, _)| !self.costs_much(**node) || self.is_in_turn(**node, probed))
            .map(|(&node, met)| Candidate {
                placements: graph.arrangement(node).placements(),
                met: Reverse(met.count),
                node,
            })
            .collect();
        candidates.sort_unstable();
        candidates
    }

    /// Whether an arrangement that costs much is better opened than tried by single positions: these bring nothing more, or
    /// have cost as much as it.
    fn is_in_turn(&self, node: NodeId, probed: Probed) -> bool {
        match probed {
            Probed::AsAssumed | Probed::Otherwise => false,
            Probed::Exhausted => self.probes.is_exhausted(&self.solved.graph, node),
            Probed::Nothing => true,
        }
    }

    /// The candidates as cheap as the cheapest, as many as are opened at once, and at least one.
    fn as_cheap_as(&self, cheapest: &Candidate, candidates: &[Candidate]) -> Vec<NodeId> {
        let most = (self.opened_at_once() / cheapest.placements).max(1);
        let is_as_cheap = |candidate: &&Candidate| candidate.placements == cheapest.placements;
        candidates.iter().take_while(is_as_cheap).take(most).map(|candidate| candidate.node).collect()
    }

    /// If only underpromotions are cheap, the natural arrangement that was met most often: a wrong assumption is mostly wrong
    /// there. `None` if the best natural one is as cheap as the cheapest.
    fn costlier_natural(&self, cheapest: &Candidate, candidates: &[Candidate]) -> Option<NodeId> {
        let natural = candidates.iter().find(|candidate| self.is_natural(candidate.node))?;
        (natural.placements > cheapest.placements).then_some(natural.node)
    }

    /// Whether an arrangement that costs little is lacking.
    pub(super) fn has_cheap(&self, found: &Found) -> bool {
        found.closed.keys().any(|node| !self.costs_much(*node))
    }

    /// Whether opening an arrangement costs much.
    pub(super) fn costs_much(&self, node: NodeId) -> bool {
        self.solved.graph.arrangement(node).placements() > LESS_COSTLY
    }

    /// The most placements that are opened at once: a part of all work so far.
    pub(super) fn opened_at_once(&self) -> usize {
        (self.solved.graph.work() / OPENED_PART).max(LEAST_OPENED)
    }

    fn is_natural(&self, node: NodeId) -> bool {
        self.are_natural(self.solved.graph.arrangement(node).pieces().map(|(_, piece)| piece.role))
    }

    /// Whether all pieces are queens, or of a kind that the position has already.
    pub(super) fn are_natural(&self, mut pieces: impl Iterator<Item = Role>) -> bool {
        let there = self.root.position().board();
        pieces.all(|role| role == Role::Queen || there.by_role(role).any())
    }
}
