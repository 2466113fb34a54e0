//! Names the kind of ending by its material.

use shakmaty::{Board, ByColor, Color, Position as _, Role};

use crate::board::Game;
use crate::games::RecordedMove;

/// Pieces from the strongest down; kings and pawns are not part of the name.
const PIECES: [(Role, &str, &str); 4] = [
    (Role::Queen, "queen", "queens"),
    (Role::Rook, "rook", "rooks"),
    (Role::Bishop, "bishop", "bishops"),
    (Role::Knight, "knight", "knights"),
];

/// Returns the kind of ending in a game at the position with this index: by the pieces that remain when the exchange under way
/// is over. Before the last move of `games`, `moves` holds what was played.
pub(super) fn name_in_game(games: &[Game], moves: &[RecordedMove], index: usize) -> String {
    let mut at = index;
    while at < moves.len() && completes_exchange(moves, at) {
        at += 1;
    }
    games.get(at).map(|game| name(game.board().position().board())).unwrap_or_default()
}

/// Returns whether a move takes back on the square where the move before it captured. A game may begin in the middle of an
/// exchange: then its first capture of a piece completes it.
fn completes_exchange(moves: &[RecordedMove], index: usize) -> bool {
    let played = |index: usize| moves.get(index).and_then(|made| made.played);
    let Some(captured) = played(index).filter(|taking| taking.is_capture()) else { return false };
    match index.checked_sub(1) {
        Some(before) => played(before).is_some_and(|taken| taken.is_capture() && taken.to() == captured.to()),
        None => captured.capture().is_some_and(|role| role != Role::Pawn),
    }
}

/// Returns `pawn ending`, `rook ending`, `rook and bishop against rook`; the stronger side comes first.
fn name(board: &Board) -> String {
    let sides = ByColor::new_with(|side| pieces(board, side));
    let (strong, weak) =
        if sides.white >= sides.black { (&sides.white, &sides.black) } else { (&sides.black, &sides.white) };
    match (words(strong), words(weak)) {
        (strong, _) if strong.is_empty() => "pawn ending".to_owned(),
        (strong, weak) if weak.is_empty() => {
            format!("{strong} against {}", left_alone(board, sides.white >= sides.black))
        }
        (strong, weak) if strong == weak && strong == "bishop" => bishops(board).to_owned(),
        (strong, weak) if strong == weak => format!("{strong} ending"),
        (strong, weak) => format!("{strong} against {weak}"),
    }
}

/// Counts each kind of piece, the strongest first.
fn pieces(board: &Board, side: Color) -> [usize; 4] {
    PIECES.map(|(role, _, _)| (board.by_color(side) & board.by_role(role)).count())
}

fn words(counts: &[usize; 4]) -> String {
    let kinds = counts.iter().zip(PIECES).filter(|(count, _)| **count > 0);
    let named: Vec<String> = kinds
        .map(|(count, (_, one, many))| match count {
            1 => one.to_owned(),
            2 => format!("two {many}"),
            _ => format!("{count} {many}"),
        })
        .collect();
    named.join(" and ")
}

/// Returns the words for a side without pieces.
fn left_alone(board: &Board, is_white_strong: bool) -> &'static str {
    let weak = if is_white_strong { Color::Black } else { Color::White };
    if (board.by_color(weak) & board.pawns()).any() { "pawns" } else { "bare king" }
}

fn bishops(board: &Board) -> &'static str {
    let on_light = board.bishops().into_iter().filter(|square| square.is_light()).count();
    if on_light == 1 { "bishops of opposite colours" } else { "bishops of the same colour" }
}

#[cfg(test)]
mod tests {
    use shakmaty::uci::UciMove;

    use super::*;

    /// Returns the names at each position of a game.
    fn names(fen: &str, moves: &[&str]) -> Vec<String> {
        let mut games = vec![Game::new(crate::board::Board::from_fen(fen, false).unwrap())];
        let mut made = Vec::new();
        for uci in moves {
            let mut game = games.last().unwrap().clone();
            let uci: UciMove = uci.parse().unwrap();
            let played = uci.to_move(game.board().position()).unwrap();
            made.push(RecordedMove { played: Some(played), ..RecordedMove::default() });
            game.play(played);
            games.push(game);
        }
        (0..games.len()).map(|index| name_in_game(&games, &made, index)).collect()
    }

    #[test]
    fn an_ending_is_named_by_what_remains_after_the_exchange_under_way() {
        const TWO_ROOKS: &str = "3r1rk1/8/8/8/8/8/8/3R1RK1 w - - 0 1";
        let [two, one] = ["two rooks ending", "rook ending"];
        assert_eq!(names(TWO_ROOKS, &["g1g2", "d8d1", "f1d1"]), [two, two, one, one]);
        let begun_within = "A game that begins with a capture begins in the middle of an exchange.";
        assert_eq!(names(TWO_ROOKS, &["d1d8", "f8d8"]), [one, one, one], "{begun_within}");
        let not_taken_back = names(TWO_ROOKS, &["g1g2", "d8d1", "g2h3"]);
        assert_eq!(not_taken_back[2..], ["two rooks against rook", "two rooks against rook"]);
    }

    #[test]
    fn endings_are_named_by_their_pieces() {
        let cases = [
            ("4k3/4p3/8/8/8/8/4P3/4K3", "pawn ending"),
            ("4k3/4p3/8/8/8/8/r3P3/R3K3", "rook ending"),
            ("4k3/4p3/8/8/8/8/r3P3/RB2K3", "rook and bishop against rook"),
            ("4k3/4p3/8/8/8/8/rb2P3/R3K3", "rook and bishop against rook"),
            ("2b1k3/8/8/8/8/8/4P3/2B1K3", "bishops of opposite colours"),
            ("1b2k3/8/8/8/8/8/4P3/2B1K3", "bishops of the same colour"),
            ("4k3/8/8/8/8/8/8/R3K3", "rook against bare king"),
            ("4k3/4p3/8/8/8/8/8/Q3K3", "queen against pawns"),
            ("4k3/8/8/8/8/8/qq2P3/QQ2K3", "two queens ending"),
        ];
        for (men, expected) in cases {
            let board = Board::from_ascii_board_fen(men.as_bytes()).unwrap();
            assert_eq!(name(&board), expected, "{men}");
        }
    }
}
