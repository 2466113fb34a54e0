//! Converts a score into chances of a win, a draw and a loss for `UCI_ShowWDL`, and into an expected result.

use std::sync::LazyLock;

use serde::Deserialize;

use super::value::{Score, ScoreKind};

const BUILT_IN: &str = include_str!("expectation.toml");

/// The parameters that turn estimates into chances.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// The estimate in centipawns at which the chance of a win is one half.
    pub even_chance: f64,
    /// The centipawns beyond that at which the odds of a win are e to 1.
    pub spread: f64,
}

impl Curve {
    fn built_in() -> &'static Curve {
        static CURVE: LazyLock<Curve> = LazyLock::new(|| match toml_edit::de::from_str(BUILT_IN) {
            Ok(curve) => curve,
            // The text is part of the program, and a test reads it.
            Err(error) => unreachable!("the built-in curve of chances is malformed: {error}"),
        });
        &CURVE
    }

    /// The expected result of a score for the side to move: 1 for a win, 0 for a loss.
    #[must_use]
    pub fn expected_result(&self, score: Score, is_proven_draw: bool) -> f64 {
        let WinDrawLoss { win, draw, .. } = self.chances(score, is_proven_draw);
        (f64::from(win) + f64::from(draw) / 2.0) / 1000.0
    }

    /// Computes a logistic curve for each side's win; the rest is draws. In an ending, an estimate of zero is nearly always a
    /// draw, and a pawn and a half wins about half of the time. Proven results are certain.
    fn chances(&self, score: Score, is_proven_draw: bool) -> WinDrawLoss {
        if is_proven_draw {
            return WinDrawLoss { win: 0, draw: 1000, loss: 0 };
        }
        let chance = |value| self.win_permille(f64::from(value));
        let (win, loss) = match score.kind() {
            ScoreKind::Centipawns(value) => (chance(value), chance(-value)),
            _ if score.is_win() => (1000, 0),
            _ => (0, 1000),
        };
        WinDrawLoss { win, draw: 1000 - win - loss, loss }
    }

    /// The chance of a win with this estimate, in permille.
    fn win_permille(&self, centipawns: f64) -> u32 {
        let chance = 1.0 / (1.0 + ((self.even_chance - centipawns) / self.spread).exp());
        // Rounding down keeps the sum of both sides' chances within the whole.
        (chance * 1000.0) as u32
    }
}

/// Chances in permille for the side to move; they sum to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinDrawLoss {
    /// The chance of a win.
    pub win: u32,
    /// The chance of a draw.
    pub draw: u32,
    /// The chance of a loss.
    pub loss: u32,
}

/// The chances that `UCI_ShowWDL` shows.
#[must_use]
pub fn win_draw_loss(score: Score, is_proven_draw: bool) -> WinDrawLoss {
    Curve::built_in().chances(score, is_proven_draw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_to_the_whole_and_mirror() {
        for value in (-30_000..=30_000).step_by(7) {
            let here = win_draw_loss(Score::centipawns(value), false);
            let there = win_draw_loss(Score::centipawns(-value), false);
            assert_eq!(here.win + here.draw + here.loss, 1000);
            assert_eq!((here.win, here.draw, here.loss), (there.loss, there.draw, there.win));
        }
    }

    #[test]
    fn proven_results_are_certain() {
        let certain = WinDrawLoss { win: 1000, draw: 0, loss: 0 };
        assert_eq!(win_draw_loss(Score::mate_in(7), false), certain);
        assert_eq!(win_draw_loss(Score::table_win(40), false), certain);
        assert_eq!(win_draw_loss(Score::mated_in(0), false), WinDrawLoss { win: 0, draw: 0, loss: 1000 });
        assert_eq!(win_draw_loss(Score::DRAW, true), WinDrawLoss { win: 0, draw: 1000, loss: 0 });
        assert!(win_draw_loss(Score::DRAW, false).draw < 1000);
    }
}
