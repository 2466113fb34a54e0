//! The text of moves made clean for pgn-reader, which passes over in silence what it does not understand: here everything
//! is either understood, left out for being no move surely, or told.

use shakmaty::san::San;

use super::broken::Reason;
use crate::text::lines::Line;

/// A word of the main line that is a move, and the line on which it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub line: usize,
    pub text: String,
}

/// A game's moves in the standard's words.
#[derive(Clone, Debug, Default)]
pub(super) struct Movetext {
    /// What pgn-reader is given.
    pub text: String,
    /// The moves of the main line.
    pub words: Vec<Word>,
    /// Whether a result ends the game.
    pub is_over: bool,
}

/// Marks, within a variation, where it stops making sense: a move that cannot be played.
const NULL_MOVE: &str = "--";

/// Reads lines of moves. Braces within comments may be nested, which the standard does not know: where that does not come
/// out even, the first closing one ends a comment.
pub(super) fn scan(lines: &[Line]) -> Result<Movetext, (usize, Reason)> {
    scan_with(lines, true).or_else(|nested| {
        // What is wrong with braces alone may be right without nesting; anything else is told where it was met first.
        scan_with(lines, false)
            .map_err(|flat| if flat.1.is_about_comments() { flat } else { nested.max_by_line(flat) })
    })
}

/// Of two complaints the one that stands further down: its reading understood more.
trait Further {
    fn max_by_line(self, other: Self) -> Self;
}

impl Further for (usize, Reason) {
    fn max_by_line(self, other: Self) -> Self {
        if self.0 > other.0 { self } else { other }
    }
}

/// Whether a move stands somewhere in a text.
pub(super) fn has_move(text: &str) -> bool {
    text.split_whitespace().any(|word| matches!(kind_of(word), Kind::Move(_)))
}

fn scan_with(lines: &[Line], nests: bool) -> Result<Movetext, (usize, Reason)> {
    let mut scanner = Scanner { nests, ..Scanner::default() };
    for line in lines {
        scanner.feed(line)?;
    }
    scanner.end()
}

/// Reads line by line.
#[derive(Debug, Default)]
pub(super) struct Scanner {
    nests: bool,
    found: Movetext,
    word: String,
    line: usize,
    /// Braces that are open, and the line of the first.
    comment: usize,
    comment_line: usize,
    /// The lines on which the open variations begin.
    variations: Vec<usize>,
}

impl Scanner {
    /// Whether a comment is open.
    pub fn is_in_comment(&self) -> bool {
        self.comment > 0
    }

    /// Whether a variation is open.
    pub fn is_in_variation(&self) -> bool {
        !self.variations.is_empty()
    }

    /// Whether the game's result has been read.
    pub fn is_over(&self) -> bool {
        self.found.is_over
    }

    /// Takes a line.
    pub fn feed(&mut self, line: &Line) -> Result<(), (usize, Reason)> {
        self.line = line.number;
        let mut letters = line.text.chars();
        while let Some(letter) = letters.next() {
            if self.comment > 0 {
                self.comment_letter(letter);
                continue;
            }
            match letter {
                '{' => self.open_comment()?,
                '}' => return Err((self.line, Reason::StrayBrace)),
                ';' => {
                    self.finish_word()?;
                    let rest = letters.as_str().replace('{', "(").replace('}', ")");
                    self.found.text.push_str(&format!("{{{rest}}} "));
                    break;
                }
                '(' => {
                    self.finish_word()?;
                    self.variations.push(self.line);
                    self.found.text.push_str("( ");
                }
                ')' => {
                    self.finish_word()?;
                    // One that closes nothing does no harm.
                    if self.variations.pop().is_some() {
                        self.found.text.push_str(") ");
                    }
                }
                '!' | '?' | '$' => {
                    self.finish_word()?;
                    self.glyph(letter, &mut letters);
                }
                letter if letter.is_whitespace() => self.finish_word()?,
                letter => self.word.push(letter),
            }
        }
        if self.comment > 0 {
            self.found.text.push(' ');
        }
        self.finish_word()
    }

    fn open_comment(&mut self) -> Result<(), (usize, Reason)> {
        self.finish_word()?;
        self.comment = 1;
        self.comment_line = self.line;
        self.found.text.push('{');
        Ok(())
    }

    fn comment_letter(&mut self, letter: char) {
        match letter {
            '}' => {
                self.comment -= 1;
                self.found.text.push_str(if self.comment == 0 { "} " } else { ")" });
            }
            '{' => {
                self.comment += usize::from(self.nests);
                self.found.text.push('(');
            }
            letter => self.found.text.push(letter),
        }
    }

    /// `!`, `?!` and their like, or the digits behind `$`.
    fn glyph(&mut self, first: char, letters: &mut std::str::Chars<'_>) {
        self.found.text.push(first);
        let belongs = |letter: char| match first {
            '$' => letter.is_ascii_digit(),
            _ => matches!(letter, '!' | '?'),
        };
        while let Some(letter) = letters.as_str().chars().next().filter(|letter| belongs(*letter)) {
            self.found.text.push(letter);
            letters.next();
        }
        self.found.text.push(' ');
    }

