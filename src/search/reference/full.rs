//! The full searches: minimax as Shannon (1950) has it, and Knuth and Moore's F, which says the same in one formula.

use super::game::{Count, Game, OutOfNodes, with_move};

/// The value to a depth: the maximum over our moves, the minimum over theirs.
///
/// # Errors
/// Where the count's limit is reached.
pub fn minimax<G: Game>(game: &mut G, depth: u32, count: &mut Count) -> Result<i32, OutOfNodes> {
    value_for_us(game, depth, count, true)
}

/// Values of this function are ours, whoever is to move.
fn value_for_us<G: Game>(
    game: &mut G,
    depth: u32,
    count: &mut Count,
    our_turn: bool,
) -> Result<i32, OutOfNodes> {
    if let Some(value) = count.visit(game, depth)? {
        return Ok(if our_turn { value } else { -value });
    }
    let mut best = if our_turn { i32::MIN } else { i32::MAX };
    for played in count.moves(game) {
        let value = with_move(game, played, |game| value_for_us(game, depth - 1, count, !our_turn))?;
        best = if our_turn { best.max(value) } else { best.min(value) };
    }
    Ok(best)
}

/// F: every node is the maximum of its negated children.
///
/// # Errors
/// Where the count's limit is reached.
#[cfg(test)]
pub fn f<G: Game>(game: &mut G, depth: u32, count: &mut Count) -> Result<i32, OutOfNodes> {
    if let Some(value) = count.visit(game, depth)? {
        return Ok(value);
    }
    let mut best = -i32::MAX;
    for played in count.moves(game) {
        best = best.max(-with_move(game, played, |game| f(game, depth - 1, count))?);
    }
    Ok(best)
}
