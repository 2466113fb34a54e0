//! Parses tokens into the syntax tree, by recursive descent. It stops at the first mistake, because more would be guesses.

use strsim::levenshtein;

use super::aim::Aim;
use super::lexer::{Token, TokenKind, tokens};
use super::problem::{Place, Problem, ProblemKind};
use super::syntax::{
    AdviceSyntax, ConstraintSyntax, DefinitionSyntax, GoalSyntax, HandoverSyntax, MaterialSyntax,
    MeasureSyntax, Name, OrderingSyntax, PromiseSyntax, RuleSyntax, SumSyntax, TableSyntax, TermSyntax,
};
use super::table::{Comparison, Direction, MOST_ORDERINGS};
use crate::advice::vocabulary;

/// Words of the grammar, which cannot be names.
pub(super) const KEYWORDS: [&str; 30] = [
    "material",
    "wins",
    "holds",
    "where",
    "symmetric",
    "handover",
    "to",
    "define",
    "measure",
    "rule",
    "if",
    "then",
    "advice",
    "for",
    "ever",
    "better",
    "holding",
    "us",
    "them",
    "and",
    "or",
    "not",
    "can",
    "root",
    "by",
    "least",
    "greatest",
    "after",
    "none",
    "depth",
];
const SECTIONS: &str =
    "`material`, `wins`, `holds`, `symmetric`, `handover`, `define`, `measure`, `rule` or `advice`";
/// The parser refuses deeper brackets, so that no text can exhaust the stack.
const DEEPEST: usize = 50;

/// Reads a whole text.
pub(super) fn parse(text: &str) -> Result<TableSyntax, Problem> {
    Parser { tokens: tokens(text)?, at: 0, deep: 0 }.table()
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    deep: usize,
}

type Parsed<T> = Result<T, Problem>;

impl Parser {
    fn table(mut self) -> Parsed<TableSyntax> {
        let mut table = TableSyntax::default();
        while self.peek() != &TokenKind::End {
            let place = self.place();
            if self.take_word("material") {
                let material = self.material()?;
                if let Some(first) = &table.material {
                    let first = first.us.place.line;
                    let name = format!("{} v {}", material.us.text, material.them.text);
                    return Err(Problem {
                        place,
                        kind: ProblemKind::Duplicate { what: "material", name, first },
                    });
                }
                table.material = Some(material);
            } else if self.take_word("wins") {
                table.promise = Some(self.promise(Aim::Wins, place, table.promise.as_ref())?);
            } else if self.take_word("holds") {
                table.promise = Some(self.promise(Aim::Holds, place, table.promise.as_ref())?);
            } else if self.take_word("symmetric") {
                table.symmetric = true;
            } else if self.take_word("handover") {
                let material = self.material()?;
                self.word("to")?;
                table.handovers.push(HandoverSyntax { material, table: self.name("the name of a table")? });
            } else if self.take_word("define") {
                table.definitions.push(self.definition()?);
            } else if self.take_word("measure") {
                let name = self.name("a name for the measure")?;
                self.sign(":")?;
                table.measures.push(MeasureSyntax { name, sum: self.sum("a number")? });
            } else if self.take_word("rule") {
                table.rules.push(self.rule()?);
            } else if self.take_word("advice") {
                table.advice.push(self.advice()?);
            } else {
                return Err(self.unexpected(SECTIONS));
            }
        }
        table.end = self.place();
        Ok(table)
    }

    fn material(&mut self) -> Parsed<MaterialSyntax> {
        let us = self.name("our pieces, as in `KR v K`")?;
        if us.text.contains('v') && self.peek() != &TokenKind::Word("v".to_owned()) {
            return Err(Problem { place: us.place, kind: ProblemKind::JoinedMaterial(us.text) });
        }
        self.word("v")?;
        let them = self.name("their pieces, as in `KR v K`")?;
        Ok(MaterialSyntax { us, them })
    }

    fn promise(&mut self, aim: Aim, place: Place, first: Option<&PromiseSyntax>) -> Parsed<PromiseSyntax> {
        if let Some(first) = first {
            let name = if aim == Aim::Wins { "wins" } else { "holds" }.to_owned();
            let kind = ProblemKind::Duplicate { what: "promise", name, first: first.place.line };
            return Err(Problem { place, kind });
        }
        let part = if self.take_word("where") { Some(self.goal()?) } else { None };
        Ok(PromiseSyntax { place, aim, part })
    }

    fn definition(&mut self) -> Parsed<DefinitionSyntax> {
        let name = self.name("a name for the definition")?;
        self.sign(":")?;
        Ok(DefinitionSyntax { name, goal: self.goal()? })
    }

    fn rule(&mut self) -> Parsed<RuleSyntax> {
        let name = self.name("a name for the rule")?;
        self.sign(":")?;
        self.word("if")?;
        let condition = self.goal()?;
        self.word("then")?;
        let mut advice = vec![self.name("the name of a piece of advice")?];
        while self.take_sign(",") {
            advice.push(self.name("the name of a piece of advice")?);
        }
        Ok(RuleSyntax { name, condition, advice })
    }

