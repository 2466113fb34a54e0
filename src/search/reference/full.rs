//! The full searches: minimax as in Shannon (1950), and Knuth and Moore's F, the same in one formula.

use super::game::{Count, Game, OutOfNodes, with_move};

/// Returns the value to a depth in plies: the maximum over our moves, the minimum over theirs.
///
/// # Errors
/// If the count reaches its limit.
pub fn minimax<G: Game>(game: &mut G, depth: u32, count: &mut Count) -> Result<i32, OutOfNodes> {
    value_for_us(game, depth, count, true)
}

/// Returns our value, whoever is to move.
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
/// If the count reaches its limit.
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
