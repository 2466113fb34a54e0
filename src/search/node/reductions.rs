//! Late-move reductions: how many plies shallower a move is searched the later it comes.
//!
//! Bets on good ordering: a late move is rarely the best. It fails in quiet positions where the point of a move lies
//! deep (zugzwang, king walks). So a reduced move that beats alpha is searched again at full depth or deeper.

use crate::score::Score;
use crate::search::parameters::SearchParameters;

const LARGEST: usize = 64;
/// Logarithms are in this many parts of one, so that floating-point rounding cannot differ between machines.
const LOGARITHM_UNIT: i32 = 1024;
/// The natural logarithm of two, in parts of [`LOGARITHM_UNIT`].
const LOGARITHM_OF_TWO: i32 = 710;

/// The reductions, in parts of a ply, by depth and move number.
#[derive(Debug)]
pub(in crate::search) struct Reductions {
    table: Vec<[i32; LARGEST]>,
}

/// One ply, in parts of the table's unit.
pub(in crate::search) const ONE_PLY: i32 = 1024;

impl Reductions {
    pub fn new(parameters: &SearchParameters) -> Reductions {
        let row = |depth: usize| {
            std::array::from_fn(|number| {
                let product = logarithm(depth.max(1)) * logarithm(number.max(1)) / LOGARITHM_UNIT;
                (parameters.reduction_base * ONE_PLY + parameters.reduction_scale * product) / 100
            })
        };
        Reductions { table: (0..LARGEST).map(row).collect() }
    }

    /// Returns the reduction of move `number` (from 1) at a depth, in parts of [`ONE_PLY`].
    pub fn of(&self, depth: i32, number: usize) -> i32 {
        let depth = usize::try_from(depth).unwrap_or(0).min(LARGEST - 1);
        self.table[depth][number.min(LARGEST - 1)]
    }

    /// Returns the depth of a late move's first search by its number alone, at least one ply.
    pub fn depth_left(&self, depth: i32, number: usize) -> i32 {
        (depth - 1 - self.of(depth, number) / ONE_PLY).max(1)
    }
}

/// The natural logarithm, in parts of [`LOGARITHM_UNIT`], interpolated linearly between powers of two.
fn logarithm(number: usize) -> i32 {
    let power = number.ilog2();
    let fraction = ((number << 10) >> power) as i32 - 1024;
    (power as i32 * 1024 + fraction) * LOGARITHM_OF_TWO / 1024
}

/// Returns whether the second search of a move goes a ply deeper, because its reduced search was so much better than
/// the best move so far. Bets that a surprise deserves more time; wasted if the reduced search was wrong (in this form
/// Stockfish's).
pub(in crate::search) fn is_promising(
    parameters: &SearchParameters,
    found: Score,
    best: Score,
    reduction: i32,
) -> bool {
    reduction > 1 && found > best + parameters.reduction_surprise
}

/// Returns whether the moves of a principal node after one that raised alpha are searched a ply shallower. Bets that
/// the good move found is the best one; fails where only the full depth shows a better one. So it is off at great
/// depths, where there is time to see it, and at the last plies (in this form Stockfish's).
pub(in crate::search) fn may_settle(parameters: &SearchParameters, depth: i32) -> bool {
    (parameters.reduction_minimum_depth..=parameters.reduction_settled_maximum_depth).contains(&depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_close_to_the_true_ones() {
        for number in 1..LARGEST {
            let true_value = (number as f64).ln() * f64::from(LOGARITHM_UNIT);
            assert!((f64::from(logarithm(number)) - true_value).abs() < 0.07 * f64::from(LOGARITHM_UNIT));
        }
    }

    #[test]
    fn only_a_reduced_move_far_above_the_best_one_is_promising() {
        let parameters = SearchParameters::defaults();
        let best = Score::centipawns(10);
        let above = best + parameters.reduction_surprise;
        assert!(is_promising(&parameters, above + 1, best, 2));
        assert!(!is_promising(&parameters, above, best, 2));
        assert!(!is_promising(&parameters, above + 1, best, 1));
    }

    #[test]
    fn only_at_middling_depths_a_raised_alpha_settles_the_other_moves() {
        let parameters = SearchParameters {
            reduction_minimum_depth: 3,
            reduction_settled_maximum_depth: 5,
            ..SearchParameters::defaults()
        };
        let settled: Vec<i32> = (0..64).filter(|depth| may_settle(&parameters, *depth)).collect();
        assert_eq!(settled, [3, 4, 5]);
    }
}
