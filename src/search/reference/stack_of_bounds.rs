//! F2 without recursion, as Knuth and Moore (1975) write it: one stack of bounds, each node's alpha above its beta.

use super::game::{Count, Game, OutOfNodes};

/// A node on the path to the current one.
struct Level<M> {
    moves: Vec<M>,
    next: usize,
}

/// F2 over a stack of bounds. It visits the same leaves in the same order as the recursive form.
///
/// A node's bound is its alpha. Its beta is minus the bound of its parent. Its bound starts as that of its grandparent,
/// where the same side is to move. Two bounds below the root hold the window.
///
/// # Errors
/// If the count reaches its limit. The game is then back at its root, too.
pub fn f2_on_a_stack<G: Game>(
    game: &mut G,
    depth: u32,
    (alpha, beta): (i32, i32),
    count: &mut Count,
) -> Result<i32, OutOfNodes> {
    let mut bounds = vec![alpha, -beta];
    let mut levels: Vec<Level<G::Move>> = Vec::new();
    loop {
        let left = depth - levels.len() as u32;
        let visited = match count.visit(game, left) {
            Ok(visited) => visited,
            Err(error) => {
                levels.iter().for_each(|_| game.take_back());
                return Err(error);
            }
        };
        match visited {
            Some(value) => bounds.push(value),
            None => {
                bounds.push(bounds[bounds.len() - 2]);
                levels.push(Level { moves: count.moves(game), next: 0 });
            }
        }
        // Go back to the deepest node with a move left to try.
        let mut is_leaf = visited.is_some();
        loop {
            let Some(level) = levels.last_mut() else { return Ok(bounds[bounds.len() - 1]) };
            if is_leaf {
                if raise_parent(&mut bounds) {
                    level.next = level.moves.len();
                }
                game.take_back();
            }
            if let Some(played) = level.moves.get(level.next) {
                level.next += 1;
                game.play(*played);
                break;
            }
            levels.pop();
            is_leaf = true;
            if levels.is_empty() {
                return Ok(bounds[bounds.len() - 1]);
            }
        }
    }
}

/// Moves a finished child's value from the stack into its parent's bound. Returns whether the parent is cut off.
fn raise_parent(bounds: &mut Vec<i32>) -> bool {
    let Some(value) = bounds.pop() else { return true };
    let parent = bounds.len() - 1;
    bounds[parent] = bounds[parent].max(-value);
    bounds[parent] >= -bounds[parent - 1]
}
