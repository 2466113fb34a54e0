//! The grammar of constraints: `then` binds loosest, then `and`, then `by`.

use super::cursor::{Parsed, Parser};
use super::joined::single_or;
use crate::advice::language::lexer::TokenKind;
use crate::advice::language::problem::{Problem, ProblemKind};
use crate::advice::language::syntax::{ConstraintSyntax, GoalSyntax, OrderingSyntax};
use crate::advice::language::table::{Direction, MOST_ORDERINGS};

impl Parser {
    pub(super) fn constraint(&mut self) -> Parsed<ConstraintSyntax> {
        if self.take_word("none") {
            return Ok(ConstraintSyntax::None);
        }
        let mut parts = vec![self.filtered()?];
        while self.take_word("then") {
            parts.push(self.filtered()?);
        }
        if self.peek() == &TokenKind::Word("or".to_owned()) {
            return Err(Problem { place: self.place(), kind: ProblemKind::OrBetweenMoves });
        }
        Ok(single_or(parts, ConstraintSyntax::Then))
    }

    fn filtered(&mut self) -> Parsed<ConstraintSyntax> {
        let mut parts = vec![self.ordered()?];
        while self.take_word("and") {
            parts.push(self.ordered()?);
        }
        Ok(single_or(parts, ConstraintSyntax::And))
    }

    fn ordered(&mut self) -> Parsed<ConstraintSyntax> {
        let constraint = self.simple_constraint()?;
        if !self.take_word("by") {
            return Ok(constraint);
        }
        let mut by = vec![self.ordering()?];
        while by.len() < MOST_ORDERINGS && self.take_sign(",") {
            by.push(self.ordering()?);
        }
        Ok(ConstraintSyntax::By(Box::new(constraint), by))
    }

    fn ordering(&mut self) -> Parsed<OrderingSyntax> {
        let direction = if self.take_word("least") {
            Direction::Least
        } else if self.take_word("greatest") {
            Direction::Greatest
        } else {
            return Err(self.unexpected("`least` or `greatest`"));
        };
        let number = self.sum("a number")?;
        let after_reply = self.take_word("after");
        if after_reply {
            self.word("reply")?;
        }
        Ok(OrderingSyntax { direction, number, after_reply })
    }

    fn simple_constraint(&mut self) -> Parsed<ConstraintSyntax> {
        let place = self.place();
        if self.take_sign("(") {
            self.enter()?;
            let constraint = self.constraint()?;
            self.deep -= 1;
            self.close(place)?;
            return Ok(constraint);
        }
        if ["not", "can"].iter().any(|word| self.peek() == &TokenKind::Word((*word).to_owned())) {
            return Ok(ConstraintSyntax::Condition(self.simple_goal()?, place));
        }
        match self.atom("a move class or a condition")? {
            GoalSyntax::Word { name, at_root: false } => Ok(ConstraintSyntax::Word(name)),
            condition => Ok(ConstraintSyntax::Condition(condition, place)),
        }
    }
}
