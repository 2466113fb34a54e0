//! Bytes to lines: what a GUI, a pipe or a file sends becomes words with single spaces between them. Used by
//! the session loop.

use std::io::{BufRead, ErrorKind, Result};

/// Longer lines are dropped. The longest game in a database fits 50 times.
const LONGEST_LINE: usize = 1 << 20;

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A normalised line; it may be empty.
    Text(String),
    /// A line that was dropped, with its length in bytes.
    TooLong(usize),
}

/// Splits a stream of bytes into lines, holding no more than one line of bounded length.
pub(super) struct LineReader<R> {
    input: R,
    bytes: Vec<u8>,
}

impl<R: BufRead> LineReader<R> {
    /// Reads from here.
    pub(super) fn new(input: R) -> LineReader<R> {
        LineReader { input, bytes: Vec::new() }
    }

    /// The next line, or nothing at the end of the input. A last line without a line end counts.
    ///
    /// # Errors
    /// Where the input cannot be read.
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
            if length <= LONGEST_LINE {
                self.bytes.extend_from_slice(&chunk[..taken]);
            }
            self.input.consume(taken);
            ended = line_end.is_some();
        }
        if length > LONGEST_LINE {
            return Ok(Some(Line::TooLong(length)));
        }
        Ok(Some(Line::Text(normalise(&self.bytes))))
    }
}

/// A line's words with single spaces between them. Byte order marks and NULs (UTF-16 pipes leave them) are
/// dropped, control characters separate words, and what is not UTF-8 becomes the replacement character.
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
        if character.is_whitespace() || character.is_control() {
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

    fn lines(input: &[u8]) -> Vec<Line> {
        let mut reader = LineReader::new(input);
        std::iter::from_fn(|| reader.next_line().unwrap()).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn white_space_marks_and_line_ends_are_made_alike() {
        assert_eq!(
            lines(b"\xEF\xBB\xBFuci\r\n\tgo  depth\t 5 \n\nquit"),
            [text("uci"), text("go depth 5"), text(""), text("quit")]
        );
        assert_eq!(lines(b"\xFF\xFEu\0c\0i\0\r\0\n\0q\0u\0i\0t\0"), [text("uci"), text("quit")]);
    }

    #[test]
    fn bytes_that_are_no_text_do_not_end_the_session() {
        assert_eq!(lines(b"\xC3\x28 \x80\nuci\n"), [text("\u{FFFD}( \u{FFFD}"), text("uci")]);
    }

    #[test]
    fn an_endless_line_is_dropped_and_the_next_one_read() {
        let mut input = vec![b'x'; LONGEST_LINE + 10];
        input.extend_from_slice(b"\nuci\n");
        assert_eq!(lines(&input), [Line::TooLong(LONGEST_LINE + 11), text("uci")]);
    }
}
