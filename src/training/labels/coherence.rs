//! Checks whether scores and results agree: scores for the wrong side would teach the opposite.

use crate::training::record::{GameResult, Record};

/// Limits scores, in centipawns: it does not matter how decided a decided position is.
const SCORE_LIMIT: f64 = 1000.0;

/// The fewest positions that prove anything.
const ENOUGH: f64 = 1000.0;

/// Sums over positions with score and result, for their correlation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Coherence {
    count: f64,
    scores: f64,
    results: f64,
    squared_scores: f64,
    squared_results: f64,
    products: f64,
}

impl Coherence {
    /// Counts a position if its score and its result are known.
    pub fn add(&mut self, record: &Record) {
        let (Some(score), Ok(Some(result))) = (record.score(), record.result()) else { return };
        let score = f64::from(score).clamp(-SCORE_LIMIT, SCORE_LIMIT);
        let result = match result {
            GameResult::Loss => -1.0,
            GameResult::Draw => 0.0,
            GameResult::Win => 1.0,
        };
        self.count += 1.0;
        self.scores += score;
        self.results += result;
        self.squared_scores += score * score;
        self.squared_results += result * result;
        self.products += score * result;
    }

    /// Returns the correlation, from -1 to 1; `None` if all scores or all results are equal.
    pub fn correlation(&self) -> Option<f64> {
        let Coherence { count, scores, results, .. } = *self;
        let spread = (count * self.squared_scores - scores * scores)
            * (count * self.squared_results - results * results);
        (spread > 0.0).then(|| (count * self.products - scores * results) / spread.sqrt())
    }

    /// Returns whether, over many positions, better scores go with worse results.
    pub fn is_contradiction(&self) -> bool {
        self.count >= ENOUGH && self.correlation().is_some_and(|found| found < 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::training::record::{Knowledge, Origin};

    /// Counts this many positions. White's score is good where White won and bad where it lost, times `sign`.
    fn counted(count: usize, sign: i16) -> Coherence {
        let mut coherence = Coherence::default();
        let results = [GameResult::Win, GameResult::Draw, GameResult::Loss];
        for number in 0..count {
            let result = results[number % 3];
            // Every tenth score is wrong: teachers err.
            let score = sign * 100 * (1 - (number % 3) as i16) * if number % 10 == 0 { -1 } else { 1 };
            let (result, score) = (Some(result), Some(score));
            let knowledge = Knowledge { result, score, exact: false, origin: Origin::Start, plies_left: 0 };
            coherence.add(&Record::pack(&Board::default(), &knowledge).unwrap());
        }
        coherence
    }

    #[test]
    fn scores_of_the_wrong_side_contradict_results() {
        let correlation = counted(3000, 1).correlation().unwrap();
        assert!((0.7..0.9).contains(&correlation), "{correlation}");
        assert!(!counted(3000, 1).is_contradiction() && counted(3000, -1).is_contradiction());
        assert!(!counted(30, -1).is_contradiction(), "few positions prove nothing");
        assert_eq!(counted(3000, 0).correlation(), None);
    }
}
