//! Cuts the text of moves into tokens, each with its line: comments, variations, moves, signs. Unknown words become tokens too.

use super::broken::Reason;
use super::words::{self, Part, Written};
use crate::text::lines::Line;

/// A piece of a game's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A comment, on one line.
    Comment(String),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
    /// A numeric annotation glyph.
    Glyph(u32),
    /// The number of a move. Nothing depends on it.
    Number(String),
    /// A move as it was written.
    Move(String, Written),
    /// How the game ended, as the standard writes it.
    Result(&'static str),
    /// Any other word.
    Unknown(String),
}

impl From<Part> for Token {
    fn from(part: Part) -> Token {
        match part {
            Part::Number(text) => Token::Number(text),
            Part::Move(text, written) => Token::Move(text, written),
            Part::Glyph(glyph) => Token::Glyph(glyph),
            Part::Result(result) => Token::Result(result),
            Part::Strange(text) => Token::Comment(text),
        }
    }
}

impl std::fmt::Display for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Token::Comment(text) => f.write_str(&braced(text)),
            Token::Open => f.write_str("("),
            Token::Close => f.write_str(")"),
            Token::Glyph(glyph) => write!(f, "${glyph}"),
            Token::Number(text) | Token::Move(text, _) | Token::Unknown(text) => f.write_str(text),
            Token::Result(text) => f.write_str(text),
        }
    }
}

/// Returns a comment in braces. If it contains a closing brace, which would end it, its braces become parentheses.
pub(super) fn braced(comment: &str) -> String {
    match comment.contains('}') {
        true => format!("{{{}}}", comment.replace('{', "(").replace('}', ")")),
        false => format!("{{{comment}}}"),
    }
}

/// Receives each token with the number of its line.
pub(super) type Take<'a> = dyn FnMut(usize, Token) + 'a;

/// Reads lines of moves. Braces within comments may be nested, although the standard does not allow it. If they do not match, the
/// first closing brace ends a comment.
pub(super) fn tokens(lines: &[Line]) -> Result<Vec<(usize, Token)>, (usize, Reason)> {
    tokens_with(lines, true).or_else(|_| tokens_with(lines, false))
}

fn tokens_with(lines: &[Line], nests: bool) -> Result<Vec<(usize, Token)>, (usize, Reason)> {
    let mut scanner = Scanner { nests, ..Scanner::default() };
    let mut tokens = Vec::new();
    for line in lines {
        scanner.feed(line, &mut |line, token| tokens.push((line, token)))?;
    }
    if scanner.is_in_comment() {
        return Err((scanner.comment_line, Reason::OpenComment));
    }
    // The last piece of a long line may end within a word.
    scanner.finish_word(&mut |line, token| tokens.push((line, token)));
    Ok(tokens)
}

/// Reads the text line by line.
#[derive(Debug, Default)]
pub(super) struct Scanner {
    nests: bool,
    line: usize,
    /// The word or comment that is being read.
    text: String,
    /// The number of open braces, and the line of the first.
    comment: usize,
    comment_line: usize,
    /// The number of open variations.
    variations: usize,
    is_over: bool,
    /// The next line continues the last one, which came in pieces.
    goes_on: bool,
}

impl Scanner {
    /// Returns whether a comment is open.
    pub fn is_in_comment(&self) -> bool {
        self.comment > 0
    }

    /// Returns whether a variation is open.
    pub fn is_in_variation(&self) -> bool {
        self.variations > 0
    }

    /// Returns whether the game's result was read.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Takes a line. Outside comments, a line that begins with `%` is for the program that wrote it and is skipped.
    pub fn feed(&mut self, line: &Line, take: &mut Take<'_>) -> Result<(), (usize, Reason)> {
        self.line = line.number;
        let goes_on = std::mem::replace(&mut self.goes_on, line.is_cut);
        if line.text.starts_with('%') && !goes_on && !self.is_in_comment() {
            return Ok(());
        }
        let mut letters = line.text.chars();
        while let Some(letter) = letters.next() {
            match letter {
                letter if self.is_in_comment() => self.comment_letter(letter, take),
                '{' => {
                    self.finish_word(take);
                    self.comment = 1;
                    self.comment_line = self.line;
                }
                '}' => return Err((self.line, Reason::StrayBrace)),
                ';' => {
                    self.finish_word(take);
                    self.text = letters.as_str().to_owned();
                    self.finish_comment(take);
                    break;
                }
                '(' => {
                    self.finish_word(take);
                    self.variations += 1;
                    take(self.line, Token::Open);
                }
                ')' => self.close_variation(take),
                letter if letter.is_whitespace() => self.finish_word(take),
                letter => self.text.push(letter),
            }
        }
        match (line.is_cut, self.is_in_comment()) {
            (true, _) => {}
            (false, true) => self.text.push(' '),
            (false, false) => self.finish_word(take),
        }
        Ok(())
    }

    fn comment_letter(&mut self, letter: char, take: &mut Take<'_>) {
        match letter {
            '}' if self.comment == 1 => {
                self.comment = 0;
                self.finish_comment(take);
            }
            '}' => {
                self.comment -= 1;
                self.text.push(letter);
            }
            '{' => {
                self.comment += usize::from(self.nests);
                self.text.push(letter);
            }
            letter => self.text.push(letter),
        }
    }

