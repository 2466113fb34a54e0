//! The words behind `go`, in any order and number. Called by `tolerant`.

use super::command::{Command, GoArguments, Reading};
use super::tolerant::quoted;

/// So many words that were not understood are named; the others are counted.
const NAMED_WORDS: usize = 8;

/// The keywords, for telling what is allowed.
const KEYWORDS: &str =
    "depth, nodes, movetime, mate, wtime, btime, winc, binc, movestogo, infinite, ponder, searchmoves, perft";

/// Reads the words behind `go`. Every word that is understood counts, whatever stands beside it.
pub(super) fn read(words: &[&str]) -> Reading {
    let mut arguments = GoArguments::default();
    let mut unknown = NamedWords::default();
    let mut refused = NamedWords::default();
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
    let notes = [
        refused.sentence("ignored in go", "allowed are whole numbers, digits only"),
        unknown.sentence("ignored unknown words in go", &format!("allowed are {KEYWORDS}")),
    ];
    Reading { command: Some(Command::Go(Box::new(arguments))), notes: notes.into_iter().flatten().collect() }
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

fn is_keyword(word: &str) -> bool {
    let keyword = word.to_ascii_lowercase();
    matches!(keyword.as_str(), "searchmoves" | "infinite" | "ponder")
        || number_place(&mut GoArguments::default(), &keyword).is_some()
}

/// A whole number with or without sign, cut to 64 bits. `1e6` and `0.5` are none: half read, they would mean
/// something else.
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

/// Collects words for one sentence of bounded length.
#[derive(Default)]
pub(super) struct NamedWords {
    named: Vec<String>,
    more: usize,
}

impl NamedWords {
    /// Adds a word, as it shall be shown.
    pub(super) fn add(&mut self, word: String) {
        if self.named.len() < NAMED_WORDS {
            self.named.push(word);
        } else {
            self.more += 1;
        }
    }

    /// `head: word, word and 3 more; tail`, or nothing where no word was added.
    pub(super) fn sentence(&self, head: &str, tail: &str) -> Option<String> {
        if self.named.is_empty() {
            return None;
        }
        let more = if self.more > 0 { format!(" and {} more", self.more) } else { String::new() };
        Some(format!("{head}: {}{more}; {tail}", self.named.join(", ")))
    }
}
