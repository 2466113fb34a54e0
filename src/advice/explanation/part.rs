//! The parts of a piece of advice that can fail, and how an explanation puts it.

/// A part of a piece of advice, with the goal or constraint in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A part of the better goal did not come true, and no further move is allowed.
    Better(String),
    /// A part of the holding goal broke.
    Holding(String),
    /// The men have changed, and a part of the better goal does not hold.
    OtherMen(String),
    /// The constraint allows us no move.
    OurMoves,
}

impl Part {
    /// Returns the failure in words.
    pub(super) fn words(&self) -> String {
        match self {
            Part::Better(goal) => format!("`{goal}` is not reached"),
            Part::Holding(goal) => format!("`{goal}` does not hold"),
            Part::OtherMen(goal) => format!("the men have changed, and `{goal}` is not reached"),
            Part::OurMoves => "it allows us no move here".to_owned(),
        }
    }
}
