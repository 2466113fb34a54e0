//! Writes the elements in which the script lets a reader step through boards.

use maud::{Markup, html};
use serde::Serialize;

use super::board::{ShownBoard, picture};

/// Boards to step through. The page's data has each line under its name in `lines`.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Line {
    /// The first position, and the position after each move.
    pub boards: Vec<ShownBoard>,
    /// The words at the last board; may be empty.
    pub end: String,
}

/// An element in which the reader steps through boards.
#[derive(Clone, Copy, Debug)]
pub struct Stepper<'a> {
    /// The name of its line in the page's data; `None` if the page's own script makes the line.
    pub name: Option<&'a str>,
    /// Its accessible name.
    pub label: &'a str,
    /// Whether it reacts to the arrow keys wherever on the page they are pressed.
    pub is_main: bool,
    /// Whether its board is small.
    pub is_small: bool,
}

impl Line {
    /// Returns the moves as one line of text, for readers without the script.
    fn text(&self) -> String {
        let is_black = self.boards.first().is_some_and(|board| board.fen.contains(" b "));
        let moves = self.boards.iter().filter_map(|board| board.san.as_deref());
        let words = moves.enumerate().map(|(index, san)| {
            let ply = index + usize::from(is_black);
            match (ply % 2, index) {
                (0, _) => format!("{}. {san}", ply / 2 + 1),
                (_, 0) => format!("1… {san}"),
                _ => san.to_owned(),
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

impl Stepper<'_> {
    /// Returns the element for a line: its board, its moves, and the words at the board that is shown.
    pub fn of(&self, line: &Line) -> Markup {
        let Some(first) = line.boards.first() else { return Markup::default() };
        self.with(first, &html! { (caption()) (move_list()) noscript { p { (line.text()) } } }, &html! {})
    }

    /// Returns an element with other content beside and below the board. It must include [`caption`] and [`move_list`].
    pub fn with(&self, first: &ShownBoard, beside: &Markup, below: &Markup) -> Markup {
        html! {
            div.stepper data-line=[self.name] data-main[self.is_main] role="group"
                aria-label=(format_args!("{}: step through the boards with the arrow keys", self.label)) {
                div.pair.small[self.is_small] {
                    div.left { (picture(first)) div.steps {} }
                    div.right { (beside) }
                }
                (below)
            }
        }
    }
}

/// Returns the element in which the script describes the board.
pub fn caption() -> Markup {
    html! { p.told aria-live="polite" {} }
}

/// Returns the element in which the script lists the moves.
pub fn move_list() -> Markup {
    html! { div.way {} }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(first: &str, moves: &[&str]) -> Line {
        let after = |san: &&str| ShownBoard { san: Some((*san).to_owned()), ..ShownBoard::default() };
        let boards = std::iter::once(ShownBoard::new(first.to_owned())).chain(moves.iter().map(after));
        Line { boards: boards.collect(), end: String::new() }
    }

    #[test]
    fn moves_are_numbered_for_those_without_the_script() {
        let white = line("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", &["Rd1+", "Kc6", "Ke2"]);
        assert_eq!(white.text(), "1. Rd1+ Kc6 2. Ke2");
        let black = line("8/8/8/3k4/8/8/8/R3K3 b - - 0 1", &["Kc6", "Ke2", "Kb7"]);
        assert_eq!(black.text(), "1… Kc6 2. Ke2 Kb7");
    }

    #[test]
    fn a_label_cannot_end_the_element_that_it_names() {
        let stepper = Stepper { name: Some("x"), label: "\"><b>", is_main: true, is_small: false };
        let place = stepper.of(&line("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", &[])).into_string();
        assert!(
            place.contains("aria-label=\"&quot;&gt;&lt;b&gt;: ") && place.contains(" data-main"),
            "{place}"
        );
        assert_eq!(place.matches("<text").count(), 3, "{place}");
    }
}
