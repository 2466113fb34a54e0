//! The value of a position in a table: win, draw or loss, and the distance to mate, in one byte.

use std::ops::Neg;

/// The value of a position for the side to move, without the 50-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The side to move is mated in the end.
    Loss,
    /// Neither side can force mate.
    Draw,
    /// The side to move mates in the end.
    Win,
}

impl Neg for Wdl {
    type Output = Wdl;

    fn neg(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

/// The value of a position with its distance, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Win, draw or loss.
    pub wdl: Wdl,
    /// Plies to mate with best play: odd if the side to move wins, even if it loses (0 if it is mated), 0 in a draw.
    pub plies: u32,
}

impl Outcome {
    /// A draw.
    pub const DRAW: Outcome = Outcome { wdl: Wdl::Draw, plies: 0 };
}

/// A byte of a table: a win in 1 to 127 moves, a loss in 0 to 126 moves, a draw, or an illegal position.
///
/// Wins are lower than everything except illegal positions, and faster wins are lower, so that the minimum of two values is the
/// better win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Code(pub u8);

impl Code {
    pub const ILLEGAL: Code = Code(0);
    pub const DRAW: Code = Code(255);
    pub const MATED: Code = Code::loss(0);
    /// The longest win that fits, in moves.
    pub const LONGEST_WIN: u8 = 127;
    /// The longest loss that fits, in moves.
    pub const LONGEST_LOSS: u8 = 126;

    /// The side to move mates in this many moves.
    pub const fn win(moves: u8) -> Code {
        Code(moves)
    }

    /// The side to move is mated after this many moves of each side.
    pub const fn loss(moves: u8) -> Code {
        Code(128 + moves)
    }

    pub const fn is_win(self) -> bool {
        matches!(self.0, 1..=127)
    }

    pub const fn is_loss(self) -> bool {
        matches!(self.0, 128..=254)
    }

    /// Returns the moves that the win or loss takes.
    pub const fn moves(self) -> u8 {
        self.0 & 127
    }

    /// Returns the value of the byte; `None` if the position is illegal.
    pub fn outcome(self) -> Option<Outcome> {
        let moves = u32::from(self.moves());
        match self {
            Code::ILLEGAL => None,
            Code::DRAW => Some(Outcome::DRAW),
            code if code.is_win() => Some(Outcome { wdl: Wdl::Win, plies: 2 * moves - 1 }),
            _ => Some(Outcome { wdl: Wdl::Loss, plies: 2 * moves }),
        }
    }
}
