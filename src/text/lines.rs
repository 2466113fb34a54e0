//! The lines of a stream of any length, one after the other, whatever their ends; and what packs a stream that has none.

use std::io::{self, BufRead};

use super::decode_western;

/// Of a longer line only so many bytes are kept.
const LONGEST_LINE: usize = 1 << 16;

/// What packs a stream, as its first bytes tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// gzip.
    Gzip,
    /// Zstandard.
    Zstandard,
    /// zip.
    Zip,
}

/// The first bytes of packed streams.
const PACKINGS: [(&[u8], Packing); 3] =
    [(b"\x1F\x8B", Packing::Gzip), (b"\x28\xB5\x2F\xFD", Packing::Zstandard), (b"PK\x03\x04", Packing::Zip)];

impl Packing {
    /// What packs a stream that begins with these bytes; nothing where it is text.
    pub fn of(begin: &[u8]) -> Option<Packing> {
        PACKINGS.iter().find(|(known, _)| begin.starts_with(known)).map(|(_, packing)| *packing)
    }
}

/// A line as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: u64,
    /// Its text without its end, without byte order marks.
    pub text: String,
    /// Whether it was longer than what is kept.
    pub is_cut: bool,
}

/// Reads lines of a stream that is UTF-8, or Windows-1252 where it is not (see [`super::Utf8Stream`]).
pub struct Lines<R> {
    input: R,
    number: u64,
    /// The last line ended with a carriage return: a line feed that follows belongs to the same end.
    was_return: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a stream from here on.
    pub fn new(input: R) -> Lines<R> {
        Lines { input, number: 0, was_return: false }
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(block) => {
                    let byte = block.first().copied();
                    self.input.consume(usize::from(byte.is_some()));
                    return Ok(byte);
                }
            }
        }
    }

    fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let (mut is_cut, mut is_empty) = (false, true);
        loop {
            let byte = self.byte()?;
            let was_return = std::mem::replace(&mut self.was_return, byte == Some(b'\r'));
            match byte {
                None if is_empty => return Ok(None),
                Some(b'\n') if was_return => continue,
                None | Some(b'\n' | b'\r') => break,
                Some(byte) if bytes.len() < LONGEST_LINE => bytes.push(byte),
                Some(_) => is_cut = true,
            }
            is_empty = false;
        }
        self.number += 1;
        // Where files were joined, marks stand within.
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
        let numbers: Vec<u64> = Lines::new(&b"a\r\n\r\nb"[..]).map(|line| line.unwrap().number).collect();
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
    fn packed_streams_are_known_by_their_first_bytes() {
        assert_eq!(Packing::of(b"\x1F\x8B\x08\x00rest"), Some(Packing::Gzip));
        assert_eq!(Packing::of(b"\x28\xB5\x2F\xFD..."), Some(Packing::Zstandard));
        assert_eq!(Packing::of(b"8/8/8/8"), None);
    }
}
