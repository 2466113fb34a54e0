//! The expected result by move, as inline SVG: White's wins above, Black's below, faults as points to click at.

use std::fmt::Write as _;

use super::data::PageGame;

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 120.0;
/// Kept free at every side, for points and lines.
const MARGIN: f64 = 6.0;

/// Returns the picture; empty for a game without an ending.
pub(super) fn chart(game: &PageGame) -> String {
    let Some(ending) = &game.ending else { return String::new() };
    let last = ending.chart.len().saturating_sub(1).max(1) as f64;
    let point = |index: usize| {
        let value = f64::from(ending.chart.get(index).copied().unwrap_or(500)) / 1000.0;
        let x = MARGIN + (WIDTH - 2.0 * MARGIN) * index as f64 / last;
        (x, MARGIN + (HEIGHT - 2.0 * MARGIN) * (1.0 - value))
    };
    let middle = HEIGHT / 2.0;
    let mut svg = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"expected result by move\">\
         <rect class=\"above\" width=\"{WIDTH}\" height=\"{middle}\"/><rect class=\"below\" y=\"{middle}\" width=\"{WIDTH}\" \
         height=\"{middle}\"/><path class=\"middle\" d=\"M0 {middle}H{WIDTH}\"/><path class=\"expected\" d=\""
    );
    for index in 0..ending.chart.len() {
        let (x, y) = point(index);
        let _ = write!(svg, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
    }
    svg.push_str("\"/>");
    for critical in game.critical.iter().filter(|critical| critical.sign.starts_with('?')) {
        let (x, y) = point(critical.index + 1 - ending.begin.min(critical.index + 1));
        let class = if critical.is_loss { "fault" } else { "doubt" };
        let _ = write!(
            svg,
            "<a href=\"#g{}m{}\"><circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{} {}{}</title></circle></a>",
            game.number, critical.index, critical.number, critical.played.san, critical.sign
        );
    }
    svg.push_str("</svg>");
    svg
}
