//! A critical position: the board with what was played and what was right, and the words beside it.

use std::fmt::Write as _;

use shakmaty::{Board, Square};

use super::data::{Critical, Drawn};
use crate::advice::explanation::shared_board_picture;
use crate::cli::page::escaped;
use crate::cli::review::words::capitalised;

/// The position with its arrows and its story.
pub(super) fn position(game: usize, critical: &Critical) -> String {
    let mut arrows = vec![arrow(&critical.played, if critical.better.is_some() { "wrong" } else { "right" })];
    arrows.extend(critical.better.as_ref().map(|better| arrow(better, "right")));
    let mut text = format!(
        "<div class=\"critical\" id=\"g{game}m{}\"><div>{}</div><div class=\"beside\"><h4>{} {}<span class=\"{}\">{}</span> \
         <small>{}</small></h4>",
        critical.index,
        picture(critical, &arrows),
        critical.number,
        critical.played.san,
        if critical.is_loss { "fault" } else { "sign" },
        critical.sign,
        escaped(&critical.player),
    );
    let _ = write!(text, "<p>{} <em>({})</em>.</p>", critical.headline, critical.whence);
    text.push_str(&solution(critical));
    let _ = writeln!(
        text,
        "<p class=\"hint\">{} · <code>{}</code></p></div></div>",
        critical.ending, critical.fen
    );
    text
}

/// What was right, and why.
pub(super) fn solution(critical: &Critical) -> String {
    let mut text = String::new();
    if let Some(better) = &critical.better {
        let _ = write!(text, "<p>Right was <strong>{}</strong>: {}</p>", better.san, critical.line);
    }
    for reason in &critical.reasons {
        let _ = write!(text, "<p class=\"reason\">{}.</p>", escaped(&capitalised(reason)));
    }
    text
}

/// The board with arrows.
pub(super) fn picture(critical: &Critical, arrows: &[(Square, Square, &str)]) -> String {
    let placement = critical.fen.split(' ').next().unwrap_or_default();
    let men = Board::from_ascii_board_fen(placement.as_bytes()).unwrap_or_else(|_| Board::empty());
    shared_board_picture(&critical.fen, &men, arrows)
}

fn arrow<'a>(drawn: &Drawn, class: &'a str) -> (Square, Square, &'a str) {
    (Square::new(u32::from(drawn.from & 63)), Square::new(u32::from(drawn.to & 63)), class)
}
