//! The line that a table's win takes against the longest defence, for those who want to announce the mate.

use super::forcing_tree::{Advised, Tree};
use super::position::Position;
use super::proven::Proven;
use super::step::{Step, Steps};

/// Returns our moves and theirs from a position with our side to move to the mate, their replies being those that hold
/// out longest by the proof; `None` if the table does not win. `advised` is what is played first, with its tree.
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

/// Returns the reply that holds out longest, with our moves still to come: the outer `None` if they escape, the inner
/// one if they are mated.
pub(super) fn longest_reply(
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

/// Returns our moves to mate with our side to move: by the tree while there is one, by the proof after it.
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
