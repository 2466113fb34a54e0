//! Text as people and their editors leave it: byte order marks, UTF-16, bytes that are no UTF-8; and the paths in it.
//! Every reader of files and lines goes through here, and every file that is written.

pub mod lines;
pub mod outputs;
pub mod paths;
mod stream;
mod western;

pub use stream::Utf8Stream;
pub use western::decode_western;

/// The byte order mark as a character.
const MARK: char = '\u{FEFF}';
const LITTLE_ENDIAN_MARK: [u8; 2] = *b"\xFF\xFE";
const BIG_ENDIAN_MARK: [u8; 2] = *b"\xFE\xFF";

/// Bytes that are no UTF-8 are kept as the characters of private use from here on, one for each byte.
const KEPT_BYTE: u32 = 0x10_FF00;

/// A file's text. Byte order marks are no part of it (where files were joined, they stand within), UTF-16 is read by its
/// mark or by its zero bytes, and what is no UTF-8 becomes the replacement character.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    let text = from_utf_16(bytes).unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned());
    text.replace(MARK, "")
}

/// A file's text as [`decode`] gives it, but with the bytes that are no UTF-8 kept for paths as [`keep_bytes`] does.
#[must_use]
pub fn decode_keeping_bytes(bytes: &[u8]) -> String {
    let text = from_utf_16(bytes).unwrap_or_else(|| keep_bytes(bytes));
    text.strip_prefix(MARK).map(str::to_owned).unwrap_or(text)
}

/// One line of a stream, without white space at its ends. Its text may be UTF-16 with letters of English alone: what is
/// left of marks and zero bytes when such a stream is cut at the line ends is dropped.
#[must_use]
pub fn decode_line(bytes: &[u8]) -> String {
    let bytes = [LITTLE_ENDIAN_MARK, BIG_ENDIAN_MARK]
        .iter()
        .find_map(|mark| bytes.strip_prefix(mark.as_slice()))
        .unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes).replace(['\0', MARK], "");
    text.trim().to_owned()
}

/// How the text of a file begins, without a mark and white space before it; empty where the file is no text.
#[must_use]
pub fn beginning(bytes: &[u8]) -> &str {
    let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    valid.trim_start_matches(MARK).trim_start()
}

/// Text in which every byte has its place: those that are no UTF-8 become characters of private use, from which
/// [`paths`] makes the same bytes again.
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

/// The text, or its head and an ellipsis where it is longer than `length` characters.
#[must_use]
pub fn shortened(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Text for people: bytes that were kept as they came are shown as replacement characters.
#[must_use]
pub fn shown(text: &str) -> String {
    let show = |letter| if kept_byte(letter).is_some() { char::REPLACEMENT_CHARACTER } else { letter };
    text.chars().map(show).collect()
}

/// The byte that a character stands for, if it stands for one: only bytes above ASCII are no UTF-8.
fn kept_byte(letter: char) -> Option<u8> {
    let byte = u32::from(letter).checked_sub(KEPT_BYTE)?;
    u8::try_from(byte).ok().filter(|byte| !byte.is_ascii())
}

/// UTF-16 as Windows writes it, with a mark; without one the first letter, of English surely, tells.
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
