//! Reads the lines of a stream of any length, whatever their ends, and recognises how a stream is compressed.

use std::io::{self, BufRead};

use super::decode_western;

/// The most bytes that are read of one line.
const LONGEST_LINE: usize = 1 << 16;

/// The format in which a stream is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// gzip.
    Gzip,
    /// Zstandard.
    Zstandard,
    /// zip.
    Zip,
}

/// The first bytes of compressed streams.
const PACKINGS: [(&[u8], Packing); 3] =
    [(b"\x1F\x8B", Packing::Gzip), (b"\x28\xB5\x2F\xFD", Packing::Zstandard), (b"PK\x03\x04", Packing::Zip)];

impl Packing {
    /// The format of a stream that begins with these bytes; `None` if it is not compressed.
    pub fn of(begin: &[u8]) -> Option<Packing> {
        PACKINGS.iter().find(|(known, _)| begin.starts_with(known)).map(|(_, packing)| *packing)
    }
}

/// A line as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the stream, from 1.
    pub number: usize,
    /// Its text, without line end and byte order marks.
    pub text: String,
    /// Whether the line is longer than this text.
    pub is_cut: bool,
}

/// What happens to the part of a line beyond the longest length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Excess {
    LeftOut,
    /// It comes as another line with the same number.
    Follows,
}

/// Reads the lines of a stream. Bytes that are not UTF-8 count as Windows-1252; [`super::Utf8Stream`] reads UTF-16.
pub struct Lines<R> {
    input: R,
    longest: usize,
    excess: Excess,
    number: usize,
    /// The last line ended with a carriage return. A line feed right after it belongs to the same end.
    was_return: bool,
    /// More of the last line follows.
    was_cut: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads lines from here on, and cuts those longer than 65,536 bytes.
    pub fn new(input: R) -> Lines<R> {
        Lines::with(input, LONGEST_LINE, Excess::LeftOut)
    }

    /// Reads lines in pieces of at most `longest` bytes, so that nothing of a long line is lost.
    pub fn in_pieces(input: R, longest: usize) -> Lines<R> {
        Lines::with(input, longest.max(1), Excess::Follows)
    }

    fn with(input: R, longest: usize, excess: Excess) -> Lines<R> {
        Lines { input, longest, excess, number: 0, was_return: false, was_cut: false }
    }

    fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let (mut is_begun, mut is_cut) = (false, false);
        loop {
            let block = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            let Some(first) = block.first() else { break };
            if std::mem::take(&mut self.was_return) && *first == b'\n' {
                self.input.consume(1);
                continue;
            }
            is_begun = true;
            let room = self.longest - bytes.len();
            let reach = if self.excess == Excess::Follows { block.len().min(room) } else { block.len() };
            let end = block[..reach].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let length = end.unwrap_or(reach);
            bytes.extend_from_slice(&block[..length.min(room)]);
            is_cut |= length > room;
            self.was_return = end.is_some_and(|end| block[end] == b'\r');
            self.input.consume(length + usize::from(end.is_some()));
            if end.is_some() {
                break;
            }
            if self.excess == Excess::Follows && bytes.len() == self.longest {
                is_cut = true;
                break;
            }
        }
        if !is_begun {
            return Ok(None);
        }
        self.number += usize::from(!self.was_cut);
        self.was_cut = is_cut && self.excess == Excess::Follows;
        // Joined files have marks in the middle.
        let text = decode_western(&bytes).replace(super::MARK, "");
        Ok(Some(Line { number: self.number, text, is_cut }))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        self.next_line().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(bytes: &[u8]) -> Vec<String> {
        Lines::new(bytes).map(|line| line.unwrap().text).collect()
    }

    #[test]
    fn lines_end_as_every_system_ends_them() {
        for text in ["one\ntwo\n\nthree\n", "one\r\ntwo\r\n\r\nthree", "one\rtwo\r\rthree\r"] {
            assert_eq!(texts(text.as_bytes()), ["one", "two", "", "three"], "{text:?}");
        }
        assert_eq!(texts(b""), [""; 0]);
        assert_eq!(texts(b"\n"), [""]);
        let numbers: Vec<usize> = Lines::new(&b"a\r\n\r\nb"[..]).map(|line| line.unwrap().number).collect();
        assert_eq!(numbers, [1, 2, 3]);
    }

    #[test]
    fn marks_are_no_part_of_a_line_and_bytes_that_are_no_utf_8_are_letters() {
        assert_eq!(texts("\u{FEFF}8/8\n\u{FEFF}w".as_bytes()), ["8/8", "w"]);
        assert_eq!(texts(b"K\xF6nig"), ["König"]);
    }

    #[test]
    fn a_line_without_end_is_cut_and_the_next_one_is_whole() {
        let bytes = [vec![b'x'; 3 * LONGEST_LINE], b"\nnext".to_vec()].concat();
        let lines: Vec<Line> = Lines::new(&bytes[..]).map(Result::unwrap).collect();
        assert_eq!((lines[0].text.len(), lines[0].is_cut), (LONGEST_LINE, true));
        assert_eq!((lines[1].text.as_str(), lines[1].is_cut, lines[1].number), ("next", false, 2));
    }

    #[test]
    fn a_line_in_pieces_loses_nothing_and_keeps_its_number() {
        let read = |bytes: &[u8]| -> Vec<(usize, String)> {
            Lines::in_pieces(bytes, 1000).map(Result::unwrap).map(|line| (line.number, line.text)).collect()
        };
        let expected: Vec<(usize, String)> =
            [(1, "a"), (2, ""), (3, "b")].map(|(number, text)| (number, text.to_owned())).to_vec();
        for text in ["a\n\nb\n", "a\r\n\r\nb\r\n", "a\r\rb\r", "a\n\nb", "\u{FEFF}a\n\nb"] {
            assert_eq!(read(text.as_bytes()), expected, "{text:?}");
        }
        assert_eq!(read(b""), []);
        let long = vec![b'x'; 1003];
        let cut = read(&[&long, b"\ny".as_slice()].concat());
        assert_eq!(cut.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1, 1, 2]);
        assert_eq!(cut.iter().map(|(_, text)| text.len()).collect::<Vec<_>>(), [1000, 3, 1]);
    }

    #[test]
    fn packed_streams_are_known_by_their_first_bytes() {
        assert_eq!(Packing::of(b"\x1F\x8B\x08\x00rest"), Some(Packing::Gzip));
        assert_eq!(Packing::of(b"\x28\xB5\x2F\xFD..."), Some(Packing::Zstandard));
        assert_eq!(Packing::of(b"8/8/8/8"), None);
    }
}
