//! A board as text, the squares that the table speaks of marked.

use shakmaty::{Bitboard, File, Rank, Square};

use super::explain::Explanation;
use crate::advice::position::side::{Side, seen_by};

/// Eight rows with coordinates; `:` marks the squares, and a line below says what they are.
pub(super) fn text_board(explanation: &Explanation) -> String {
    let Explanation { position, us, areas, .. } = explanation;
    let area = areas.first();
    let marked = area.map_or(Bitboard::EMPTY, |area| area.squares(position, *us));
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push(rank.char());
        for file in File::ALL {
            let square = Square::from_coords(file, rank);
            text.push(' ');
            text.push(match position.piece_at(seen_by(*us, square)) {
                Some((side, role)) => role.of(if side == Side::Us { *us } else { us.other() }).char(),
                None if marked.contains(square) => ':',
                None => '.',
            });
        }
        text.push('\n');
    }
    text.push_str("  a b c d e f g h\n");
    if let (Some(area), true) = (area, marked.any()) {
        text.push_str(&format!(": {}\n", area.legend()));
    }
    text
}
