//! The positions that measurements search, of every kind of ending; positions.epd holds them.

use std::sync::LazyLock;

use crate::board::Board;
use crate::games::epd;

/// The text of the positions.
const POSITIONS: &str = include_str!("positions.epd");

/// Returns the positions.
pub(super) fn positions() -> &'static [Board] {
    static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
        // The text is part of the program, and a test reads all of it.
        epd::read(POSITIONS).filter_map(|(_, read)| read.ok()).map(|position| position.board).collect()
    });
    &BOARDS
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_positions_can_be_read_and_are_different_and_not_over() {
        assert!(epd::read(POSITIONS).all(|(_, read)| read.is_ok()));
        let boards = positions();
        assert!(boards.len() >= 40);
        assert_eq!(boards.iter().map(Board::fen).collect::<HashSet<_>>().len(), boards.len());
        for board in boards {
            assert!(!board.legal_moves().is_empty() && !board.is_dead_material(), "{}", board.fen());
        }
    }
}
