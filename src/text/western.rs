//! Decodes text that is UTF-8 or, where its bytes are not, Windows-1252, which includes the letters of Latin-1.

/// The characters that Windows-1252 has in place of Latin-1's control characters, from 0x80 on; undefined ones stay as
/// they are.
const FROM_0X80: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// Decodes UTF-8; bytes that are not UTF-8 are decoded as Windows-1252, so one text may contain both.
#[must_use]
pub fn decode_western(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| letter(*byte)));
    }
    text
}

fn letter(byte: u8) -> char {
    let special = byte.checked_sub(0x80).and_then(|index| FROM_0X80.get(usize::from(index)));
    special.copied().unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_either_encoding_and_in_both_together() {
        assert_eq!(decode_western("Müller".as_bytes()), "Müller");
        assert_eq!(decode_western(b"M\xFCller \x96 Pachman, \x80"), "Müller – Pachman, €");
        assert_eq!(decode_western(b"M\xFCller, M\xC3\xBCller"), "Müller, Müller");
    }
}
