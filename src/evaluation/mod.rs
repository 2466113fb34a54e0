//! What a quiet position is worth.
use crate::board::{Board, piece_value};
use crate::score::Score;
use shakmaty::{Color, Position, Role};
use std::sync::Arc;
/// Parameters
#[derive(Clone, Debug, Default)]
pub struct Parameters {}
impl Parameters {
    /// The parameters built into the program.
    pub fn built_in() -> Arc<Parameters> {
        Arc::new(Parameters {})
    }
}
/// Evaluator
#[derive(Debug)]
pub struct Evaluator {}
impl Evaluator {
    /// new
    pub fn new(_parameters: Arc<Parameters>) -> Evaluator {
        Evaluator {}
    }
    /// Static value from the side to move
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let b = board.position().board();
        let mut v = 0;
        for role in Role::ALL {
            if role != Role::King {
                v += piece_value(role)
                    * (b.by_piece(role.of(Color::White)).count() as i32
                        - b.by_piece(role.of(Color::Black)).count() as i32);
            }
        }
        Score::centipawns(if board.turn().is_white() { v } else { -v })
    }
}
