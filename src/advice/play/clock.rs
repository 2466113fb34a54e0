//! Computes how soon a table's win resets the 50-move clock against every defence; the engine plays the win only if it fits.

use std::collections::HashMap;

use shakmaty::Role;

use super::defence::longest_reply;
use super::proven::Proven;
use crate::advice::position::side::Side;
use crate::advice::position::step::{Step, Steps};
use crate::advice::position::view::Position;
use crate::advice::satisfy::forcing_tree::{Advised, Tree};
use crate::board::fits_into_clock;

/// The question is given up after this many positions.
const MOST_POSITIONS: u32 = 20_000;
/// A position whose forcing tree must be built counts as this many others.
const TREE_COST: u32 = 100;

/// Returns the most plies by which a defence can put off a move that resets the clock, or mate, from a position with our
/// side to move. `None` if the table does not win, if the answer would take too long to find, or if the win could take
/// longer than the clock allows after such a move. `advised` is our first move, with its tree.
pub fn plies_to_zeroing(proven: &Proven<'_>, position: &Position, advised: &Advised) -> Option<u32> {
    let is_bare = !position.side(Side::Them).more_than_one();
    if is_bare && position.pieces(Side::Us, Role::Pawn).is_empty() {
        // No move that wins resets the clock.
        return None;
    }
    let mut defence = Defence { proven, known: HashMap::new(), left: MOST_POSITIONS };
    defence.after_our_move(position, advised.step, &advised.tree)
}

/// The defences against one table.
struct Defence<'a> {
    proven: &'a Proven<'a>,
    /// Plies by position, for positions in which the table is asked anew.
    known: HashMap<Position, u32>,
    left: u32,
}

impl Defence<'_> {
    fn after_our_move(&mut self, position: &Position, step: Step, tree: &Tree) -> Option<u32> {
        let after = position.after(step);
        let mut replies = Steps::new();
        after.legal_steps(&mut replies);
        if zeroes(position, step) || replies.is_empty() {
            return self.is_short(&after, tree).then_some(1);
        }
        let mut most = 0;
        for reply in replies {
            let next = after.after(reply);
            let plies = if zeroes(&after, reply) {
                // The other replies cannot make it shorter than this one.
                self.is_short(&after, tree).then_some(1)?
            } else {
                self.from(&next, tree.after(reply))? + 1
            };
            most = most.max(plies);
        }
        Some(most + 1)
    }

    /// Returns the plies from a position with our side to move: by the tree as long as it lasts, then by the proof.
    fn from(&mut self, position: &Position, tree: Option<&Tree>) -> Option<u32> {
        if let Some(Tree::Ours(step, subtree)) = tree {
            return self.after_our_move(position, *step, subtree);
        }
        if let Some(plies) = self.known.get(position) {
            return Some(*plies);
        }
        let advised = self.proven.ask(position)?;
        let cost = if matches!(advised.tree, Tree::Reached) { 1 } else { TREE_COST };
        self.left = self.left.checked_sub(cost)?;
        let plies = self.after_our_move(position, advised.step, &advised.tree)?;
        self.known.insert(*position, plies);
        Some(plies)
    }

    /// Returns whether the rest of the win fits into a fresh clock, with their side to move.
    fn is_short(&self, position: &Position, tree: &Tree) -> bool {
        longest_reply(self.proven, position, tree)
            .is_some_and(|reply| reply.is_none_or(|(_, moves)| fits_into_clock(0, 2 * moves)))
    }
}

/// Returns whether a move resets the clock.
fn zeroes(position: &Position, step: Step) -> bool {
    step.role == Role::Pawn || position.side(position.turn().other()).contains(step.to)
}
