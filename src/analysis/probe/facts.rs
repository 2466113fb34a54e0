//! What the public table servers say of a position and of its moves, and in which order they list moves.

use std::cmp::Reverse;

use shakmaty::{Move, Role};

use crate::analysis::solved::words::sorted;
use crate::exact::{Category, Ends, Standing, Zeroing};
use crate::solve::{FiftyMoves, Proven, Solution};
use crate::tablebase::{Outcome, Wdl};

/// What is known of one position, for the side to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts {
    /// The result with the clock.
    pub category: Category,
    /// The distance to zeroing; `None` if it is unknown.
    pub zeroing: Option<Zeroing>,
    /// The result and the distance to mate without the 50-move rule; `None` if they are unknown.
    pub mate: Option<Outcome>,
    /// The result and the distance to mate with the rule and the clock; `None` if they are unknown.
    pub mate_by_clock: Option<Outcome>,
    /// How the position ends the game, if it does.
    pub ends: Ends,
}

impl Facts {
    /// The facts without distances to mate, unless the position ends the game.
    pub(super) fn new(ends: Ends, standing: Standing) -> Facts {
        let Standing { category, zeroing } = standing;
        let mated = Outcome { wdl: Wdl::Loss, plies: 0 };
        let over = match (ends.is_checkmate, ends.is_stalemate || ends.is_dead) {
            (true, _) => Some(mated),
            (_, true) => Some(Outcome::DRAW),
            _ => None,
        };
        let is_in_time = category != Category::BlessedLoss;
        let mate_by_clock = if is_in_time { over } else { over.map(|_| Outcome::DRAW) };
        Facts { category, zeroing, mate: over, mate_by_clock, ends }
    }

    /// Returns the same; if the result is unknown, with that of a solution of the position.
    pub(super) fn or_solved(self, solution: &Solution) -> Facts {
        match self.category {
            Category::Unknown => {
                Facts { category: solved_category(solution.proven, solution.fifty_moves), ..self }
            }
            _ => self,
        }
    }

    /// Returns whether the position ends the game.
    pub(super) const fn is_over(&self) -> bool {
        self.ends.is_checkmate || self.ends.is_stalemate || self.ends.is_dead
    }

    /// Sorts by the distance to mate, with the rule if that is known: the opponent is mated soon, then all without a distance, then
    /// the mover is mated late.
    fn mate_order(&self) -> (u8, i64) {
        let decided = |outcome: &Outcome| outcome.wdl != Wdl::Draw;
        let distance = self.mate_by_clock.filter(decided).or(self.mate.filter(decided));
        match distance {
            Some(Outcome { wdl: Wdl::Loss, plies }) => (0, i64::from(plies)),
            Some(Outcome { wdl: Wdl::Win, plies }) => (2, -i64::from(plies)),
            _ => (1, 0),
        }
    }
}

/// A legal move with what is known of the position after it, for the side that moves then.
#[derive(Clone, Copy, Debug)]
pub struct MoveFacts {
    /// The move.
    pub played: Move,
    /// Whether it gives check.
    pub gives_check: bool,
    /// The position after it.
    pub after: Facts,
}

impl MoveFacts {
    /// Sorts moves as the servers do, the best first: by category, mate, stalemate, dead material, distance to mate; then who wins
    /// or draws converts and zeroes first, who loses does so last; then by the distance to zeroing, and the dearest capture and
    /// promotion first.
    pub(super) fn order(&self) -> impl Ord + use<> {
        let MoveFacts { played, after, .. } = *self;
        let loses = after.category > Category::Draw;
        let zeroing = after.zeroing.map(|zeroing| Reverse(zeroing.signed_plies));
        let Ends { is_checkmate, is_stalemate, is_dead } = after.ends;
        let ends = [is_checkmate, is_stalemate, is_dead];
        let dear = |role: Option<Role>| Reverse(role.map(|role| role as u8));
        (
            (after.category, Reverse(ends), after.mate_order()),
            (played.is_conversion() == loses, played.is_zeroing() == loses, zeroing),
            (dear(played.capture()), dear(played.promotion())),
        )
    }
}

/// Adds what a solution says of moves whose results are unknown, and sorts the moves anew; among equals, those come first that the
/// solver prefers.
pub(super) fn add_solved(moves: &mut [MoveFacts], solution: &Solution) {
    let preferred = sorted(&solution.moves);
    let place = |played: Move| preferred.iter().position(|solved| solved.played == played);
    for facts in moves.iter_mut().filter(|facts| facts.after.category == Category::Unknown) {
        if let Some(solved) = place(facts.played).map(|place| &preferred[place]) {
            facts.after.category = -solved_category(solved.proven, solved.fifty_moves);
        }
    }
    moves.sort_by_cached_key(|facts| place(facts.played));
    moves.sort_by_cached_key(MoveFacts::order);
}

/// Returns the category of what the solver has proven.
fn solved_category(proven: Proven, fifty_moves: Option<FiftyMoves>) -> Category {
    let Some(value) = proven.value() else { return Category::Unknown };
    let for_winner = match fifty_moves {
        Some(FiftyMoves::Stands) => Category::Win,
        Some(FiftyMoves::Spoils) => Category::CursedWin,
        Some(FiftyMoves::MayMatter) | None => Category::MaybeWin,
    };
    match value {
        Wdl::Win => for_winner,
        Wdl::Draw => Category::Draw,
        Wdl::Loss => -for_winner,
    }
}
