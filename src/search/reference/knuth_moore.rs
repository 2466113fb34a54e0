//! Knuth and Moore's F1 and F2 ("An Analysis of Alpha-Beta Pruning", 1975), and the fewest possible leaves.

use super::game::{Count, Game, OutOfNodes, with_move};

/// F1, branch and bound: a node ends when it reaches what its parent already has. There are no deep cut-offs, because
/// it does not know the grandparents' values. `i32::MAX` as the bound asks for the exact value.
///
/// # Errors
/// If the count reaches its limit.
pub fn f1<G: Game>(game: &mut G, depth: u32, bound: i32, count: &mut Count) -> Result<i32, OutOfNodes> {
    if let Some(value) = count.visit(game, depth)? {
        return Ok(value);
    }
    let mut best = -i32::MAX;
    for played in count.moves(game) {
        let value = -with_move(game, played, |game| f1(game, depth - 1, -best, count))?;
        best = best.max(value);
        if best >= bound {
            break;
        }
    }
    Ok(best)
}

/// F2, alpha-beta: returns at most alpha if the true value is at most alpha, at least beta if it is at least beta, and
/// the exact value between them. The whole window is `(-i32::MAX, i32::MAX)`.
///
/// # Errors
/// If the count reaches its limit.
pub fn f2<G: Game>(
    game: &mut G,
    depth: u32,
    (alpha, beta): (i32, i32),
    count: &mut Count,
) -> Result<i32, OutOfNodes> {
    if let Some(value) = count.visit(game, depth)? {
        return Ok(value);
    }
    let mut best = alpha;
    for played in count.moves(game) {
        let value = -with_move(game, played, |game| f2(game, depth - 1, (-beta, -best), count))?;
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    Ok(best)
}

/// Returns the fewest leaves that prove the value of a tree with this many moves at each node, reached if the best move
/// always comes first: b^⌈h/2⌉ + b^⌊h/2⌋ − 1.
pub fn minimum_leaves(branching: f64, depth: u32) -> f64 {
    let upper = depth.div_ceil(2) as i32;
    let lower = (depth / 2) as i32;
    branching.powi(upper) + branching.powi(lower) - 1.0
}
