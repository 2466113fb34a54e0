//! Finds the positions from which a move that takes nothing leads to a position of the same men.

use shakmaty::{Bitboard, Role, Square};

use super::reach::reach;
use super::side::Side;
use super::step::Step;
use super::view::Position;

impl Position {
    /// Calls `each` with every position from which a move that is no capture and no promotion could have led here. Some may be
    /// illegal: the king of the side not to move may stand in check.
    pub(in crate::advice) fn for_each_before(&self, mut each: impl FnMut(&Position)) {
        let mover = self.turn().other();
        for role in Role::ALL {
            for square in self.pieces(mover, role) {
                for from in self.squares_before(mover, role, square) {
                    each(&self.taken_back(Step::new(role, from, square)));
                }
            }
        }
    }

    /// Returns the empty squares from which a man could have come to its square.
    fn squares_before(&self, mover: Side, role: Role, square: Square) -> Bitboard {
        let empty = !self.occupied();
        if role != Role::Pawn {
            return reach(role, square, self.occupied()) & empty;
        }
        let (back, start) = (-mover.ahead(), mover.pawn_rank());
        let one = square.offset(back).filter(|square| empty.contains(*square));
        let two = one
            .and_then(|square| square.offset(back))
            .filter(|square| square.rank() == start && empty.contains(*square));
        let stands = |square: &Square| !Bitboard::BACKRANKS.contains(*square);
        one.into_iter().chain(two).filter(stands).fold(Bitboard::EMPTY, Bitboard::with)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::advice::language::check;
    use crate::advice::position::space::Space;
    use crate::advice::position::step::Steps;

    /// Every position after a quiet move of some positions, with the position before it.
    fn played(material: &str, count: usize) -> Vec<(Position, Position)> {
        let text = format!(
            "material {material} rule all: if any_position then go\n\
             advice go: better: mate holding: any_position us: legal them: legal"
        );
        let space = Space::of(&check("table", &text).table.unwrap());
        let mut random = fastrand::Rng::with_seed(3);
        let mut pairs = Vec::new();
        for turn in [Side::Us, Side::Them] {
            let numbers = std::iter::repeat_with(|| random.usize(..space.len()));
            let positions = numbers.filter_map(|number| space.legal(number, turn)).take(count);
            for position in positions.collect::<Vec<_>>() {
                let mut steps = Steps::new();
                position.legal_steps(&mut steps);
                let after = steps.iter().map(|step| position.after(*step));
                pairs.extend(after.filter(|after| space.contains(after)).map(|after| (after, position)));
            }
        }
        pairs
    }

    #[test]
    fn every_quiet_move_is_found_again_from_the_position_after_it() {
        for material in ["KRPvKR", "KBNvK", "KvKP", "KQvKN", "KPvK"] {
            for (after, before) in played(material, 50) {
                let mut found = HashSet::new();
                after.for_each_before(|position| {
                    found.insert(*position);
                });
                assert!(found.contains(&before), "{material}: {before:?} before {after:?}");
            }
        }
    }

    #[test]
    fn only_positions_with_such_a_move_are_found() {
        for (after, _) in played("KRPvKR", 10) {
            after.for_each_before(|before| {
                let mut steps = Steps::new();
                before.legal_steps(&mut steps);
                let leads_here = steps.iter().any(|step| before.after(*step) == after);
                assert!(leads_here || !before.is_legal() || !after.is_legal(), "{before:?} before {after:?}");
            });
        }
    }
}
