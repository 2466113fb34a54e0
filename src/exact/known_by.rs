//! Who knows an exact result.

/// The source of an exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownBy {
    /// The rules: the side to move is mated.
    Mate,
    /// The rules: the side to move is stalemated.
    Stalemate,
    /// The rules: neither side could mate.
    DeadMaterial,
    /// The rules: the 50-move rule has ended the game.
    Clock,
    /// The rules: the position occurs for the third time.
    Repetition,
    /// The rules: the side to move would lose, but it can bring a position about for the third time.
    ComingRepetition,
    /// The exact tables: embedded, built, or Syzygy files.
    Tables,
    /// The solver: a solved ending, from this session or from a file.
    Solver,
    /// A proof of mate.
    MateProof,
}

impl KnownBy {
    /// Returns the name for programs and people: `rules`, `tables`, `solver` or `mate`.
    pub const fn word(self) -> &'static str {
        match self {
            KnownBy::Tables => "tables",
            KnownBy::Solver => "solver",
            KnownBy::MateProof => "mate",
            KnownBy::Mate
            | KnownBy::Stalemate
            | KnownBy::DeadMaterial
            | KnownBy::Clock
            | KnownBy::Repetition
            | KnownBy::ComingRepetition => "rules",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source after this one in their declaration; a new source has to be given its place here.
    fn next(known_by: KnownBy) -> Option<KnownBy> {
        Some(match known_by {
            KnownBy::Mate => KnownBy::Stalemate,
            KnownBy::Stalemate => KnownBy::DeadMaterial,
            KnownBy::DeadMaterial => KnownBy::Clock,
            KnownBy::Clock => KnownBy::Repetition,
            KnownBy::Repetition => KnownBy::ComingRepetition,
            KnownBy::ComingRepetition => KnownBy::Tables,
            KnownBy::Tables => KnownBy::Solver,
            KnownBy::Solver => KnownBy::MateProof,
            KnownBy::MateProof => return None,
        })
    }

    #[test]
    fn every_word_is_explained_to_the_readers_of_json() {
        let page = include_str!("../../docs/analyse.md");
        let row = page.lines().find(|line| line.starts_with("| `known_by` |")).unwrap();
        for known_by in std::iter::successors(Some(KnownBy::Mate), |known_by| next(*known_by)) {
            assert!(row.contains(&format!("`\"{}\"`", known_by.word())), "{known_by:?}: {row}");
        }
    }
}
