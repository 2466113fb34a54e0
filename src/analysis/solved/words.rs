//! Puts proven results, moves and lines into words, for every form of `lucena solve`'s answer.

use shakmaty::{CastlingMode, Move};

use crate::board::{Board, color_name};
use crate::solve::{Conversion, FiftyMoves, Proven, Solution, SolvedMove, StoppedBy};
use crate::tablebase::Wdl;

/// Returns the proven result, in the words of the JSON contract.
pub fn proven_in_words(proven: Proven) -> &'static str {
    match (proven.least, proven.most) {
        (Wdl::Win, _) => "win",
        (_, Wdl::Loss) => "loss",
        (Wdl::Draw, Wdl::Draw) => "draw",
        (Wdl::Draw, Wdl::Win) => "at least draw",
        (Wdl::Loss, Wdl::Draw) => "at most draw",
        (Wdl::Loss, Wdl::Win) => "unknown",
    }
}

/// Returns what ended the work, in the words of the JSON contract.
pub fn stopped_in_words(stopped_by: StoppedBy) -> &'static str {
    match stopped_by {
        StoppedBy::Time => "time",
        StoppedBy::Memory => "memory",
        StoppedBy::Work => "work",
        StoppedBy::Cancelled => "cancelled",
        StoppedBy::Pieces => "pieces",
    }
}

/// Returns the winner's moves to the next capture, pawn move or mate: `14`, or `at most 14`.
pub fn conversion_in_words(conversion: Conversion) -> String {
    let Conversion { moves, is_exact } = conversion;
    if is_exact { moves.to_string() } else { format!("at most {moves}") }
}

/// Returns a move in UCI's notation.
pub fn uci(played: Move) -> String {
    played.to_uci(CastlingMode::Standard).to_string()
}

/// Returns the moves, the best first.
pub fn sorted(moves: &[SolvedMove]) -> Vec<SolvedMove> {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|solved| {
        let conversion = i64::from(solved.conversion.map_or(0, |conversion| conversion.moves));
        let conversion = if solved.proven.least == Wdl::Win { conversion } else { -conversion };
        (std::cmp::Reverse((solved.proven.least, solved.proven.most)), conversion)
    });
    moves
}

/// Returns what ended the work, for people.
pub fn reason_in_words(stopped_by: StoppedBy) -> &'static str {
    match stopped_by {
        StoppedBy::Time => "the time limit",
        StoppedBy::Memory => "the memory limit",
        StoppedBy::Work => "the limit of work",
        StoppedBy::Cancelled => "the user",
        StoppedBy::Pieces => "positions with more pieces than are solved",
    }
}

/// Returns the side to move and the proven result, as a sentence.
pub fn headline(board: &Board, solution: &Solution) -> String {
    let turn = color_name(board.turn());
    format!("{turn} to move: {}", result_in_words(solution))
}

fn result_in_words(solution: &Solution) -> String {
    let rule = match solution.fifty_moves {
        Some(FiftyMoves::Stands) => ", also with the 50-move rule",
        Some(FiftyMoves::MayMatter) => " without the 50-move rule, which may matter here",
        Some(FiftyMoves::Spoils) => " without the 50-move rule, which turns it into a draw",
        None => "",
    };
    match solution.proven.value() {
        Some(_) => format!("{}{rule}: proven", proven_in_words(solution.proven)),
        None if solution.proven == Proven::NOTHING => "nothing proven".to_owned(),
        None => format!("{}: proven", proven_in_words(solution.proven)),
    }
}
