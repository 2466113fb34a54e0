//! Finds the corresponding squares of a pawn ending: pairs of the kings' squares on which neither side wants to move.

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::{CastlingMode, Chess, Color, Piece, Position as _, Role, Setup, Square};

use crate::analysis::solved::words::proven_in_words;
use crate::board::Board;
use crate::solve::{Proven, SolvedGraph};
use crate::tablebase::Wdl;

/// Corresponding squares: with White's king on any of White's and Black's on any of Black's, the side to move does worse than
/// with the other side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(in crate::analysis::solved) struct Correspondence {
    pub white: Vec<String>,
    pub black: Vec<String>,
    /// The result for White.
    pub with_white_to_move: &'static str,
    /// The result for White.
    pub with_black_to_move: &'static str,
}

/// White's results, with White and with Black to move.
type Results = (Wdl, Wdl);

/// Returns the corresponding squares for the pawns of a position, grouped by equal partners; empty if there are pieces. It
/// leaves out squares for which the graph proves too little.
pub(in crate::analysis::solved) fn corresponding_squares(
    board: &Board,
    graph: &SolvedGraph,
) -> Vec<Correspondence> {
    if board.all_pieces().any() {
        return Vec::new();
    }
    let mut partners: BTreeMap<(Results, Square), Vec<Square>> = BTreeMap::new();
    for white in Square::ALL {
        for black in Square::ALL {
            let result = |turn| for_white(board, [white, black], turn, graph);
            if let (Some(first), Some(second)) = (result(Color::White), result(Color::Black))
                && first < second
            {
                partners.entry(((first, second), white)).or_default().push(black);
            }
        }
    }
    let mut groups: BTreeMap<(Results, Vec<Square>), Vec<Square>> = BTreeMap::new();
    for ((results, white), black) in partners {
        groups.entry((results, black)).or_default().push(white);
    }
    groups.into_iter().map(|((results, black), white)| correspondence(results, &white, &black)).collect()
}

fn correspondence(results: Results, white: &[Square], black: &[Square]) -> Correspondence {
    let names = |squares: &[Square]| squares.iter().map(Square::to_string).collect();
    let words = |value| proven_in_words(Proven { least: value, most: value });
    Correspondence {
        white: names(white),
        black: names(black),
        with_white_to_move: words(results.0),
        with_black_to_move: words(results.1),
    }
}

/// Returns White's result with the same pawns and the kings on these squares; `None` if the position is illegal or not proven.
fn for_white(board: &Board, [white, black]: [Square; 2], turn: Color, graph: &SolvedGraph) -> Option<Wdl> {
    let pawns = board.position().board().by_role(Role::Pawn);
    if white == black || pawns.contains(white) || pawns.contains(black) {
        return None;
    }
    let mut setup = Setup::empty();
    setup.turn = turn;
    for square in pawns {
        setup.board.set_piece_at(square, board.position().board().piece_at(square)?);
    }
    for (square, color) in [(white, Color::White), (black, Color::Black)] {
        setup.board.set_piece_at(square, Piece { color, role: Role::King });
    }
    let position: Chess = setup
        .position(CastlingMode::Standard)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .ok()?;
    let value = graph.proven(&Board::new(position)).value()?;
    Some(if turn.is_white() { value } else { -value })
}
