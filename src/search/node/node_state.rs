//! A node of the tree: its question, and the facts about it before its moves are searched.

use shakmaty::Move;

use super::window::Window;
use crate::board::PackedMove;
use crate::score::Score;
use crate::search::histories::move_histories::Context;
use crate::search::root::principal_tree::TreeMoves;
use crate::search::root::report::Bound;
use crate::search::table::transposition_table::Entry;

/// The question that a node answers: a window, a depth, and the kind of result that is expected.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Node {
    pub window: Window,
    /// Plies left to search.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    pub kind: NodeKind,
    /// A move that is left out, to see what the others are worth; usually none.
    pub excluded: PackedMove,
}

/// What is expected of a node (Knuth and Moore's types 1, 2 and 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum NodeKind {
    /// On the line of best play. Neither a static nor a table value ends it, because the whole line is needed.
    Principal,
    /// One move should refute the position.
    Cut,
    /// No move should do better than alpha.
    All,
}

impl NodeKind {
    /// Returns the kind expected after a move that is not the principal one.
    pub fn opposed(self) -> NodeKind {
        if self == NodeKind::Cut { NodeKind::All } else { NodeKind::Cut }
    }
}

/// A position's value without a search.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct StaticValue {
    /// The evaluation's value, as the table stores it.
    pub raw: Score,
    /// The same, corrected by what was learned about similar positions.
    pub corrected: Score,
}

/// The facts about a node before its moves are searched.
pub(in crate::search) struct Assessment {
    pub in_check: bool,
    /// The transposition table's entry for the position.
    pub entry: Option<Entry>,
    pub table_move: Option<Move>,
    /// The position's moves in the tree of principal lines.
    pub tree: TreeMoves,
    /// The best guess of the static value: the table's value if it says more. `None` in check.
    pub static_value: Option<Score>,
    /// The static value alone; `None` in check.
    pub raw_and_corrected: Option<StaticValue>,
    pub context: Context,
    pub is_improving: bool,
    /// Whether the opponent may soon be in zugzwang; then a quiet move can be the strongest.
    pub opponent_near_zugzwang: bool,
}

/// Returns whether a table entry's bound settles a window.
pub(in crate::search) fn answers(entry: &Entry, window: Window) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= window.beta,
        Bound::Upper => entry.score <= window.alpha,
    }
}

/// Returns the static value, or a table entry's score if its bound says more.
pub(in crate::search) fn best_guess(static_value: Score, entry: Option<&Entry>) -> Score {
    let says_more = |entry: &&Entry| match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > static_value,
        Bound::Upper => entry.score < static_value,
    };
    entry.filter(says_more).map_or(static_value, |entry| entry.score)
}
