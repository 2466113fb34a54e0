//! Writes a comparison of techniques as a page with a bar chart: one file that needs nothing else.

use std::fmt::Write as _;

use super::laboratory::{Comparison, HEADINGS, Outcome, TechniqueReport};

const LABEL_WIDTH: f64 = 110.0;
const BAR_WIDTH: f64 = 520.0;
const NUMBER_WIDTH: f64 = 130.0;
const ROW_HEIGHT: f64 = 34.0;
const BAR_HEIGHT: f64 = 18.0;

const STYLE: &str = "body{font-family:sans-serif;max-width:60rem;margin:2rem auto;color:#222;background:#fff}\
    table{border-collapse:collapse}td,th{padding:.25rem .6rem;border-bottom:1px solid #ccc;text-align:right}\
    td:first-child,th:first-child{text-align:left}.bar{fill:#4477aa}.open{fill:#bbb}.minimum{stroke:#ee6677;stroke-width:3}\
    svg text{font-size:13px;fill:currentColor}svg{max-width:100%}\
    @media(prefers-color-scheme:dark){body{color:#eee;background:#1b1b1b}}";

/// Returns the page: a chart of the leaves on a logarithmic scale, with each technique's Knuth–Moore minimum as a mark,
/// and the figures below it.
pub fn page(comparison: &Comparison) -> String {
    let Comparison { fen, depth, .. } = comparison;
    let fen = escape(fen);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Search trees of {fen}</title>\
         <style>{STYLE}</style></head><body>\n<h1>Search trees to depth {depth}</h1>\n<p><code>{fen}</code></p>\n"
    );
    page += &chart(&comparison.reports);
    page += "<p>Leaves on a logarithmic scale. Red: the fewest leaves that can prove the value (Knuth and Moore). \
             Grey: ended by the node limit.</p>\n";
    page += &table(&comparison.reports);
    page += "</body></html>\n";
    page
}

fn chart(reports: &[TechniqueReport]) -> String {
    let most =
        reports.iter().map(|report| (report.leaves as f64).max(report.minimum_leaves)).fold(10.0, f64::max);
    let length = |leaves: f64| BAR_WIDTH * leaves.max(1.0).ln() / most.ln();
    let width = LABEL_WIDTH + BAR_WIDTH + NUMBER_WIDTH;
    let height = ROW_HEIGHT * reports.len() as f64;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-label=\"Leaves visited by each technique\" xmlns=\"http://www.w3.org/2000/svg\">\n"
    );
    for (row, report) in reports.iter().enumerate() {
        let top = row as f64 * ROW_HEIGHT + (ROW_HEIGHT - BAR_HEIGHT) / 2.0;
        let baseline = top + BAR_HEIGHT * 0.75;
        let bar = length(report.leaves as f64);
        let mark = LABEL_WIDTH + length(report.minimum_leaves);
        let class = if report.outcome == Outcome::OutOfNodes { "open" } else { "bar" };
        let _ = writeln!(
            svg,
            "<text x=\"0\" y=\"{baseline:.1}\">{}</text>\
             <rect class=\"{class}\" x=\"{LABEL_WIDTH}\" y=\"{top:.1}\" width=\"{bar:.1}\" height=\"{BAR_HEIGHT}\"/>\
             <line class=\"minimum\" x1=\"{mark:.1}\" x2=\"{mark:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>\
             <text x=\"{:.1}\" y=\"{baseline:.1}\">{}</text>",
            escape(&report.technique),
            top - 4.0,
            top + BAR_HEIGHT + 4.0,
            LABEL_WIDTH + bar.max(length(report.minimum_leaves)) + 8.0,
            report.leaves,
        );
    }
    svg + "</svg>\n"
}

fn table(reports: &[TechniqueReport]) -> String {
    let row = |cells: &[String], tag: &str| {
        let cells: String = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let headings = HEADINGS.map(str::to_owned);
    let rows: String = reports.iter().map(|report| row(&report.cells(), "td")).collect();
    format!("<table><thead>{}</thead><tbody>{rows}</tbody></table>\n", row(&headings, "th"))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
