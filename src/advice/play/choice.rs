//! The rule, the advice and the move that a table chooses on a board, as `lucena advice moves` prints them.

use shakmaty::Color;

use crate::advice::language::AdviceTable;
use crate::advice::position::side::Side;
use crate::advice::position::view::Position;
use crate::advice::satisfy::forcing_tree::Advised;
use crate::board::Board;

/// The rule, the advice and the move for a board.
#[derive(Clone, Debug)]
pub struct Choice<'a> {
    /// The colour that has the advice.
    pub us: Color,
    /// The rule's name.
    pub rule: &'a str,
    /// The advice's name.
    pub advice: &'a str,
    /// The move.
    pub played: shakmaty::Move,
    /// The move and its forcing tree, seen from the side with the advice.
    pub advised: Advised,
}

/// Returns what a table plays on a board, asked anew; `None` if the material differs, the defender is to move, or no advice
/// is satisfiable.
pub fn choose<'a>(table: &'a AdviceTable, board: &Board) -> Option<Choice<'a>> {
    let us = table.material.side_on(board)?;
    let position = Position::from_board(board, us).filter(|position| position.turn() == Side::Us)?;
    let advised = table.advise(&position)?;
    let played = advised.step.on_board(board, us)?;
    let (rule, advice) = (&table.rules[advised.rule].name, &table.advice[advised.advice].name);
    Some(Choice { us, rule, advice, played, advised })
}
