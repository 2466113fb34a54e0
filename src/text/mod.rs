//! Decodes text as people and editors write it (marks, UTF-16, bytes that are not UTF-8), owns paths and output files, finds the
//! name that was meant, reads numbers, writes dates, and has the words for what the system refuses.

pub(crate) mod checked;
mod date;
pub mod lines;
mod nearest;
pub mod numbers;
pub mod outputs;
pub mod paths;
mod stream;
mod system;
mod western;

pub use date::source_date;
pub use nearest::{did_you_mean, nearest};
pub use stream::Utf8Stream;
pub use system::{system_reason, with_causes};
pub use western::decode_western;

/// The byte order mark as a character.
const MARK: char = '\u{FEFF}';
const LITTLE_ENDIAN_MARK: [u8; 2] = *b"\xFF\xFE";
const BIG_ENDIAN_MARK: [u8; 2] = *b"\xFE\xFF";

/// A byte that is not UTF-8 is stored as this private-use character plus its value.
const KEPT_BYTE: u32 = 0x10_FF00;

/// Returns a file's text. It removes byte order marks (joined files have them in the middle), recognises UTF-16 by its
/// mark or its zero bytes, and turns anything that is not UTF-8 into replacement characters.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    let text = from_utf_16(bytes).unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned());
    text.replace(MARK, "")
}

/// Decodes a file's text as [`decode`] does, but stores bytes that are not UTF-8 for use in paths, as [`keep_bytes`]
/// does.
#[must_use]
pub fn decode_keeping_bytes(bytes: &[u8]) -> String {
    let text = from_utf_16(bytes).unwrap_or_else(|| keep_bytes(bytes));
    text.strip_prefix(MARK).map(str::to_owned).unwrap_or(text)
}

/// Decodes one line of a stream, without white space at its ends. The text may be UTF-16 with English letters only: the
/// marks and zero bytes that remain when such a stream is cut at line ends are dropped.
#[must_use]
pub fn decode_line(bytes: &[u8]) -> String {
    let bytes = [LITTLE_ENDIAN_MARK, BIG_ENDIAN_MARK]
        .iter()
        .find_map(|mark| bytes.strip_prefix(mark.as_slice()))
        .unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes).replace(['\0', MARK], "");
    text.trim().to_owned()
}

/// Returns how the text of a file begins, without a mark and white space before it; empty if the file is not text.
#[must_use]
pub fn beginning(bytes: &[u8]) -> &str {
    let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    valid.trim_start_matches(MARK).trim_start()
}

/// Returns text from which [`paths`] can restore every byte: bytes that are not UTF-8 become private-use characters.
#[must_use]
pub fn keep_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let kept = chunk.invalid().iter().filter_map(|byte| char::from_u32(KEPT_BYTE + u32::from(*byte)));
        text.extend(kept);
    }
    text
}

/// Returns the text, or its start and an ellipsis if it is longer than `length` characters.
#[must_use]
pub fn shortened(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns the text for people: stored bytes become replacement characters.
#[must_use]
pub fn shown(text: &str) -> String {
    let show = |letter| if kept_byte(letter).is_some() { char::REPLACEMENT_CHARACTER } else { letter };
    text.chars().map(show).collect()
}

/// The byte that a character represents. `None` if it represents none; bytes that are not UTF-8 are always above ASCII.
fn kept_byte(letter: char) -> Option<u8> {
    let byte = u32::from(letter).checked_sub(KEPT_BYTE)?;
    u8::try_from(byte).ok().filter(|byte| !byte.is_ascii())
}

/// Decodes UTF-16 by its mark or, without one, by the zero byte of the first letter, which is surely English.
fn from_utf_16(bytes: &[u8]) -> Option<String> {
    let (little, rest) = match bytes {
        [first, second, rest @ ..] if [*first, *second] == LITTLE_ENDIAN_MARK => (true, rest),
        [first, second, rest @ ..] if [*first, *second] == BIG_ENDIAN_MARK => (false, rest),
        [(1..), 0, ..] => (true, bytes),
        [0, (1..), ..] => (false, bytes),
        _ => return None,
    };
    let units = rest.chunks_exact(2).map(|pair| {
        let pair = [pair[0], pair[1]];
        if little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) }
    });
    Some(char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf_16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes_of).collect()
    }

    #[test]
    fn marks_are_no_part_of_a_text_and_utf_16_is_read_with_and_without_them() {
        let text = "8/8 w\nKönig\n";
        assert_eq!(decode(text.as_bytes()), text);
        assert_eq!(decode(format!("\u{FEFF}{text}").as_bytes()), text);
        assert_eq!(decode(format!("{text}\u{FEFF}{text}").as_bytes()), text.repeat(2));
        for marked in [format!("\u{FEFF}{text}"), text.to_owned()] {
            assert_eq!(decode(&utf_16(&marked, u16::to_le_bytes)), text);
            assert_eq!(decode(&utf_16(&marked, u16::to_be_bytes)), text);
        }
        assert_eq!(decode(b"K\xF6nig"), "K\u{FFFD}nig");
        assert_eq!(decode(b""), "");
    }

    #[test]
    fn lines_of_marked_and_of_utf_16_streams_are_the_same_words() {
        for stream in ["one\r\ntwo\n".as_bytes().to_vec(), "\u{FEFF}one\ntwo\n".as_bytes().to_vec()] {
            let lines: Vec<String> = stream.split(|byte| *byte == b'\n').map(decode_line).collect();
            assert_eq!(lines, ["one", "two", ""]);
        }
        for bytes_of in [u16::to_le_bytes, u16::to_be_bytes] {
            let stream = utf_16("\u{FEFF}one\r\ntwo\n", bytes_of);
            let lines: Vec<String> = stream.split(|byte| *byte == b'\n').map(decode_line).collect();
            assert_eq!(lines, ["one", "two", ""]);
        }
    }

    #[test]
    fn kept_bytes_are_shown_as_replacement_characters() {
        assert_eq!(shown(&keep_bytes(b"a\xFF\xC3b \xE2\x99\x94")), "a\u{FFFD}\u{FFFD}b \u{2654}");
    }
}
