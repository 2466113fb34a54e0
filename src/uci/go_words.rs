//! Reads the words after `go`, in any order and number. `tolerant` calls it, and `single_go` for the command line.

use super::command::{Command, GoArguments, Reading};
use super::quoted::quoted;

/// At most this many words that were not understood are named; the others are counted.
const NAMED_WORDS: usize = 8;

/// The keywords, for messages.
const KEYWORDS: &str =
    "depth, nodes, movetime, mate, wtime, btime, winc, binc, movestogo, infinite, ponder, searchmoves, perft";

/// The words after `go` that were understood, and the rest.
#[derive(Default)]
pub(super) struct ReadWords {
    pub arguments: GoArguments,
    /// Keywords whose value is missing or wrong, as messages show them.
    refused: NamedWords,
    /// Words that are not keywords.
    unknown: NamedWords,
}

impl ReadWords {
    /// Returns the complaints as sentences with these beginnings.
    pub(super) fn complaints(&self, refused: &str, unknown: &str) -> Vec<String> {
        let sentences = [
            self.refused.sentence(refused, ALLOWED_VALUES),
            self.unknown.sentence(unknown, &format!("allowed: {KEYWORDS}")),
        ];
        sentences.into_iter().flatten().collect()
    }
}

/// The allowed values, for messages.
const ALLOWED_VALUES: &str = "allowed: whole numbers, digits only";

/// Reads the words after `go` as a session does. Every word that is understood counts, whatever is next to it.
pub(super) fn read(words: &[&str]) -> Reading {
    let read = read_words(words);
    let notes = read.complaints("ignored in go", "ignored unknown words in go");
    Reading { command: Some(Command::Go(Box::new(read.arguments))), notes, ..Reading::default() }
}

/// Reads the words after `go`.
pub(super) fn read_words(words: &[&str]) -> ReadWords {
    let ReadWords { mut arguments, mut refused, mut unknown } = ReadWords::default();
    let mut rest = words.iter().copied().peekable();
    while let Some(word) = rest.next() {
        let keyword = word.to_ascii_lowercase();
        if take_flag(&mut arguments, &keyword) {
            continue;
        }
        if keyword == "searchmoves" {
            while let Some(played) = rest.next_if(|word| !is_keyword(word)) {
                arguments.search_moves.push(played.to_ascii_lowercase());
            }
        } else if let Some(place) = number_place(&mut arguments, &keyword) {
            let value = rest.next_if(|word| !is_keyword(word));
            match value.and_then(whole_number) {
                Some(number) => *place = Some(number),
                None => {
                    refused.add(match value {
                        Some(value) => format!("{keyword} {}", quoted(value)),
                        None => format!("{keyword} without a number"),
                    });
                    arguments.limit_refused = true;
                }
            }
        } else {
            unknown.add(quoted(word));
        }
    }
    ReadWords { arguments, refused, unknown }
}

fn take_flag(arguments: &mut GoArguments, keyword: &str) -> bool {
    match keyword {
        "infinite" => arguments.infinite = true,
        "ponder" => arguments.ponder = true,
        _ => return false,
    }
    true
}

fn number_place<'a>(arguments: &'a mut GoArguments, keyword: &str) -> Option<&'a mut Option<i64>> {
    Some(match keyword {
        "depth" => &mut arguments.depth,
        "nodes" => &mut arguments.nodes,
        "movetime" => &mut arguments.move_time,
        "mate" => &mut arguments.mate,
        "wtime" => &mut arguments.remaining.white,
        "btime" => &mut arguments.remaining.black,
        "winc" => &mut arguments.increment.white,
        "binc" => &mut arguments.increment.black,
        "movestogo" => &mut arguments.moves_to_go,
        "perft" => &mut arguments.perft,
        _ => return None,
    })
}

/// Whether a word of `go` gives a meaning to the words after it.
pub(super) fn is_keyword(word: &str) -> bool {
    let keyword = word.to_ascii_lowercase();
    matches!(keyword.as_str(), "searchmoves" | "infinite" | "ponder")
        || number_place(&mut GoArguments::default(), &keyword).is_some()
}

/// A whole number with or without sign, limited to 64 bits. `1e6` and `0.5` are refused: half read, they would mean something
/// else.
fn whole_number(word: &str) -> Option<i64> {
    let (negative, digits) = match word.as_bytes() {
        [b'-', ..] => (true, &word[1..]),
        [b'+', ..] => (false, &word[1..]),
        _ => (false, word),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse::<i64>().unwrap_or(i64::MAX);
    Some(if negative { -size } else { size })
}

/// Collects words for one sentence of limited length.
#[derive(Default)]
pub(super) struct NamedWords {
    named: Vec<String>,
    more: usize,
}

impl NamedWords {
    /// Adds a word, as the sentence shows it.
    pub(super) fn add(&mut self, word: String) {
        if self.named.len() < NAMED_WORDS {
            self.named.push(word);
        } else {
            self.more += 1;
        }
    }

    /// Returns `head: word, word and 3 more; tail`; `None` if no word was added.
    pub(super) fn sentence(&self, head: &str, tail: &str) -> Option<String> {
        if self.named.is_empty() {
            return None;
        }
        let more = if self.more > 0 { format!(" and {} more", self.more) } else { String::new() };
        Some(format!("{head}: {}{more}; {tail}", self.named.join(", ")))
    }
}
