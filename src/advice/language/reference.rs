//! Puts the reference of the language together: the text of `reference.md`, a first table, and the description of every word.

use super::template::{Parts, first_table};
use crate::advice::vocabulary::{self, Meaning, Word};

/// Returns all words by theme as Markdown.
pub fn words() -> String {
    let mut text = String::from("# Words of the Advice Language\n");
    for theme in vocabulary::THEMES {
        text.push_str(&format!("\n## {}\n\n| word | kind | meaning |\n|---|---|---|\n", theme.title));
        for word in theme.words {
            text.push_str(&format!("| `{}` | {} | {} |\n", word.name, kind(word), word.description));
        }
    }
    text
}

/// Returns the whole reference as Markdown, the content of docs/advice.md.
pub fn reference() -> String {
    let example = first_table("queen", &Parts { material: "KQ v K".to_owned(), ..Parts::default() });
    include_str!("reference.md").replace("{example}", example.trim_end()).replace("{words}\n", &words())
}

fn kind(word: &Word) -> String {
    match word.meaning {
        Meaning::Number(_) => format!("number, {} to {}", word.bounds.0, word.bounds.1),
        _ => word.meaning.kind().to_owned(),
    }
}
