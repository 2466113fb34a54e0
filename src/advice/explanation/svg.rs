//! A board as inline SVG: squares, some of them shaded, pieces as the fonts of every system have them.

use std::fmt::Write as _;

use shakmaty::{Bitboard, Board, Role, Square};

const FIELD: u32 = 40;
const MARGIN: u32 = 18;
const SIZE: u32 = 8 * FIELD + MARGIN;
const ARROW_HEAD: f64 = 14.0;

/// How a page draws the classes of [`board_picture`].
pub const BOARD_STYLE: &str = "
.board { max-width: 100%; height: auto; display: block; margin: .5rem 0 }
.light { fill: #f0e6d2 } .dark { fill: #c8a97e } .room { fill: #3a7d44; opacity: .38 }
.board text { text-anchor: middle; font-size: 34px; font-family: 'DejaVu Sans', 'Segoe UI Symbol', 'Noto Sans Symbols2', 'Apple Symbols', serif }
.board .white { fill: #fff; stroke: #222; stroke-width: 1.2 } .board .black { fill: #222 }
.board .arrow path { stroke-width: 6; fill: none; opacity: .75 } .board .arrow .head { stroke: none }
.board .right path { stroke: #2a6b33 } .board .right .head { fill: #2a6b33 } .board .wrong path { stroke: #b3261e } .board .wrong .head { fill: #b3261e }
.board .edge { font: 12px system-ui, sans-serif; fill: #666; stroke: none }
";

/// Returns men on a board with some squares shaded, White below. The picture needs nothing from outside but
/// [`BOARD_STYLE`]; `label` says what it shows to those who do not see it.
pub fn board_picture(label: &str, men: &Board, shaded: Bitboard) -> String {
    let mut svg = opening(label);
    write_squares(&mut svg, shaded);
    write_men(&mut svg, men);
    write_edges(&mut svg);
    svg.push_str("</svg>");
    svg
}

/// Returns an empty board that the pictures of a page share: see [`shared_board_picture`].
pub fn shared_board() -> String {
    let mut svg = format!(
        "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><symbol id=\"empty-board\" \
         class=\"board\" viewBox=\"0 0 {SIZE} {SIZE}\">"
    );
    write_squares(&mut svg, Bitboard::EMPTY);
    write_edges(&mut svg);
    svg.push_str("</symbol></svg>");
    svg
}

/// Returns men on the board of [`shared_board`], with arrows (from, to, class) over them.
pub fn shared_board_picture(label: &str, men: &Board, arrows: &[(Square, Square, &str)]) -> String {
    let mut svg = opening(label);
    let _ = write!(svg, "<use href=\"#empty-board\" width=\"{SIZE}\" height=\"{SIZE}\"/>");
    write_men(&mut svg, men);
    for &(from, to, class) in arrows {
        write_arrow(&mut svg, from, to, class);
    }
    svg.push_str("</svg>");
    svg
}

fn opening(label: &str) -> String {
    format!(
        "<svg class=\"board\" viewBox=\"0 0 {SIZE} {SIZE}\" width=\"{SIZE}\" height=\"{SIZE}\" role=\"img\" aria-label=\"{label}\">",
    )
}

fn write_squares(svg: &mut String, shaded: Bitboard) {
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
    }
}

fn write_men(svg: &mut String, men: &Board) {
    for square in men.occupied() {
        if let Some(piece) = men.piece_at(square) {
            let (x, y) = corner(square);
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
}

fn write_edges(svg: &mut String) {
    for number in 0..8_u32 {
        let middle = number * FIELD + FIELD / 2;
        let letter = char::from(b'a' + number as u8);
        let _ =
            write!(svg, "<text class=\"edge\" x=\"{}\" y=\"{}\">{letter}</text>", MARGIN + middle, SIZE - 4);
        let _ = write!(svg, "<text class=\"edge\" x=\"8\" y=\"{}\">{}</text>", middle + 5, 8 - number);
    }
}

/// A line with a head, from the middle of a square to that of another.
fn write_arrow(svg: &mut String, from: Square, to: Square, class: &str) {
    let middle = |square| {
        let (x, y) = corner(square);
        (f64::from(x + FIELD / 2), f64::from(y + FIELD / 2))
    };
    let ((x, y), (end_x, end_y)) = (middle(from), middle(to));
    let (along_x, along_y) = (end_x - x, end_y - y);
    let length = along_x.hypot(along_y).max(1.0);
    let (unit_x, unit_y) = (along_x / length, along_y / length);
    let (base_x, base_y) = (end_x - ARROW_HEAD * unit_x, end_y - ARROW_HEAD * unit_y);
    let half = ARROW_HEAD / 2.0;
    let _ = write!(
        svg,
        "<g class=\"arrow {class}\"><path d=\"M{x} {y}L{base_x:.1} {base_y:.1}\"/><path class=\"head\" d=\"M{end_x} {end_y}L{:.1} \
         {:.1}L{:.1} {:.1}Z\"/></g>",
        base_x - half * unit_y,
        base_y + half * unit_x,
        base_x + half * unit_y,
        base_y - half * unit_x,
    );
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
