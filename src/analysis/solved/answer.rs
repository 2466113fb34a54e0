//! Writes a solved position as one JSON object.

use serde::Serialize;

use super::effort::Effort;
use super::tables::LargerTables;
use super::words::{proven_in_words, sorted, stopped_in_words, uci};
use crate::board::{Board, notations};
use crate::solve::{FiftyMoves, Solution, SolvedMove};

/// The proven result of a position.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = SolveAnswer)]
pub struct Answer {
    fen: String,
    result: &'static str,
    moves: Vec<MoveAnswer>,
    /// Best play of both sides, in UCI's notation.
    line: Vec<String>,
    /// The same line in standard notation.
    line_san: Vec<String>,
    /// For a win or loss: whether the 50-move rule leaves it as it is; null if that is not known, and in draws.
    stands_with_50_move_rule: Option<bool>,
    #[serde(flatten)]
    effort: Effort,
    /// `time`, `memory` or `pieces` if not everything could be proven.
    stopped_by: Option<&'static str>,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = SolvedMove)]
struct MoveAnswer {
    uci: String,
    san: String,
    result: &'static str,
    /// Moves of the winning side until the next capture, pawn move or mate, without the 50-move rule.
    moves_to_conversion: Option<u32>,
    /// Whether that number is the shortest; otherwise it is an upper bound.
    is_conversion_exact: Option<bool>,
    /// Whether it keeps the win only by coming back to the position.
    loses_time: bool,
    /// Of a win or loss: whether the 50-move rule leaves it as it is; null if that is not known, and in draws.
    stands_with_50_move_rule: Option<bool>,
}

impl Answer {
    /// Makes the answer for a position from its solution and the larger tables that were used.
    pub fn of(board: &Board, solution: &Solution, tables: &LargerTables) -> Answer {
        Answer {
            fen: board.fen(),
            result: proven_in_words(solution.proven),
            moves: sorted(&solution.moves)
                .iter()
                .map(|solved| MoveAnswer::of(board, solved, solution))
                .collect(),
            line: solution.line.iter().map(|played| uci(*played)).collect(),
            line_san: notations(board, &solution.line),
            stands_with_50_move_rule: stands(solution.fifty_moves),
            effort: Effort::of(solution, tables),
            stopped_by: solution.stopped_by.map(stopped_in_words),
        }
    }
}

impl MoveAnswer {
    fn of(board: &Board, solved: &SolvedMove, solution: &Solution) -> MoveAnswer {
        MoveAnswer {
            uci: uci(solved.played),
            san: board.notation(solved.played).to_string(),
            result: proven_in_words(solved.proven),
            moves_to_conversion: solved.conversion.map(|conversion| conversion.moves),
            is_conversion_exact: solved.conversion.map(|conversion| conversion.is_exact),
            loses_time: solution.losing_time.contains(&solved.played),
            stands_with_50_move_rule: stands(solved.fifty_moves),
        }
    }
}

fn stands(fifty_moves: Option<FiftyMoves>) -> Option<bool> {
    match fifty_moves? {
        FiftyMoves::Stands => Some(true),
        FiftyMoves::Spoils => Some(false),
        FiftyMoves::MayMatter => None,
    }
}
