//! What somebody who watches a search sees: after every report, all lines so far; at the end, the move.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use shakmaty::Move;
use utoipa::ToSchema;

use super::shown_line::ShownLine;
use crate::board::Board;
use crate::score::{WinDrawLoss, win_draw_loss};
use crate::search::LineReport;

/// A search so far.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SearchView {
    /// The depth of the iteration in half-moves.
    depth: u32,
    /// The deepest half-move reached.
    selective_depth: u32,
    /// Nodes so far.
    nodes: u64,
    /// Time so far.
    milliseconds: u64,
    /// Nodes a second.
    nodes_per_second: u64,
    /// Positions whose result a table gave.
    table_hits: u64,
    /// The part of the transposition table that is filled, in thousandths.
    hash_permille: u32,
    /// The best lines, the best first.
    lines: Vec<SearchLine>,
}

/// A line of a search.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SearchLine {
    #[serde(flatten)]
    line: ShownLine,
    /// The chances of the side to move.
    chances: Chances,
    /// Whether the rules or the exact tables prove the draw.
    is_proven_draw: bool,
}

/// Chances in thousandths.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Chances {
    /// Of a win.
    win: u32,
    /// Of a draw.
    draw: u32,
    /// Of a loss.
    loss: u32,
}

/// The end of a search.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct SearchDone {
    /// The best move in UCI's notation; null if there is no legal move.
    best: Option<String>,
    /// The same in standard notation.
    best_san: Option<String>,
    /// The expected reply in UCI's notation; null if none is expected.
    ponder: Option<String>,
    /// Nodes in all.
    nodes: u64,
    /// Time in all.
    milliseconds: u64,
}

/// Puts the reports of one search together.
pub struct SearchWatch {
    board: Board,
    lines: BTreeMap<usize, SearchLine>,
    nodes: u64,
    elapsed: Duration,
}

impl SearchWatch {
    /// Watches a search of this position.
    pub fn new(board: Board) -> SearchWatch {
        SearchWatch { board, lines: BTreeMap::new(), nodes: 0, elapsed: Duration::ZERO }
    }

    /// Takes a report; returns all lines so far.
    pub fn take(&mut self, report: &LineReport) -> SearchView {
        let LineReport { score, bound, depth, is_proven_draw, .. } = *report;
        let WinDrawLoss { win, draw, loss } = win_draw_loss(score, is_proven_draw);
        let line = ShownLine::new(&self.board, &report.line, Some(score), bound, depth);
        let chances = Chances { win, draw, loss };
        self.lines.insert(report.multi_pv, SearchLine { line, chances, is_proven_draw });
        (self.nodes, self.elapsed) = (report.nodes, report.elapsed);
        let micros = report.elapsed.as_micros().max(1);
        SearchView {
            depth,
            selective_depth: report.selective_depth.max(depth),
            nodes: report.nodes,
            milliseconds: milliseconds(report.elapsed),
            nodes_per_second: u64::try_from(u128::from(report.nodes) * 1_000_000 / micros)
                .unwrap_or(u64::MAX),
            table_hits: report.table_hits,
            hash_permille: report.hash_permille,
            lines: self.lines.values().cloned().collect(),
        }
    }

    /// Returns the end of the search, with these moves.
    pub fn done(&self, best: Option<Move>, ponder: Option<Move>) -> SearchDone {
        let board = &self.board;
        let reply = |best: Move| ponder.map(|ponder| board.after(best).uci(ponder));
        SearchDone {
            best: best.map(|best| board.uci(best)),
            best_san: best.map(|best| board.notation(best).to_string()),
            ponder: best.and_then(reply),
            nodes: self.nodes,
            milliseconds: milliseconds(self.elapsed),
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
