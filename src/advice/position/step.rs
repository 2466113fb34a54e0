//! A move as the side with the advice sees it, and the list type for moves.

use arrayvec::ArrayVec;
use shakmaty::{Color, Role, Square};

use super::side::seen_by;
use crate::board::Board;

/// A move of either side, with squares seen from the side with the advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The role of the man that moves.
    pub role: Role,
    /// The square it leaves.
    pub from: Square,
    /// The square it goes to.
    pub to: Square,
    /// What a pawn becomes; `None` if the move is not a promotion.
    pub promotion: Option<Role>,
}

/// The moves of one position; no position has more than 256.
pub type Steps = ArrayVec<Step, 256>;

impl Step {
    /// Returns a move that is not a promotion.
    pub const fn new(role: Role, from: Square, to: Square) -> Step {
        Step { role, from, to, promotion: None }
    }

    /// Returns the move in UCI notation, when the side with the advice plays `us`.
    pub fn uci(self, us: Color) -> String {
        let promotion = self.promotion.map(|role| role.char().to_string()).unwrap_or_default();
        format!("{}{}{promotion}", seen_by(us, self.from), seen_by(us, self.to))
    }

    /// Returns the same move among the legal moves of a board, when the side with the advice plays `us`; `None` if it is
    /// not legal there.
    pub fn on_board(self, board: &Board, us: Color) -> Option<shakmaty::Move> {
        let (from, to) = (seen_by(us, self.from), seen_by(us, self.to));
        board.legal_moves().into_iter().find(|legal| {
            legal.from() == Some(from) && legal.to() == to && legal.promotion() == self.promotion
        })
    }

    /// Returns a board's legal move as the side with the advice sees it, when that side plays `us`.
    pub fn from_move(played: shakmaty::Move, us: Color) -> Option<Step> {
        Some(Step {
            role: played.role(),
            from: seen_by(us, played.from()?),
            to: seen_by(us, played.to()),
            promotion: played.promotion(),
        })
    }
}
