//! Judges what a move did to the result.

use crate::config::ReviewSettings;
use crate::exact::Exact;
use crate::tablebase::FiftyMoveResult;

use super::value::Value;

/// A move's fault, or its merit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Verdict {
    /// It lost this many half points; this is exact.
    Lost { half_points: u32 },
    /// By search, it lost half a point, and a much longer look left no doubt about the results before and after it.
    ProbablyLost,
    /// By search, it lost half a point, but the longer look left a doubt.
    Doubtful,
    /// It made the result less likely.
    Mistake,
    /// It keeps an exact win but delays it by this many plies.
    Detour { plies: u32 },
    /// It is the only move that keeps an exact result.
    Only,
}

/// The least expected result that counts as a win, and the greatest that counts as a loss.
const WON: f64 = 0.75;
const LOST: f64 = 0.25;

impl Verdict {
    /// Judges a move by the values before it and after it, each from its side to move.
    /// `is_stalled` says that one of them seems decided, but the game made no progress there.
    pub fn new(
        before: &Value,
        after: &Value,
        is_stalled: bool,
        settings: &ReviewSettings,
    ) -> Option<Verdict> {
        if let (Some(before), Some(after)) = (before.exact, after.exact) {
            return exactly(before, after, settings);
        }
        let fall = fall(before, after);
        let reaches = |percent: u32| fall * 100.0 >= f64::from(percent);
        if reaches(settings.half_point) {
            let is_certain = is_clear(before, settings) && is_clear(after, settings) && !is_stalled;
            return Some(if is_certain { Verdict::ProbablyLost } else { Verdict::Doubtful });
        }
        reaches(settings.mistake).then_some(Verdict::Mistake)
    }

    /// Returns the numeric annotation glyph.
    pub fn glyph(self) -> u8 {
        match self {
            Verdict::Lost { .. } | Verdict::ProbablyLost => 4,
            Verdict::Mistake => 2,
            Verdict::Doubtful | Verdict::Detour { .. } => 6,
            Verdict::Only => 1,
        }
    }

    /// Returns the glyph as people write it.
    pub fn sign(self) -> &'static str {
        match self.glyph() {
            4 => "??",
            2 => "?",
            6 => "?!",
            _ => "!",
        }
    }

    /// Returns whether it cost at least half a point.
    pub fn is_loss(self) -> bool {
        matches!(self, Verdict::Lost { .. } | Verdict::ProbablyLost)
    }

    /// Returns a short name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Lost { .. } => "lost",
            Verdict::ProbablyLost => "probably lost",
            Verdict::Mistake => "mistake",
            Verdict::Doubtful => "doubtful",
            Verdict::Detour { .. } => "detour",
            Verdict::Only => "only move",
        }
    }
}

/// Returns how much a move lowered the expected result; 0 if a search found more after it, which was wrong before it.
pub(super) fn fall(before: &Value, after: &Value) -> f64 {
    (before.expected - after.for_other()).max(0.0)
}

/// Returns whether the longest look leaves no doubt that a position is won, drawn or lost.
fn is_clear(value: &Value, settings: &ReviewSettings) -> bool {
    let doubt = [0.0, 0.5, 1.0].into_iter().map(|result| (value.expected - result).abs()).fold(1.0, f64::min);
    value.is_confirmed() && doubt * 100.0 <= f64::from(settings.clear)
}

fn exactly(before: Exact, after: Exact, settings: &ReviewSettings) -> Option<Verdict> {
    // If the rules end the game, also by the opponent's claim, the position is worth that result.
    let kept = 2 - after.half_points();
    let half_points = before.half_points().saturating_sub(kept);
    if half_points > 0 {
        return Some(Verdict::Lost { half_points });
    }
    let is_win = before.result == FiftyMoveResult::Win && after.result == FiftyMoveResult::Loss;
    let plies = (after.plies() + 1).saturating_sub(before.plies());
    // A capture or pawn move is progress, however long the rest takes.
    (is_win && before.plies() > 1 && plies >= settings.detour && after.plies() > 0)
        .then_some(Verdict::Detour { plies })
}

/// Returns the expected result in words: `won`, `drawn`, `lost`.
pub(super) fn result_in_words(expected: f64) -> &'static str {
    match expected {
        expected if expected >= WON => "won",
        expected if expected <= LOST => "lost",
        _ => "drawn",
    }
}
