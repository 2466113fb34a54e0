//! The reference of every word, made from the vocabulary's own descriptions.

use crate::advice::vocabulary;

/// Returns all words by theme, as Markdown.
pub fn reference() -> String {
    let mut text = String::from("# Words of the Advice Language\n");
    for theme in vocabulary::THEMES {
        text.push_str(&format!("\n## {}\n\n| word | kind | meaning |\n|---|---|---|\n", theme.title));
        for word in theme.words {
            text.push_str(&format!("| `{}` | {} | {} |\n", word.name, word.meaning.kind(), word.description));
        }
    }
    text
}
