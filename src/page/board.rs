//! Draws a board as SVG, and describes boards as data for the script that steps through them.

use maud::{Markup, Render, html};
use serde::Serialize;
use shakmaty::{Bitboard, Board, Role, Square};
use utoipa::ToSchema;

/// The width of a square in units of the picture, as in `script/board.mjs`.
const FIELD: u32 = 40;
/// The space for coordinates on the left and below, in units.
const MARGIN: u32 = 18;
const SIZE: u32 = 8 * FIELD + MARGIN;
/// An arrow in units: it begins this far after the centre of its first square, and its tip and neck are this far before the
/// centre of the last.
const ARROW: (f64, f64, f64) = (12.0, 4.0, 17.0);
const HALF_A_HEAD: f64 = 8.0;

/// A position with everything that is drawn on it.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct ShownBoard {
    /// The position as a FEN.
    pub fen: String,
    /// The move that led here, in UCI notation; `None` at the beginning of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uci: Option<String>,
    /// The same move in standard notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// The reason for the move; empty if there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Coloured squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// Arrows, drawn above the men.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<Arrow>,
}

/// Squares in one colour.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Mark {
    class: &'static str,
    #[serde(serialize_with = "by_name")]
    #[schema(value_type = Vec<String>)]
    squares: Bitboard,
}

/// An arrow between two squares.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Arrow {
    class: &'static str,
    #[serde(serialize_with = "square_by_name")]
    #[schema(value_type = String)]
    from: Square,
    #[serde(serialize_with = "square_by_name")]
    #[schema(value_type = String)]
    to: Square,
}

impl ShownBoard {
    /// Returns a position with nothing drawn on it.
    pub fn new(fen: String) -> ShownBoard {
        ShownBoard { fen, ..ShownBoard::default() }
    }
}

impl Mark {
    /// Returns squares in the colour of a CSS class; `None` if there are no squares.
    pub fn new(class: &'static str, squares: Bitboard) -> Option<Mark> {
        squares.any().then_some(Mark { class, squares })
    }
}

impl Arrow {
    /// Returns an arrow in the style of a CSS class.
    pub const fn new(class: &'static str, from: Square, to: Square) -> Arrow {
        Arrow { class, from, to }
    }

    /// Returns whether the arrow has this CSS class.
    pub fn is(&self, class: &str) -> bool {
        self.class == class
    }
}

fn by_name<S: serde::Serializer>(squares: &Bitboard, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(squares.into_iter().map(|square| square.to_string()))
}

fn square_by_name<S: serde::Serializer>(square: &Square, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(square)
}

/// Returns the picture of a position, with White at the bottom. It reuses the squares of the frame's empty board. Its accessible
/// name is the FEN, which the script replaces with words.
pub fn picture(shown: &ShownBoard) -> Markup {
    let placement = shown.fen.split(' ').next().unwrap_or_default();
    let men = Board::from_ascii_board_fen(placement.as_bytes()).unwrap_or_else(|_| Board::empty());
    html! {
        svg.board viewBox=(format_args!("0 0 {SIZE} {SIZE}")) role="img" aria-label=(shown.fen) {
            use href="#empty-board" {}
            g.under { @for mark in &shown.marks { (mark) } }
            g.men {
                @for (square, piece) in men {
                    @let (x, y) = corner(square);
                    text class=(piece.color) x=(x + FIELD / 2) y=(y + FIELD * 4 / 5) { (glyph(piece.role)) }
                }
            }
            g.over { @for arrow in &shown.arrows { (arrow) } }
        }
    }
}

/// Returns the squares and coordinates, which all pictures of a page share.
pub(super) fn empty_board() -> Markup {
    html! {
        svg width="0" height="0" style="position:absolute" aria-hidden="true" {
            symbol id="empty-board" class="board" viewBox=(format_args!("0 0 {SIZE} {SIZE}")) {
                @for square in Square::ALL { (field(if square.is_light() { "light" } else { "dark" }, square)) }
                @for (number, letter) in (0..8_u32).zip('a'..='h') {
                    @let middle = number * FIELD + FIELD / 2;
                    text.edge x=(MARGIN + middle) y=(SIZE - 4) { (letter) }
                    text.edge x="8" y=(middle + 5) { (8 - number) }
                }
            }
        }
    }
}

impl Render for Mark {
    fn render(&self) -> Markup {
        html! { @for square in self.squares { (field(self.class, square)) } }
    }
}

impl Render for Arrow {
    fn render(&self) -> Markup {
        let middle = |square| {
            let (x, y) = corner(square);
            (f64::from(x + FIELD / 2), f64::from(y + FIELD / 2))
        };
        let ((x, y), (end_x, end_y)) = (middle(self.from), middle(self.to));
        let length = (end_x - x).hypot(end_y - y).max(1.0);
        let (unit_x, unit_y) = ((end_x - x) / length, (end_y - y) / length);
        let (begin, tip, neck) = ARROW;
        let (neck_x, neck_y) = (end_x - neck * unit_x, end_y - neck * unit_y);
        let (wing_x, wing_y) = (HALF_A_HEAD * unit_y, HALF_A_HEAD * unit_x);
        let head = format_args!(
            "{:.1},{:.1} {:.1},{:.1} {:.1},{:.1}",
            end_x - tip * unit_x,
            end_y - tip * unit_y,
            neck_x - wing_x,
            neck_y + wing_y,
            neck_x + wing_x,
            neck_y - wing_y,
        );
        let tenths = |value: f64| format!("{value:.1}");
        html! {
            g.arrow.(self.class) {
                line x1=(tenths(x + begin * unit_x)) y1=(tenths(y + begin * unit_y)) x2=(tenths(neck_x)) y2=(tenths(neck_y)) {}
                polygon points=(head) {}
            }
        }
    }
}

fn field(class: &str, square: Square) -> Markup {
    let (x, y) = corner(square);
    html! { rect class=(class) x=(x) y=(y) width=(FIELD) height=(FIELD) {} }
}

fn corner(square: Square) -> (u32, u32) {
    (MARGIN + square.file() as u32 * FIELD, (7 - square.rank() as u32) * FIELD)
}

/// Returns the filled figure of a piece for both colours, which differ only in their fill. The second character asks for text
/// instead of an emoji.
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
