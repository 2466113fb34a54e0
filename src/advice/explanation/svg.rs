//! A board as inline SVG: squares, some of them shaded, pieces as the fonts of every system have them.

use std::fmt::Write as _;

use shakmaty::{Bitboard, Board, Role, Square};

const FIELD: u32 = 40;
const MARGIN: u32 = 18;

/// How a page draws the classes of [`board_picture`].
pub const BOARD_STYLE: &str = "
.board { max-width: 100%; height: auto; display: block; margin: .5rem 0 }
.light { fill: #f0e6d2 } .dark { fill: #c8a97e } .room { fill: #3a7d44; opacity: .38 }
.board text { text-anchor: middle; font-size: 34px; font-family: 'DejaVu Sans', 'Segoe UI Symbol', 'Noto Sans Symbols2', 'Apple Symbols', serif }
.board .white { fill: #fff; stroke: #222; stroke-width: 1.2 } .board .black { fill: #222 }
.board .edge { font: 12px system-ui, sans-serif; fill: #666; stroke: none }
";

/// Returns men on a board with some squares shaded, White below. The picture needs nothing from outside but
/// [`BOARD_STYLE`]; `label` says what it shows to those who do not see it.
pub fn board_picture(label: &str, men: &Board, shaded: Bitboard) -> String {
    let size = 8 * FIELD + MARGIN;
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\" role=\"img\" aria-label=\"{label}\">",
    );
    for square in Square::ALL {
        let (x, y) = corner(square);
        let colour = if square.is_light() { "light" } else { "dark" };
        let _ = write!(
            svg,
            "<rect class=\"{colour}\" x=\"{x}\" y=\"{y}\" width=\"{FIELD}\" height=\"{FIELD}\"/>"
        );
        if shaded.contains(square) {
            let _ = write!(
                svg,
                "<rect class=\"room\" x=\"{x}\" y=\"{y}\" width=\"{FIELD}\" height=\"{FIELD}\"/>"
            );
        }
        if let Some(piece) = men.piece_at(square) {
            let _ = write!(
                svg,
                "<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>",
                piece.color,
                x + FIELD / 2,
                y + FIELD * 4 / 5,
                glyph(piece.role),
            );
        }
    }
    for number in 0..8_u32 {
        let middle = number * FIELD + FIELD / 2;
        let letter = char::from(b'a' + number as u8);
        let _ =
            write!(svg, "<text class=\"edge\" x=\"{}\" y=\"{}\">{letter}</text>", MARGIN + middle, size - 4);
        let _ = write!(svg, "<text class=\"edge\" x=\"8\" y=\"{}\">{}</text>", middle + 5, 8 - number);
    }
    svg.push_str("</svg>");
    svg
}

fn corner(square: Square) -> (u32, u32) {
    (MARGIN + square.file() as u32 * FIELD, (7 - square.rank() as u32) * FIELD)
}

/// Returns the filled figures for both colours: they differ by their fill alone. The last sign asks for text, not
/// emoji.
const fn glyph(role: Role) -> &'static str {
    match role {
        Role::King => "\u{265a}\u{fe0e}",
        Role::Queen => "\u{265b}\u{fe0e}",
        Role::Rook => "\u{265c}\u{fe0e}",
        Role::Bishop => "\u{265d}\u{fe0e}",
        Role::Knight => "\u{265e}\u{fe0e}",
        Role::Pawn => "\u{265f}\u{fe0e}",
    }
}
