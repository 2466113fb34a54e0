//! Reads the moves of EPD lines for `epd`: short notation with or without marks, castling with zeros, promotions in any spelling,
//! long notation and UCI.

use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move};

/// Marks that may follow a move and do not change it.
const MARKS: [char; 5] = ['!', '?', '+', '#', ','];

/// Returns the legal move that a word means; `None` if there is none.
pub(super) fn read(position: &Chess, word: &str) -> Option<Move> {
    let bare = word.trim_end_matches(MARKS);
    let bare = bare.strip_suffix("e.p.").unwrap_or(bare).trim_end_matches(MARKS);
    let short = castling(bare).map_or_else(|| with_promotion(bare), str::to_owned);
    let by_san = short.parse::<SanPlus>().ok().and_then(|parsed| parsed.san.to_move(position).ok());
    by_san.or_else(|| {
        let squares = bare.trim_start_matches(['K', 'Q', 'R', 'B', 'N']);
        let squares = squares.replace(['-', 'x', '=', '(', ')'], "").to_ascii_lowercase();
        squares.parse::<UciMove>().ok().and_then(|parsed| parsed.to_move(position).ok())
    })
}

/// Returns castling in capital letters, whether it was written with letters or with zeros; `None` for other moves.
fn castling(word: &str) -> Option<&'static str> {
    match word.to_ascii_uppercase().replace('0', "O").as_str() {
        "O-O" => Some("O-O"),
        "O-O-O" => Some("O-O-O"),
        _ => None,
    }
}

/// Turns `e8Q`, `e8q`, `e8(Q)` and `e8/Q` into `e8=Q`; leaves other moves unchanged.
fn with_promotion(word: &str) -> String {
    let inner = word.strip_suffix(')').unwrap_or(word);
    let promotion = inner.char_indices().next_back().filter(|(_, letter)| "QRBNqrbn".contains(*letter));
    let Some((place, piece)) = promotion else { return word.to_owned() };
    let target = inner[..place].trim_end_matches(['=', '(', '/']);
    if target.ends_with(['1', '8']) {
        format!("{target}={}", piece.to_ascii_uppercase())
    } else {
        word.to_owned()
    }
}