    fn finish_comment(&mut self, take: &mut Take<'_>) {
        let text = std::mem::take(&mut self.text);
        if !text.trim().is_empty() {
            take(self.line, Token::Comment(text.trim().to_owned()));
        }
    }

    /// Closes a variation. A closing parenthesis without an opening one does no harm.
    fn close_variation(&mut self, take: &mut Take<'_>) {
        self.finish_word(take);
        if self.is_in_variation() {
            self.variations -= 1;
            take(self.line, Token::Close);
        }
    }

    fn finish_word(&mut self, take: &mut Take<'_>) {
        let word = std::mem::take(&mut self.text);
        let Some(parts) = words::parts(&word) else { return take(self.line, Token::Unknown(word)) };
        for part in parts {
            self.is_over |= matches!(part, Part::Result(_)) && !self.is_in_variation();
            take(self.line, part.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Line> {
        let numbered = text.lines().enumerate();
        numbered
            .map(|(index, text)| Line { number: index + 1, text: text.to_owned(), is_cut: false })
            .collect()
    }

    fn read(text: &str) -> String {
        let tokens = tokens(&lines(text)).unwrap();
        let tokens = tokens.iter().filter(|(_, token)| !matches!(token, Token::Number(_)));
        tokens.map(|(_, token)| token.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_game_is_cut_into_what_programs_and_people_write() {
        let cases = [
            ("1. e4 e5 2.Nf3 Nc6", "e4 e5 Nf3 Nc6"),
            ("1 e4, 1...e5 2.…d4 1.", "e4 e5 d4"),
            ("1. e2-e4 0-0 12.O-O-O+ e8=Q# exd6 e.p.", "e2-e4 0-0 O-O-O e8=Q exd6"),
            ("1. ♘f3 ♙d5 2. e8Q", "Nf3 d5 e8Q"),
            ("e4! e5?! $14 +/- Nf3!? = Nc6", "e4 $1 e5 $6 $14 $16 Nf3 $5 $10 Nc6"),
            (
                "exd6e.p. exd6ep exd6 ep. Kd2□ Kd2± Kd2+/- Kd2∞",
                "exd6 exd6 exd6 Kd2 $7 Kd2 $16 Kd2 $16 Kd2 $13",
            ),
            ("Rd1 ch Rd1ch. Rd1† Rd1++ Rd1dis.ch. Rd1‡ Rd1mate", "Rd1 Rd1 Rd1 Rd1 Rd1 Rd1 Rd1"),
            (
                "Kd2N Kd2 N e4N Kd2+- Kd2 −+ Kd2⩲!? Kd2+--",
                "Kd2 $146 Kd2 $146 e4 $146 Kd2 $18 Kd2 $19 Kd2 $14 $5 Kd2 $20",
            ),
            ("Kd2* (Kd2#1-0) Kd2½–½", "Kd2 * ( Kd2 1-0 ) Kd2 1/2-1/2"),
            ("Kd2⨀ Kd2 ~↑ $300 $99999999999", "Kd2 {⨀} Kd2 {~↑} $300 {$99999999999}"),
            ("-- Z0 1.-- @@@@!? <> null 2. —— 3... 0000", "-- Z0 -- @@@@ $5 <> null -- 0000"),
            ("e4e5!Nf3 e52.Nf3", "e4e5 $1 Nf3 e5 Nf3"),
            ("e4 {one {two} Nf3} e5", "e4 {one (two) Nf3} e5"),
            ("e4 {one {two} e5", "e4 {one {two} e5"),
            ("e4 ; rest } Nf3\ne5", "e4 {rest ) Nf3} e5"),
            ("e4 (d4 d5 (1... Nf6 nonsense)) e5", "e4 ( d4 d5 ( Nf6 nonsense ) ) e5"),
            ("e4 ) e5 1–0", "e4 e5 1-0"),
            ("e4{}{  }e5{a\n% b  c\n}", "e4 e5 {a % b  c}"),
            ("% x\ne4 {a}\n% }\n e5", "e4 {a} e5"),
            ("e4 Xf3 3.Nc fun! c4x", "e4 Xf3 3.Nc fun! c4x"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn faults_of_braces_are_reported_with_their_line() {
        let cases = [("e4\n\n{ never\nclosed", 3, Reason::OpenComment), ("e4 }\ne5", 1, Reason::StrayBrace)];
        for (text, line, reason) in cases {
            assert_eq!(tokens(&lines(text)), Err((line, reason)), "{text}");
        }
    }

    #[test]
    fn words_and_comments_of_a_line_that_was_cut_are_whole() {
        let pieces = [("1. e", true), ("4 {a", true), ("% b} N", true), ("f3", true)];
        let lines = pieces.map(|(text, is_cut)| Line { number: 1, text: text.to_owned(), is_cut });
        let tokens = tokens(&lines).unwrap();
        let texts: Vec<String> = tokens.iter().map(|(_, token)| token.to_string()).collect();
        assert_eq!(texts, ["1.", "e4", "{a% b}", "Nf3"]);
    }
}
