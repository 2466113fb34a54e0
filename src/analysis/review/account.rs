//! Accounts for the result of a game: where the expected result went between the beginning of the ending and the end.

use serde::{Deserialize, Serialize};
use shakmaty::Color;

/// The share of a swing that its turning point or stretch must carry. A move that carries less often lies behind the true turning
/// point: it takes what was left when the game was lost already.
const SHARE: f64 = 0.75;
/// The longest stretch, in plies. Naming more moves would explain nothing.
const MOST_PLIES: usize = 20;

/// Where the expected result went. All values are White's, from 0 for a loss to 1 for a win.
#[derive(Clone, Debug)]
pub(super) struct Account {
    /// The expected result at the beginning of the ending.
    begin: f64,
    /// The result of the game.
    result: f64,
    /// The smallest change that counts.
    least: f64,
    /// The great changes, in the order of the game.
    pub parts: Vec<Part>,
}

/// A great change of the expected result.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub kind: PartKind,
    /// The position before its first move, counted from the beginning of the ending.
    pub from: usize,
    /// The position after its last move; after the end of the game it counts one more.
    pub to: usize,
    /// The expected result at these positions.
    pub before: f64,
    pub after: f64,
}

/// How narrowly the place of a change is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ReviewPartKind)]
pub(in crate::analysis::review) enum PartKind {
    /// A single move.
    TurningPoint,
    /// A few moves, none of which carries most of it.
    Stretch,
    /// The end of the game: the position expected another result than the players agreed, or the clock decided.
    End,
    /// Too many moves to name.
    Nowhere,
}

impl PartKind {
    /// Returns whether the place is known.
    pub const fn is_named(self) -> bool {
        !matches!(self, PartKind::Nowhere)
    }
}

impl Account {
    /// Returns the account of a game with these expected results, before the first move and after each. `least` is the smallest
    /// change to look for; `first` moves first.
    pub fn new(expected: &[f64], result: f64, first: Color, least: f64) -> Option<Account> {
        let begin = *expected.first()?;
        let mut values = expected.to_vec();
        values.push(result);
        let swings = swings(&values, least);
        let parts = swings.into_iter().map(|swing| Part::new(&values, swing, first)).collect();
        Some(Account { begin, result, least, parts })
    }

    /// Returns the difference between the result and the expectation at the beginning.
    pub fn difference(&self) -> f64 {
        self.result - self.begin
    }

    /// Returns the changes whose place is known.
    pub fn named(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| part.kind.is_named())
    }

    /// Returns how narrowly the place is known where the game turned; `None` if it ended as its ending began.
    pub fn turned(&self) -> Option<PartKind> {
        if self.difference().abs() < self.least {
            return None;
        }
        let nowhere = self.parts.iter().find(|part| !part.kind.is_named());
        nowhere.or(self.parts.last()).map(|part| part.kind)
    }

    /// Returns the part of the difference that nothing named explains.
    pub fn unnamed(&self) -> f64 {
        self.difference() - self.named().map(Part::change).sum::<f64>()
    }
}

impl Part {
    /// Finds the place of a swing between two positions.
    fn new(values: &[f64], (from, to): (usize, usize), first: Color) -> Part {
        let end = values.len() - 1;
        let change = values[to] - values[from];
        // Only the side that loses by a change can have caused it. If the change comes with a move of the other side, the search
        // understood it late, and the cause lies before.
        let loser = Color::from_white(change < 0.0);
        let mover = |index: usize| if index.is_multiple_of(2) { first } else { !first };
        let carries =
            |from: usize, to: usize| (values[to] - values[from]) * change.signum() >= SHARE * change.abs();
        let part =
            |kind, from: usize, to: usize| Part { kind, from, to, before: values[from], after: values[to] };
        let is_turn =
            |index: &usize| carries(*index, index + 1) && (index + 1 == end || mover(*index) == loser);
        if let Some(index) = (from..to).rev().find(is_turn) {
            let kind = if index + 1 == end { PartKind::End } else { PartKind::TurningPoint };
            return part(kind, index, index + 1);
        }
        let longest = MOST_PLIES.min(to - from);
        let lengths = (1..=longest)
            .flat_map(|length| (from..=to - length).rev().map(move |begin| (begin, begin + length)));
        let begins_well = |begin: usize| begin == from || mover(begin) == loser;
        let shortest = lengths.into_iter().find(|&(begin, end)| begins_well(begin) && carries(begin, end));
        match shortest {
            Some((begin, end)) => part(PartKind::Stretch, begin, end),
            None => part(PartKind::Nowhere, from, to),
        }
    }

    /// Returns by how much White's expected result changed.
    pub fn change(&self) -> f64 {
        self.after - self.before
    }

    /// Returns the side that lost by it.
    pub fn loser(&self) -> Color {
        Color::from_white(self.change() < 0.0)
    }
}

