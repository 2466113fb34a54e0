//! Searches longest where the result of a game changed hands, and where half a point seems lost.

use super::account::{Account, Part};
use super::looks::Looks;
use super::value::{CONFIRMED, Value, expected_for_white};
use super::verdict::fall;
use crate::board::Game;

/// The number of looks at a position of a swing: as many as for a doubtful move.
const SWING_LOOKS: usize = 2;
/// An expected result this near to 25 % or 75 % is called neither drawn nor decided.
const BETWEEN_RESULTS: f64 = 0.15;
/// Expected results this close to each other agree.
const NEAR: f64 = 0.08;
/// The number of successive positions that must agree with the beginning of a swing: one for each side to move.
const AGREEING: usize = 2;
/// The most positions of a swing to search at once. In a longer swing they lie apart; the next round looks between two of them.
const MOST_OF_SWING: usize = 20;

impl Looks {
    /// Searches the positions over which the expected result changes hands longer. Returns whether there were any to search.
    pub(super) fn look_where_it_swings(
        &mut self,
        games: &[Game],
        values: &mut [Value],
        result: Option<f64>,
    ) -> bool {
        let Some(first) = games.first() else { return false };
        let expected = expected_for_white(values, games);
        let least = f64::from(self.settings.swing) / 100.0;
        let account = Account::new(&expected, result.unwrap_or(0.5), first.board().turn(), least);
        let parts = account.map(|account| account.parts).unwrap_or_default();
        let mut has_looked = false;
        for part in parts.iter().rev() {
            has_looked |= self.search_part(games, values, part);
        }
        has_looked
    }

    /// Searches a part of the game from its last position to its first, so that what came of each is known, until successive
    /// positions agree with its beginning. What agrees with its end already is left out.
    fn search_part(&mut self, games: &[Game], values: &mut [Value], part: &Part) -> bool {
        let is_near =
            |value: &Value, index: usize, level: f64| (value.for_white(&games[index]) - level).abs() <= NEAR;
        let last = part.to.min(values.len() - 1);
        let behind = (part.from..last).rev().find(|&index| !is_near(&values[index], index, part.after));
        let last = behind.map_or(last, |index| index + 1);
        let apart = (last - part.from).div_ceil(MOST_OF_SWING).max(1);
        let (mut has_looked, mut agreeing) = (false, 0);
        for index in (part.from..=last).rev().step_by(apart) {
            has_looked |= self.search_in_swing(&games[index], &mut values[index]);
            agreeing = if is_near(&values[index], index, part.before) { agreeing + 1 } else { 0 };
            if agreeing >= AGREEING {
                break;
            }
        }
        has_looked
    }

    /// Searches a position as long as a doubtful move, or as long as a mistake if it seems neither drawn nor decided. Returns whether it had to.
    fn search_in_swing(&mut self, game: &Game, value: &mut Value) -> bool {
        let [doubtful, mistake, _] = &self.effort.again;
        let (limits, looks) =
            if is_between_results(value) { (mistake, SWING_LOOKS + 1) } else { (doubtful, SWING_LOOKS) };
        if value.looks >= looks {
            return false;
        }
        *value = self.searched(game, &limits.clone(), looks);
        true
    }

    /// Searches what seems to lose half a point much longer. Returns whether there was anything to confirm.
    pub(super) fn confirm(&mut self, games: &[Game], values: &mut [Value]) -> bool {
        let least = f64::from(self.settings.half_point) / 100.0;
        let mut has_looked = false;
        for index in (1..values.len()).rev() {
            let is_confirmed = values[index - 1].is_confirmed() && values[index].is_confirmed();
            if !is_confirmed && fall(&values[index - 1], &values[index]) >= least {
                self.confirm_move(games, values, index);
                has_looked = true;
            }
        }
        has_looked
    }

    /// Searches the position after the better move, the one with this index after the move played, and the one before both.
    fn confirm_move(&mut self, games: &[Game], values: &mut [Value], index: usize) {
        let limits = self.effort.confirm.clone();
        if let Some(&best) = values[index - 1].line.first() {
            let mut better = games[index - 1].clone();
            better.play(best);
            if self.exact.of_game(&better).is_none() {
                self.searched(&better, &limits, 1);
            }
        }
        for index in [index, index - 1] {
            if !values[index].is_confirmed() {
                values[index] = self.searched(&games[index], &limits, CONFIRMED);
            }
        }
    }
}

/// Returns whether the expected result is as far from a draw as from a win or a loss, or nearly: more nodes may decide.
fn is_between_results(value: &Value) -> bool {
    ((value.expected - 0.5).abs() - 0.25).abs() < BETWEEN_RESULTS
}
