//! Playing weaker than possible: fewer nodes, and now and then a move that is not the best.

use std::ops::Range;

use super::Limits;
use super::root::RootMoves;
use crate::score::Score;

/// The strengths that can be asked for, in Elo.
const RANGE: Range<u32> = 1000..2800;
/// Nodes at the lower end of the range, and Elo for which they double.
const FEWEST_NODES: u64 = 100;
const ELO_PER_DOUBLING: u32 = 150;
/// Candidates among which a weaker player errs.
const CANDIDATES: usize = 4;
/// A weak player misjudges a move by up to this many centipawns; the strongest not at all.
const LARGEST_ERROR: u32 = 120;

/// A limited strength.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    elo: u32,
}

impl Strength {
    /// The strength of a player of this Elo, within the range.
    pub fn new(elo: u32) -> Strength {
        Strength { elo: elo.clamp(RANGE.start, RANGE.end) }
    }

    /// The limits with the node limit of this strength.
    pub fn limit(self, limits: &Limits) -> Limits {
        let doublings = (self.elo - RANGE.start) / ELO_PER_DOUBLING;
        let part = u64::from((self.elo - RANGE.start) % ELO_PER_DOUBLING);
        let base = FEWEST_NODES << doublings;
        let nodes = base + base * part / u64::from(ELO_PER_DOUBLING);
        Limits { nodes: Some(limits.nodes.map_or(nodes, |asked| asked.min(nodes))), ..limits.clone() }
    }

    /// How many lines have to be searched to choose among them.
    pub fn lines(self) -> usize {
        CANDIDATES
    }

    /// The place of the move to play: the best after each candidate's value was misjudged at random. A
    /// proven win or loss is seen by everybody.
    pub fn choose(self, root: &RootMoves) -> usize {
        let error = LARGEST_ERROR * (RANGE.end - self.elo) / (RANGE.end - RANGE.start);
        let misjudged = |score: Score| {
            if score.is_decisive() { score } else { score + fastrand::i32(0..=error as i32) }
        };
        let candidates = root.moves.iter().take(CANDIDATES).enumerate();
        let known = candidates.filter(|(_, candidate)| candidate.score > -Score::INFINITE);
        known.max_by_key(|(_, candidate)| misjudged(candidate.score)).map_or(0, |(place, _)| place)
    }
}
