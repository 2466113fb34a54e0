//! A value that changes from move to move as a curve, with points to click at.

use maud::{Markup, Render, html};

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 120.0;
/// Kept free at every side, for points and lines.
const MARGIN: f64 = 6.0;

/// Values from 0 (below) to 1 (above).
#[derive(Clone, Debug)]
pub struct Chart<'a> {
    /// What the curve shows, for those who do not see it.
    pub label: &'a str,
    /// The values, from 0 to 1.
    pub values: Vec<f64>,
    /// Points on the curve.
    pub points: Vec<Point>,
}

/// A point on the curve that leads to a place of the page.
#[derive(Clone, Debug)]
pub struct Point {
    /// The number of its value, from 0.
    pub index: usize,
    /// The class of the style that colours it.
    pub class: &'static str,
    /// The id of the place that it leads to.
    pub target: String,
    /// What it stands for.
    pub title: String,
}

impl Chart<'_> {
    fn place(&self, index: usize) -> (f64, f64) {
        let last = self.values.len().saturating_sub(1).max(1) as f64;
        let value = self.values.get(index).copied().unwrap_or(0.5);
        let x = MARGIN + (WIDTH - 2.0 * MARGIN) * index as f64 / last;
        (x, MARGIN + (HEIGHT - 2.0 * MARGIN) * (1.0 - value))
    }

    fn curve(&self) -> String {
        let places = (0..self.values.len()).map(|index| self.place(index));
        let points = places.map(|(x, y)| format!("{x:.1},{y:.1}"));
        points.collect::<Vec<_>>().join(" ")
    }
}

impl Render for Chart<'_> {
    fn render(&self) -> Markup {
        let middle = HEIGHT / 2.0;
        html! {
            svg.chart viewBox=(format_args!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(self.label) {
                rect.above width=(WIDTH) height=(middle) {}
                rect.below y=(middle) width=(WIDTH) height=(middle) {}
                line.middle x2=(WIDTH) y1=(middle) y2=(middle) {}
                polyline.curve points=(self.curve()) {}
                @for point in &self.points {
                    @let (x, y) = self.place(point.index);
                    a href=(format_args!("#{}", point.target)) {
                        circle class=(point.class) cx=(format_args!("{x:.1}")) cy=(format_args!("{y:.1}")) r="5" {
                            title { (point.title) }
                        }
                    }
                }
            }
        }
    }
}
