//! Writes a solved position as one self-contained page: board, moves, the line and its branches, corresponding squares.

mod branches;
mod corresponding;

use indicatif::{HumanBytes, HumanCount};
use maud::{Markup, html};
use serde::Serialize;
use shakmaty::Position as _;

use self::branches::{KnownPosition, branches};
pub(super) use self::corresponding::{Correspondence, corresponding_squares};
use super::tables::LargerTables;
use super::words::{headline, reason_in_words};
use crate::board::{Board, numbered};
use crate::page::{Carried, Page, ShownBoard, Stepper, caption, move_list, picture};
use crate::solve::{Solution, SolvedGraph};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.mjs");

/// The data that the page's script steps through.
#[derive(Serialize)]
struct Data {
    positions: Vec<KnownPosition>,
    corresponding: Vec<Correspondence>,
}

/// Returns the page.
///
/// # Errors
/// If its data cannot be written as JSON, which would be a bug.
pub fn page(
    board: &Board,
    solution: &Solution,
    graph: &SolvedGraph,
    tables: &LargerTables,
) -> Result<String, serde_json::Error> {
    let data = Data {
        positions: branches(board, solution, graph),
        corresponding: corresponding_squares(board, graph),
    };
    let title = headline(board, solution);
    let body = html! {
        h1 { (title) }
        p { code { (board.fen()) } }
        (stepping(board, solution))
        @if !data.corresponding.is_empty() { (squares(board)) }
        (proof(solution, tables))
    };
    let carried = Some(Carried::new(&data)?);
    Ok(Page { title: &title, body, carried, style: STYLE, script: SCRIPT }.to_html())
}

/// Returns the board with the moves beside it and the line below.
fn stepping(board: &Board, solution: &Solution) -> Markup {
    let stepper = Stepper { name: None, label: "best play", is_main: true, is_small: false };
    let beside = html! {
        (caption())
        table {
            thead { tr {
                th { "move" }
                th { "result" }
                th title="the winner's moves to the next capture, pawn move or mate" { "moves" }
            } }
            tbody id="moves" {}
        }
    };
    let below = html! {
        h2 { "Line" }
        (move_list())
        noscript { p { (numbered(board, &solution.line)) } }
        p.hint {
            "Click a move to play it. Keys: ← and → step, Home and End go to the ends, ↑ and ↓ choose a move, Enter plays it. \
             Results are for the side to move; “moves” counts the winner's moves to the next capture, pawn move or mate."
        }
    };
    html! { div id="position" { (stepper.with(&ShownBoard::new(board.fen()), &beside, &below)) } }
}

/// Returns the board of corresponding squares, which the script fills.
fn squares(board: &Board) -> Markup {
    let mut pawns = board.position().board().clone();
    for king in pawns.kings() {
        let _ = pawns.remove_piece_at(king);
    }
    html! {
        h2 { "Corresponding squares" }
        p {
            "No pawn moves here. If both kings are on squares with the same number, whoever is to move would rather not. White \
             numbers are for White's king, black numbers for Black's."
        }
        div.pair {
            div.left { div.keys id="corresponding" tabindex="0" { (picture(&ShownBoard::new(pawns.to_string()))) } }
            div.right {
                p id="kinds" {}
                p id="pair" aria-live="polite" {}
                table {
                    thead { tr { th {} th { "White's king" } th { "Black's king" } } }
                    tbody id="groups" {}
                }
            }
        }
    }
}

fn proof(solution: &Solution, tables: &LargerTables) -> Markup {
    let rows = [
        ("arrangements", HumanCount(solution.size.arrangements as u64).to_string()),
        ("positions, at most", HumanCount(solution.size.positions).to_string()),
        ("memory", HumanBytes(solution.size.bytes as u64).to_string()),
        ("time", format!("{:.1} s", solution.time.as_secs_f64())),
    ];
    let stopped =
        solution.stopped_by.map(|stopped_by| ("stopped by", reason_in_words(stopped_by).to_owned()));
    let named = [("tables", tables.built()), ("Syzygy files", tables.syzygy())];
    let named = named.into_iter().filter(|(_, names)| !names.is_empty());
    let named = named.map(|(label, names)| (label, names.join(" ")));
    html! {
        h2 { "How lucena proves it" }
        table.figures { @for (name, value) in rows.into_iter().chain(named).chain(stopped) { tr { td { (name) } td { (value) } } } }
        p {
            "Lucena solves every arrangement of pawns and pieces that the position can reach and that matters. It does so by \
             retrograde analysis, from the last arrangement to the first, once for each side that might win. It looks up \
             positions of up to four men in exact tables, and larger ones in the tables and files named above, and proves single positions by looking ahead if their arrangements \
             would cost too much. It gives a result only where both bounds meet. Results do not count the 50-move rule unless \
             the page says so."
        }
    }
}
