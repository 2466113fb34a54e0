//! Marks code within text.

use maud::{Markup, html};

/// Returns a text in which everything between backquotes is marked as code.
pub fn with_code(text: &str) -> Markup {
    html! {
        @for (number, part) in text.split('`').enumerate() {
            @if number % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
