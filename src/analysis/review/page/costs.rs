//! Sums the half points lost by kind of ending.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::data::{Critical, PageGame};

/// The cost of one kind of ending.
#[derive(Clone, Debug, Default)]
struct Cost {
    lost: usize,
    mistakes: usize,
    exact: f64,
    estimated: f64,
}

/// Returns the table of costs by kind of ending, the costliest first; `is_counted` selects the faults.
pub(super) fn table(games: &[PageGame], is_counted: impl Fn(&Critical) -> bool) -> Markup {
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
        return html! { p { "No lost half point was found." } };
    }
    html! {
        div.scroll { table.costs {
            thead { tr {
                th { "ending" }
                th { "half points lost, exact" }
                th { "estimated" }
                th { "moves ??" }
                th { "moves ?" }
            } }
            tbody {
                @for (name, cost) in costs {
                    tr {
                        td { (name) }
                        td { (format_args!("{:.0}", cost.exact)) }
                        td { (format_args!("{:.1}", cost.estimated)) }
                        td { (cost.lost) }
                        td { (cost.mistakes) }
                    }
                }
            }
        } }
    }
}
