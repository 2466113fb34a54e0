//! A move in 16 bits, for the transposition table: from, to and promotion; the position gives the rest.

use shakmaty::{Chess, Move, Position, Role, Square};

/// From square, to square (in castling the rook's) and promotion. Zero means no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackedMove(u16);

impl PackedMove {
    /// No move.
    pub const NONE: PackedMove = PackedMove(0);

    /// Packs a move. A drop, which chess does not have, becomes no move.
    pub fn new(played: Move) -> PackedMove {
        let Some(from) = played.from() else { return PackedMove::NONE };
        let promotion = played.promotion().map_or(0, |role| role as u16);
        PackedMove(u16::from(from) | u16::from(played.to()) << 6 | promotion << 12)
    }

    /// Returns the 16 bits.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the move whose bits these are.
    pub const fn from_bits(bits: u16) -> PackedMove {
        PackedMove(bits)
    }

    /// Returns whether this packs the given move.
    pub fn is(self, played: Move) -> bool {
        self == PackedMove::new(played)
    }

    /// Returns the legal move that these bits mean in a position. `None` if there is none, as when the entry belongs to
    /// another position.
    pub fn unpack(self, position: &Chess) -> Option<Move> {
        if self == PackedMove::NONE {
            return None;
        }
        let from = Square::new(u32::from(self.0 & 63));
        let to = Square::new(u32::from(self.0 >> 6 & 63));
        let promotion = match self.0 >> 12 {
            0 => None,
            bits => Some(Role::try_from(u32::from(bits)).ok()?),
        };
        let board = position.board();
        if !position.us().contains(from) {
            return None;
        }
        let role = board.role_at(from)?;
        let candidate =
            if role == Role::King && (position.castles().castling_rights() & position.us()).contains(to) {
                Move::Castle { king: from, rook: to }
            } else if role == Role::Pawn && from.file() != to.file() && !board.occupied().contains(to) {
                Move::EnPassant { from, to }
            } else {
                Move::Normal { role, from, capture: board.role_at(to), to, promotion }
            };
        position.is_legal(candidate).then_some(candidate)
    }
}
