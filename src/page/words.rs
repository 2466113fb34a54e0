//! Text with code in it.

use maud::{Markup, html};

/// Returns a text with what stands between backquotes as code.
pub fn with_code(text: &str) -> Markup {
    html! {
        @for (number, part) in text.split('`').enumerate() {
            @if number % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