/// Returns the places between which the values rise or fall by at least this much, without turning back by as much on the way.
/// Of equal extremes it takes the last.
fn swings(values: &[f64], least: f64) -> Vec<(usize, usize)> {
    let mut pivots = Vec::new();
    // The extremes since the last pivot.
    let (mut lowest, mut highest) = (0, 0);
    let mut is_rising = None;
    for (index, &value) in values.iter().enumerate() {
        if value <= values[lowest] {
            lowest = index;
        }
        if value >= values[highest] {
            highest = index;
        }
        let turns_up = value - values[lowest] >= least && is_rising != Some(true);
        let turns_down = values[highest] - value >= least && is_rising != Some(false);
        if turns_up {
            pivots.push(lowest);
            (highest, is_rising) = (index, Some(true));
        } else if turns_down {
            pivots.push(highest);
            (lowest, is_rising) = (index, Some(false));
        }
    }
    pivots.extend(is_rising.map(|is_rising| if is_rising { highest } else { lowest }));
    pivots.windows(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?))).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LEAST: f64 = 0.25;

    fn account(expected: &[f64], result: f64) -> Account {
        Account::new(expected, result, Color::White, LEAST).unwrap()
    }

    fn kinds(expected: &[f64], result: f64) -> Vec<(PartKind, usize, usize)> {
        account(expected, result).parts.iter().map(|part| (part.kind, part.from, part.to)).collect()
    }

    #[test]
    fn a_game_turns_at_the_move_of_the_side_that_lost_by_it() {
        let drawn_then_lost = [0.5, 0.5, 0.48, 0.05, 0.02];
        assert_eq!(kinds(&drawn_then_lost, 0.0), [(PartKind::TurningPoint, 2, 3)]);
    }

    #[test]
    fn a_change_that_comes_with_a_move_of_the_winner_began_a_move_earlier() {
        let understood_late = [0.5, 0.5, 0.48, 0.45, 0.05, 0.0];
        assert_eq!(kinds(&understood_late, 0.0), [(PartKind::Stretch, 2, 4)]);
    }

    #[test]
    fn what_slips_away_over_a_few_moves_is_a_stretch() {
        let slipping = [0.5, 0.5, 0.42, 0.41, 0.3, 0.3, 0.16, 0.15, 0.04, 0.0];
        let parts = kinds(&slipping, 0.0);
        assert_eq!(parts.len(), 1);
        let (kind, from, to) = parts[0];
        assert_eq!(kind, PartKind::Stretch);
        assert!(from >= 1 && to <= 8, "{parts:?}");
    }

    #[test]
    fn what_slips_away_over_many_moves_is_found_nowhere() {
        let slowly: Vec<f64> = (0..=100).map(|ply| 0.5 - 0.005 * f64::from(ply)).collect();
        assert_eq!(kinds(&slowly, 0.0), [(PartKind::Nowhere, 0, 101)]);
        assert!((account(&slowly, 0.0).unnamed() + 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_game_that_ends_against_its_last_position_was_decided_by_its_end() {
        assert_eq!(kinds(&[0.5, 0.5, 0.55], 0.0), [(PartKind::End, 2, 3)]);
    }

    #[test]
    fn half_points_that_are_given_back_are_both_named() {
        let given_back = [0.5, 0.5, 1.0, 1.0, 1.0, 0.0];
        assert_eq!(kinds(&given_back, 0.0), [(PartKind::TurningPoint, 1, 2), (PartKind::TurningPoint, 4, 5)]);
    }

    #[test]
    fn a_game_that_ends_as_its_ending_began_has_nothing_to_account_for() {
        assert_eq!(kinds(&[0.5, 0.45, 0.55, 0.5], 0.5), []);
    }

    proptest! {
        #[test]
        fn what_is_named_and_what_is_not_add_up_to_the_difference(
            expected in proptest::collection::vec(0.0..=1.0_f64, 1..200),
            half_points in 0..=2_u8,
        ) {
            let result = f64::from(half_points) / 2.0;
            let account = account(&expected, result);
            let named: f64 = account.named().map(Part::change).sum();
            prop_assert!((named + account.unnamed() - (result - expected[0])).abs() < 1e-9);
        }

        #[test]
        fn parts_follow_each_other_and_each_lies_within_its_swing(
            expected in proptest::collection::vec(0.0..=1.0_f64, 1..200),
        ) {
            let account = account(&expected, 1.0);
            for pair in account.parts.windows(2) {
                prop_assert!(pair[0].to <= pair[1].from, "{pair:?}");
            }
            for part in &account.parts {
                prop_assert!(part.from < part.to && part.to <= expected.len());
                prop_assert!(part.change().abs() >= SHARE * LEAST - 1e-9, "{part:?}");
            }
        }

        #[test]
        fn whatever_no_swing_explains_is_smaller_than_a_swing(
            expected in proptest::collection::vec(0.0..=1.0_f64, 1..200),
            half_points in 0..=2_u8,
        ) {
            let result = f64::from(half_points) / 2.0;
            let mut values = expected.clone();
            values.push(result);
            let swung: f64 = swings(&values, LEAST).iter().map(|&(from, to)| values[to] - values[from]).sum();
            prop_assert!((result - expected[0] - swung).abs() < 2.0 * LEAST);
        }
    }
}
