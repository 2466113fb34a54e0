//! Finds the line of a table's win against the longest defence, so that the engine can announce the mate.

use super::proven::Proven;
use crate::advice::position::step::{Step, Steps};
use crate::advice::position::view::Position;
use crate::advice::satisfy::forcing_tree::{Advised, Tree};

/// Returns the moves of both sides from a position with our side to move to the mate. Their replies hold out longest by the
/// proof. `None` if the table does not win. `advised` is our first move, with its tree.
pub fn longest_line(proven: &Proven<'_>, position: &Position, advised: &Advised) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut position = *position;
    let mut tree = Tree::Ours(advised.step, Box::new(advised.tree.clone()));
    loop {
        let Tree::Ours(step, subtree) = tree else {
            let next = proven.ask(&position)?;
            tree = Tree::Ours(next.step, Box::new(next.tree));
            continue;
        };
        steps.push(step);
        let after = position.after(step);
        let Some((reply, _)) = longest_reply(proven, &after, &subtree)? else { return Some(steps) };
        steps.push(reply);
        position = after.after(reply);
        tree = subtree.after(reply).cloned().unwrap_or(Tree::Reached);
    }
}

/// Returns the reply that holds out longest, with the number of our moves to mate after it. The outer `None` means that
/// they escape, the inner one that they are mated.
pub(in crate::advice) fn longest_reply(
    proven: &Proven<'_>,
    position: &Position,
    tree: &Tree,
) -> Option<Option<(Step, u32)>> {
    let mut replies = Steps::new();
    position.legal_steps(&mut replies);
    if replies.is_empty() {
        return position.is_check().then_some(None);
    }
    let mut longest: Option<(Step, u32)> = None;
    for reply in replies {
        let moves = moves(proven, &position.after(reply), tree.after(reply))?;
        if longest.is_none_or(|(_, most)| moves > most) {
            longest = Some((reply, moves));
        }
    }
    Some(longest)
}

/// Returns the number of our moves to mate, with our side to move: by the tree as long as it lasts, then by the proof.
fn moves(proven: &Proven<'_>, position: &Position, tree: Option<&Tree>) -> Option<u32> {
    match tree {
        Some(Tree::Ours(step, subtree)) => {
            let after = position.after(*step);
            let rest = longest_reply(proven, &after, subtree)?.map_or(0, |(_, moves)| moves);
            Some(rest + 1)
        }
        _ => proven.moves(position),
    }
}
