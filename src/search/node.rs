//! A node of the tree: what it is asked, and what is known of it before its moves are searched.

use shakmaty::Move;

use super::histories::Context;
use super::pv_tree::TreeMoves;
use super::report::Bound;
use super::transposition_table::Entry;
use super::window::Window;
use crate::board::PackedMove;
use crate::score::Score;

/// What a node is asked: a window, a depth, and what kind of answer is expected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub window: Window,
    /// Plies still to be searched.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    pub kind: NodeKind,
    /// A move that is left out, to see what the others are worth; usually none.
    pub excluded: PackedMove,
}

/// What is expected of a node (Knuth and Moore's types 1, 2 and 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    /// On the line of best play: neither a static nor a table value ends it, the whole line comes back.
    Principal,
    /// One move should refute the position.
    Cut,
    /// No move should do better than alpha.
    All,
}

impl NodeKind {
    /// What is expected after a move that is not the principal one.
    pub fn opposed(self) -> NodeKind {
        if self == NodeKind::Cut { NodeKind::All } else { NodeKind::Cut }
    }
}

/// What a position is worth without a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct StaticValue {
    /// As the evaluation has it: what the table keeps.
    pub raw: Score,
    /// Corrected by what was learned of positions like this one.
    pub corrected: Score,
}

/// A node with what is known of it before its moves are searched.
pub(super) struct Assessment {
    pub in_check: bool,
    /// What the table knows of the position.
    pub entry: Option<Entry>,
    pub table_move: Option<Move>,
    /// What the tree of principal lines has here.
    pub tree: TreeMoves,
    /// The best guess of the static value, by the table's value where that says more; nothing in check.
    pub static_value: Option<Score>,
    /// The static value alone; nothing in check.
    pub raw_and_corrected: Option<StaticValue>,
    pub context: Context,
    pub is_improving: bool,
    /// Whether the opponent may soon be in zugzwang: then a quiet move can be the strongest.
    pub opponent_near_zugzwang: bool,
}

/// Whether a table entry's bound settles a window.
pub(super) fn answers(entry: &Entry, window: Window) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= window.beta,
        Bound::Upper => entry.score <= window.alpha,
    }
}

/// The static value, or a table entry's score where its bound says more.
pub(super) fn best_guess(static_value: Score, entry: Option<&Entry>) -> Score {
    let says_more = |entry: &&Entry| match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > static_value,
        Bound::Upper => entry.score < static_value,
    };
    entry.filter(says_more).map_or(static_value, |entry| entry.score)
}
