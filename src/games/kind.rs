//! Recognises a file of games, for outputs that may replace one.

use super::{Games, RecordedGame};
use crate::text;
use crate::text::outputs::Kind;

/// Files of games as outputs: one may replace another.
pub const KIND: Kind = Kind { name: "a file of games", begins: begins_file };

/// It begins with tags or a game that can be read. Notes may begin like movetext, and no output may replace them.
fn begins_file(beginning: &[u8]) -> bool {
    let is_tag =
        |line: &str| line.starts_with('[') && line.contains(" \"") && line.trim_end().ends_with("\"]");
    let mut lines =
        text::beginning(beginning).lines().filter(|line| !line.trim().is_empty() && !line.starts_with('%'));
    let has_moves = |game: &RecordedGame| !game.moves.is_empty();
    lines.next().is_some_and(is_tag)
        || matches!(Games::new(beginning).next(), Some(Ok(Ok(game))) if has_moves(&game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_no_games_however_they_begin() {
        for games in
            ["[Event \"x\"]\n", "\u{FEFF}[Event \"x\"]\r\n", "% x\n[White \"A [b]\"]\n", "1. e4 e5 *\n"]
        {
            assert!((KIND.begins)(games.as_bytes()), "{games}");
        }
        for notes in [
            "[options]\nHash = 1\n",
            "1. Buy milk\n",
            "% TeX\n",
            "; settings\n",
            "(see below)",
            "Buy milk",
            "{\"a\":1}",
        ] {
            assert!(!(KIND.begins)(notes.as_bytes()), "{notes}");
        }
    }
}
