//! Reads the words of `genfens` as OpenBench's clients write them.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use crate::text::paths;
use crate::training::OPENING_LIMIT;

/// The syntax of the words.
pub(super) const FORM: &str = "N seed S book None|FILE.epd [plies PLIES] [balance CP]";

/// The command's name.
const NAME: &str = "genfens";

/// The most random half-moves; more would end most games.
const MOST_PLIES: usize = 100;

/// A request for positions.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// The number of positions.
    pub count: u64,
    /// Another seed gives other positions.
    pub seed: u64,
    /// An EPD file; `None` for the start of the game.
    pub book: Option<PathBuf>,
    /// Random half-moves; `None` for the default.
    pub plies: Option<RangeInclusive<usize>>,
    /// The greatest distance of a position from even, in centipawns.
    pub balance: u32,
}

impl Request {
    /// Reads `N seed S book None|FILE` and optional pairs, in any order; `quit` may follow.
    ///
    /// # Errors
    /// The reason in words, if the request is invalid.
    pub fn read(words: &[String]) -> Result<Request, String> {
        let words = words.strip_suffix(&["quit".to_owned()]).unwrap_or(words);
        let (count, mut rest) = words.split_first().ok_or("the number of positions is missing")?;
        let mut request =
            Request { count: number("N", count)?, seed: 0, book: None, plies: None, balance: OPENING_LIMIT };
        let mut has_seed = false;
        while let Some((name, values)) = rest.split_first() {
            let (value, behind) = values.split_first().ok_or_else(|| format!("{name:?} has no value"))?;
            request.take(name, value)?;
            has_seed |= name == "seed";
            rest = behind;
        }
        if has_seed { Ok(request) } else { Err("the seed is missing".to_owned()) }
    }

    fn take(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "seed" => self.seed = number(name, value)?,
            "book" if value.eq_ignore_ascii_case("none") => self.book = None,
            "book" => self.book = Some(paths::path(value)),
            "plies" => {
                let plies: usize = number(name, value)?;
                if plies > MOST_PLIES {
                    return Err(format!(
                        "plies \"{plies}\" is invalid; allowed: a whole number from 0 to {MOST_PLIES}"
                    ));
                }
                self.plies = Some(plies..=plies);
            }
            "balance" => self.balance = number(name, value)?,
            _ => return Err(format!("unknown word {name:?}; allowed: seed, book, plies, balance")),
        }
        Ok(())
    }
}

fn number<N: std::str::FromStr>(name: &str, value: &str) -> Result<N, String> {
    value.parse().map_err(|_| format!("{name} {value:?} is invalid; allowed: a whole number, 0 or more"))
}

/// Splits the words of `genfens`, which OpenBench's clients write as one argument, with `quit` as the next. Other command lines
/// stay as they are.
pub(in crate::cli) fn split_quoted(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let line = arguments.get(1).and_then(|line| line.to_str()).map(str::to_owned).unwrap_or_default();
    let mut words = line.split_whitespace();
    if words.next() == Some(NAME) {
        arguments.splice(1..2, line.split_whitespace().map(OsString::from));
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Request, String> {
        Request::read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn the_words_of_a_client_are_read_in_any_order() {
        let plain = Request { count: 64, seed: 7, book: None, plies: None, balance: OPENING_LIMIT };
        assert_eq!(read("64 seed 7 book None").unwrap(), plain);
        assert_eq!(read("64 seed 7 book NONE quit").unwrap(), plain);
        assert_eq!(read("64 book None seed 7").unwrap(), plain);
        assert_eq!(read("64 seed 7").unwrap(), plain);
        let full = read("1 seed 2147483647 book Books/x.epd plies 4 balance 30").unwrap();
        assert_eq!(full.book, Some(PathBuf::from("Books/x.epd")));
        assert_eq!((full.seed, full.plies, full.balance), (2_147_483_647, Some(4..=4), 30));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (line, reason) in [
            ("", "number of positions is missing"),
            ("many seed 1 book None", "N \"many\" is invalid; allowed: a whole number"),
            ("-3 seed 1 book None", "\"-3\" is invalid"),
            ("5 book None", "seed is missing"),
            ("5 seed x book None", "seed \"x\" is invalid"),
            ("5 seed 1 book", "\"book\" has no value"),
            ("5 seed 1 book None plies 1000", "0 to 100"),
            ("5 seed 1 quit book None", "unknown word \"quit\"; allowed: seed, "),
            ("5 seed 1 book None colour white", "unknown word \"colour\"; allowed: seed, "),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(reason), "{line}: {error}");
        }
    }

    #[test]
    fn only_a_line_that_begins_with_genfens_is_taken_apart() {
        let split = |words: &[&str]| -> Vec<String> {
            let arguments = split_quoted(words.iter().map(OsString::from));
            arguments.into_iter().map(|word| word.into_string().unwrap()).collect()
        };
        assert_eq!(
            split(&["lucena", "genfens 5 seed 1 book None ", "quit"]),
            ["lucena", "genfens", "5", "seed", "1", "book", "None", "quit"]
        );
        for whole in [&["lucena"][..], &["lucena", "eval", "8/8/8/3k4/8/8/8/R3K3 w - -"]] {
            assert_eq!(split(whole), whole);
        }
    }
}
