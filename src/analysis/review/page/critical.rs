//! Shows a critical position: the board with the played and the right move, and the text beside it.

use maud::{Markup, html};
use shakmaty::Square;

use super::data::{Critical, Drawn, PageGame};
use crate::analysis::review::words::capitalised;
use crate::page::{Arrow, ShownBoard, picture};

/// Returns the id of its place on the page.
pub(super) fn anchor(game: &PageGame, critical: &Critical) -> String {
    format!("g{}m{}", game.number, critical.index)
}

/// Returns the position with its arrows and its text.
pub(super) fn position(game: &PageGame, critical: &Critical) -> Markup {
    let mut arrows = vec![arrow(&critical.played, if critical.better.is_some() { "wrong" } else { "right" })];
    arrows.extend(critical.better.as_ref().map(|better| arrow(better, "right")));
    html! {
        div.pair.small.critical id=(anchor(game, critical)) {
            div.left { (picture(&ShownBoard { arrows, ..board(critical) })) }
            div.right {
                h4 {
                    (critical.number) " " (critical.played.san)
                    span class=(sign_class(critical)) { (critical.sign) } " "
                    small { (critical.player) }
                }
                p { (critical.headline) " " em class=(certainty_class(critical)) { "(" (critical.known_by) ")" } "." }
                (solution(critical))
                p.hint { (critical.ending) " · " code { (critical.fen) } }
            }
        }
    }
}

/// Returns the class that colours its sign.
pub(super) fn sign_class(critical: &Critical) -> &'static str {
    if critical.is_loss { "fault" } else { "sign" }
}

/// Returns the class that colours its certainty.
fn certainty_class(critical: &Critical) -> &'static str {
    if critical.certainty == "exact" { "certain" } else { "estimated" }
}

/// Returns the right move and the reason.
pub(super) fn solution(critical: &Critical) -> Markup {
    html! {
        @if let Some(better) = &critical.better {
            p { "Right was " strong { (better.san) } ": " (critical.line) }
        }
        @for reason in &critical.reasons { p { (capitalised(reason)) "." } }
    }
}

/// Returns the position without arrows.
pub(super) fn board(critical: &Critical) -> ShownBoard {
    ShownBoard::new(critical.fen.clone())
}

fn arrow(drawn: &Drawn, class: &'static str) -> Arrow {
    let square = |number: u8| Square::new(u32::from(number & 63));
    Arrow::new(class, square(drawn.from), square(drawn.to))
}
