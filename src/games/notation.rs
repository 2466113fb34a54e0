//! Reads moves in every common spelling (standard, long, coordinates, small letters) and finds the legal move that is meant.

use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::{File, Move, Position as _, Rank, Role, Square};

use crate::board::Board;

/// The length of the longest written move, in bytes: `e7-e8=Q`.
const LONGEST: usize = 7;

/// Returns the longest move that the text begins with, and its length in bytes; `None` if it does not begin with a move.
pub(super) fn at_start(text: &str) -> Option<(San, usize)> {
    let longest = text.bytes().take(LONGEST).take_while(u8::is_ascii).count();
    (2..=longest).rev().find_map(|length| Some((read(&text[..length])?, length)))
}

/// Reads a text that is one move and nothing else.
fn read(text: &str) -> Option<San> {
    match text {
        "O-O-O" | "0-0-0" | "o-o-o" => return Some(San::Castle(shakmaty::CastlingSide::QueenSide)),
        "O-O" | "0-0" | "o-o" => return Some(San::Castle(shakmaty::CastlingSide::KingSide)),
        _ => {}
    }
    let (text, promotion) = without_promotion(text);
    let (head, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
    // People who write files in capitals do so throughout, so a B may then be a file.
    let is_large = to.starts_with(char::is_uppercase);
    let (head, to) = match is_large {
        true => (head.to_ascii_lowercase(), to.to_ascii_lowercase()),
        false => (head.to_owned(), to.to_owned()),
    };
    let to: Square = to.parse().ok()?;
    let capture = head.ends_with(['x', 'X', ':']);
    let head = head.strip_suffix(['x', 'X', ':', '-']).filter(|origin| !origin.is_empty()).unwrap_or(&head);
    let (role, from) = role_of(head);
    let (file, rank) = origin(from)?;
    let is_possible = match promotion {
        Some(_) => role == Role::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth),
        None => true,
    };
    is_possible.then_some(San::Normal { role, file, rank, capture, to, promotion })
}

/// Splits `e8=Q`, `e8/q` or `e8Q` into the move without the promotion, and the piece.
fn without_promotion(text: &str) -> (&str, Option<Role>) {
    let piece = text.chars().last().filter(char::is_ascii_alphabetic).and_then(Role::from_char);
    match piece.filter(|role| !matches!(role, Role::Pawn | Role::King)) {
        Some(role) => (text[..text.len() - 1].trim_end_matches(['=', '/']), Some(role)),
        None => (text, None),
    }
}

/// Returns the piece that the move's head names, and the rest. A small b counts as a file; if no pawn can move so, [`legal`]
/// tries the bishop.
fn role_of(head: &str) -> (Role, &str) {
    let named = head
        .chars()
        .next()
        .filter(|letter| matches!(letter, 'K' | 'Q' | 'R' | 'B' | 'N' | 'P' | 'k' | 'q' | 'r' | 'n'));
    match named.and_then(Role::from_char) {
        Some(role) => (role, &head[1..]),
        None => (Role::Pawn, head),
    }
}

/// Reads the file and the rank that a move comes from; either may be missing.
fn origin(text: &str) -> Option<(Option<File>, Option<Rank>)> {
    let mut letters = text.chars();
    let (first, second, third) = (letters.next(), letters.next(), letters.next());
    let file = first.and_then(File::from_char);
    let rank = if file.is_some() { second } else { first };
    let is_whole = third.is_none() && (file.is_some() || second.is_none());
    match rank {
        None => is_whole.then_some((file, None)),
        Some(rank) => is_whole.then_some((file, Some(Rank::from_char(rank)?))),
    }
}

/// Returns the legal move that is meant. The capture sign may be missing or wrong, and two squares may name any move.
pub(super) fn legal(board: &Board, san: San) -> Result<Move, SanError> {
    let position = board.position();
    let San::Normal { role, file, rank, capture, to, promotion } = san else { return san.to_move(position) };
    let with =
        |role, file, capture| San::Normal { role, file, rank, capture, to, promotion }.to_move(position);
    let either = |role, file| match with(role, file, capture) {
        Err(SanError::IllegalSan) => with(role, file, !capture),
        other => other,
    };
    let by_squares = || between(board, role, file.zip(rank), to, promotion).ok_or(SanError::IllegalSan);
    match either(role, file) {
        Err(SanError::IllegalSan) if role == Role::Pawn && file == Some(File::B) && rank.is_none() => {
            either(Role::Bishop, None)
        }
        Err(SanError::IllegalSan) => by_squares(),
        other => other,
    }
}

