//! Which kinds of ending cost how many half points.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::data::{Critical, PageGame};
use crate::cli::page::escaped;

/// What one kind of ending cost.
#[derive(Clone, Debug, Default)]
struct Cost {
    lost: usize,
    mistakes: usize,
    exact: f64,
    estimated: f64,
}

/// The table of what faults cost by kind of ending, the costliest first; of one player's where one is named.
pub(super) fn table(games: &[PageGame], is_counted: impl Fn(&Critical) -> bool) -> String {
    let mut costs: BTreeMap<&str, Cost> = BTreeMap::new();
    for critical in games.iter().flat_map(|game| &game.critical).filter(|critical| is_counted(critical)) {
        let cost = costs.entry(&critical.ending).or_default();
        cost.lost += usize::from(critical.is_loss);
        cost.mistakes += usize::from(critical.sign == "?");
        let sum = if critical.certainty == "exact" { &mut cost.exact } else { &mut cost.estimated };
        *sum += critical.half_points;
    }
    let mut costs: Vec<(&str, Cost)> =
        costs.into_iter().filter(|(_, cost)| cost.exact + cost.estimated > 0.0).collect();
    costs.sort_by(|one, other| {
        (other.1.exact + other.1.estimated).total_cmp(&(one.1.exact + one.1.estimated))
    });
    if costs.is_empty() {
        return "<p>No half point was lost, as far as could be seen.</p>\n".to_owned();
    }
    let mut text = String::from(
        "<div class=\"wide\"><table class=\"costs\"><thead><tr><th>ending</th><th>half points lost, exact</th><th>estimated</th><th>moves ??</th>\
         <th>moves ?</th></tr></thead><tbody>",
    );
    for (name, cost) in costs {
        let _ = write!(
            text,
            "<tr><td>{}</td><td>{:.0}</td><td>{:.1}</td><td>{}</td><td>{}</td></tr>",
            escaped(name),
            cost.exact,
            cost.estimated,
            cost.lost,
            cost.mistakes
        );
    }
    text.push_str("</tbody></table></div>\n");
    text
}
