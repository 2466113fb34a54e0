//! Recognises a text of games by its first line, for commands that also read other formats.

use super::words::{self, Part};

/// A word with at least this many slashes belongs to a FEN.
const SLASHES_OF_A_FEN: usize = 3;

/// Returns whether a text with this first line contains games. Such a line begins with a tag, a comment, an escape (`%`), a move,
/// a move number or a sign; it does not begin with a FEN or a JSON object.
#[must_use]
pub fn begins_games(line: &str) -> bool {
    let line = line.trim_start();
    match line.chars().next() {
        Some('[' | '%' | ';' | '(') => true,
        Some('{') => !line[1..].trim_start().starts_with(['"', '}']),
        _ => begins_moves(line.split_whitespace().next().unwrap_or_default()),
    }
}

fn begins_moves(word: &str) -> bool {
    let word = word.split(['{', '(', ';']).next().unwrap_or_default();
    let says = |part: &Part| !matches!(part, Part::Strange(_));
    word.matches('/').count() < SLASHES_OF_A_FEN
        && words::parts(word).is_some_and(|parts| parts.iter().any(says))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_known_by_how_they_begin() {
        let games = [
            "[Event \"x\"]",
            "% made by x",
            "; a comment",
            "{A comment} 1. e4",
            "1. e4 e5",
            "1.e4",
            "e4 e5",
            "Nf3",
            "1 e4",
            "1... e5",
            "e2e4",
            "O-O",
            "  Kd2!",
            "$1",
            "-- e5",
            "1-0",
            "1.e4{good}",
            "(1. e4)",
            "1/2-1/2",
        ];
        for line in games {
            assert!(begins_games(line), "{line}");
        }
        let others = [
            "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
            "b7/8/8/8/8/8/Kb6/7k w - - 0 1",
            "kb6/8/8/8/8/8/8/Kb6 b - -",
            "{\"fen\":\"8/8\"}",
            "{ }",
            "",
            "# e4",
            "hello",
            "fen",
            "position startpos moves e2e4",
            "startpos",
        ];
        for line in others {
            assert!(!begins_games(line), "{line}");
        }
    }
}
