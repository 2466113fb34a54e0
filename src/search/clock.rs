//! How much time a move may take: a soft limit after which nothing new is begun, and a hard one.

use std::time::Duration;

use shakmaty::Color;

use super::{Clock, Limits, SearchParameters};

/// The time limits of one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Allotment {
    /// After this no new iteration begins; nothing means that only the hard limit counts.
    pub soft: Option<Duration>,
    /// After this the search ends at once.
    pub hard: Option<Duration>,
}

/// Time that must be left to answer at all, however short the clock.
const LEAST: Duration = Duration::from_millis(1);

impl Allotment {
    /// The time limits that follow from what `go` said.
    pub fn new(
        limits: &Limits,
        side: Color,
        move_overhead: Duration,
        parameters: &SearchParameters,
    ) -> Allotment {
        let by_clock =
            limits.clock.as_ref().and_then(|clock| for_clock(clock, side, move_overhead, parameters));
        let mut allotment = by_clock.unwrap_or_default();
        if let Some(exact) = limits.move_time {
            allotment.hard = Some(allotment.hard.map_or(exact, |hard| hard.min(exact)).max(LEAST));
        }
        allotment
    }
}

/// Spreads the clock over the moves that are expected to come.
fn for_clock(
    clock: &Clock,
    side: Color,
    move_overhead: Duration,
    parameters: &SearchParameters,
) -> Option<Allotment> {
    let remaining = (*clock.remaining.get(side))?;
    let increment = *clock.increment.get(side);
    let moves = clock
        .moves_to_go
        .map_or(parameters.time_expected_moves, |moves| moves.clamp(1, parameters.time_expected_moves));
    let usable = remaining.saturating_sub(move_overhead);
    let share = usable / moves + increment * 3 / 4;
    // The last move before the control may use nearly all; otherwise one move never empties the clock.
    let most = if clock.moves_to_go == Some(1) {
        usable * 9 / 10
    } else {
        percent(usable, parameters.time_reserve_share)
    };
    let hard = percent(share, parameters.time_hard_share).min(most).max(LEAST);
    let soft = percent(share, parameters.time_soft_share).min(hard);
    Some(Allotment { soft: Some(soft), hard: Some(hard) })
}

fn percent(time: Duration, share: u32) -> Duration {
    time * share / 100
}
