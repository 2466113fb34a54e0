//! Chooses the replies that make it hardest to hold, by the exact tables, for lessons and played lines.

use crate::advice::position::step::{Step, Steps};
use crate::advice::position::view::Position;
use crate::board::Board;
use crate::tablebase::{Results, Wdl};

/// Returns the hardest reply; `None` if they have no move. It prefers a reply that gives no man away, then one that leads
/// to none of the `known` positions, then the one that leaves us the fewest moves that hold.
pub(in crate::advice) fn hardest_reply(
    after: &Position,
    exact: &dyn Results,
    known: &[Position],
) -> Option<Step> {
    let mut replies = Steps::new();
    after.legal_steps(&mut replies);
    replies.into_iter().min_by_key(|reply| {
        let position = after.after(*reply);
        let holding = position.board().map_or_else(Vec::new, |board| holding_moves(&board, exact));
        let gives_away = holding.is_empty() || holding.iter().any(|played| played.is_capture());
        (gives_away, known.contains(&position), holding.len())
    })
}

/// Returns how many of our moves do not lose, by the exact tables.
pub(in crate::advice) fn holding_count(position: &Position, exact: &dyn Results) -> usize {
    position.board().map_or(0, |board| holding_moves(&board, exact).len())
}

/// Returns whether we have several moves and exactly one of them holds.
pub(in crate::advice) fn is_narrow(position: &Position, exact: &dyn Results) -> bool {
    let mut ours = Steps::new();
    position.legal_steps(&mut ours);
    ours.len() > 1 && holding_count(position, exact) == 1
}

fn holding_moves(board: &Board, exact: &dyn Results) -> Vec<shakmaty::Move> {
    let holds = |played: &shakmaty::Move| exact.result(&board.after(*played)) != Some(Wdl::Win);
    board.legal_moves().into_iter().filter(holds).collect()
}
