//! Parses tokens into the syntax tree, by recursive descent. It stops at the first mistake, because more would be guesses.

mod constraints;
mod cursor;
mod goals;
mod joined;

use self::cursor::{Parsed, Parser};
use super::aim::Aim;
use super::lexer::{TokenKind, tokens};
use super::problem::{Place, Problem, ProblemKind};
use super::syntax::{
    AdviceSyntax, DefinitionSyntax, HandoverSyntax, MaterialSyntax, MeasureSyntax, Name, PromiseSyntax,
    RuleSyntax, TableSyntax,
};
use super::table::Span;
use crate::advice::position::material::Material;

const SECTIONS: [&str; 9] =
    ["material", "wins", "holds", "symmetric", "handover", "define", "measure", "rule", "advice"];

/// Reads a whole text.
pub(super) fn parse(text: &str) -> Result<TableSyntax, Problem> {
    Parser::new(tokens(text)?).table()
}

/// Returns whether a table can have this name, so that others can hand over to it.
pub fn is_name(text: &str) -> bool {
    let is_whole = |mut parser: Parser| {
        let name = parser.name("");
        name.is_ok_and(|name| name.text == text) && parser.peek() == &TokenKind::End
    };
    tokens(text).is_ok_and(|tokens| is_whole(Parser::new(tokens)))
}

/// Returns the sides of a material that is one word, with its `v` at this place: `KRvK`.
fn apart(word: Name, at: usize) -> MaterialSyntax {
    let Name { text, place } = word;
    let them =
        Name { text: text[at + 1..].to_owned(), place: Place { column: place.column + at + 1, ..place } };
    MaterialSyntax { us: Name { text: text[..at].to_owned(), place }, them }
}

impl Parser {
    fn table(mut self) -> Parsed<TableSyntax> {
        let mut table = TableSyntax::default();
        while self.peek() != &TokenKind::End {
            self.section(&mut table)?;
        }
        table.end = self.place();
        Ok(table)
    }

    fn section(&mut self, table: &mut TableSyntax) -> Parsed<()> {
        let place = self.place();
        if self.take_word("material") {
            table.material = Some(self.only_material(place, table.material.as_ref())?);
        } else if self.take_word("wins") {
            table.promise = Some(self.promise(Aim::Wins, place, table.promise.as_ref())?);
        } else if self.take_word("holds") {
            table.promise = Some(self.promise(Aim::Holds, place, table.promise.as_ref())?);
        } else if self.take_word("symmetric") {
            table.symmetric = true;
        } else if self.take_word("handover") {
            table.handovers.push(self.handover()?);
        } else if self.take_word("define") {
            table.definitions.push(self.definition()?);
        } else if self.take_word("measure") {
            table.measures.push(self.measure()?);
        } else if self.take_word("rule") {
            table.rules.push(self.rule()?);
        } else if self.take_word("advice") {
            table.advice.push(self.advice()?);
        } else {
            return Err(self.unexpected_among(&SECTIONS));
        }
        Ok(())
    }

    /// The material of the whole table, which may be named once.
    fn only_material(&mut self, place: Place, first: Option<&MaterialSyntax>) -> Parsed<MaterialSyntax> {
        let material = self.material()?;
        let Some(first) = first else { return Ok(material) };
        let name = format!("{} v {}", material.us.text, material.them.text);
        let kind = ProblemKind::Duplicate { what: "material", name, first: first.us.place.line };
        Err(Problem { place, kind })
    }

    fn handover(&mut self) -> Parsed<HandoverSyntax> {
        let material = self.material()?;
        self.word("to")?;
        Ok(HandoverSyntax { material, table: self.name("the name of a table")? })
    }

    fn measure(&mut self) -> Parsed<MeasureSyntax> {
        let name = self.name("a name for the measure")?;
        self.sign(":")?;
        Ok(MeasureSyntax { name, sum: self.sum("a number")? })
    }

    fn material(&mut self) -> Parsed<MaterialSyntax> {
        let us = self.name("our pieces, as in `KR v K`")?;
        if let Some(at) = Material::joint(&us.text) {
            return Ok(apart(us, at));
        }
        self.word("v")?;
        let them = self.name("their pieces, as in `KR v K`")?;
        Ok(MaterialSyntax { us, them })
    }

    fn promise(&mut self, aim: Aim, place: Place, first: Option<&PromiseSyntax>) -> Parsed<PromiseSyntax> {
        if let Some(first) = first {
            let kind = ProblemKind::SecondPromise { first: first.place.line };
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
        let span = self.span()?;
        self.sign(":")?;
        self.part("better")?;
        let better = self.goal()?;
        self.part("holding")?;
        let holding = self.goal()?;
        self.part("us")?;
        let us = self.constraint()?;
        self.part("them")?;
        let them = self.constraint()?;
        Ok(AdviceSyntax { name, purpose, span, better, holding, us, them })
    }

    fn span(&mut self) -> Parsed<Span> {
        if self.take_word("soonest") {
            return Ok(Span::Soonest);
        }
        if self.peek() == &TokenKind::Word("forever".to_owned()) {
            return Err(self.unexpected("`for ever`"));
        }
        if !self.take_word("for") {
            return Ok(Span::UntilReached);
        }
        self.word("ever")?;
        Ok(Span::ForEver)
    }

    fn part(&mut self, keyword: &str) -> Parsed<()> {
        if !self.take_word(keyword) {
            let order = "the order is `better:`, `holding:`, `us:`, `them:`";
            return Err(self.unexpected(&format!("`{keyword}:` ({order})")));
        }
        self.sign(":")
    }
}
