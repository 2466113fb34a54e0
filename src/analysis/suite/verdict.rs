//! Judges whether an answer solves a position, by one rule for each opcode.

use std::cmp::Ordering;

use serde::Serialize;

use crate::analysis::shown_score::ShownScore;
use crate::engine::Answer;
use crate::games::epd::Epd;
use crate::score::{Score, ScoreKind};

/// A greater value claims a win, a smaller one a draw; in centipawns. It is more than a pawn that cannot be used.
const DECISIVE_VALUE: i32 = 150;

/// The verdict on an answer, for each task of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// bm and am: whether the move is right; `None` if neither is asked.
    #[serde(rename = "move")]
    pub moves: Option<bool>,
    /// dm: how the announced mate compares; `None` if it is not asked.
    pub mate: Option<MateVerdict>,
    /// wdl: whether the score claims the right result; `None` if it is not asked.
    pub result: Option<bool>,
}

/// An announced mate, compared with the one asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MateVerdict {
    /// The same length.
    Exact,
    /// Fewer moves than the suite names.
    Shorter,
    /// More moves.
    Longer,
    /// No mate, or a mate of the other side.
    None,
}

impl MateVerdict {
    pub(super) fn is_solved(self) -> bool {
        matches!(self, Self::Exact | Self::Shorter)
    }
}

/// Returns whether a line has a task.
pub fn is_question(epd: &Epd) -> bool {
    asks_for_moves(epd) || epd.mate.is_some() || epd.result.is_some()
}

fn asks_for_moves(epd: &Epd) -> bool {
    !epd.best_moves.is_empty() || !epd.avoided_moves.is_empty()
}

impl Verdict {
    /// Judges an answer to a position.
    pub fn new(epd: &Epd, answer: &Answer) -> Verdict {
        let is_right = |played| {
            (epd.best_moves.is_empty() || epd.best_moves.contains(&played))
                && !epd.avoided_moves.contains(&played)
        };
        Verdict {
            moves: asks_for_moves(epd).then(|| answer.best.is_some_and(is_right)),
            mate: epd.mate.map(|moves| mate_verdict(moves, answer.score)),
            result: epd
                .result
                .map(|result| answer.score.is_some_and(|score| sign(score) == expected_sign(result))),
        }
    }

    /// Returns whether the position counts as solved: by its moves, else by the mate, else by the result.
    pub fn is_solved(self) -> bool {
        self.moves.or(self.mate.map(MateVerdict::is_solved)).or(self.result).unwrap_or(false)
    }
}

/// Returns the mating side's moves to mate, negative if the side to move is mated; `None` if the score is no mate.
fn mate_moves(score: Score) -> Option<i32> {
    match ShownScore::from(score) {
        ShownScore::Mate(moves) => Some(moves),
        ShownScore::Cp(_) | ShownScore::Table(_) => None,
    }
}

fn mate_verdict(wanted: i32, score: Option<Score>) -> MateVerdict {
    let announced = score.and_then(mate_moves).filter(|moves| moves.signum() == wanted.signum());
    match announced.map(|moves| moves.abs().cmp(&wanted.abs())) {
        Some(Ordering::Equal) => MateVerdict::Exact,
        Some(Ordering::Less) => MateVerdict::Shorter,
        Some(Ordering::Greater) => MateVerdict::Longer,
        None => MateVerdict::None,
    }
}

/// Returns 1 for a claimed win, 0 for a draw, -1 for a loss.
fn sign(score: Score) -> i32 {
    match score.kind() {
        ScoreKind::Centipawns(value) if value.abs() <= DECISIVE_VALUE => 0,
        _ => score.value().signum(),
    }
}

/// A result that the 50-move rule spoils (1, -1) counts as a draw.
fn expected_sign(result: i32) -> i32 {
    result / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_counts_up_to_the_length_asked_for_and_for_the_right_side() {
        let verdict = |wanted, score| mate_verdict(wanted, Some(score));
        assert_eq!(verdict(3, Score::mate_in(5)), MateVerdict::Exact);
        assert_eq!(verdict(3, Score::mate_in(3)), MateVerdict::Shorter);
        assert_eq!(verdict(3, Score::mate_in(7)), MateVerdict::Longer);
        assert_eq!(verdict(3, Score::mated_in(4)), MateVerdict::None);
        assert_eq!(verdict(3, Score::table_win(1)), MateVerdict::None);
        assert_eq!(verdict(-2, Score::mated_in(4)), MateVerdict::Exact);
        assert_eq!(verdict(-2, Score::mated_in(6)), MateVerdict::Longer);
        assert_eq!(mate_verdict(2, None), MateVerdict::None);
    }

    #[test]
    fn a_result_needs_a_score_beyond_the_threshold_and_cursed_results_are_draws() {
        let solved = |result, score| sign(score) == expected_sign(result);
        assert!(solved(2, Score::centipawns(151)) && !solved(2, Score::centipawns(150)));
        assert!(solved(-2, Score::mated_in(8)) && solved(2, Score::table_win(3)));
        for result in [1, 0, -1] {
            assert!(solved(result, Score::centipawns(-150)) && !solved(result, Score::mate_in(9)));
        }
    }
}
