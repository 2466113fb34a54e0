//! Names the sides for people.

use shakmaty::Color;

/// Returns `White` or `Black`.
pub const fn color_name(color: Color) -> &'static str {
    if color.is_white() { "White" } else { "Black" }
}