    fn finish_word(&mut self) -> Result<(), (usize, Reason)> {
        let word = std::mem::take(&mut self.word);
        let is_main_line = self.variations.is_empty();
        match kind_of(&word) {
            Kind::Nothing => {}
            Kind::Result(text) if is_main_line => {
                self.found.is_over = true;
                self.found.text.push_str(text);
                self.found.text.push(' ');
            }
            // In a variation the game goes on.
            Kind::Result(_) => {}
            Kind::Move(_) | Kind::Unknown if is_main_line && self.found.is_over => {
                return Err((self.line, Reason::MovesBehindResult));
            }
            Kind::Move(san) => {
                self.found.text.push_str(&san);
                self.found.text.push(' ');
                if is_main_line {
                    self.found.words.push(Word { line: self.line, text: san });
                }
            }
            Kind::Unknown if is_main_line => return Err((self.line, Reason::no_move(&word))),
            Kind::Unknown => self.found.text.push_str("-- "),
        }
        Ok(())
    }

    /// What was read.
    pub fn end(self) -> Result<Movetext, (usize, Reason)> {
        if self.comment > 0 {
            return Err((self.comment_line, Reason::OpenComment));
        }
        if let Some(line) = self.variations.first() {
            return Err((*line, Reason::OpenVariation));
        }
        Ok(self.found)
    }
}

/// What a word between spaces is.
#[derive(Debug, PartialEq, Eq)]
enum Kind {
    /// A move number, a sign of an evaluation, `e.p.`.
    Nothing,
    /// In the standard's notation.
    Move(String),
    Result(&'static str),
    Unknown,
}

fn kind_of(word: &str) -> Kind {
    let word: String = word.chars().map(plain).collect();
    match word.trim_end_matches('.') {
        "1-0" => return Kind::Result("1-0"),
        "0-1" => return Kind::Result("0-1"),
        "1/2-1/2" | "1/2" | "½-½" | "½" | "0.5-0.5" => return Kind::Result("1/2-1/2"),
        "*" => return Kind::Result("*"),
        "e.p" | "ep" => return Kind::Nothing,
        _ => {}
    }
    let is_result = |rest: &str| rest.starts_with('-') || rest.starts_with('/');
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let unnumbered = if is_result(digits) { &word } else { digits.trim_start_matches(['.', '…']) };
    if unnumbered.is_empty() {
        return Kind::Nothing;
    }
    if unnumbered == NULL_MOVE || unnumbered == "Z0" {
        return Kind::Unknown;
    }
    if !unnumbered.contains(char::is_alphanumeric) {
        return Kind::Nothing;
    }
    san_of(unnumbered).map_or(Kind::Unknown, Kind::Move)
}

/// Letters of ASCII for those that people's programs put in their place.
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

fn san_of(word: &str) -> Option<String> {
    let word = word.trim_end_matches(['+', '#', '=', '.']).trim_start_matches(['♙', '♟']);
    let word = match word {
        "0-0" | "o-o" => "O-O",
        "0-0-0" | "o-o-o" => "O-O-O",
        other => other,
    };
    // `e2-e4`, and `e8Q` without its sign.
    let long = || word.replacen('-', "", 1).parse().ok();
    let promoted = || {
        let (square, piece) = word.split_at_checked(word.len().checked_sub(1)?)?;
        format!("{square}={piece}").parse().ok()
    };
    let san: San = word.parse().ok().or_else(long).or_else(promoted)?;
    matches!(san, San::Normal { .. } | San::Castle(_)).then(|| san.to_string())
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

    fn words(text: &str) -> Result<Vec<String>, (usize, Reason)> {
        scan(&lines(text)).map(|found| found.words.into_iter().map(|word| word.text).collect())
    }

    #[test]
    fn moves_are_found_in_what_programs_write() {
        let cases = [
            ("1. e4 e5 2.Nf3 Nc6", "e4 e5 Nf3 Nc6"),
            ("1 e4, 1...e5", "e4 e5"),
            ("1. e2-e4 0-0 12.O-O-O+ e8=Q# exd6 e.p.", "e2e4 O-O O-O-O e8=Q exd6"),
            ("1. ♘f3 ♙d5 2. e8Q", "Nf3 d5 e8=Q"),
            ("e4! e5?! $14 +/- Nf3!? = Nc6", "e4 e5 Nf3 Nc6"),
            ("e4 {one {two} Nf3} e5", "e4 e5"),
            ("e4 {one {two} e5", "e4 e5"),
            ("e4 ; rest } Nf3\ne5", "e4 e5"),
            ("e4 (d4 d5 (1... Nf6 nonsense)) e5", "e4 e5"),
            ("e4 ) e5 1–0", "e4 e5"),
        ];
        for (text, expected) in cases {
            let expected: Vec<String> = expected.split(' ').map(str::to_owned).collect();
            assert_eq!(words(&text.replace(',', "")), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let cases = [
            ("e4\ne5 Zf9", 2, Reason::no_move("Zf9")),
            ("e4\n-- e5", 2, Reason::no_move("--")),
            ("e4\n\n{ never\nclosed", 3, Reason::OpenComment),
            ("e4\n(d4\n(c4) e5", 2, Reason::OpenVariation),
            ("e4 1-0\ne5", 2, Reason::MovesBehindResult),
            ("e4 }\ne5", 1, Reason::StrayBrace),
        ];
        for (text, line, reason) in cases {
            assert_eq!(words(text), Err((line, reason)), "{text}");
        }
    }
}
