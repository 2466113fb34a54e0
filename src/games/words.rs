//! Takes words outside comments apart into numbers, moves and signs, which may be glued together in any order.

use shakmaty::san::San;

use super::notation;
use super::signs::{self, Sign};

/// A part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The number of a move, with its dots.
    Number(String),
    /// A move as it was written.
    Move(String, Written),
    /// A numeric annotation glyph.
    Glyph(u32),
    /// How the game ended, as the standard writes it.
    Result(&'static str),
    /// A sign without a number in the standard.
    Strange(String),
}

/// A move that was not yet compared with the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// The side to move passes.
    Pass,
    /// A move in any notation.
    Move(San),
}

/// Takes a word apart; `None` if a part is neither number, move nor sign.
pub(super) fn parts(word: &str) -> Option<Vec<Part>> {
    let word: String = word.chars().map(plain).collect();
    let mut parts = Vec::new();
    let mut rest = word.as_str();
    let mut goes_on = false;
    while !rest.is_empty() {
        let (part, length) = first(rest, rest.len() == word.len())?;
        let is_strange = matches!(part, Some(Part::Strange(_)));
        match (part, parts.last_mut()) {
            (Some(Part::Strange(more)), Some(Part::Strange(text))) if goes_on => text.push_str(&more),
            (part, _) => parts.extend(part),
        }
        goes_on = is_strange;
        rest = &rest[length..];
    }
    Some(parts)
}

/// Returns whether a text contains a move.
pub(super) fn has_move(text: &str) -> bool {
    let is_move = |part: &Part| matches!(part, Part::Move(..));
    text.split_whitespace().any(|word| parts(word).is_some_and(|parts| parts.iter().any(is_move)))
}

/// Returns the first part of a text and its length in bytes. The part is `None` if it has no meaning, such as a dash; the whole
/// is `None` if the text begins with neither number, move nor sign.
fn first(text: &str, is_word_begin: bool) -> Option<(Option<Part>, usize)> {
    let sign = signs::at_start(text);
    let written = notation::at_start(text);
    let sign_length = sign.map_or(0, |(_, length)| length);
    if let Some((san, length)) = written.filter(|(_, length)| *length > sign_length) {
        return Some((Some(Part::Move(text[..length].to_owned(), Written::Move(san))), length));
    }
    if let Some((sign, length)) = sign {
        return Some((meaning(sign, &text[..length]), length));
    }
    if let Some(rest) = text.strip_prefix('$') {
        let digits = &rest[..rest.len() - rest.trim_start_matches(is_digit).len()];
        // A number that no glyph can have stays as text.
        let part = digits.parse().map_or_else(|_| Part::Strange(format!("${digits}")), Part::Glyph);
        return Some((Some(part), 1 + digits.len()));
    }
    let behind_digits = text.trim_start_matches(is_digit);
    let behind_dots = behind_digits.trim_start_matches(['.', '…']);
    let number = &text[..text.len() - behind_dots.len()];
    if behind_digits.len() < text.len() && (is_word_begin || behind_dots.len() < behind_digits.len()) {
        return Some((Some(Part::Number(number.to_owned())), number.len()));
    }
    let letter = text.chars().next().filter(|letter| !letter.is_alphanumeric())?;
    let part = (!is_passed_over(letter)).then(|| Part::Strange(letter.into()));
    Some((part, letter.len_utf8()))
}

fn meaning(sign: Sign, text: &str) -> Option<Part> {
    match sign {
        Sign::Nothing => None,
        Sign::Glyph(glyph) => Some(Part::Glyph(glyph)),
        Sign::Result(result) => Some(Part::Result(result)),
        Sign::Pass => Some(Part::Move(text.to_owned(), Written::Pass)),
    }
}

fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit()
}

/// Dots and dashes between moves have no meaning; nor does a pawn symbol, which no notation needs.
fn is_passed_over(letter: char) -> bool {
    matches!(letter, '.' | '…' | ',' | ':' | '-' | '♙' | '♟')
}

/// Returns the ASCII letter for a symbol that some programs write in its place.
fn plain(letter: char) -> char {
    match letter {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '×' => 'x',
        other => other,
    }
}