    fn advice(&mut self) -> Parsed<AdviceSyntax> {
        let name = self.name("a name for the advice")?;
        let purpose = match self.peek().clone() {
            TokenKind::Text(text) => {
                self.at += 1;
                text
            }
            _ => String::new(),
        };
        let endless = self.take_word("for");
        if endless {
            self.word("ever")?;
        }
        self.sign(":")?;
        self.part("better")?;
        let better = self.goal()?;
        self.part("holding")?;
        let holding = self.goal()?;
        self.part("us")?;
        let us = self.constraint()?;
        self.part("them")?;
        let them = self.constraint()?;
        Ok(AdviceSyntax { name, purpose, endless, better, holding, us, them })
    }

    fn part(&mut self, keyword: &str) -> Parsed<()> {
        if !self.take_word(keyword) {
            return Err(self.unexpected(&format!("`{keyword}:`")));
        }
        self.sign(":")
    }

    // Goals: `or` binds loosest, then `and`, then `not`.

    fn goal(&mut self) -> Parsed<GoalSyntax> {
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

    fn simple_goal(&mut self) -> Parsed<GoalSyntax> {
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
    fn atom(&mut self, expected: &str) -> Parsed<GoalSyntax> {
        let left = self.sum(expected)?;
        if let Some(comparison) = self.comparison() {
            let right = self.sum("a number")?;
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

    fn sum(&mut self, expected: &str) -> Parsed<SumSyntax> {
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

    // Constraints: `then` binds loosest, then `and`, then `by`.

    fn constraint(&mut self) -> Parsed<ConstraintSyntax> {
        if self.take_word("none") {
            return Ok(ConstraintSyntax::None);
        }
        let mut parts = vec![self.filtered()?];
        while self.take_word("then") {
            parts.push(self.filtered()?);
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

    // The tokens.

    fn enter(&mut self) -> Parsed<()> {
        self.deep += 1;
        if self.deep > DEEPEST {
            return Err(Problem { place: self.place(), kind: ProblemKind::TooDeep(DEEPEST) });
        }
        Ok(())
    }

    /// Returns the next token. The list ends with `End`, which is never taken.
    fn token(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn peek(&self) -> &TokenKind {
        &self.token().kind
    }

    fn place(&self) -> Place {
        self.token().place
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), TokenKind::Word(found) if found == word);
        self.at += usize::from(found);
        found
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), TokenKind::Sign(found) if *found == sign);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    fn sign(&mut self, sign: &str) -> Parsed<()> {
        if self.take_sign(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    /// Takes the parenthesis that closes the one at a place.
    fn close(&mut self, opened: Place) -> Parsed<()> {
        if self.take_sign(")") {
            return Ok(());
        }
        let unclosed = ProblemKind::Unclosed { opened, found: self.found() };
        Err(self.misspelt().unwrap_or(Problem { place: self.place(), kind: unclosed }))
    }

    fn names_something(&self) -> bool {
        matches!(self.peek(), TokenKind::Word(word) if !KEYWORDS.contains(&word.as_str()))
    }

    fn name(&mut self, expected: &str) -> Parsed<Name> {
        match self.peek() {
            TokenKind::Word(word) if !KEYWORDS.contains(&word.as_str()) => {
                let name = Name { text: word.clone(), place: self.place() };
                self.at += 1;
                Ok(name)
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    /// Returns the next token in words, for messages.
    fn found(&self) -> String {
        match self.peek() {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Number(number) => format!("`{number}`"),
            TokenKind::Text(_) => "a text".to_owned(),
            TokenKind::Sign(sign) => format!("`{sign}`"),
            TokenKind::End => "the end of the table".to_owned(),
        }
    }

    fn unexpected(&self, expected: &str) -> Problem {
        let kind = ProblemKind::Unexpected { expected: expected.to_owned(), found: self.found() };
        self.misspelt().unwrap_or(Problem { place: self.place(), kind })
    }

    /// Returns a problem if two words are side by side and the first is nearly a keyword that is allowed there.
    fn misspelt(&self) -> Option<Problem> {
        let before = self.tokens.get(self.at.checked_sub(1)?)?;
        let (TokenKind::Word(word), TokenKind::Word(_)) = (&before.kind, self.peek()) else { return None };
        if KEYWORDS.contains(&word.as_str()) || vocabulary::find(word).is_some() {
            return None;
        }
        let keyword = ["root", "not", "can"].into_iter().find(|keyword| levenshtein(word, keyword) == 1)?;
        let kind = ProblemKind::MisspeltKeyword { word: word.clone(), keyword };
        Some(Problem { place: before.place, kind })
    }
}

fn single_or<T>(mut parts: Vec<T>, join: impl Fn(Vec<T>) -> T) -> T {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            join(parts)
        }
        None => join(parts),
    }
}
