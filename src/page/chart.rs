//! Draws a value that changes from move to move as a curve, with points that are links.

use maud::{Markup, Render, html};

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 120.0;
/// The empty border for points and lines, in units of the picture.
const MARGIN: f64 = 6.0;

/// A curve of values from 0 (bottom) to 1 (top).
#[derive(Clone, Debug)]
pub struct Chart<'a> {
    /// Its accessible name.
    pub label: &'a str,
    /// The values from left to right, each from 0 to 1.
    pub values: Vec<f64>,
    /// Points on the curve.
    pub points: Vec<Point>,
}

/// A point on the curve that links to another part of the page.
#[derive(Clone, Debug)]
pub struct Point {
    /// The index of its value.
    pub index: usize,
    /// The CSS class that colours it.
    pub class: &'static str,
    /// The id of the element that it links to.
    pub target: String,
    /// Its tooltip.
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
