//! Splits a table's text into tokens, each with its place.

use super::problem::{Place, Problem, ProblemKind};

/// The smallest parts of a table's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word(String),
    Number(i32),
    Text(String),
    Sign(&'static str),
    End,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) place: Place,
}

/// Longer signs first, so that `<=` is not read as `<`.
const SIGNS: [&str; 13] = ["<=", ">=", "!=", ":", ",", "(", ")", "+", "-", "*", "<", "=", ">"];
const BIGGEST: i32 = 1_000_000;

/// Splits a text; the last token is always [`TokenKind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Problem> {
    let mut tokens = Vec::new();
    for (above, line) in text.lines().enumerate() {
        let letters: Vec<char> = line.chars().collect();
        let mut at = 0;
        while at < letters.len() {
            let place = Place { line: above + 1, column: at + 1 };
            let rest = &letters[at..];
            if rest[0] == '#' {
                break;
            }
            if rest[0].is_whitespace() || rest[0] == '\u{feff}' {
                at += 1;
                continue;
            }
            let (kind, length) = token(rest).map_err(|kind| Problem { place, kind })?;
            tokens.push(Token { kind, place });
            at += length;
        }
    }
    // The end is one past the last token, where a missing token would have to be added.
    let place = tokens.last().map_or(Place { line: 1, column: 1 }, |last| Place {
        line: last.place.line,
        column: last.place.column + width(&last.kind),
    });
    tokens.push(Token { kind: TokenKind::End, place });
    Ok(tokens)
}

fn token(rest: &[char]) -> Result<(TokenKind, usize), ProblemKind> {
    let first = rest[0];
    if first.is_ascii_alphabetic() || first == '_' {
        let word: String =
            rest.iter().take_while(|letter| letter.is_ascii_alphanumeric() || **letter == '_').collect();
        let length = word.len();
        return Ok((TokenKind::Word(word), length));
    }
    if first.is_ascii_digit() {
        let digits: String = rest.iter().take_while(|letter| letter.is_ascii_digit()).collect();
        let number = digits.parse().ok().filter(|number| *number <= BIGGEST);
        let number = number.ok_or_else(|| ProblemKind::BigNumber(digits.clone()))?;
        return Ok((TokenKind::Number(number), digits.len()));
    }
    if first == '"' {
        let text: Vec<char> = rest[1..].iter().copied().take_while(|letter| *letter != '"').collect();
        if text.len() + 1 == rest.len() {
            return Err(ProblemKind::OpenText);
        }
        let length = text.len() + 2;
        return Ok((TokenKind::Text(text.into_iter().collect()), length));
    }
    let starts = |sign: &&&str| sign.chars().zip(rest).filter(|(a, b)| a == *b).count() == sign.len();
    match SIGNS.iter().find(starts) {
        Some(sign) => Ok((TokenKind::Sign(sign), sign.len())),
        None => Err(ProblemKind::StrangeCharacter(first)),
    }
}

fn width(kind: &TokenKind) -> usize {
    match kind {
        TokenKind::Word(word) => word.len(),
        TokenKind::Number(number) => number.to_string().len(),
        TokenKind::Text(text) => text.chars().count() + 2,
        TokenKind::Sign(sign) => sign.len(),
        TokenKind::End => 0,
    }
}
