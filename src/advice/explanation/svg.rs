//! A board as inline SVG: squares, the room shaded, pieces as the fonts of every system have them.

use std::fmt::Write as _;

use shakmaty::{Color, Role, Square};

use crate::advice::position::Position;
use crate::advice::side::{Side, seen_by};
use crate::advice::vocabulary::room_squares;

const FIELD: u32 = 40;
const MARGIN: u32 = 18;

/// White is below. The picture needs nothing from outside.
pub(super) fn svg_board(position: &Position, us: Color) -> String {
    let size = 8 * FIELD + MARGIN;
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\" role=\"img\" aria-label=\"{}\">",
        position.fen(us)
    );
    let room = room_squares(position);
    for square in Square::ALL {
        let (x, y) = corner(square);
        let seen = seen_by(us, square);
        let colour = if square.is_light() { "light" } else { "dark" };
        let _ = write!(
            svg,
            "<rect class=\"{colour}\" x=\"{x}\" y=\"{y}\" width=\"{FIELD}\" height=\"{FIELD}\"/>"
        );
        if room.contains(seen) {
            let _ = write!(
                svg,
                "<rect class=\"room\" x=\"{x}\" y=\"{y}\" width=\"{FIELD}\" height=\"{FIELD}\"/>"
            );
        }
        if let Some((side, role)) = position.piece_at(seen) {
            let white = (side == Side::Us) == us.is_white();
            let _ = write!(
                svg,
                "<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>",
                if white { "white" } else { "black" },
                x + FIELD / 2,
                y + FIELD * 4 / 5,
                glyph(role),
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
