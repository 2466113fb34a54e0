//! What the search has learned about moves: killers of a ply, and how quiet moves fared so far.

use shakmaty::{Color, Move};

use crate::board::PackedMove;
use crate::score::MAX_PLY;

/// The greatest value, up or down, that a history can reach.
pub(super) const HISTORY_LIMIT: i32 = 16_384;

/// The memory of one thread.
pub(super) struct Histories {
    /// By side, from and to square.
    quiet: Box<[[[i16; 64]; 64]; 2]>,
    killers: Box<[[PackedMove; 2]; MAX_PLY + 1]>,
}

impl Histories {
    pub fn new() -> Histories {
        Histories {
            quiet: Box::new([[[0; 64]; 64]; 2]),
            killers: Box::new([[PackedMove::NONE; 2]; MAX_PLY + 1]),
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        *self = Histories::new();
    }

    /// Before a new search: killers belong to plies that have moved on; histories fade to half.
    pub fn fade(&mut self) {
        self.killers.fill([PackedMove::NONE; 2]);
        for value in self.quiet.as_flattened_mut().as_flattened_mut() {
            *value /= 2;
        }
    }

    /// How a quiet move fared so far: positive where it refuted positions.
    pub fn quiet(&self, side: Color, played: Move) -> i32 {
        let Some(from) = played.from() else { return 0 };
        i32::from(self.quiet[side as usize][from as usize][played.to() as usize])
    }

    /// Moves a history value towards the limit ("gravity": the further it is, the smaller the step, so that
    /// it follows the present and cannot overflow).
    pub fn reward_quiet(&mut self, side: Color, played: Move, bonus: i32) {
        let Some(from) = played.from() else { return };
        let value = &mut self.quiet[side as usize][from as usize][played.to() as usize];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }

    /// The quiet moves that last refuted a position at this ply; sibling positions often share them.
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
    use shakmaty::{Role, Square};

    #[test]
    fn gravity_keeps_histories_within_the_limit() {
        let mut histories = Histories::new();
        let played = Move::Normal {
            role: Role::Rook,
            from: Square::A1,
            capture: None,
            to: Square::A5,
            promotion: None,
        };
        for _ in 0..1000 {
            histories.reward_quiet(Color::White, played, 1600);
        }
        let highest = histories.quiet(Color::White, played);
        assert!((HISTORY_LIMIT * 9 / 10..=HISTORY_LIMIT).contains(&highest));
        for _ in 0..2000 {
            histories.reward_quiet(Color::White, played, -1600);
        }
        assert!(histories.quiet(Color::White, played) >= -HISTORY_LIMIT);
        assert_eq!(histories.quiet(Color::Black, played), 0);
    }
}
