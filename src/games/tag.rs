//! Reads and writes tags, `[Name "value"]`. A line may contain several, and a value may contain quotation marks.

/// Returns the tags of a line; `None` if the line contains anything else.
pub(super) fn read(line: &str) -> Option<Vec<(String, String)>> {
    let mut rest = line.trim();
    let mut tags = Vec::new();
    while !rest.is_empty() {
        let (name, behind) = rest.strip_prefix('[').and_then(name)?;
        let value_end = end_of_value(behind);
        let value = behind[..value_end].trim_end();
        let value = value.strip_suffix('"').unwrap_or(value);
        tags.push((name.to_owned(), unescaped(value)));
        rest = behind[value_end..].trim_start_matches([']', ' ', '\t']);
    }
    (!tags.is_empty()).then_some(tags)
}

/// Returns the name of a tag, and the text after the quotation mark that opens its value.
fn name(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
    let (name, rest) = text.split_at(end);
    let value = rest.trim_start().strip_prefix('"')?;
    (!name.is_empty()).then_some((name, value))
}

/// Returns where a value ends, after its closing quotation mark. The bracket there must be followed by another tag or nothing, so
/// that unescaped quotation marks and brackets within the value do no harm.
fn end_of_value(text: &str) -> usize {
    for (at, _) in text.match_indices("\"]") {
        let behind = text[at + 2..].trim_start();
        let is_next = || !is_escaped(&text[..at]) && behind.strip_prefix('[').and_then(name).is_some();
        if behind.is_empty() || is_next() {
            return at + 1;
        }
    }
    text.trim_end_matches([']', ' ', '\t']).len()
}

/// Returns whether an odd number of backslashes ends the text, so that the next character is escaped.
fn is_escaped(before: &str) -> bool {
    (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
}

fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(&escaped @ ('\\' | '"'))) => {
                text.push(escaped);
                letters.next();
            }
            _ => text.push(letter),
        }
    }
    text
}

/// Writes a tag as the standard requires.
pub(super) fn written(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn tags_are_read_as_they_are_meant() {
        let cases = [
            (r#"[White "Carlsen, M"]"#, vec![tag("White", "Carlsen, M")]),
            (r#"  [ White  "a \"b\" \\ c" ]  "#, vec![tag("White", r#"a "b" \ c"#)]),
            (r#"[White "John "Doc" Smith"]"#, vec![tag("White", r#"John "Doc" Smith"#)]),
            (r#"[White "[x] y"]"#, vec![tag("White", "[x] y")]),
            (r#"[White "a"] [Black "b"]"#, vec![tag("White", "a"), tag("Black", "b")]),
            (r#"[White "a"][Black "b"]"#, vec![tag("White", "a"), tag("Black", "b")]),
            (r#"[White "a\"][Black"]"#, vec![tag("White", r#"a"][Black"#)]),
            (r#"[White "a\\"][Black"b"]"#, vec![tag("White", r"a\"), tag("Black", "b")]),
            (r#"[White "a"#, vec![tag("White", "a")]),
            (r#"[White ""]"#, vec![tag("White", "")]),
        ];
        for (line, tags) in cases {
            assert_eq!(read(line), Some(tags), "{line}");
        }
        for line in ["", "1. e4", "[%clk 0:01]", "[White]", "[White Carlsen]", "[\"x\"]", "x [White \"a\"]"] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for value in ["", "a", r#"a "b""#, r"\", r#"\""#, r#"a"] [Black "b"#] {
            if !value.contains("] [") {
                assert_eq!(read(&written("Event", value)), Some(vec![tag("Event", value)]), "{value}");
            }
        }
    }
}
