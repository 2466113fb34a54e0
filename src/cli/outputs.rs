//! What the commands' outputs are: the kinds of files that one of them may replace, and the switch that lets it replace any other.

use crate::advice::prover::StoredProof;
use crate::board::Board;
use crate::cli::CommandError;
use crate::games::{Games, RecordedGame};
use crate::page;
use crate::solve::SolvedGraph;
use crate::text;
use crate::text::outputs::{Claim, Kind, OutputPath};

/// For commands that write files.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Force {
    /// Replace an output file of any kind; without this, lucena replaces only a file of the same kind
    #[arg(long)]
    pub force: bool,
}

impl Force {
    /// Claims an output, if one is named.
    ///
    /// # Errors
    /// Where something else is there, or it cannot be written.
    pub fn claim(self, output: Option<&OutputPath>, kind: &Kind) -> Result<Option<Claim>, CommandError> {
        Ok(output.map(|output| output.claim(kind, self.force)).transpose()?)
    }
}

/// Annotated games.
pub(super) const GAMES: Kind = Kind { name: "a file of games", begins: begins_games };
/// Pages for a browser.
pub(super) const PAGE: Kind = Kind { name: "an HTML page", begins: page::begins };
/// Proofs of advice tables.
pub(super) const PROOF: Kind = Kind { name: "a proof of lucena", begins: StoredProof::begins };
/// Positions that escape from an advice table.
pub(super) const ESCAPES: Kind = Kind { name: "a list of escapes", begins: begins_escapes };
/// Solved positions.
pub(super) const SOLVED: Kind = Kind { name: "a file of solved positions", begins: SolvedGraph::begins };

/// Tags come first, or a game that can be read: notes may begin as movetext does, and are replaced by nothing.
fn begins_games(beginning: &[u8]) -> bool {
    let is_tag =
        |line: &str| line.starts_with('[') && line.contains(" \"") && line.trim_end().ends_with("\"]");
    let mut lines =
        text::beginning(beginning).lines().filter(|line| !line.trim().is_empty() && !line.starts_with('%'));
    let has_moves = |game: &RecordedGame| !game.moves.is_empty();
    lines.next().is_some_and(is_tag)
        || matches!(Games::new(beginning).next(), Some(Ok(Ok(game))) if has_moves(&game))
}

fn begins_escapes(beginning: &[u8]) -> bool {
    let first_line = text::beginning(beginning).lines().next().unwrap_or_default();
    let fields: Vec<&str> = first_line.split('\t').collect();
    matches!(fields[..], [fen, _, _, _] if Board::from_fen(fen, false).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_no_games_however_they_begin() {
        for games in
            ["[Event \"x\"]\n", "\u{FEFF}[Event \"x\"]\r\n", "% x\n[White \"A [b]\"]\n", "1. e4 e5 *\n"]
        {
            assert!((GAMES.begins)(games.as_bytes()), "{games}");
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
            assert!(!(GAMES.begins)(notes.as_bytes()), "{notes}");
        }
    }
}
