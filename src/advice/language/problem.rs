//! The problems that a table can have, each with its place and what would be right.

use std::fmt;

use thiserror::Error;

/// A place in a text: line and column, counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)
    }
}

/// Whether a table with this problem can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The table is left out.
    Error,
    /// The table works, but hardly as its author meant.
    Warning,
}

/// One thing that is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {kind}")]
pub struct Problem {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub kind: ProblemKind,
}

impl Problem {
    /// Returns whether the problem is an error, or a warning with which the table can be used.
    pub fn severity(&self) -> Severity {
        match self.kind {
            ProblemKind::UnreachableRule { .. }
            | ProblemKind::UnusedAdvice { .. }
            | ProblemKind::UnusedDefinition { .. }
            | ProblemKind::RepeatedAdvice { .. }
            | ProblemKind::NeverHolds { .. }
            | ProblemKind::EmptyPromise { .. }
            | ProblemKind::BrokenAtRoot { .. }
            | ProblemKind::GoalsExclude { .. }
            | ProblemKind::ReachedAtRoot { .. }
            | ProblemKind::NeedsReply { .. }
            | ProblemKind::OtherSidesDepth { .. }
            | ProblemKind::RuleNeverApplies { .. }
            | ProblemKind::ShadowedRule { .. }
            | ProblemKind::Settled { .. }
            | ProblemKind::MissingMan { .. } => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

/// What is wrong; the message says what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProblemKind {
    /// A character that means nothing in a table.
    #[error(
        "{0:?} means nothing here; a table has words such as `and` and `or`, numbers, \"texts\", # comments and : , ( ) + - * < <= = != >= >"
    )]
    StrangeCharacter(char),
    /// A text without its closing quotation mark.
    #[error("this text has no closing quotation mark on its line; write one at its end")]
    OpenText,
    /// A number that is too big.
    #[error("{0} is too big; numbers go up to 1000000; write a smaller one")]
    BigNumber(String),
    /// Something else was expected here.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What is allowed.
        expected: String,
        /// What is there.
        found: String,
    },
    /// A parenthesis that is not closed.
    #[error("expected `)` for the `(` at {opened}, found {found}")]
    Unclosed {
        /// The place of the opening one.
        opened: Place,
        /// What is there instead.
        found: String,
    },
    /// `root` before something that is neither a word nor a measure.
    #[error("`root` belongs before a word or a measure, as in `root room`; found {0}")]
    RootOfNothing(String),
    /// A word before another one, probably meant as a keyword.
    #[error("{word} means nothing here (did you mean {keyword}?)")]
    MisspeltKeyword {
        /// The word.
        word: String,
        /// The keyword.
        keyword: &'static str,
    },
    /// `or` between classes of moves.
    #[error(
        "`or` joins goals, not moves; write `then` for the moves of one part and after them those of the next, or name a \
         condition that has `or` with `define`"
    )]
    OrBetweenMoves,
    /// Brackets or `not` nested too deep.
    #[error("nested more than {0} deep; use `define` to name a part")]
    TooDeep(usize),
    /// Material that is not a list of pieces.
    #[error("{0:?} is not a material; write one K and then any of Q R B N P, as in `material KR v K`")]
    BadMaterial(String),
    /// Pawns on both sides.
    #[error("both sides have pawns; the language knows no en passant, so only one side may have them")]
    PawnsOnBothSides,
    /// The table does not begin with its material.
    #[error("a table begins with its material, as in `material KR v K`")]
    MissingMaterial,
    /// A second promise.
    #[error("a table either wins or holds, and line {first} says which; leave out one of the two lines")]
    SecondPromise {
        /// The line of the first.
        first: usize,
    },
    /// A second thing of a kind or name that must be unique.
    #[error("a second {what} {name}; the first is on line {first}, and a table may have only one")]
    Duplicate {
        /// Material, rule, advice, definition.
        what: &'static str,
        /// Its name.
        name: String,
        /// The line of the first.
        first: usize,
    },
    /// A definition or measure with the name of a vocabulary word.
    #[error("{0} is already a word of the vocabulary; choose another name")]
    NameTaken(String),
    /// A table without rules.
    #[error("the table has no rule; write `rule NAME: if CONDITION then ADVICE, …`")]
    NoRules,
    /// The last rule has a condition.
    #[error(
        "no default rule: the last rule must apply everywhere; end with `rule NAME: if any_position then …`"
    )]
    NoDefaultRule,
    /// A rule after the default rule.
    #[error(
        "rule {name} can never be used: rule {default} before it applies everywhere; put it before that rule, or delete it"
    )]
    UnreachableRule {
        /// The rule.
        name: String,
        /// The default rule.
        default: String,
    },
    /// A rule names advice that does not exist.
    #[error("there is no advice {name}; the table has {known}; write one of these names, or add the advice")]
    UnknownAdvice {
        /// The name.
        name: String,
        /// The advice that there is.
        known: String,
    },
    /// A goal asks about advice that does not come before it.
    #[error("`can {name}`: no advice {name} comes before this; a goal may ask only about earlier advice")]
    NotYetAdvice {
        /// The name.
        name: String,
    },
    /// A goal uses a later definition that asks about advice.
    #[error(
        "{name} is defined further down; a definition with `can` must come before the advice that uses it"
    )]
    NotYetDefined {
        /// The name.
        name: String,
    },
    /// Advice that no rule names and no goal asks for.
    #[error("advice {name} is in no rule, and no goal asks for it; name it in a rule, or delete it")]
    UnusedAdvice {
        /// The advice.
        name: String,
    },
    /// A definition or measure that nothing uses.
    #[error("{name} is used nowhere; use it, or delete it")]
    UnusedDefinition {
        /// The definition.
        name: String,
    },
    /// The same advice twice in a rule.
    #[error("rule {rule} names advice {name} twice; the second time can never help; delete it there")]
    RepeatedAdvice {
        /// The rule.
        rule: String,
        /// The advice.
        name: String,
    },
    /// A word that is not in the vocabulary.
    #[error("unknown {expected} {word}{suggestion}; the reference of the language lists them all")]
    UnknownWord {
        /// Predicate, number or move class.
        expected: &'static str,
        /// The word.
        word: String,
        /// ` (did you mean …?)`, or empty.
        suggestion: String,
    },
    /// A word of the wrong kind.
    #[error("{word} is a {kind}, and a {expected} is needed here{hint}")]
    WrongKind {
        /// The word.
        word: String,
        /// What it is.
        kind: &'static str,
        /// What is needed.
        expected: &'static str,
        /// How to correct it; may be empty.
        hint: &'static str,
    },
    /// Our moves are empty.
    #[error("advice {name} never moves: `us:` must allow moves (`none` is for `them:`)")]
    EmptyConstraint {
        /// The advice.
        name: String,
    },
    /// Advice for ever that asks how long it has lasted.
    #[error(
        "advice {name} is for ever, and asked anew at every move: it cannot look at `depth` or at the root; leave these out, \
         or leave out `for ever`"
    )]
    EndlessLooksBack {
        /// The advice.
        name: String,
    },
    /// Advice that plays what is soonest, although its goals do not mean the same at every move.
    #[error(
        "advice {name} plays the move that is soonest, and is asked anew at every move: its goals cannot look at `depth` or at the \
         root, and only `depth < NUMBER` may limit its moves; change these, or leave out `soonest`"
    )]
    SoonestLooksBack {
        /// The advice.
        name: String,
    },
    /// A constraint that ends with a filter.
    #[error("{0} only filters; the last part of an `and` must make moves, as in `depth = 0 and legal`")]
    NothingGenerates(String),
    /// A goal that contradicts itself.
    #[error("`{part}:` can never hold: {goal}; leave out what contradicts the rest")]
    NeverHolds {
        /// Better or holding.
        part: &'static str,
        /// The goal.
        goal: String,
    },
    /// A promise for no position.
    #[error("nothing is promised: with us to move this never holds: {goal}; name positions with us to move")]
    EmptyPromise {
        /// The goal after `where`.
        goal: String,
    },
    /// A holding goal that does not hold where the search begins.
    #[error(
        "`holding:` must hold at the root too, where we are to move, and cannot: {goal}; name a goal that can"
    )]
    BrokenAtRoot {
        /// The goal.
        goal: String,
    },
    /// A goal that holds wherever the advice is asked.
    #[error(
        "`better:` holds already at the root, where we are to move, so there is never anything to do: {goal}; \
         name a goal that a move must reach"
    )]
    ReachedAtRoot {
        /// The goal.
        goal: String,
    },
    /// Goals that contradict each other.
    #[error(
        "advice {advice} can never be satisfied: where `better:` holds, `holding:` does not; change one of them"
    )]
    GoalsExclude {
        /// The advice.
        advice: String,
    },
    /// A goal that can only be reached after a reply, in advice that looks at no reply.
    #[error(
        "`better:` is reached only after a reply, and `them: none` looks at none: {goal}; write `them: depth = 1 and legal`"
    )]
    NeedsReply {
        /// The goal.
        goal: String,
    },
    /// Moves of a side at a depth at which the other one moves.
    #[error(
        "`depth = {depth}` never holds in `{part}:`, where the depths are {depths}, …; choose one of these"
    )]
    OtherSidesDepth {
        /// The depth.
        depth: i32,
        /// Us or them.
        part: &'static str,
        /// The first depths at which that side moves.
        depths: &'static str,
    },
    /// A condition that contradicts itself, or the fact that we are to move.
    #[error(
        "rule {name} can never be used: with us to move this never holds: {goal}; change its condition, or delete it"
    )]
    RuleNeverApplies {
        /// The rule.
        name: String,
        /// Its condition.
        goal: String,
    },
    /// A rule that the rules before it make useless.
    #[error(
        "rule {name} can never be used: wherever it applies, {by} before it applies too; narrow what comes before, or delete it"
    )]
    ShadowedRule {
        /// The rule.
        name: String,
        /// The rule before it, or the rules before it together.
        by: String,
    },
    /// A comparison that does not depend on the board.
    #[error("`{goal}` {verdict} holds{ranges}; compare with another value, or leave it out")]
    Settled {
        /// The comparison.
        goal: String,
        /// Always or never.
        verdict: &'static str,
        /// `: room is 1 to 64`, or empty.
        ranges: String,
    },
    /// A word about a man that the material does not have.
    #[error("{word} is about a {man}, and {side} have none; choose a word about the men of the material")]
    MissingMan {
        /// The word.
        word: String,
        /// The man.
        man: &'static str,
        /// We or they.
        side: &'static str,
    },
    /// Hand-over to a table that does not exist.
    #[error(
        "there is no table {table} to hand {material} over to; put its file {table}.al0 beside this one, or choose one of {known}"
    )]
    UnknownHandover {
        /// The table.
        table: String,
        /// The material.
        material: String,
        /// The tables that there are.
        known: String,
    },
    /// Hand-over to a table for other material.
    #[error(
        "{table} is a table for {knows}, and {material} is to be handed over to it; choose another table"
    )]
    UnfitHandover {
        /// The table.
        table: String,
        /// Its material.
        knows: String,
        /// The material to be handed over.
        material: String,
    },
    /// Hand-over from a table that wins to one that holds, or the other way round.
    #[error("{table} {promises}, and this table does not promise the same; choose another table")]
    OtherPromise {
        /// The table that is handed over to.
        table: String,
        /// What it does.
        promises: &'static str,
    },
    /// Hand-over to the table's own material.
    #[error("{0} is this table's own material; hand over another")]
    OwnMaterial(String),
}
