//! Reads the author's comments in a table: the one at its beginning, and those above its parts. Lines that begin with `##` are
//! instructions to the author, which no page shows.

/// Returns the paragraphs of the comment that a text begins with.
pub(super) fn introduction(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !is_instruction(line)).skip_while(|line| line.trim().is_empty());
    paragraphs(lines.map_while(comment))
}

/// Returns the comment right above the line that begins with these words; empty if there is none.
pub(super) fn comment_above(text: &str, words: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !is_instruction(line)).collect();
    let is_section = |line: &str| {
        let mut rest = words.split_whitespace();
        let mut written = line.split_whitespace();
        rest.all(|word| written.next().is_some_and(|known| known.trim_end_matches(':') == word))
    };
    let Some(place) = lines.iter().position(|line| is_section(line)) else { return String::new() };
    let mut above: Vec<&str> = lines[..place].iter().rev().map_while(|line| comment(line)).collect();
    above.reverse();
    paragraphs(above.into_iter()).join(" ")
}

/// Returns the text of a line that is only a comment.
fn comment(line: &str) -> Option<&str> {
    Some(line.trim().strip_prefix('#')?.trim())
}

fn is_instruction(line: &str) -> bool {
    line.trim().starts_with("##")
}

/// Joins lines; an empty one begins a new paragraph.
fn paragraphs<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in lines {
        match paragraphs.last_mut() {
            Some(last) if line.is_empty() && last.is_empty() => {}
            Some(_) if line.is_empty() => paragraphs.push(String::new()),
            Some(last) => {
                let space = if last.is_empty() { "" } else { " " };
                last.push_str(space);
                last.push_str(line);
            }
            None => {}
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# One idea.\n# It goes on.\n#\n# Another.\n\nmaterial KR v K\n\n# What is left\n# to do.\nmeasure task: room\n";

    #[test]
    fn the_comment_at_the_beginning_is_shown_paragraph_by_paragraph() {
        assert_eq!(introduction(TEXT), ["One idea. It goes on.", "Another."]);
        assert_eq!(introduction("material KR v K\n# later"), [""; 0]);
    }

    #[test]
    fn instructions_to_the_author_are_left_out_and_cut_no_comment_off() {
        let text = "## Write the idea here.\n# One idea.\n## In a sentence.\n# It goes on.\n\nmaterial KR v K\n\n\
                    # What is left to do.\n## Change the factors.\nmeasure task: room\n## Not this.\nrule all:\n";
        assert_eq!(introduction(text), ["One idea. It goes on."]);
        assert_eq!(comment_above(text, "measure task"), "What is left to do.");
        assert_eq!(comment_above(text, "rule all"), "");
        assert_eq!(introduction("## Only an instruction.\nmaterial KR v K\n# later"), [""; 0]);
    }

    #[test]
    fn the_comment_above_a_part_belongs_to_it() {
        assert_eq!(comment_above(TEXT, "measure task"), "What is left to do.");
        assert_eq!(comment_above(TEXT, "material"), "");
        assert_eq!(comment_above(TEXT, "measure other"), "");
    }
}
