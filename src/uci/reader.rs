//! Turns bytes into lines: words with single spaces, and the value of an option unchanged. The session loop uses it.

use std::io::{BufRead, ErrorKind, Result};

use super::command::{Command, Reading};
use super::read_line;
use super::tolerant::option_value;
use super::tools::Tool;
use crate::text::keep_bytes;

/// The longest line in bytes; longer ones are dropped. The longest game in a database fits 50 times.
const LONGEST_LINE: usize = 1 << 20;
/// The bytes of a dropped line that are examined for its subject.
const KEPT_OF_DROPPED: usize = 64;

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A complete line.
    Text(RawLine),
    /// A line that was dropped.
    TooLong {
        /// Its length in bytes.
        length: usize,
        /// Its first words.
        beginning: String,
    },
}

/// The bytes of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RawLine(Vec<u8>);

impl RawLine {
    /// Reads the line.
    pub(super) fn read(&self) -> Reading {
        read_bytes(&self.0)
    }

    /// The line as it came, without its end.
    pub(super) fn as_it_came(&self) -> &[u8] {
        let line = self.0.strip_suffix(b"\n").unwrap_or(&self.0);
        line.strip_suffix(b"\r").unwrap_or(line)
    }
}

/// Splits a stream of bytes into lines. It holds at most one line of limited length in memory.
pub(super) struct LineReader<R> {
    input: R,
    bytes: Vec<u8>,
}

impl<R: BufRead> LineReader<R> {
    /// Reads from this input.
    pub(super) fn new(input: R) -> LineReader<R> {
        LineReader { input, bytes: Vec::new() }
    }

    /// Returns the next line; `None` at the end of the input. A last line without a line end counts.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub(super) fn next_line(&mut self) -> Result<Option<Line>> {
        self.bytes.clear();
        let mut length = 0;
        let mut ended = false;
        while !ended {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                if length == 0 {
                    return Ok(None);
                }
                break;
            }
            let line_end = chunk.iter().position(|byte| *byte == b'\n');
            let taken = line_end.map_or(chunk.len(), |end| end + 1);
            length += taken;
            let room = LONGEST_LINE - self.bytes.len();
            self.bytes.extend_from_slice(&chunk[..taken.min(room)]);
            self.input.consume(taken);
            ended = line_end.is_some();
        }
        if length > LONGEST_LINE {
            let beginning = normalise(&self.bytes[..self.bytes.len().min(KEPT_OF_DROPPED)]);
            return Ok(Some(Line::TooLong { length, beginning }));
        }
        Ok(Some(Line::Text(RawLine(self.bytes.clone()))))
    }
}

/// Reads one line of bytes. The value of an option and the name of a file come from the bytes, everything else from the
/// normalised line.
pub fn read_bytes(bytes: &[u8]) -> Reading {
    let mut reading = read_line(&normalise(bytes));
    match &mut reading.command {
        Some(Command::SetOption { value: Some(value), .. }) => {
            if let Some(as_it_came) = text_after("value", bytes) {
                *value = option_value(&as_it_came);
            }
        }
        Some(Command::Tool(tool @ Tool::ExportNetworks(Some(_)))) => {
            if let Some(as_it_came) = text_after(tool.name(), bytes) {
                *tool = Tool::ExportNetworks(Some(as_it_came));
            }
        }
        _ => {}
    }
    reading
}

/// Returns what follows the first such word and one character of white space, without the line end and white space before
/// it. `None` if there is no such word, or if zero bytes show that the line comes from a UTF-16 pipe.
fn text_after(wanted: &str, bytes: &[u8]) -> Option<String> {
    if bytes.contains(&0) {
        return None;
    }
    let line = keep_bytes(bytes).replace('\u{FEFF}', "");
    let is_word = |rest: &str| {
        let word = rest.split(separates).next().unwrap_or_default();
        word.eq_ignore_ascii_case(wanted)
    };
    let begins_word = |place: usize| line[..place].chars().next_back().is_none_or(separates);
    let places = line.char_indices().map(|(place, _)| place);
    let place = places.into_iter().find(|place| begins_word(*place) && is_word(&line[*place..]))?;
    let mut rest = line[place..].chars().skip(wanted.len());
    rest.next();
    let value: String = rest.collect();
    Some(value.trim_end_matches(|letter: char| letter.is_ascii_whitespace()).to_owned())
}

