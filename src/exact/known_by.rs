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
