//! Playing weaker than possible: fewer nodes, and now and then a move that is not the best.

use super::Limits;
use super::root::RootMoves;
use crate::score::Score;

/// Nodes of a player of each Elo, between which the doublings grow evenly. Fitted so that lucena scores about half
/// against Stockfish 15.1 limited to the same Elo, at clocks long enough for so many nodes: 1500, 2000 and 2500 played
/// as they are (README has the scores); below 1500 and above 2500 continued by guess.
const LEVELS: [(u32, u64); 5] = [(1000, 25), (1500, 60), (2000, 6_000), (2500, 80_000), (2800, 400_000)];
/// Candidates among which a weaker player errs.
const CANDIDATES: usize = 4;
/// The weakest player misjudges a move by up to this many centipawns; stronger ones by the square of what they lack.
const LARGEST_ERROR: u32 = 320;
/// Whoever misjudges by no more than this looks for the best move only: searching others would cost too much.
const SMALLEST_ERROR: u32 = 10;

const WEAKEST: u32 = LEVELS[0].0;
const STRONGEST: u32 = LEVELS[LEVELS.len() - 1].0;

/// A limited strength.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    elo: u32,
}

impl Strength {
    /// The strength of a player of this Elo, within the range.
    pub fn new(elo: u32) -> Strength {
        Strength { elo: elo.clamp(WEAKEST, STRONGEST) }
    }

    /// The limits with the node limit of this strength.
    pub fn limit(self, limits: &Limits) -> Limits {
        let nodes = self.nodes();
        Limits { nodes: Some(limits.nodes.map_or(nodes, |asked| asked.min(nodes))), ..limits.clone() }
    }

    fn nodes(self) -> u64 {
        let upper = LEVELS.iter().position(|(elo, _)| *elo >= self.elo).unwrap_or(LEVELS.len() - 1).max(1);
        let ((low, few), (high, many)) = (LEVELS[upper - 1], LEVELS[upper]);
        let way = f64::from(self.elo - low) / f64::from(high - low);
        (few as f64 * (many as f64 / few as f64).powf(way)).round() as u64
    }

    /// How many lines have to be searched to choose among them.
    pub fn lines(self) -> usize {
        if self.error() > SMALLEST_ERROR { CANDIDATES } else { 1 }
    }

    /// By how many centipawns a move is misjudged at most.
    fn error(self) -> u32 {
        let lacking = STRONGEST - self.elo;
        LARGEST_ERROR * lacking * lacking / (STRONGEST - WEAKEST).pow(2)
    }

    /// The place of the move to play: the best after each candidate's value was misjudged at random. A
    /// proven win or loss is seen by everybody.
    pub fn choose(self, root: &RootMoves) -> usize {
        let error = self.error();
        let misjudged = |score: Score| {
            if score.is_decisive() { score } else { score + fastrand::i32(0..=error as i32) }
        };
        let candidates = root.moves.iter().take(self.lines()).enumerate();
        let known = candidates.filter(|(_, candidate)| candidate.score > -Score::INFINITE);
        known.max_by_key(|(_, candidate)| misjudged(candidate.score)).map_or(0, |(place, _)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_grow_with_the_strength_and_meet_the_levels() {
        let nodes: Vec<u64> = (WEAKEST..=STRONGEST).map(|elo| Strength::new(elo).nodes()).collect();
        assert!(nodes.is_sorted());
        for (elo, expected) in LEVELS {
            assert_eq!(Strength::new(elo).nodes(), expected);
        }
    }
}
