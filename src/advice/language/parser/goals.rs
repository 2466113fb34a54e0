//! The grammar of goals and of the numbers in them: `or` binds loosest, then `and`, then `not`.

use super::cursor::{Parsed, Parser};
use super::joined::single_or;
use crate::advice::language::lexer::TokenKind;
use crate::advice::language::problem::{Problem, ProblemKind};
use crate::advice::language::syntax::{GoalSyntax, Name, SumSyntax, TermSyntax};
use crate::advice::language::table::Comparison;

impl Parser {
    pub(super) fn goal(&mut self) -> Parsed<GoalSyntax> {
        let mut parts = vec![self.conjunction()?];
        while self.take_word("or") {
            parts.push(self.conjunction()?);
        }
        Ok(single_or(parts, GoalSyntax::Or))
    }

    fn conjunction(&mut self) -> Parsed<GoalSyntax> {
        let mut parts = vec![self.simple_goal()?];
        while self.take_word("and") {
            parts.push(self.simple_goal()?);
        }
        Ok(single_or(parts, GoalSyntax::And))
    }

    pub(super) fn simple_goal(&mut self) -> Parsed<GoalSyntax> {
        if self.take_word("not") {
            self.enter()?;
            let goal = self.simple_goal()?;
            self.deep -= 1;
            return Ok(GoalSyntax::Not(Box::new(goal)));
        }
        if self.take_word("can") {
            return Ok(GoalSyntax::Can(self.name("the name of a piece of advice")?));
        }
        let opened = self.place();
        if self.take_sign("(") {
            self.enter()?;
            let goal = self.goal()?;
            self.deep -= 1;
            self.close(opened)?;
            return Ok(goal);
        }
        self.atom("a predicate or a comparison")
    }

    /// Parses a predicate, or a comparison of two sums.
    pub(super) fn atom(&mut self, expected: &str) -> Parsed<GoalSyntax> {
        let left = self.sum(expected)?;
        if let Some(comparison) = self.comparison() {
            let written_backwards =
                comparison == Comparison::Equal && matches!(self.peek(), TokenKind::Sign("<" | ">"));
            let expected = if written_backwards {
                "a number (write `<=` and `>=`, not `=<` and `=>`)"
            } else {
                "a number"
            };
            let right = self.sum(expected)?;
            return Ok(GoalSyntax::Compare { left, comparison, right });
        }
        match left.as_slice() {
            [TermSyntax { factor: 1, number: Some(name), at_root }] if name.text != "depth" => {
                Ok(GoalSyntax::Word { name: name.clone(), at_root: *at_root })
            }
            _ => Err(self.unexpected("a comparison (< <= = != >= >)")),
        }
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let comparison = match self.peek() {
            TokenKind::Sign("<") => Comparison::Less,
            TokenKind::Sign("<=") => Comparison::AtMost,
            TokenKind::Sign("=") => Comparison::Equal,
            TokenKind::Sign("!=") => Comparison::Unequal,
            TokenKind::Sign(">=") => Comparison::AtLeast,
            TokenKind::Sign(">") => Comparison::Greater,
            _ => return None,
        };
        self.at += 1;
        Some(comparison)
    }

    pub(super) fn sum(&mut self, expected: &str) -> Parsed<SumSyntax> {
        let mut terms = Vec::new();
        let mut sign = if self.take_sign("-") { -1 } else { 1 };
        loop {
            let mut term = self.term(expected)?;
            term.factor *= sign;
            terms.push(term);
            sign = if self.take_sign("+") {
                1
            } else if self.take_sign("-") {
                -1
            } else {
                return Ok(terms);
            };
        }
    }

    fn term(&mut self, expected: &str) -> Parsed<TermSyntax> {
        if let TokenKind::Number(factor) = *self.peek() {
            self.at += 1;
            if !self.take_sign("*") {
                return Ok(TermSyntax { factor, number: None, at_root: false });
            }
            return Ok(TermSyntax { factor, ..self.number("the name of a number")? });
        }
        self.number(expected)
    }

    fn number(&mut self, expected: &str) -> Parsed<TermSyntax> {
        let at_root = self.take_word("root");
        let place = self.place();
        if !at_root && self.take_word("depth") {
            let name = Name { text: "depth".to_owned(), place };
            return Ok(TermSyntax { factor: 1, number: Some(name), at_root });
        }
        if at_root && !self.names_something() {
            return Err(Problem { place, kind: ProblemKind::RootOfNothing(self.found()) });
        }
        Ok(TermSyntax { factor: 1, number: Some(self.name(expected)?), at_root })
    }
}
