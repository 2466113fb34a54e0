//! Which squares of the defender's king make a placement legal: what a row of placements has in common is found once.

use arrayvec::ArrayVec;
use shakmaty::attacks::{between, king_attacks};
use shakmaty::{Bitboard, Square};

use super::layout::{Arrangement, MOST_NAMED_PIECES, PieceKind, Placement, ProofSide, attacks, pawns_attack};
use super::row::{EMPTY_ROW, KingRow, Row};

/// Which squares of the defender's king make a placement legal.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Legal {
    /// The squares that the attacker's men attack, as if the defender's king were not on the board.
    pub attacked: Bitboard,
    /// The position is legal with the attacker to move.
    pub attacker_to_move: Bitboard,
    /// The position is legal with the defender to move.
    pub defender_to_move: Bitboard,
}

impl Legal {
    const NOTHING: Legal = Legal {
        attacked: Bitboard::FULL,
        attacker_to_move: Bitboard::EMPTY,
        defender_to_move: Bitboard::EMPTY,
    };

    /// The squares at which the position is legal with this side to move.
    #[inline]
    pub fn with_move_of(self, mover: ProofSide) -> Bitboard {
        match mover {
            ProofSide::Attacker => self.attacker_to_move,
            ProofSide::Defender => self.defender_to_move,
        }
    }
}

/// A piece of a row.
#[derive(Debug)]
struct StandingPiece {
    kind: PieceKind,
    on: Square,
    /// What it attacks if no king is on the board.
    reach: Bitboard,
}

/// What the placements of a row have in common.
#[derive(Debug)]
pub(in crate::solve) struct RowLegality {
    /// Pawns and pieces.
    pub occupied: Bitboard,
    pieces: ArrayVec<StandingPiece, MOST_NAMED_PIECES>,
    /// What the attacker's pawns attack.
    attacked_by_pawns: Bitboard,
    /// What its pieces attack if no king is on the board.
    seen_by_attackers: Bitboard,
    /// Squares at which the attacker's king is in check by a pawn.
    in_check_by_pawns: Bitboard,
    /// Squares at which it would be in check by a piece if nothing came between.
    seen_by_defenders: Bitboard,
}

impl Arrangement {
    /// What the placements of a row have in common; `None` if none of them is legal, as men share a square.
    pub fn legality(&self, row: Row) -> Option<RowLegality> {
        let mut occupied = self.all_pawns();
        for (slot, _) in self.pieces() {
            if occupied.contains(row.pieces[slot]) {
                return None;
            }
            occupied.add(row.pieces[slot]);
        }
        let standing = |(slot, kind): (usize, PieceKind)| {
            let on = row.pieces[slot];
            StandingPiece { kind, on, reach: attacks(kind.role, on, occupied) }
        };
        let pieces: ArrayVec<StandingPiece, MOST_NAMED_PIECES> = self.pieces().map(standing).collect();
        let seen_by = |side| {
            let of_side = pieces.iter().filter(|piece| piece.kind.side == side);
            of_side.fold(Bitboard::EMPTY, |seen, piece| seen | piece.reach)
        };
        let pawns_of = |side| pawns_attack(side, self.pawns(side));
        let seen_by_attackers = seen_by(ProofSide::Attacker);
        let seen_by_defenders = seen_by(ProofSide::Defender);
        Some(RowLegality {
            occupied,
            attacked_by_pawns: pawns_of(ProofSide::Attacker),
            seen_by_attackers,
            in_check_by_pawns: pawns_of(ProofSide::Defender),
            seen_by_defenders,
            pieces,
        })
    }

    /// Returns the squares of the defender's king at which a placement is legal.
    pub fn legal(&self, at: &Placement) -> Legal {
        self.legality(Row { pieces: at.pieces }).map_or(Legal::NOTHING, |row| row.at(at.king))
    }
}

impl RowLegality {
    /// The squares of the defender's king at which the placement with the attacker's king on a square is legal.
    #[inline]
    pub fn at(&self, king: Square) -> Legal {
        if self.occupied.contains(king) {
            return Legal::NOTHING;
        }
        let occupied = self.occupied.with(king);
        let beside_king = king_attacks(king);
        let attacked = beside_king | self.attacked_by_pawns | self.attacked_by_pieces(king);
        Legal {
            attacked,
            attacker_to_move: !(occupied | attacked),
            defender_to_move: !(occupied | beside_king) & self.screens(king),
        }
    }

    /// The same for a side to move and each of these squares of the attacker's king; empty for the others.
    pub fn squares(&self, kings: Bitboard, mover: ProofSide) -> KingRow {
        let mut squares = EMPTY_ROW;
        for king in kings {
            squares[usize::from(king)] = self.at(king).with_move_of(mover);
        }
        squares
    }

    /// What the attacker's pieces attack; their king may be in the way.
    #[inline]
    fn attacked_by_pieces(&self, king: Square) -> Bitboard {
        if !self.seen_by_attackers.contains(king) {
            return self.seen_by_attackers;
        }
        let attackers = self.pieces.iter().filter(|piece| piece.kind.side == ProofSide::Attacker);
        attackers.fold(Bitboard::EMPTY, |attacked, piece| {
            attacked | attacks(piece.kind.role, piece.on, self.occupied.with(king))
        })
    }

    /// The squares at which the defender's own king keeps the attacker's from check. With the defender to move, the attacker's
    /// king must not be in check.
    fn screens(&self, king: Square) -> Bitboard {
        if self.in_check_by_pawns.contains(king) {
            return Bitboard::EMPTY;
        }
        if !self.seen_by_defenders.contains(king) {
            return Bitboard::FULL;
        }
        let defenders = self.pieces.iter().filter(|piece| piece.kind.side == ProofSide::Defender);
        let checking = defenders.filter(|piece| piece.reach.contains(king));
        checking.fold(Bitboard::FULL, |screens, piece| screens & between(piece.on, king))
    }
}
