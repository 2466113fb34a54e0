//! Passes a stream on as UTF-8; recognises UTF-16 by its mark or zero bytes, in memory that does not grow with the stream.

use std::io::{self, Read};

use super::{BIG_ENDIAN_MARK, LITTLE_ENDIAN_MARK};

/// Bytes that one read takes from the stream.
const BLOCK: usize = 1 << 14;

/// The encoding of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Passed on unchanged.
    Bytes,
    LittleEndian,
    BigEndian,
}

/// Passes bytes on unchanged, except UTF-16, which becomes UTF-8.
#[derive(Debug)]
pub struct Utf8Stream<R> {
    inner: R,
    form: Option<Form>,
    /// Bytes that were read but not decoded yet: half a unit, or half a surrogate pair.
    raw: Vec<u8>,
    ready: Vec<u8>,
    passed_on: usize,
}

impl<R: Read> Utf8Stream<R> {
    /// Reads a stream from its beginning.
    pub fn new(inner: R) -> Utf8Stream<R> {
        Utf8Stream { inner, form: None, raw: Vec::new(), ready: Vec::new(), passed_on: 0 }
    }

    /// Reads more bytes and returns how many there were, 0 at the end.
    fn take_in(&mut self) -> io::Result<usize> {
        let known = self.raw.len();
        self.raw.resize(known + BLOCK, 0);
        let read = loop {
            match self.inner.read(&mut self.raw[known..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.raw.truncate(known + read.as_ref().map_or(0, |count| *count));
        read
    }

    /// Decodes bytes to pass on; none at the end of the stream.
    fn make_ready(&mut self) -> io::Result<()> {
        self.ready.clear();
        self.passed_on = 0;
        while self.ready.is_empty() {
            let is_end = self.take_in()? == 0;
            if self.form.is_none() && (self.raw.len() >= 2 || is_end) {
                self.form = Some(form_of(&self.raw));
            }
            match self.form {
                None => {}
                Some(Form::Bytes) => self.ready.append(&mut self.raw),
                Some(form) => self.decode(form == Form::LittleEndian, is_end),
            }
            if is_end {
                break;
            }
        }
        Ok(())
    }

    fn decode(&mut self, is_little: bool, is_end: bool) {
        let units = self.raw.chunks_exact(2).map(|pair| {
            let pair = [pair[0], pair[1]];
            if is_little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) }
        });
        let mut units: Vec<u16> = units.collect();
        if !is_end && units.last().is_some_and(|last| (0xD800..0xDC00).contains(last)) {
            units.pop();
        }
        let decoded = char::decode_utf16(units.iter().copied());
        let text: String = decoded.map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        self.raw.drain(..2 * units.len());
        self.ready.extend_from_slice(text.as_bytes());
    }
}

impl<R: Read> Read for Utf8Stream<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.passed_on == self.ready.len() {
            self.make_ready()?;
        }
        let count = into.len().min(self.ready.len() - self.passed_on);
        into[..count].copy_from_slice(&self.ready[self.passed_on..self.passed_on + count]);
        self.passed_on += count;
        Ok(count)
    }
}

/// Recognises the encoding by the first bytes: a mark, or the zero byte beside an English letter.
fn form_of(bytes: &[u8]) -> Form {
    match bytes {
        [first, second, ..] if [*first, *second] == LITTLE_ENDIAN_MARK => Form::LittleEndian,
        [first, second, ..] if [*first, *second] == BIG_ENDIAN_MARK => Form::BigEndian,
        [(1..), 0, ..] => Form::LittleEndian,
        [0, (1..), ..] => Form::BigEndian,
        _ => Form::Bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a byte at a time.
    struct Drops<'a>(&'a [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(into.len()).min(1);
            into[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn utf_16_becomes_utf_8_however_it_is_cut_and_other_bytes_pass_as_they_are() {
        let text = "\u{FEFF}[White \"Pál Benkő \u{1F600}\"]\r\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [text.as_bytes(), &little, &big] {
            let mut read = String::new();
            Utf8Stream::new(Drops(bytes)).read_to_string(&mut read).unwrap();
            assert_eq!(read, text);
            let mut read = String::new();
            Utf8Stream::new(bytes).read_to_string(&mut read).unwrap();
            assert_eq!(read, text);
        }
        for bytes in [b"K\xF6nig".as_slice(), b"", b"K"] {
            let mut read = Vec::new();
            Utf8Stream::new(bytes).read_to_end(&mut read).unwrap();
            assert_eq!(read, bytes);
        }
    }
}
