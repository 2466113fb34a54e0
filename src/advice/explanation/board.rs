//! A board as text, the room marked.

use shakmaty::{Color, File, Rank, Square};

use crate::advice::position::Position;
use crate::advice::side::{Side, seen_by};
use crate::advice::vocabulary::room_squares;

/// Eight rows with coordinates; `:` marks the squares of the room.
pub(super) fn text_board(position: &Position, us: Color) -> String {
    let room = room_squares(position);
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push(rank.char());
        for file in File::ALL {
            let square = seen_by(us, Square::from_coords(file, rank));
            text.push(' ');
            text.push(match position.piece_at(square) {
                Some((side, role)) => role.of(if side == Side::Us { us } else { us.other() }).char(),
                None if room.contains(square) => ':',
                None => '.',
            });
        }
        text.push('\n');
    }
    text.push_str("  a b c d e f g h\n");
    text
}
