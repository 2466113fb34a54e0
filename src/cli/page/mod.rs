//! What the pages that commands write have in common: their head and style, and how text and data stand in them. A page is one
//! file that needs nothing from outside.

use serde::Serialize;

const STYLE: &str = include_str!("base.css");

/// A page's beginning, up to its body; `title` and styles stand in it as they are.
pub(super) fn head(title: &str, styles: &[&str]) -> String {
    let styles = styles.concat();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}</title><style>{STYLE}{styles}</style></head><body>\n"
    )
}

/// Text as HTML, within quotation marks, too.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Data as JSON for a script element, which nothing but its end tag ends.
pub(super) fn carried_data(data: &impl Serialize) -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string(data)?.replace('<', "\\u003c"))
}
