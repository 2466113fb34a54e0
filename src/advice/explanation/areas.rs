//! Finds the squares that a table's words refer to, for colouring them on the board.

use shakmaty::{Bitboard, Color, Square};

use crate::advice::language::AdviceTable;
use crate::advice::position::side::seen_by;
use crate::advice::position::view::Position;
use crate::advice::vocabulary::{key_squares, room_squares, squares_within};

/// A set of squares that words refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// The space that a lone rook leaves their king.
    Room,
    /// Where their king could walk to if we stood still.
    Region,
    /// Where their king could be after two moves if we stood still.
    WithinTwo,
    /// Where their king could be after three moves if we stood still.
    WithinThree,
    /// The key squares of a lone pawn.
    KeySquares,
}

impl Area {
    /// Returns the areas that a table's words refer to; among words about their king, only to the first.
    pub fn of_table(table: &AdviceTable) -> Vec<Area> {
        let mut areas: Vec<Area> = Vec::new();
        let measured = table.measures().into_iter().flat_map(|measure| measure.sum.words());
        for area in measured.chain(table.words()).filter_map(|word| Area::of_word(word.name)) {
            let is_new = |known: &Area| (*known == Area::KeySquares) != (area == Area::KeySquares);
            if areas.iter().all(is_new) {
                areas.push(area);
            }
        }
        areas
    }

    fn of_word(name: &str) -> Option<Area> {
        match name {
            name if name.contains("key_square") => Some(Area::KeySquares),
            name if name.starts_with("room") => Some(Area::Room),
            name if name.starts_with("region") => Some(Area::Region),
            "squares_in_two" | "depth_in_two" => Some(Area::WithinTwo),
            "squares_in_three" | "depth_in_three" => Some(Area::WithinThree),
            _ => None,
        }
    }

    /// Returns what the colour means, for a legend.
    pub const fn legend(self) -> &'static str {
        match self {
            Area::Room => "room of their king: the squares that the rook shuts it into",
            Area::Region => "region of their king: where it could walk to if we stood still",
            Area::WithinTwo => "where their king could be after two moves if we stood still",
            Area::WithinThree => "where their king could be after three moves if we stood still",
            Area::KeySquares => "key squares: with our king on one of them the pawn wins",
        }
    }

    /// Returns the CSS class of the colour.
    pub const fn class(self) -> &'static str {
        match self {
            Area::KeySquares => "key",
            _ => "room",
        }
    }

    /// Returns the squares as they are on the board when we play this colour.
    pub fn squares(self, position: &Position, us: Color) -> Bitboard {
        let seen = match self {
            Area::Room => room_squares(position),
            Area::Region => squares_within(position, 64),
            Area::WithinTwo => squares_within(position, 2),
            Area::WithinThree => squares_within(position, 3),
            Area::KeySquares => key_squares(position),
        };
        Square::ALL.into_iter().filter(|square| seen.contains(seen_by(us, *square))).collect()
    }
}
