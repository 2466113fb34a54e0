//! A forcing tree with every move in standard notation, for the renderers.

use shakmaty::Color;

use crate::advice::position::notation::san;
use crate::advice::position::side::Side;
use crate::advice::position::step::Step;
use crate::advice::position::view::Position;
use crate::advice::satisfy::forcing_tree::Tree;

/// A move of a forcing tree, the position after it, and what follows.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// Whose move it is.
    pub mover: Side,
    /// The move.
    pub step: Step,
    /// The move, as in `Rd6+`.
    pub san: String,
    /// The position after it.
    pub position: Position,
    /// What follows; empty if the goal is reached.
    pub next: Vec<Branch>,
}

/// Returns the moves at the top of a tree, with everything below.
pub(super) fn branches(position: &Position, tree: &Tree, us: Color) -> Vec<Branch> {
    match tree {
        Tree::Reached => Vec::new(),
        Tree::Ours(step, subtree) => vec![branch(position, *step, subtree, us)],
        Tree::Theirs(replies) => {
            replies.iter().map(|(reply, subtree)| branch(position, *reply, subtree, us)).collect()
        }
    }
}

fn branch(position: &Position, step: Step, tree: &Tree, us: Color) -> Branch {
    let after = position.after(step);
    Branch {
        mover: position.turn(),
        step,
        san: san(position, step, us),
        position: after,
        next: branches(&after, tree, us),
    }
}