fn separates(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control()
}

/// Returns a line's words with single spaces. It drops byte order marks and NULs (UTF-16 pipes leave them), treats control
/// characters as white space, and replaces what is not UTF-8 by the replacement character.
pub fn normalise(bytes: &[u8]) -> String {
    let bytes =
        [&b"\xFF\xFE"[..], b"\xFE\xFF"].iter().find_map(|mark| bytes.strip_prefix(*mark)).unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    let mut line = String::with_capacity(text.len());
    let mut separated = false;
    for character in text.chars() {
        if matches!(character, '\0' | '\u{FEFF}') {
            continue;
        }
        if separates(character) {
            separated = true;
            continue;
        }
        if separated && !line.is_empty() {
            line.push(' ');
        }
        separated = false;
        line.push(character);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines, normalised; of dropped lines, the beginning.
    fn lines(input: &[u8]) -> Vec<String> {
        let mut reader = LineReader::new(input);
        let lines = std::iter::from_fn(|| reader.next_line().unwrap());
        let told = |line| match line {
            Line::Text(RawLine(bytes)) => normalise(&bytes),
            Line::TooLong { length, beginning } => format!("{length} {beginning}"),
        };
        lines.map(told).collect()
    }

    #[test]
    fn white_space_marks_and_line_ends_are_made_alike() {
        assert_eq!(lines(b"\xEF\xBB\xBFuci\r\n\tgo  depth\t 5 \n\nquit"), ["uci", "go depth 5", "", "quit"]);
        assert_eq!(lines(b"\xFF\xFEu\0c\0i\0\r\0\n\0q\0u\0i\0t\0"), ["uci", "quit"]);
    }

    #[test]
    fn bytes_that_are_no_text_do_not_end_the_session() {
        assert_eq!(lines(b"\xC3\x28 \x80\nuci\n"), ["\u{FFFD}( \u{FFFD}", "uci"]);
    }

    #[test]
    fn an_endless_line_is_dropped_and_the_next_one_read() {
        let mut input = b"position startpos moves ".to_vec();
        let length = LONGEST_LINE + 11;
        input.resize(length - 1, b'x');
        input.extend_from_slice(b"\nuci\n");
        let [dropped, next] = lines(&input).try_into().unwrap();
        assert!(dropped.starts_with(&format!("{length} position startpos")), "{dropped}");
        assert_eq!(next, "uci");
    }

    #[test]
    fn the_value_of_an_option_stays_as_it_came_but_for_white_space_at_the_lines_end() {
        let value = |line: &[u8]| match read_bytes(line).command {
            Some(Command::SetOption { value, .. }) => value,
            other => panic!("{other:?}"),
        };
        let rows: [(&[u8], Option<&str>); 10] = [
            (b"setoption name SyzygyPath value /a  b", Some("/a  b")),
            (b"\xEF\xBB\xBF setoption  name  SyzygyPath\tvalue\t/a \t b\t \r\n", Some("/a \t b")),
            (b"setoption name SyzygyPath value  /a", Some(" /a")),
            ("setoption name SyzygyPath value /a\u{A0}b\u{3000}\n".as_bytes(), Some("/a\u{A0}b\u{3000}")),
            (b"joho setoption name SyzygyPath VALUE /value value", Some("/value value")),
            (b"setoption name SyzygyPath value <empty> \n", Some("")),
            (b"setoption name SyzygyPath value", Some("")),
            (b"setoption name SyzygyPath", None),
            (b"setoption name Values value x", Some("x")),
            (b"s\0e\0t\0o\0p\0t\0i\0o\0n\0 \0x\0 \0v\0a\0l\0u\0e\0 \0y\0", Some("y")),
        ];
        for (line, wanted) in rows {
            assert_eq!(value(line).as_deref(), wanted, "{}", String::from_utf8_lossy(line));
        }
        assert_eq!(value(b"setoption name SyzygyPath value /\xFF\n"), Some(keep_bytes(b"/\xFF")));
    }
}
