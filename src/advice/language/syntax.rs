//! The syntax tree: a table as it was written, before names are looked up.

use super::aim::Aim;
use super::problem::Place;
use super::table::{Comparison, Direction, Span};

/// A word with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) place: Place,
}

#[derive(Clone, Debug, Default)]
pub(super) struct TableSyntax {
    pub(super) material: Option<MaterialSyntax>,
    pub(super) promise: Option<PromiseSyntax>,
    pub(super) symmetric: bool,
    pub(super) handovers: Vec<HandoverSyntax>,
    pub(super) definitions: Vec<DefinitionSyntax>,
    pub(super) measures: Vec<MeasureSyntax>,
    pub(super) rules: Vec<RuleSyntax>,
    pub(super) advice: Vec<AdviceSyntax>,
    pub(super) end: Place,
}

/// `KR v K`
#[derive(Clone, Debug)]
pub(super) struct MaterialSyntax {
    pub(super) us: Name,
    pub(super) them: Name,
}

/// `holds where goal`
#[derive(Clone, Debug)]
pub(super) struct PromiseSyntax {
    pub(super) place: Place,
    pub(super) aim: Aim,
    pub(super) part: Option<GoalSyntax>,
}

/// `handover KQ v K to kqk`
#[derive(Clone, Debug)]
pub(super) struct HandoverSyntax {
    pub(super) material: MaterialSyntax,
    pub(super) table: Name,
}

/// `define NAME: goal`
#[derive(Clone, Debug)]
pub(super) struct DefinitionSyntax {
    pub(super) name: Name,
    pub(super) goal: GoalSyntax,
}

/// `measure NAME: sum`
#[derive(Clone, Debug)]
pub(super) struct MeasureSyntax {
    pub(super) name: Name,
    pub(super) sum: SumSyntax,
}

/// `rule NAME: if goal then NAME, …`
#[derive(Clone, Debug)]
pub(super) struct RuleSyntax {
    pub(super) name: Name,
    pub(super) condition: GoalSyntax,
    pub(super) advice: Vec<Name>,
}

/// `advice NAME "words" for ever: better: … holding: … us: … them: …`
#[derive(Clone, Debug)]
pub(super) struct AdviceSyntax {
    pub(super) name: Name,
    pub(super) purpose: String,
    pub(super) span: Span,
    pub(super) better: GoalSyntax,
    pub(super) holding: GoalSyntax,
    pub(super) us: ConstraintSyntax,
    pub(super) them: ConstraintSyntax,
}

#[derive(Clone, Debug)]
pub(super) enum GoalSyntax {
    And(Vec<GoalSyntax>),
    Or(Vec<GoalSyntax>),
    Not(Box<GoalSyntax>),
    Word {
        name: Name,
        at_root: bool,
    },
    /// `can NAME`
    Can(Name),
    Compare {
        left: SumSyntax,
        comparison: Comparison,
        right: SumSyntax,
    },
}

pub(super) type SumSyntax = Vec<TermSyntax>;

/// `3 * root room`
#[derive(Clone, Debug)]
pub(super) struct TermSyntax {
    pub(super) factor: i32,
    pub(super) number: Option<Name>,
    pub(super) at_root: bool,
}

#[derive(Clone, Debug)]
pub(super) enum ConstraintSyntax {
    None,
    /// A move class or a predicate: only the vocabulary knows which.
    Word(Name),
    Condition(GoalSyntax, Place),
    And(Vec<ConstraintSyntax>),
    Then(Vec<ConstraintSyntax>),
    By(Box<ConstraintSyntax>, Vec<OrderingSyntax>),
}

/// `least room after reply`
#[derive(Clone, Debug)]
pub(super) struct OrderingSyntax {
    pub(super) direction: Direction,
    pub(super) number: SumSyntax,
    pub(super) after_reply: bool,
}
