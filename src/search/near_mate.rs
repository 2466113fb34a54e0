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

use super::SearchParameters;
use super::iteration::LineCounts;
use super::proof::{Attempt, ProvenMate};
use super::rules::Rules;
use super::worker::{Shared, Worker};
use crate::board::Game;

/// So many positions of the proof take as long as a node of the ordinary search.
const POSITIONS_PER_NODE: u64 = 4;
/// A proof goes on as long as it has looked at so many times the square of its proof number of positions: then a mate
/// seems near, and only the share of the search ends its turns.
const WORK_WHERE_NEAR: u64 = 16;
/// Between two looks the search grows by one part in so many.
const GROWTH_BETWEEN_LOOKS: u64 = 8;

/// What a search knows of a mate beside its own scores.
#[derive(Default)]
pub(super) struct NearMate<'a> {
    /// Where one is looked for; nothing before the first look, and where none is.
    attempt: Option<Attempt<'a>>,
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
            attempt: None,
            task: Some((game, stop)),
            cost: 0,
            next_look: parameters.near_mate_first_look,
            proven: known,
        }
    }
}

/// Whether a proof is looked for beside a search: not where the question is another (a depth, several lines, some of the
/// moves, a mate), nor where the result is known.
pub(super) fn is_looked_for(shared: &Shared<'_>, lines: LineCounts) -> bool {
    let limits = shared.limits;
    limits.depth.is_none()
        && limits.mate.is_none()
        && limits.search_moves.is_empty()
        && lines.searched == 1
        && shared.root_result.is_none()
}

impl<R: Rules> Worker<'_, R> {
    /// Looks for a mate when it is time to. Answers whether one is known and the clock runs: then it is played at once.
    pub(super) fn has_near_mate(&mut self) -> bool {
        if self.nodes >= self.near_mate.next_look && self.may_stop {
            self.look_for_mate();
        }
        self.near_mate.proven.is_some()
            && self.shared.allotment.soft.is_some()
            && !self.shared.control.is_pondering()
    }

    /// Tells the mate that the game is in the middle of.
    pub(super) fn tell_begun_mate(&self) {
        if let Some(mate) = &self.near_mate.proven {
            self.tell_mate(&mate.line);
        }
    }

    fn look_for_mate(&mut self) {
        let Some((game, stop)) = self.near_mate.task else { return };
        let parameters = self.shared.parameters;
        let left =
            self.shared.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.total_nodes()));
        let near = &mut self.near_mate;
        let known = near.proven.as_ref().map(|mate| mate.moves);
        let attempt = near.attempt.get_or_insert_with(|| Attempt::new(game, known, stop));
        let hope =
            (self.nodes / parameters.near_mate_work).max(attempt.positions() / WORK_WHERE_NEAR).isqrt();
        let most = (self.nodes * parameters.near_mate_share / 100)
            .min(attempt.positions().saturating_add(left.saturating_mul(POSITIONS_PER_NODE)));
        let found = attempt.go_on(most, u32::try_from(hope).unwrap_or(u32::MAX));
        near.cost = attempt.positions() / POSITIONS_PER_NODE;
        near.next_look = self.nodes + self.nodes / GROWTH_BETWEEN_LOOKS;
        if let Some(mate) = found {
            self.tell_mate(&mate.line);
            self.near_mate.proven = Some(mate);
        }
    }
}
