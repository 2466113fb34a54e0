//! A question that the bounds of one side's win answer: whether White wins, or whether Black holds.

use shakmaty::Color;

use super::solution::Proven;
use crate::board::Board;
use crate::tablebase::Wdl;

/// What a caller wants to know, if not the whole result. Both questions are about White's win: only the words differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether White wins.
    Win,
    /// Whether Black holds: draws or wins.
    Draw,
}

impl Question {
    /// The side whose win decides both.
    pub(super) const ATTACKER: Color = Color::White;

    /// The side that is asked about.
    pub fn side(self) -> Color {
        match self {
            Question::Win => Question::ATTACKER,
            Question::Draw => !Question::ATTACKER,
        }
    }

    /// The answer to the question by what is proven of a position, for the side to move; `None` while it is open.
    pub fn answer(self, board: &Board, proven: Proven) -> Option<bool> {
        let for_attacker = if board.turn() == Question::ATTACKER { proven } else { proven.reversed() };
        let is_won = match for_attacker {
            Proven { least: Wdl::Win, .. } => true,
            Proven { most: Wdl::Draw | Wdl::Loss, .. } => false,
            _ => return None,
        };
        Some(is_won == (self == Question::Win))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_wins_or_black_holds_whoever_is_to_move_and_while_neither_is_proven_both_are_open() {
        let answers = |turn: &str, least, most| {
            let board = Board::from_fen(&format!("8/8/8/8/8/2k5/8/K6Q {turn} - - 0 1"), false).unwrap();
            [Question::Win, Question::Draw].map(|question| question.answer(&board, Proven { least, most }))
        };
        for (turn, least, most) in [("w", Wdl::Win, Wdl::Win), ("b", Wdl::Loss, Wdl::Loss)] {
            assert_eq!(answers(turn, least, most), [Some(true), Some(false)]);
        }
        for (turn, least, most) in
            [("w", Wdl::Loss, Wdl::Draw), ("b", Wdl::Draw, Wdl::Win), ("b", Wdl::Win, Wdl::Win)]
        {
            assert_eq!(answers(turn, least, most), [Some(false), Some(true)]);
        }
        for (turn, least, most) in [("w", Wdl::Draw, Wdl::Win), ("b", Wdl::Loss, Wdl::Win)] {
            assert_eq!(answers(turn, least, most), [None, None]);
        }
    }
}
