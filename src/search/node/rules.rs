//! Which bets a search makes; the engine makes all, tests switch them off at compile time, at no cost for the release.

/// The bets that a search may make, and the helpers it may use. By default there are none.
pub trait Rules: 'static {
    /// A stored value ends a node.
    const TABLE: bool = false;
    /// A static value far above beta ends a node.
    const REVERSE_FUTILITY: bool = false;
    /// A pass that reaches beta ends a node.
    const NULL_MOVE: bool = false;
    /// Quiet moves whose static value stays below alpha are left out.
    const STATIC_PRUNING: bool = false;
    /// Late quiet moves are left out.
    const LATE_MOVE_PRUNING: bool = false;
    /// Losing exchanges are left out.
    const EXCHANGE_PRUNING: bool = false;
    /// Late moves, and nodes without a table move, are searched shallower.
    const REDUCTIONS: bool = false;
    /// A repetition that the next move can bring counts as at least a draw.
    const UPCOMING_REPETITION: bool = false;
    /// Static values are corrected by what searches have found.
    const CORRECTION: bool = false;
    /// A move without alternatives is searched deeper.
    const EXTENSIONS: bool = false;
    /// The exact tables are used.
    const TABLEBASE: bool = false;
    /// A proof of mate runs beside the search.
    const MATE_PROOFS: bool = false;
    /// Quiescence resolves the leaves. Otherwise the static value counts, and the search sees only the end of the game.
    const QUIESCENCE: bool = false;
}

/// The engine's own search, with every bet.
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

/// No bet at all: textbook principal variation search, which must equal minimax.
pub struct Exhaustive;

impl Rules for Exhaustive {}

/// The textbook's search with the transposition table.
pub struct ExhaustiveWithTable;

impl Rules for ExhaustiveWithTable {
    const TABLE: bool = true;
}
