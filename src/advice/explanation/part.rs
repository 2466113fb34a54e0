//! The parts of a piece of advice that can fail, and how an explanation puts it.

use crate::advice::position::side::Side;
use crate::advice::position::view::Position;

/// A part of a piece of advice, with the goal or constraint in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A part of the better goal did not come true, and no further move is allowed.
    Better(String),
    /// A part of the holding goal broke.
    Holding(String),
    /// The men have changed, and a part of the better goal does not hold.
    OtherMen(String),
    /// A side has no legal move, so this part of the better goal can never come true.
    Over(Side, Over, String),
    /// The constraint allows us no move.
    OurMoves,
}

/// How a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The side to move is mated.
    Mate,
    /// The side to move is stalemated.
    Stalemate,
}

impl Part {
    /// Returns why a part of the better goal is not reached where the advice has no move.
    pub(super) fn unreached(position: &Position, goal: String) -> Part {
        if position.has_legal_step() {
            return Part::Better(goal);
        }
        let over = if position.is_check() { Over::Mate } else { Over::Stalemate };
        Part::Over(position.turn(), over, goal)
    }

    /// Returns the failure in words.
    pub(super) fn words(&self) -> String {
        match self {
            Part::Better(goal) => format!("`{goal}` is not reached"),
            Part::Holding(goal) => format!("`{goal}` does not hold"),
            Part::OtherMen(goal) => format!("the men have changed, and `{goal}` is not reached"),
            Part::Over(side, over, goal) => {
                let side = if *side == Side::Us { "we" } else { "they" };
                let over = if *over == Over::Mate { "mated" } else { "stalemated" };
                format!("{side} are {over}, so `{goal}` is never reached")
            }
            Part::OurMoves => "it allows us no move here".to_owned(),
        }
    }
}