/// Returns the legal move between two squares, which may be castling. If no piece is named, any piece may move.
fn between(
    board: &Board,
    role: Role,
    from: Option<(File, Rank)>,
    to: Square,
    promotion: Option<Role>,
) -> Option<Move> {
    let position = board.position();
    let king = (role == Role::King).then(|| position.board().king_of(board.turn()));
    let from = from.map(|(file, rank)| Square::from_coords(file, rank)).or(king.flatten())?;
    let found = position.board().role_at(from)?;
    let is_named = role == Role::Pawn || role == found;
    let played = UciMove::Normal { from, to, promotion }.to_move(position).ok()?;
    is_named.then_some(played)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(fen: &str, text: &str) -> Option<String> {
        let board = Board::from_fen(fen, false).unwrap();
        let (san, length) = at_start(text)?;
        let played = legal(&board, san).ok().filter(|_| length == text.len())?;
        Some(board.notation(played).to_string())
    }

    #[test]
    fn a_move_is_understood_in_every_notation() {
        let fen = "r3k2r/1P4pp/2n5/3pPp2/2b5/2BQ1N2/P4PPP/R3K2R w KQkq d6 0 1";
        let cases = [
            ("O-O", "O-O 0-0 o-o e1g1 e1-g1 Ke1g1 Ke1-g1 Kg1 E1G1 e1h1"),
            ("O-O-O", "O-O-O 0-0-0 o-o-o e1c1 Kc1 kc1"),
            ("exd6", "exd6 ed6 e5d6 e5xd6 e5-d6 e5:d6 EXD6 Pexd6"),
            ("b8=Q+", "b8=Q b8Q b8=q b8q b8/Q b7b8q b7-b8=Q b7b8=Q B8=Q"),
            ("bxa8=N", "bxa8=N ba8N b7a8n b7xa8=N b7:a8n"),
            ("Nd4", "Nd4 nd4 Nf3d4 Nf3-d4 N3d4 Nfd4 f3d4 F3D4 Nxd4 N:d4 ND4"),
            ("Qxc4", "Qxc4 Qc4 qxc4 Qd3xc4 d3c4 d3:c4"),
            ("Bb4", "Bb4 bb4 Bc3b4 c3b4 BB4"),
            ("a4", "a4 a2a4 a2-a4 A4 Pa4 A2-A4"),
        ];
        for (expected, forms) in cases {
            for form in forms.split(' ') {
                assert_eq!(played(fen, form).as_deref(), Some(expected), "{form}");
            }
        }
        for nonsense in ["", "e", "xd6", "Xf3", "e9", "i4", "Nf3d", "b8=K", "Nd4=Q", "e4-", "O-O-", "Kg1f1e1"]
        {
            assert_eq!(played(fen, nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn a_letter_behind_a_square_is_a_promotion_on_the_last_rank_alone() {
        let length = |text| at_start(text).map(|(_, length)| length);
        assert_eq!(
            (length("e4N"), length("e8N"), length("Nf8N"), length("e8=QN")),
            (Some(2), Some(3), Some(3), Some(4))
        );
    }

    #[test]
    fn a_small_b_is_a_pawn_where_one_can_move_and_else_a_bishop() {
        let fen = "4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 1";
        assert_eq!(played(fen, "bxc4").as_deref(), Some("bxc4"));
        assert_eq!(played(fen, "Bxc4").as_deref(), Some("Bxc4"));
        assert_eq!(played(fen, "bd3").as_deref(), Some("Bd3"));
    }

    #[test]
    fn coordinates_castle_in_chess960_too() {
        let board = Board::from_fen("4k3/8/8/8/8/8/8/1R1K3R w BH - 0 1", true).unwrap();
        for (text, side) in
            [("d1h1", "O-O"), ("d1b1", "O-O-O"), ("O-O", "O-O"), ("0-0-0", "O-O-O"), ("Kd1h1", "O-O")]
        {
            let played = legal(&board, at_start(text).unwrap().0).unwrap();
            assert_eq!(board.notation(played).to_string(), side, "{text}");
        }
    }
}
