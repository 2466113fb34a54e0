//! Draws the expected result by move: White's wins above, Black's below, faults as points to click.

use super::critical::anchor;
use super::data::{Ending, PageGame};
use crate::page::{Chart, Point};

/// Returns the chart of a game's ending.
pub(super) fn chart(game: &PageGame, ending: &Ending) -> Chart<'static> {
    let faults = game.critical.iter().filter(|critical| critical.sign.starts_with('?'));
    let points = faults.map(|critical| Point {
        index: (critical.index + 1).saturating_sub(ending.begin),
        class: if critical.is_loss { "fault" } else { "doubt" },
        target: anchor(game, critical),
        title: format!("{} {}{}", critical.number, critical.played.san, critical.sign),
    });
    Chart {
        label: "expected result by move",
        values: ending.chart.iter().map(|permille| f64::from(*permille) / 1000.0).collect(),
        points: points.collect(),
    }
}
