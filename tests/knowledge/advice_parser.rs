//! Any text that the parser or the lint rejects gives a problem with its place.

use crate::examine::examine;
use lucena::advice::vocabulary::THEMES;
use proptest::prelude::*;

const TABLES: [&str; 3] = [
    include_str!("../../src/advice/tables/krk_book.al0"),
    include_str!("../../src/advice/tables/krk.al0"),
    include_str!("../../src/advice/tables/kqk.al0"),
];

/// What tables are made of, and a little of what they are not.
const PARTS: [&str; 44] = [
    "material",
    "rule",
    "advice",
    "define",
    "measure",
    "handover",
    "hand",
    "over",
    "to",
    "if",
    "then",
    "and",
    "or",
    "not",
    "root",
    "better:",
    "holding:",
    "us:",
    "them:",
    "depth",
    "none",
    "by",
    "least",
    "most",
    "after",
    "reply",
    "KR v K",
    "K",
    "v",
    "any_position",
    ":",
    ",",
    "(",
    ")",
    "+",
    "-",
    "*",
    "<",
    "<=",
    "=",
    "0",
    "1000001",
    "\"text\"",
    "\n",
];

fn words() -> impl Strategy<Value = String> {
    let vocabulary: Vec<&'static str> =
        THEMES.iter().flat_map(|theme| theme.words).map(|word| word.name).collect();
    let word = prop_oneof![
        3 => prop::sample::select(&PARTS[..]).prop_map(str::to_owned),
        2 => prop::sample::select(vocabulary).prop_map(str::to_owned),
        1 => "[a-z_]{1,6}|[0-9]{1,9}|\\PC{1,3}",
    ];
    prop::collection::vec(word, 0..60).prop_map(|words| words.join(" "))
}

/// A table with words taken out, put in and moved.
fn changed_table() -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4, words());
    (prop::sample::select(&TABLES[..]), prop::collection::vec(change, 1..4)).prop_map(|(table, changes)| {
        let mut parts: Vec<String> =
            table.split_inclusive([' ', '\n', ',', ':']).map(str::to_owned).collect();
        for (place, other, kind, words) in changes {
            let (place, other) = (place.index(parts.len()), other.index(parts.len()));
            match kind {
                0 => drop(parts.remove(place)),
                1 => parts.insert(place, format!("{words} ")),
                2 => parts.swap(place, other),
                _ => parts[place] = parts[other].clone(),
            }
        }
        parts.concat()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn any_characters_are_answered(text in "\\PC*|(?s).{0,200}") {
        examine(&text);
    }

    #[test]
    fn any_words_are_answered(text in words()) {
        examine(&text);
    }

    #[test]
    fn any_table_with_changes_is_answered(text in changed_table()) {
        examine(&text);
    }
}

#[test]
fn the_tables_themselves_pass() {
    TABLES.into_iter().for_each(examine);
}
