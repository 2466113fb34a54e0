//! Text of two encodings: UTF-8 and, where bytes are none, Windows-1252, of which Latin-1 is a part.

/// What Windows-1252 has where Latin-1 has control characters, from 0x80 on; those that mean nothing stay what they are.
const FROM_0X80: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// The text of bytes that are UTF-8 or, where they are not, Windows-1252: byte for byte, so that both may stand together.
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
