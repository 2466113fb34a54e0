//! The position's keys: updated move by move from shakmaty's Zobrist constants, equal to keys computed from scratch.
//!
//! shakmaty's own incremental update does not handle king moves and castling, and an ending consists mostly of king moves.

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Move, Piece, Position, Role, Square};

/// Zobrist keys of a position: the whole of it, its pawns, and its material (the number of each piece).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// Everything that makes two positions equal for repetition: pieces, turn, castling rights, en passant.
    pub position: u64,
    /// Pawns of both sides.
    pub pawns: u64,
    /// Counts of each piece of each side.
    pub material: u64,
    /// The en passant part of `position`, stored so that it can be taken out again.
    en_passant: u64,
}

impl Keys {
    /// Computes all keys without a predecessor.
    pub fn from_scratch(position: &Chess) -> Keys {
        let mut keys = Keys::default();
        let board = position.board();
        for (square, piece) in board {
            keys.toggle_piece(square, piece);
        }
        keys.material = Keys::material_of(|piece| board.by_piece(piece).count());
        if position.turn().is_white() {
            keys.position ^= turn_key();
        }
        keys.position ^= castling_key(position);
        keys.en_passant = en_passant_key(position);
        keys.position ^= keys.en_passant;
        keys
    }

    /// Returns the material key of all positions with these counts of each piece.
    pub fn material_of(count: impl Fn(Piece) -> usize) -> u64 {
        let pieces = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| role.of(color)));
        let keys = pieces.flat_map(|piece| (0..count(piece)).map(move |number| material_key(piece, number)));
        keys.fold(0, |all, key| all ^ key)
    }

    /// Returns the keys with the other side to move, as after a null move: no en passant.
    pub(super) fn with_turn_swapped(self) -> Keys {
        Keys { position: self.position ^ self.en_passant ^ turn_key(), en_passant: 0, ..self }
    }

    /// First half of an update: the changes that are known before the move is played.
    pub(super) fn remove_before(&mut self, before: &Chess, played: Move) {
        let us = before.turn();
        self.position ^= turn_key() ^ self.en_passant;
        match played {
            Move::Normal { role, from, capture, to, promotion } => {
                self.toggle_piece(from, role.of(us));
                self.toggle_piece(to, promotion.unwrap_or(role).of(us));
                if let Some(captured) = capture {
                    self.toggle_piece(to, captured.of(!us));
                    self.remove_material(before, captured.of(!us));
                }
                if let Some(promoted) = promotion {
                    self.remove_material(before, Role::Pawn.of(us));
                    self.add_material(before, promoted.of(us));
                }
            }
            Move::EnPassant { from, to } => {
                let captured = Square::from_coords(to.file(), from.rank());
                self.toggle_piece(from, Role::Pawn.of(us));
                self.toggle_piece(to, Role::Pawn.of(us));
                self.toggle_piece(captured, Role::Pawn.of(!us));
                self.remove_material(before, Role::Pawn.of(!us));
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                self.toggle_piece(king, Role::King.of(us));
                self.toggle_piece(rook, Role::Rook.of(us));
                self.toggle_piece(side.king_to(us), Role::King.of(us));
                self.toggle_piece(side.rook_to(us), Role::Rook.of(us));
            }
            Move::Put { .. } => {}
        }
    }

    /// Second half of an update: castling rights and en passant, which are known only after the move.
    pub(super) fn add_after(&mut self, before: &Chess, after: &Chess) {
        if before.castles().any() {
            self.position ^= castling_key(before) ^ castling_key(after);
        }
        self.en_passant = en_passant_key(after);
        self.position ^= self.en_passant;
    }

    fn toggle_piece(&mut self, square: Square, piece: Piece) {
        let Zobrist64(key) = Zobrist64::zobrist_for_piece(square, piece);
        self.position ^= key;
        if piece.role == Role::Pawn {
            self.pawns ^= key;
        }
    }

    fn remove_material(&mut self, before: &Chess, piece: Piece) {
        self.material ^= material_key(piece, before.board().by_piece(piece).count() - 1);
    }

    fn add_material(&mut self, before: &Chess, piece: Piece) {
        self.material ^= material_key(piece, before.board().by_piece(piece).count());
    }
}

/// Returns the key of having more than `count` of a piece. Shakmaty's key for a square represents the number; 64 is
/// more than enough.
fn material_key(piece: Piece, count: usize) -> u64 {
    let Zobrist64(key) = Zobrist64::zobrist_for_piece(Square::new(count as u32 % 64), piece);
    key
}

/// Returns the difference between the keys of two positions if one move of a piece leads from one to the other and
/// changes nothing else.
pub(super) fn move_key(piece: Piece, from: Square, to: Square) -> u64 {
    let [from, to] = [from, to].map(|square| Zobrist64::zobrist_for_piece(square, piece).0);
    from ^ to ^ turn_key()
}

fn turn_key() -> u64 {
    let Zobrist64(key) = Zobrist64::zobrist_for_white_turn();
    key
}

fn castling_key(position: &Chess) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if position.castles().has(color, side) {
                key ^= Zobrist64::zobrist_for_castling_right(color, side).0;
            }
        }
    }
    key
}

/// Only a legal capture makes two positions different, as the rules of repetition say.
fn en_passant_key(position: &Chess) -> u64 {
    position
        .ep_square(EnPassantMode::Legal)
        .map_or(0, |square| Zobrist64::zobrist_for_en_passant_file(square.file()).0)
}
