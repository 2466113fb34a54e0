//! An evaluation and its terms, as `lucena eval` shows them.

use shakmaty::Color;

use super::tapered::Tapered;

/// One term, for both sides, each from its own point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// What is counted.
    pub term: &'static str,
    /// What White has.
    pub white: Tapered,
    /// What Black has.
    pub black: Tapered,
}

/// A position's value and how it came about. Values are centipawns, for White unless said otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// The terms, in the order in which they are added. Against a bare king, and with two knights against
    /// pawns, they make the value, elsewhere they only explain.
    pub rows: Vec<Row>,
    /// The side to move.
    pub turn: Color,
    /// What the side to move has for being it; part of the sum, but in no row.
    pub tempo: Tapered,
    /// The phase, from 0 (no pieces: only endgame values count) to `full_phase`.
    pub phase: i32,
    /// The phase of a full board: only middlegame values count.
    pub full_phase: i32,
    /// Rows and tempo added, then mixed by phase.
    pub terms: i32,
    /// What the network says; `None` where it is not asked.
    pub network: Option<i32>,
    /// What the network says, or else the terms.
    pub unscaled: i32,
    /// The fraction of that which can be won, in parts of `full_scale`.
    pub scale: i32,
    /// The scale of an ordinary position.
    pub full_scale: i32,
    /// Why the scale is what it is.
    pub scale_reason: &'static str,
    /// The value after scaling.
    pub scaled: i32,
    /// The 50-move clock in half-moves; as it runs out values shrink.
    pub clock: u32,
    /// The final value for White.
    pub white_value: i32,
    /// The final value for the side to move: what [`Evaluator::evaluate`](super::Evaluator::evaluate) gives.
    pub mover_value: i32,
}

impl Breakdown {
    /// Returns all rows together, White's minus Black's, without the tempo.
    pub fn sum(&self) -> Tapered {
        self.rows.iter().map(|row| row.white - row.black).sum()
    }
}
