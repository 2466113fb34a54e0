//! Writes the frame of every page: head, style, the empty board that its pictures share, body, data and scripts.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::board::empty_board;
use super::carried::Carried;
use crate::text;
use crate::text::outputs::Kind;

const STYLE: &str = include_str!("style.css");
const EXERCISE_STYLE: &str = include_str!("exercise.css");
/// The scripts in an order in which each imports only from earlier ones.
const SCRIPTS: [(&str, &str); 7] = [
    ("page/script/position.mjs", include_str!("script/position.mjs")),
    ("page/script/way.mjs", include_str!("script/way.mjs")),
    ("page/script/board.mjs", include_str!("script/board.mjs")),
    ("page/script/stepper.mjs", include_str!("script/stepper.mjs")),
    ("page/script/hand.mjs", include_str!("script/hand.mjs")),
    ("page/script/exercise.mjs", include_str!("script/exercise.mjs")),
    ("page/script/start.mjs", include_str!("script/start.mjs")),
];
/// The kit as files, by their places below `src`, for a page that loads them instead of carrying them.
pub const FILES: [(&str, &str); 9] = [
    ("page/style.css", STYLE),
    ("page/exercise.css", EXERCISE_STYLE),
    SCRIPTS[0],
    SCRIPTS[1],
    SCRIPTS[2],
    SCRIPTS[3],
    SCRIPTS[4],
    SCRIPTS[5],
    SCRIPTS[6],
];
/// The beginnings by which a page is recognised, in small letters.
const BEGINNINGS: [&str; 2] = ["<!doctype html", "<html"];

/// A page before it is written.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// The title of the window, as plain text.
    pub title: &'a str,
    /// The content of its body.
    pub body: Markup,
    /// The data for the scripts; `None` if they need none.
    pub carried: Option<Carried>,
    /// CSS rules for what only this kind of page has, in addition to the kit's.
    pub style: &'a str,
    /// A script in addition to the kit's: a module that imports only from the kit, with each import on one line.
    pub script: &'a str,
}

impl Page<'_> {
    /// Returns the page as the text of a file.
    pub fn to_html(&self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.title) }
                    style { (PreEscaped(STYLE)) (PreEscaped(EXERCISE_STYLE)) (PreEscaped(self.style)) }
                }
                body {
                    (empty_board())
                    (self.body)
                    @if let Some(carried) = &self.carried { (carried.element()) }
                    script type="module" { (PreEscaped(one_module(self.script))) }
                }
            }
        };
        page.into_string() + "\n"
    }
}

/// Joins the scripts into one module. It drops their imports, since all exports are in the same module.
fn one_module(own: &str) -> String {
    let lines = SCRIPTS.into_iter().map(|(_, text)| text).chain([own]).flat_map(str::lines);
    lines.filter(|line| !line.starts_with("import ")).flat_map(|line| [line, "\n"]).collect()
}

/// Pages as outputs: one may replace another.
pub const KIND: Kind = Kind { name: "an HTML page", begins };

/// Returns whether a file that begins with these bytes is a page.
fn begins(beginning: &[u8]) -> bool {
    let text = text::beginning(beginning);
    let is_page =
        |start: &&str| text.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start));
    BEGINNINGS.iter().any(is_page)
}
