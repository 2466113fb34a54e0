//! Names the kind of ending by its material.

use shakmaty::{Board, ByColor, Color, Role};

/// Pieces from the strongest down; kings and pawns are not part of the name.
const PIECES: [(Role, &str, &str); 4] = [
    (Role::Queen, "queen", "queens"),
    (Role::Rook, "rook", "rooks"),
    (Role::Bishop, "bishop", "bishops"),
    (Role::Knight, "knight", "knights"),
];

/// Returns `pawn ending`, `rook ending`, `rook and bishop against rook`; the stronger side comes first.
pub(super) fn name(board: &Board) -> String {
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
    use super::*;

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
