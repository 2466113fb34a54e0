//! A place in the tokens of a text: looks at the next token, takes it, or says what is wrong with it.

use crate::advice::language::lexer::{Token, TokenKind};
use crate::advice::language::problem::{Place, Problem, ProblemKind};
use crate::advice::language::syntax::Name;
use crate::advice::vocabulary;
use crate::text::nearest;

/// Words of the grammar, which cannot be names.
const KEYWORDS: [&str; 30] = [
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
/// The parser refuses deeper brackets, so that no text can exhaust the stack.
const DEEPEST: usize = 50;

pub(super) type Parsed<T> = Result<T, Problem>;

/// Parses by recursive descent.
pub(super) struct Parser {
    tokens: Vec<Token>,
    pub(super) at: usize,
    pub(super) deep: usize,
}

impl Parser {
    pub(super) fn new(tokens: Vec<Token>) -> Parser {
        Parser { tokens, at: 0, deep: 0 }
    }

    pub(super) fn enter(&mut self) -> Parsed<()> {
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

    pub(super) fn peek(&self) -> &TokenKind {
        &self.token().kind
    }

    pub(super) fn place(&self) -> Place {
        self.token().place
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), TokenKind::Word(found) if found == word);
        self.at += usize::from(found);
        found
    }

    pub(super) fn take_sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), TokenKind::Sign(found) if *found == sign);
        self.at += usize::from(found);
        found
    }

    pub(super) fn word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    pub(super) fn sign(&mut self, sign: &str) -> Parsed<()> {
        if self.take_sign(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    /// Takes the parenthesis that closes the one at a place.
    pub(super) fn close(&mut self, opened: Place) -> Parsed<()> {
        if self.take_sign(")") {
            return Ok(());
        }
        let unclosed = ProblemKind::Unclosed { opened, found: self.found() };
        Err(self.misspelt().unwrap_or(Problem { place: self.place(), kind: unclosed }))
    }

    pub(super) fn names_something(&self) -> bool {
        matches!(self.peek(), TokenKind::Word(word) if !KEYWORDS.contains(&word.as_str()))
    }

    pub(super) fn name(&mut self, expected: &str) -> Parsed<Name> {
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
    pub(super) fn found(&self) -> String {
        match self.peek() {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Number(number) => format!("`{number}`"),
            TokenKind::Text(_) => "a text".to_owned(),
            TokenKind::Sign(sign) => format!("`{sign}`"),
            TokenKind::End => "the end of the table".to_owned(),
        }
    }

    pub(super) fn unexpected(&self, expected: &str) -> Problem {
        let kind = ProblemKind::Unexpected { expected: expected.to_owned(), found: self.found() };
        self.misspelt().unwrap_or(Problem { place: self.place(), kind })
    }

    /// Returns the problem that none of these words is here, with the one that was probably meant.
    pub(super) fn unexpected_among(&self, words: &[&'static str]) -> Problem {
        let (last, others) = words.split_last().unwrap_or((&"", &[]));
        let others: Vec<String> = others.iter().map(|word| format!("`{word}`")).collect();
        let mut problem = self.unexpected(&format!("{} or `{last}`", others.join(", ")));
        if let (ProblemKind::Unexpected { found, .. }, TokenKind::Word(written)) =
            (&mut problem.kind, self.peek())
            && let Some(meant) = nearest(written, words.iter().copied())
        {
            found.push_str(&format!(" (did you mean {meant}?)"));
        }
        problem
    }

    /// Returns a problem if two words are side by side and the first is nearly a keyword that is allowed there.
    fn misspelt(&self) -> Option<Problem> {
        let before = self.tokens.get(self.at.checked_sub(1)?)?;
        let (TokenKind::Word(word), TokenKind::Word(_)) = (&before.kind, self.peek()) else { return None };
        if KEYWORDS.contains(&word.as_str()) || vocabulary::find(word).is_some() {
            return None;
        }
        let keyword = nearest(word, ["root", "not", "can"])?;
        let kind = ProblemKind::MisspeltKeyword { word: word.clone(), keyword };
        Some(Problem { place: before.place, kind })
    }
}
