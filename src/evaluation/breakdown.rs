//! An evaluation split into its terms, as `lucena eval` shows it.

use shakmaty::Color;

use super::tapered::Tapered;

/// One term for both sides, each from its own point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The term's name.
    pub term: &'static str,
    /// White's value, in centipawns.
    pub white: Tapered,
    /// Black's value, in centipawns.
    pub black: Tapered,
}

/// A position's value and how it is made. Values are centipawns, for White unless said otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// The terms, in the order in which they are added. Against a bare king, and for two knights against pawns, they
    /// make the value; elsewhere they only explain it.
    pub rows: Vec<Row>,
    /// The side to move.
    pub turn: Color,
    /// The value of being the side to move: part of the sum, but in no row.
    pub tempo: Tapered,
    /// The phase, from 0 (no pieces, only endgame values count) to `full_phase`.
    pub phase: i32,
    /// The phase of a full board: only middlegame values count.
    pub full_phase: i32,
    /// Rows and tempo added, then mixed by phase.
    pub terms: i32,
    /// The network's value; `None` where the terms make the value.
    pub network: Option<i32>,
    /// The network's value, or the terms' if there is none.
    pub unscaled: i32,
    /// The part of that value that can be won, in parts of `full_scale`.
    pub scale: i32,
    /// The scale of an ordinary position.
    pub full_scale: i32,
    /// Why the scale is what it is.
    pub scale_reason: &'static str,
    /// The value after scaling.
    pub scaled: i32,
    /// The 50-move clock in plies. Values shrink as it runs.
    pub clock: u32,
    /// The final value for White.
    pub white_value: i32,
    /// The final value for the side to move, as [`Evaluator::evaluate`](super::Evaluator::evaluate) returns it.
    pub mover_value: i32,
}

impl Breakdown {
    /// Returns all rows together, White's minus Black's, without the tempo.
    pub fn sum(&self) -> Tapered {
        self.rows.iter().map(|row| row.white - row.black).sum()
    }
}
