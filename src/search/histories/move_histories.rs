//! What the search has learned about moves: killers of each ply, and how well quiet moves and captures did.

use shakmaty::{Color, Move, Square};

use super::continuation_history::{ContinuationHistory, PieceTo};
use super::gravity::step_towards_limit;
use super::pawn_history::PawnHistory;
use crate::board::PackedMove;
use crate::score::MAX_PLY;

/// What led to a node, as needed to order its moves.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Context {
    /// The side to move.
    pub side: Color,
    /// The quiet moves that last refuted a position at this ply; sibling positions often share them.
    pub killers: [PackedMove; 2],
    /// The target square of the opponent's last move.
    pub last_target: Option<Square>,
    /// The opponent's last move, and the last move of the side to move before it; `None` for a null move.
    pub earlier: [Option<PieceTo>; 2],
    /// The key of the pawns on the board.
    pub pawns: u64,
}

/// The memory of one thread.
pub(in crate::search) struct Histories {
    /// By side, from and to square.
    quiet: Box<[[[i16; 64]; 64]; 2]>,
    continuation: ContinuationHistory,
    by_pawns: PawnHistory,
    /// By side, capturing piece, square and captured piece.
    captures: Box<[[[[i16; 7]; 64]; 7]; 2]>,
    killers: Box<[[PackedMove; 2]; MAX_PLY + 1]>,
}

impl Histories {
    pub fn new() -> Histories {
        Histories {
            quiet: Box::new([[[0; 64]; 64]; 2]),
            continuation: ContinuationHistory::new(),
            by_pawns: PawnHistory::new(),
            captures: Box::new([[[[0; 7]; 64]; 7]; 2]),
            killers: Box::new([[PackedMove::NONE; 2]; MAX_PLY + 1]),
        }
    }

    /// Forgets everything in place, because the system would provide new memory slowly, page by page.
    pub fn forget(&mut self) {
        self.quiet.as_flattened_mut().as_flattened_mut().fill(0);
        self.continuation.forget();
        self.by_pawns.forget();
        self.captures.as_flattened_mut().as_flattened_mut().as_flattened_mut().fill(0);
        self.killers.fill([PackedMove::NONE; 2]);
    }

    /// Prepares for a new search. Killers are dropped, because their plies have moved on. The history of single moves
    /// fades to half. Continuations, captures and the pawn history depend less on one position and stay.
    pub fn fade(&mut self) {
        self.killers.fill([PackedMove::NONE; 2]);
        for value in self.quiet.as_flattened_mut().as_flattened_mut() {
            *value /= 2;
        }
    }

    /// Returns how well a quiet move did by itself, with these pawns, and after the last moves; positive if it refuted
    /// positions.
    pub fn quiet(&self, context: &Context, played: Move) -> i32 {
        let Some(from) = played.from() else { return 0 };
        let now = PieceTo::new(context.side, played);
        let after_earlier =
            context.earlier.iter().flatten().map(|earlier| self.continuation.value(*earlier, now));
        let alone = self.quiet[context.side as usize][from as usize][played.to() as usize];
        i32::from(alone) + self.by_pawns.value(context.pawns, now) + after_earlier.sum::<i32>()
    }

    /// Learns that a quiet move did well (or, with a negative bonus, badly).
    pub fn reward_quiet(&mut self, context: &Context, played: Move, bonus: i32) {
        let Some(from) = played.from() else { return };
        step_towards_limit(
            &mut self.quiet[context.side as usize][from as usize][played.to() as usize],
            bonus,
        );
        let now = PieceTo::new(context.side, played);
        self.by_pawns.reward(context.pawns, now, bonus);
        for earlier in context.earlier.iter().flatten() {
            self.continuation.reward(*earlier, now, bonus);
        }
    }

    /// Returns how well a capture did so far.
    pub fn capture(&self, side: Color, played: Move) -> i32 {
        let Some(captured) = played.capture() else { return 0 };
        i32::from(
            self.captures[side as usize][played.role() as usize][played.to() as usize][captured as usize],
        )
    }

    /// Learns that a capture did well (or, with a negative bonus, badly).
    pub fn reward_capture(&mut self, side: Color, played: Move, bonus: i32) {
        let Some(captured) = played.capture() else { return };
        step_towards_limit(
            &mut self.captures[side as usize][played.role() as usize][played.to() as usize]
                [captured as usize],
            bonus,
        );
    }

    /// Returns the quiet moves that last refuted a position at this ply, the newest first.
    pub fn killers(&self, ply: usize) -> [PackedMove; 2] {
        self.killers[ply]
    }

    /// Remembers a killer, the newest first.
    pub fn add_killer(&mut self, ply: usize, played: Move) {
        let killers = &mut self.killers[ply];
        if !killers[0].is(played) {
            *killers = [PackedMove::new(played), killers[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Role;

    const ROOK_MOVE: Move =
        Move::Normal { role: Role::Rook, from: Square::A1, capture: None, to: Square::A5, promotion: None };

    fn context(side: Color, earlier: Option<PieceTo>) -> Context {
        Context {
            side,
            killers: [PackedMove::NONE; 2],
            last_target: None,
            earlier: [earlier, None],
            pawns: 7,
        }
    }

    #[test]
    fn a_move_counts_more_where_the_same_was_played_before_it() {
        let mut histories = Histories::new();
        let earlier = PieceTo::new(Color::Black, ROOK_MOVE);
        let after_it = context(Color::White, Some(earlier));
        histories.reward_quiet(&after_it, ROOK_MOVE, 100);
        assert_eq!(histories.quiet(&after_it, ROOK_MOVE), 300);
        assert_eq!(histories.quiet(&context(Color::White, None), ROOK_MOVE), 200);
        assert_eq!(histories.quiet(&context(Color::Black, Some(earlier)), ROOK_MOVE), 0);
    }

    #[test]
    fn a_move_counts_more_where_the_pawns_stood_the_same() {
        let mut histories = Histories::new();
        let here = context(Color::White, None);
        histories.reward_quiet(&here, ROOK_MOVE, 100);
        assert_eq!(histories.quiet(&here, ROOK_MOVE), 200);
        assert_eq!(histories.quiet(&Context { pawns: 8, ..here }, ROOK_MOVE), 100);
        histories.forget();
        assert_eq!(histories.quiet(&here, ROOK_MOVE), 0);
    }
}
