//! What the pages about advice are made of: the frame around them, and the boards that their script steps through. A page is
//! one file that needs nothing from outside.

use std::fmt::Write as _;

use serde::Serialize;
use shakmaty::{Bitboard, Color, Square};

use super::play::played_line::{PlayedLine, PlayedMove};
use super::position::side::seen_by;
use super::position::step::Step;
use super::position::view::Position;

const STYLE: &str = include_str!("page.css");
const BOARDS: &str = include_str!("boards.js");

/// A board of a page with all that is drawn on it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ShownBoard {
    pub fen: String,
    /// The move that led here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uci: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// Why it was played.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<Arrow>,
}

/// Squares in one colour.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Mark {
    class: &'static str,
    squares: Vec<String>,
}

/// An arrow between two squares.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Arrow {
    class: &'static str,
    from: String,
    to: String,
}

/// Boards to step through.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ShownLine {
    pub boards: Vec<ShownBoard>,
    /// What is told of the last board.
    pub end: String,
}

/// Colours the squares that a table speaks of.
pub(super) type Marking<'a> = &'a dyn Fn(&Position) -> Vec<Mark>;

impl Mark {
    pub fn new(class: &'static str, squares: Bitboard) -> Option<Mark> {
        squares
            .any()
            .then(|| Mark { class, squares: squares.into_iter().map(|square| square.to_string()).collect() })
    }
}

impl Arrow {
    pub fn new(class: &'static str, step: Step, us: Color) -> Arrow {
        let name = |square: Square| seen_by(us, square).to_string();
        Arrow { class, from: name(step.from), to: name(step.to) }
    }

    /// Returns whether it is drawn in this way.
    pub fn is(&self, class: &str) -> bool {
        self.class == class
    }
}

impl ShownBoard {
    /// A position without a move before it.
    pub fn first(position: &Position, us: Color, marking: Marking<'_>) -> ShownBoard {
        ShownBoard {
            fen: position.fen(us),
            uci: None,
            san: None,
            why: String::new(),
            marks: marking(position),
            arrows: Vec::new(),
        }
    }

    fn after(played: &PlayedMove, us: Color, marking: Marking<'_>) -> ShownBoard {
        let why = played.reason.as_ref().map_or(String::new(), |reason| match reason.purpose.as_str() {
            "" => reason.advice.clone(),
            purpose => format!("{}: {purpose}", reason.advice),
        });
        ShownBoard {
            uci: Some(played.step.uci(us)),
            san: Some(played.san.clone()),
            why,
            ..ShownBoard::first(&played.after, us, marking)
        }
    }
}

impl ShownLine {
    /// A game from a position.
    pub fn new(position: &Position, line: &PlayedLine, us: Color, marking: Marking<'_>) -> ShownLine {
        let mut boards = vec![ShownBoard::first(position, us, marking)];
        boards.extend(line.moves.iter().map(|played| ShownBoard::after(played, us, marking)));
        ShownLine { boards, end: line.end.words().to_owned() }
    }

    /// The moves in one line of text, for those without the script.
    pub fn text(&self) -> String {
        let mut words = Vec::new();
        for (index, board) in self.boards.iter().enumerate().skip(1) {
            let san = board.san.as_deref().unwrap_or_default();
            words.push(if index % 2 == 1 { format!("{}. {san}", index / 2 + 1) } else { san.to_owned() });
        }
        words.join(" ")
    }
}

/// Returns a place for boards to step through, which the script fills; `is_main` takes the arrow keys wherever they are
/// pressed.
pub(super) fn stepper(name: &str, label: &str, line: &ShownLine, is_main: bool) -> String {
    let main = if is_main { " data-main" } else { "" };
    format!(
        "<div class=\"stepper\" data-line=\"{name}\" data-label=\"{}\"{main}></div>\n<noscript><p>{}</p></noscript>\n",
        escaped(label),
        escaped(&line.text()),
    )
}

/// Returns a page: its title, what stands in it, what its script carries, and scripts beside the one for boards.
///
/// # Errors
/// Where what it carries cannot be written as JSON, which would be a bug.
pub(super) fn page(
    title: &str,
    body: &str,
    carried: &impl Serialize,
    script: &str,
) -> Result<String, serde_json::Error> {
    // Within a script element nothing but its end tag ends it.
    let data = serde_json::to_string(carried)?.replace('<', "\\u003c");
    let mut page = String::from("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    let _ = write!(
        page,
        "<title>{}</title>\n<style>{STYLE}</style></head><body>\n{body}\
         <script type=\"application/json\" id=\"carried\">{data}</script>\n<script>{BOARDS}{script}</script></body></html>\n",
        escaped(title),
    );
    Ok(page)
}

/// Text as it stands in a page.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The same, with what stands between backquotes as code.
pub(super) fn quoted(text: &str) -> String {
    let text = escaped(text);
    let parts = text.split('`').enumerate();
    parts
        .map(|(index, part)| if index % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() })
        .collect()
}
