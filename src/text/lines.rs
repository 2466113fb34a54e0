//! The lines of a stream of any length, one after the other: whatever its encoding and its line ends.

use std::io::{self, BufRead as _, BufReader, Cursor, Read};

use super::{BIG_ENDIAN_MARK, LITTLE_ENDIAN_MARK, MARK};

/// Of a longer line only so many bytes (in UTF-16: pairs of bytes) are kept.
const LONGEST_LINE: usize = 1 << 16;
/// The first bytes, by which encoding and packing are known.
const HEAD: u64 = 4;

const LINE_FEED: u16 = 0x0A;
const CARRIAGE_RETURN: u16 = 0x0D;

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

#[derive(Clone, Copy)]
enum Encoding {
    /// UTF-8, or anything else that has bytes for letters.
    Bytes,
    LittleEndian,
    BigEndian,
}

/// A line as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: u64,
    /// Its text without its end, without byte order marks; what is no text becomes the replacement character.
    pub text: String,
    /// Whether it was longer than what is kept.
    pub is_cut: bool,
}

/// Reads lines.
pub struct Lines<R: Read> {
    input: BufReader<io::Chain<Cursor<Vec<u8>>, R>>,
    encoding: Encoding,
    packing: Option<Packing>,
    number: u64,
    offset: u64,
    /// The last line ended with a carriage return: a line feed that follows belongs to the same end.
    was_return: bool,
}

impl<R: Read> Lines<R> {
    /// Looks at the first bytes of a stream, by which its encoding is known.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub fn new(mut input: R) -> io::Result<Lines<R>> {
        let mut head = Vec::new();
        input.by_ref().take(HEAD).read_to_end(&mut head)?;
        let encoding = match head.as_slice() {
            [first, second, ..] if [*first, *second] == LITTLE_ENDIAN_MARK => Encoding::LittleEndian,
            [first, second, ..] if [*first, *second] == BIG_ENDIAN_MARK => Encoding::BigEndian,
            // Without a mark the first letters, of English surely, tell.
            [(1..), 0, (1..), 0] => Encoding::LittleEndian,
            [0, (1..), 0, (1..)] => Encoding::BigEndian,
            _ => Encoding::Bytes,
        };
        let packing = PACKINGS.iter().find(|(begin, _)| head.starts_with(begin)).map(|(_, packing)| *packing);
        let input = BufReader::with_capacity(1 << 16, Cursor::new(head).chain(input));
        Ok(Lines { input, encoding, packing, number: 0, offset: 0, was_return: false })
    }

    /// What packs the stream; its lines mean nothing then.
    pub fn packing(&self) -> Option<Packing> {
        self.packing
    }

    /// Bytes that were read so far.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let Some(&byte) = self.input.fill_buf()?.first() else { return Ok(None) };
        self.input.consume(1);
        self.offset += 1;
        Ok(Some(byte))
    }

    /// The next byte, or pair of bytes where letters have two.
    fn unit(&mut self) -> io::Result<Option<u16>> {
        let Some(first) = self.byte()? else { return Ok(None) };
        let unit = match self.encoding {
            Encoding::Bytes => return Ok(Some(first.into())),
            Encoding::LittleEndian => self.byte()?.map(|second| u16::from_le_bytes([first, second])),
            Encoding::BigEndian => self.byte()?.map(|second| u16::from_be_bytes([first, second])),
        };
        Ok(unit)
    }

    fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut units: Vec<u16> = Vec::new();
        let (mut is_cut, mut is_empty) = (false, true);
        loop {
            let unit = self.unit()?;
            let was_return = std::mem::replace(&mut self.was_return, unit == Some(CARRIAGE_RETURN));
            match unit {
                None if is_empty => return Ok(None),
                Some(LINE_FEED) if was_return => continue,
                None | Some(LINE_FEED | CARRIAGE_RETURN) => break,
                Some(unit) if units.len() < LONGEST_LINE => units.push(unit),
                Some(_) => is_cut = true,
            }
            is_empty = false;
        }
        self.number += 1;
        Ok(Some(Line { number: self.number, text: self.decode(&units), is_cut }))
    }

    fn decode(&self, units: &[u16]) -> String {
        let text = match self.encoding {
            Encoding::Bytes => {
                let bytes: Vec<u8> = units.iter().filter_map(|unit| u8::try_from(*unit).ok()).collect();
                String::from_utf8_lossy(&bytes).into_owned()
            }
            Encoding::LittleEndian | Encoding::BigEndian => String::from_utf16_lossy(units),
        };
        // Where files were joined, marks stand within.
        text.replace(MARK, "")
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

    fn texts(bytes: &[u8]) -> Vec<String> {
        Lines::new(bytes).unwrap().map(|line| line.unwrap().text).collect()
    }

    #[test]
    fn lines_end_as_every_system_ends_them() {
        for text in ["one\ntwo\n\nthree\n", "one\r\ntwo\r\n\r\nthree", "one\rtwo\r\rthree\r"] {
            assert_eq!(texts(text.as_bytes()), ["one", "two", "", "three"], "{text:?}");
        }
        assert_eq!(texts(b""), [""; 0]);
        assert_eq!(texts(b"\n"), [""]);
        let numbers: Vec<u64> =
            Lines::new(&b"a\r\n\r\nb"[..]).unwrap().map(|line| line.unwrap().number).collect();
        assert_eq!(numbers, [1, 2, 3]);
    }

    #[test]
    fn utf_16_is_read_with_and_without_its_mark_and_keeps_its_letters() {
        for text in ["\u{FEFF}8/8 König\r\n\u{265A}\n", "8/8 König\n\u{265A}"] {
            for bytes_of in [u16::to_le_bytes, u16::to_be_bytes] {
                let bytes: Vec<u8> = text.encode_utf16().flat_map(bytes_of).collect();
                assert_eq!(texts(&bytes), ["8/8 König", "\u{265A}"]);
            }
        }
        assert_eq!(texts("\u{FEFF}8/8\n\u{FEFF}w".as_bytes()), ["8/8", "w"]);
        assert_eq!(texts(b"K\xF6nig"), ["K\u{FFFD}nig"]);
    }

    #[test]
    fn a_line_without_end_is_cut_and_the_next_one_is_whole() {
        let bytes = [vec![b'x'; 3 * LONGEST_LINE], b"\nnext".to_vec()].concat();
        let lines: Vec<Line> = Lines::new(&bytes[..]).unwrap().map(Result::unwrap).collect();
        assert_eq!((lines[0].text.len(), lines[0].is_cut), (LONGEST_LINE, true));
        assert_eq!((lines[1].text.as_str(), lines[1].is_cut, lines[1].number), ("next", false, 2));
    }

    #[test]
    fn packed_streams_are_known_by_their_first_bytes() {
        let packing = |bytes: &[u8]| Lines::new(bytes).unwrap().packing();
        assert_eq!(packing(b"\x1F\x8B\x08\x00rest"), Some(Packing::Gzip));
        assert_eq!(packing(b"\x28\xB5\x2F\xFD..."), Some(Packing::Zstandard));
        assert_eq!(packing(b"8/8/8/8"), None);
    }
}
