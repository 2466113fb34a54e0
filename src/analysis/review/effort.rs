//! Decides how long a review searches each position: by nodes in proportion to the settings, or by time.

use std::time::Duration;

use crate::config::ReviewSettings;
use crate::search::Limits;

/// How many times longer to search by time: open positions, doubtful moves, apparent mistakes, apparent losses of half a point,
/// and losses of half a point that are to be confirmed.
const TIME_SHARES: [u32; 5] = [8, 24, 100, 400, 800];

/// How long each search may take.
#[derive(Clone, Debug)]
pub struct Effort {
    /// For every position whose result is not exact.
    pub first: Limits,
    /// For positions that seem neither drawn nor decided.
    pub open: Limits,
    /// For moves that may have cost something, that still seem a mistake or lie in a swing, and that still seem to lose half a point.
    pub again: [Limits; 3],
    /// For what must confirm a lost half point.
    pub confirm: Limits,
}

impl Effort {
    /// Limits by the time of the first search; the others get several times as much.
    #[must_use]
    pub fn of_time(time: Duration) -> Effort {
        let limits = |share| Limits { move_time: Some(share * time), ..Limits::default() };
        let [open, doubtful, mistake, half_point, confirm] = TIME_SHARES.map(limits);
        Effort { first: limits(1), open, again: [doubtful, mistake, half_point], confirm }
    }

    /// Limits by the nodes of the first search; `None` takes the settings'. The others change in proportion.
    #[must_use]
    pub fn of_nodes(asked: Option<u64>, settings: &ReviewSettings) -> Effort {
        let ReviewSettings { doubtful_nodes, mistake_nodes, half_point_nodes, .. } = *settings;
        let share = asked.map_or(1.0, |asked| asked as f64 / settings.nodes.max(1) as f64);
        let nodes = |nodes: u64| Limits { nodes: Some((nodes as f64 * share) as u64), ..Limits::default() };
        let again = [doubtful_nodes, mistake_nodes, half_point_nodes].map(nodes);
        let ReviewSettings { nodes: first, open_nodes, confirm_nodes, .. } = *settings;
        Effort { first: nodes(first), open: nodes(open_nodes), again, confirm: nodes(confirm_nodes) }
    }
}
