//! Beside every ordinary search: is there a mate that a proof finds sooner?
//!
//! The search by depth is blind for mates that lie behind quiet moves with few replies, or where everything else wins as
//! well: its bets leave out what mates. A proof-number search goes straight for them. It gets turns as long as its proof
//! number stays small for the work. In balanced endings that number grows with the square root of the positions looked at
//! (they are four to five times its square), where a mate can be found much slower (15 to 350 times), so that balanced
//! endings cost a percent of the search in the median.
//!
//! Bets that a mate shows itself early by small proof numbers; fails where many defences have to be refuted one by one, and
//! costs up to a third of the search in studies where the losing king hardly moves and yet is not mated.

use super::parameters::SearchParameters;
use super::proof::{Budget, ProvenMate, Prover, SHORT_WALK};
use crate::board::Game;

/// So many positions of the proof take as long as a node of the ordinary search.
const POSITIONS_PER_NODE: u64 = 4;
/// A proof goes on as long as it has looked at so many times the square of its proof number of positions: then a mate
/// seems near, and only the share of the search ends its turns.
const WORK_WHERE_NEAR: u64 = 16;
/// Between two looks the search grows by one part in so many.
const GROWTH_BETWEEN_LOOKS: u64 = 8;

/// The longest mate that is looked for, in moves. Of 250 mates in up to nine moves 193 were found within 300,000 positions
/// with this limit, 181 with 20 moves and 166 with 30; with fewer the long ones are missed.
const WITHIN: u32 = 15;
/// Memory of the proof, in MiB. Every search takes it anew, so it is small; with 1 MiB the table gives up too much (259 of 300
/// mates in endings within 100,000 nodes, with 4 MiB 270, with 16 MiB 272, without proofs 248).
const TABLE_MEBIBYTES: usize = 4;

/// What a search knows of a mate beside its own scores.
#[derive(Default)]
pub(super) struct NearMate<'a> {
    /// Where one is looked for; nothing before the first look, and where none is.
    prover: Option<Prover<'a>>,
    task: Option<(&'a Game, &'a dyn Fn() -> bool)>,
    /// What it has cost, in nodes of the search.
    pub cost: u64,
    /// Nodes of the search at which to look again.
    next_look: u64,
    /// The shortest mate that is proven.
    pub proven: Option<ProvenMate>,
}

impl<'a> NearMate<'a> {
    /// A search that looks for mates beside, with what is known already.
    pub fn new(
        game: &'a Game,
        stop: &'a dyn Fn() -> bool,
        parameters: &SearchParameters,
        known: Option<ProvenMate>,
    ) -> NearMate<'a> {
        NearMate {
            prover: None,
            task: Some((game, stop)),
            cost: 0,
            next_look: parameters.near_mate_first_look,
            proven: known,
        }
    }

    /// Takes a turn when one is due, after so many nodes of the search, of which at most so many are left. Returns the mate
    /// if one was found, shorter than any before.
    pub fn take_turn(&mut self, nodes: u64, left: u64, parameters: &SearchParameters) -> Option<&ProvenMate> {
        if nodes < self.next_look {
            return None;
        }
        let (game, stop) = self.task?;
        // Where a mate is known only shorter ones are of interest.
        let within = self.proven.as_ref().map_or(WITHIN, |mate| WITHIN.min(mate.moves - 1));
        let prover =
            self.prover.get_or_insert_with(|| Prover::new(game, within, TABLE_MEBIBYTES, SHORT_WALK, stop));
        let hope = (nodes / parameters.near_mate_work).max(prover.positions() / WORK_WHERE_NEAR).isqrt();
        let budget = Budget {
            positions: (nodes * parameters.near_mate_share / 100)
                .min(prover.positions().saturating_add(left.saturating_mul(POSITIONS_PER_NODE))),
            deadline: None,
            hope: u32::try_from(hope).unwrap_or(u32::MAX),
        };
        let found = prover.go_on(budget);
        self.cost = prover.positions() / POSITIONS_PER_NODE;
        self.next_look = nodes + nodes / GROWTH_BETWEEN_LOOKS;
        let mate = found?;
        Some(self.proven.insert(mate))
    }
}
