//! A solved position as one self-contained page: board, moves, the line and its branches, corresponding squares.

mod branches;
mod corresponding;

use std::fmt::Write as _;

use indicatif::{HumanBytes, HumanCount};
use serde::Serialize;
use shakmaty::{Bitboard, Position as _};

use self::branches::{Known, branches};
use self::corresponding::{Correspondence, corresponding_squares};
use super::words::{headline, numbered, reason_in_words};
use crate::advice::explanation::{BOARD_STYLE, board_picture};
use crate::board::Board;
use crate::cli::page::{carried_data, head};
use crate::solve::{Solution, SolvedGraph};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// What the page's script steps through.
#[derive(Serialize)]
struct Carried {
    positions: Vec<Known>,
    corresponding: Vec<Correspondence>,
}

/// Returns the page.
///
/// # Errors
/// Where what it carries cannot be written as JSON, which would be a bug.
pub(super) fn page(
    board: &Board,
    solution: &Solution,
    graph: &SolvedGraph,
) -> Result<String, serde_json::Error> {
    let carried = Carried {
        positions: branches(board, solution, graph),
        corresponding: corresponding_squares(board, graph),
    };
    let data = carried_data(&carried)?;
    let (title, fen) = (headline(board, solution), board.fen());
    let mut page = String::new();
    page.push_str(&head(&title, &[BOARD_STYLE, STYLE]));
    let _ = write!(page, "<h1>{title}</h1>\n<p><code>{fen}</code></p>\n");
    page.push_str(&stepping(board, &fen));
    let _ = writeln!(page, "<noscript><p>{}</p></noscript>", numbered(board, &solution.line));
    if !carried.corresponding.is_empty() {
        page.push_str(&squares(board));
    }
    page.push_str(&proof(solution));
    let _ = write!(
        page,
        "<script type=\"application/json\" id=\"carried\">{data}</script>\n<script>{SCRIPT}</script></body></html>\n"
    );
    Ok(page)
}

/// The board with the moves beside it and the way taken below.
fn stepping(board: &Board, fen: &str) -> String {
    let picture = board_picture(fen, board.position().board(), Bitboard::EMPTY);
    format!(
        "<div class=\"stepping\"><div id=\"position\">{picture}\
         <div class=\"steps\"><button id=\"first\" aria-label=\"to the beginning\">|◀</button>\
         <button id=\"back\" aria-label=\"one move back\">◀</button>\
         <button id=\"on\" aria-label=\"one move on\">▶</button>\
         <button id=\"last\" aria-label=\"to the end\">▶|</button>\
         <button id=\"best\">best play</button></div></div>\
         <div class=\"beside\"><p id=\"told\" aria-live=\"polite\"></p>\
         <table><thead><tr><th>move</th><th>result</th><th title=\"the winner's moves to the next capture, pawn move or \
         mate\">moves</th></tr></thead><tbody id=\"moves\"></tbody></table></div></div>\n\
         <h2>Line</h2>\n<p id=\"way\"></p>\n\
         <p class=\"hint\">A click on a move plays it. Keys: ← and → step, Home and End go to the ends, ↑ and ↓ choose \
         a move, Enter plays it. Results are those of the side to move; “moves” counts the winner's until the next \
         capture, pawn move or mate.</p>\n"
    )
}

/// The board of corresponding squares, which the script fills.
fn squares(board: &Board) -> String {
    let mut pawns = board.position().board().clone();
    for king in pawns.kings() {
        let _ = pawns.remove_piece_at(king);
    }
    format!(
        "<h2>Corresponding squares</h2>\n<p>With the pawns as they stand: squares of the kings on which whoever is to \
         move would rather not. A white number is for White's king, a black one for Black's; where both stand on \
         squares with the same number, they correspond.</p>\n<div class=\"stepping\"><div id=\"corresponding\" \
         tabindex=\"0\">{}</div><div class=\"beside\"><p id=\"kinds\"></p><p id=\"pair\" aria-live=\"polite\"></p>\
         <table><thead><tr><th></th><th>White's king</th><th>Black's king</th></tr></thead>\
         <tbody id=\"groups\"></tbody></table></div></div>\n",
        board_picture("corresponding squares", &pawns, Bitboard::EMPTY)
    )
}

fn proof(solution: &Solution) -> String {
    let mut text = String::from("<h2>How it is proven</h2>\n<table class=\"figures\">");
    let mut row = |name: &str, value: String| {
        let _ = write!(text, "<tr><td>{name}</td><td>{value}</td></tr>");
    };
    row("arrangements", HumanCount(solution.size.arrangements as u64).to_string());
    row("positions, at most", HumanCount(solution.size.positions).to_string());
    row("memory", HumanBytes(solution.size.bytes as u64).to_string());
    row("time", format!("{:.1} s", solution.time.as_secs_f64()));
    if let Some(stopped_by) = solution.stopped_by {
        row("stopped by", reason_in_words(stopped_by).to_owned());
    }
    text.push_str(
        "</table>\n<p>Every arrangement that the position can come to, and that matters, is solved by retrograde analysis, \
         from the last to the first, once for each side that might win. Positions of up to four men are looked up in exact \
         tables, and where arrangements would cost much, single positions are proven by looking ahead. Results are told only where both bounds meet; they do not count the 50-move rule unless it is said.</p>\n",
    );
    text
}
