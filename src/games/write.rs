//! Writes a game as standard PGN: tags, moves, glyphs, comments and variations, in lines of at most 80 characters.

use shakmaty::{Color, Position as _};

use super::movetext::braced;
use super::record::{RecordedGame, RecordedLine, RecordedMove};
use super::tag;
use crate::board::Board;

/// The longest line that the standard allows, in characters.
const LONGEST_LINE: usize = 80;
/// The beginning of a command within a comment. Line breaks never split a command.
const COMMAND: &str = "[%";

impl RecordedGame {
    /// Returns the game as PGN, with an empty line at its end.
    pub fn to_pgn(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            text.push_str(&tag::written(name, value));
            text.push('\n');
        }
        if self.tag("Result").is_none() {
            text.push_str(&tag::written("Result", &self.result.to_string()));
            text.push('\n');
        }
        text.push('\n');
        let mut words = Words::default();
        words.comments(&self.comments);
        words.glyphs(&self.glyphs);
        words.moves(&self.start, &self.moves);
        words.0.push(self.result.to_string());
        text.push_str(&wrapped(&words.0));
        text.push_str("\n\n");
        text
    }
}

/// Words between which a line may break.
#[derive(Default)]
struct Words(Vec<String>);

impl Words {
    fn moves(&mut self, start: &Board, moves: &[RecordedMove]) {
        let mut board = start.clone();
        let mut needs_number = true;
        for made in moves {
            let number = board.position().fullmoves();
            match board.turn() {
                Color::White => self.0.push(format!("{number}.")),
                Color::Black if needs_number => self.0.push(format!("{number}...")),
                Color::Black => {}
            }
            self.0.push(made.notation(&board));
            self.glyphs(&made.glyphs);
            self.comments(&made.comments);
            made.variations.iter().for_each(|line| self.variation(&board, line));
            needs_number = !made.comments.is_empty() || !made.variations.is_empty();
            board = made.after(&board);
        }
    }

    fn variation(&mut self, board: &Board, line: &RecordedLine) {
        let begin = self.0.len();
        self.comments(&line.comments);
        self.glyphs(&line.glyphs);
        self.moves(board, &line.moves);
        self.0.extend(line.unplayed.iter().flat_map(|text| unbroken(text)));
        if let Some(first) = self.0.get_mut(begin) {
            first.insert(0, '(');
        }
        if self.0.len() > begin
            && let Some(last) = self.0.last_mut()
        {
            last.push(')');
        }
        self.comments(&line.comments_behind);
    }

    fn glyphs(&mut self, glyphs: &[u32]) {
        self.0.extend(glyphs.iter().map(|glyph| format!("${glyph}")));
    }

    fn comments(&mut self, comments: &[String]) {
        comments.iter().for_each(|comment| self.0.extend(unbroken(&braced(comment))));
    }
}

/// Splits a comment into words and leaves each command whole. If several spaces follow each other, all but the last belong to the
/// word before them, because a line break replaces only one space.
fn unbroken(comment: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_within = false;
    for word in comment.split(' ') {
        match words.last_mut().filter(|_| is_within || word.is_empty()) {
            Some(command) => {
                command.push(' ');
                command.push_str(word);
            }
            None => words.push(word.to_owned()),
        }
        let opens = word.rfind(COMMAND);
        let closes = word.rfind(']');
        is_within = match (opens, closes) {
            (Some(opens), Some(closes)) => opens > closes,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => is_within,
        };
    }
    words
}

/// Joins words with spaces, or with line breaks where a line would become too long. It never breaks before a word that would have
/// a meaning at the start of a line: `%`, or the `[` of a tag.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut length = 0;
    for word in words {
        let letters = word.chars().count();
        if length > 0 {
            let means_something =
                word.starts_with('%') || word.starts_with('[') && !word.starts_with(COMMAND);
            if length + 1 + letters > LONGEST_LINE && !means_something {
                text.push('\n');
                length = 0;
            } else {
                text.push(' ');
                length += 1;
            }
        }
        text.push_str(word);
        length += letters;
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::games::Games;

    fn written(text: &str) -> String {
        Games::new(text.as_bytes()).map(|game| game.unwrap().unwrap().to_pgn()).collect()
    }

    #[test]
    fn what_is_written_is_read_back_the_same() {
        let games = "[White \"a \\\"b\\\" \\\\\"]\n[Result \"1-0\"]\n\n{before} 1. e4! {[%clk 0:01:02] good} (1. d4 d5 \
            (1... Nf6 {deep}) 2. c4) 1... e5 $14 2. Nf3 {one} {two} Nc6 1-0\n\n[FEN \"4k3/8/4K3/8/4P3/8/8/8 b - - 7 12\"]\n\n\
            12... Kf8 *\n\n";
        let once = written(games);
        assert!(once.contains("12... Kf8 *"), "{once}");
        assert!(once.contains("(1. d4 d5 (1... Nf6 {deep}) 2. c4)"), "{once}");
        assert_eq!(written(&once), once);
    }

    #[test]
    fn spaces_that_follow_each_other_outlive_the_end_of_a_line() {
        for letters in 1..100 {
            let comment = format!("{}  word   word", "x".repeat(letters));
            let text = written(&format!("1. e4 {{{comment}}} *"));
            let game = Games::new(text.as_bytes()).next().unwrap().unwrap().unwrap();
            assert_eq!(game.moves[0].comments, [comment]);
        }
    }

    #[test]
    fn no_line_is_longer_than_the_standard_allows_and_commands_stay_whole() {
        let comment = "word ".repeat(40) + "[%cal Ge2e4,Ra1a8] [%eval 0.25] " + &"longer ".repeat(30);
        let text = written(&format!("1. e4 {{{comment}}} e5 2. Nf3 *"));
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(text.contains("[%cal Ge2e4,Ra1a8]") && text.contains("[%eval 0.25]"), "{text}");
        assert!(text.replace('\n', " ").contains("} 1... e5 2. Nf3 *"), "{text}");
    }
}
