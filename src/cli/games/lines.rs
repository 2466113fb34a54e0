//! The lines of a file of games, numbered, whatever their encoding and their ends; a file without line ends needs no more
//! memory than another.

use std::io::{self, BufRead as _, BufReader, Read};

use crate::text::{Utf8Stream, decode_western};

/// Longer lines are cut, in bytes. Engines write whole games with their thoughts into one.
const LONGEST_LINE: usize = 1 << 20;

/// A line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Its number in the file, from 1.
    pub number: usize,
    pub text: String,
}

/// Reads lines one by one.
pub(super) struct Lines<R> {
    input: BufReader<Utf8Stream<R>>,
    number: usize,
    /// The last line ended with a carriage return, to which a line feed may belong.
    ended_with_return: bool,
    /// The last line was cut: what follows has its number.
    was_cut: bool,
}

impl<R: Read> Lines<R> {
    pub fn new(input: R) -> Lines<R> {
        let input = BufReader::new(Utf8Stream::new(input));
        Lines { input, number: 0, ended_with_return: false, was_cut: false }
    }

    fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let mut is_begun = false;
        let mut is_cut = false;
        loop {
            let mut block = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if block.is_empty() {
                break;
            }
            if std::mem::take(&mut self.ended_with_return) && block[0] == b'\n' {
                self.input.consume(1);
                continue;
            }
            is_begun = true;
            block = &block[..block.len().min(LONGEST_LINE - bytes.len())];
            match block.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
                Some(end) => {
                    bytes.extend_from_slice(&block[..end]);
                    self.ended_with_return = block[end] == b'\r';
                    self.input.consume(end + 1);
                    break;
                }
                None => {
                    bytes.extend_from_slice(block);
                    let count = block.len();
                    self.input.consume(count);
                }
            }
            if bytes.len() >= LONGEST_LINE {
                is_cut = true;
                break;
            }
        }
        if !is_begun {
            return Ok(None);
        }
        self.number += usize::from(!self.was_cut);
        self.was_cut = is_cut;
        let text = decode_western(&bytes).replace(['\0', '\u{FEFF}'], "");
        Ok(Some(Line { number: self.number, text }))
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        self.next_line().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_on_any_system_and_keep_their_numbers() {
        let read = |bytes: &[u8]| -> Vec<(usize, String)> {
            Lines::new(bytes).map(|line| line.unwrap()).map(|line| (line.number, line.text)).collect()
        };
        let expected: Vec<(usize, String)> =
            [(1, "a"), (2, ""), (3, "b")].map(|(number, text)| (number, text.to_owned())).to_vec();
        for text in ["a\n\nb\n", "a\r\n\r\nb\r\n", "a\r\rb\r", "a\n\nb", "\u{FEFF}a\n\n\0b"] {
            assert_eq!(read(text.as_bytes()), expected, "{text:?}");
        }
        assert_eq!(read(b""), []);
        let long = vec![b'x'; LONGEST_LINE + 3];
        let cut = read(&[&long, b"\ny".as_slice()].concat());
        assert_eq!(cut.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1, 1, 2]);
        assert_eq!(cut.iter().map(|(_, text)| text.len()).collect::<Vec<_>>(), [LONGEST_LINE, 3, 1]);
    }
}
