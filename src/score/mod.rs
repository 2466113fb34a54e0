//! What a position is worth: the score with the only arithmetic on it, and the result that it lets expect.

mod expectation;
mod value;

pub use expectation::{Curve, WinDrawLoss, win_draw_loss};
pub use value::{MAX_PLY, Score, ScoreKind};
