//! Which of its bets a search makes. The engine makes them all; tests switch them off, at compile time, so that
//! the release's search does not pay for the choice.

/// The bets that a search may make, and the helpers it may use: none but those that it names.
pub trait Rules: 'static {
    /// Values found before end a node.
    const TABLE: bool = false;
    /// A high static value ends a node.
    const REVERSE_FUTILITY: bool = false;
    /// Passing that reaches beta ends a node.
    const NULL_MOVE: bool = false;
    /// Quiet moves whose static value stays below alpha are left out.
    const STATIC_PRUNING: bool = false;
    /// Late quiet moves are left out.
    const LATE_MOVE_PRUNING: bool = false;
    /// Losing exchanges are left out.
    const EXCHANGE_PRUNING: bool = false;
    /// Late moves, and nodes without a table move, are searched shallower.
    const REDUCTIONS: bool = false;
    /// A repetition that the next move can bring counts as a draw at least.
    const UPCOMING_REPETITION: bool = false;
    /// Static values are corrected by what searches found.
    const CORRECTION: bool = false;
    /// A move without alternatives is searched deeper.
    const EXTENSIONS: bool = false;
    /// Exact tables are asked.
    const TABLEBASE: bool = false;
    /// A proof of mate is looked for beside the search.
    const MATE_PROOFS: bool = false;
    /// Leaves are resolved by quiescence; otherwise the static value stands, and only the end of the game is seen.
    const QUIESCENCE: bool = false;
}

/// The engine's own search: every bet.
pub struct Selective;

impl Rules for Selective {
    const TABLE: bool = true;
    const REVERSE_FUTILITY: bool = true;
    const NULL_MOVE: bool = true;
    const STATIC_PRUNING: bool = true;
    const LATE_MOVE_PRUNING: bool = true;
    const EXCHANGE_PRUNING: bool = true;
    const REDUCTIONS: bool = true;
    const UPCOMING_REPETITION: bool = true;
    const CORRECTION: bool = true;
    const EXTENSIONS: bool = true;
    const TABLEBASE: bool = true;
    const MATE_PROOFS: bool = true;
    const QUIESCENCE: bool = true;
}

/// No bet at all: principal variation search as the textbook has it, which must equal minimax.
pub struct Exhaustive;

impl Rules for Exhaustive {}

/// The textbook's search with the transposition table.
pub struct ExhaustiveWithTable;

impl Rules for ExhaustiveWithTable {
    const TABLE: bool = true;
}
