//! A position as the side with the advice sees it: its own pieces are "us" and its pawns go up the board.
//!
//! Advice is written once for both colours; for Black the board is turned over (ranks mirrored). The type is small and
//! cheap to copy, because the prover looks at hundreds of millions of them. It knows no castling and no en passant: endings
//! with an advice table have neither.

use shakmaty::{
    Bitboard, ByColor, ByRole, CastlingMode, Chess, Color, FromSetup as _, Position as _, PositionError,
    Rank, Role, Setup, Square, attacks,
};

use super::reach::reach;
use super::side::{Side, seen_by};
use super::step::Step;
use crate::board::Board;

/// Pieces and turn, seen from the side with the advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    roles: [Bitboard; 6],
    sides: [Bitboard; 2],
    kings: [Square; 2],
    turn: Side,
}

impl Position {
    /// Returns a position with two kings and nothing else.
    pub fn kings_only(our_king: Square, their_king: Square, turn: Side) -> Position {
        let mut position = Position {
            roles: [Bitboard::EMPTY; 6],
            sides: [Bitboard::from(our_king), Bitboard::from(their_king)],
            kings: [our_king, their_king],
            turn,
        };
        position.roles[slot(Role::King)] = Bitboard::from(our_king) | Bitboard::from(their_king);
        position
    }

    /// Adds a piece (not a king) to an empty square.
    pub fn put(&mut self, side: Side, role: Role, square: Square) {
        self.roles[slot(role)].add(square);
        self.sides[side as usize].add(square);
    }

    /// Returns the board as `us` sees it; `None` if there are castling rights, which the language does not know.
    pub fn from_board(board: &Board, us: Color) -> Option<Position> {
        let chess = board.position();
        if chess.castles().any() {
            return None;
        }
        let pieces = chess.board();
        let seen = |square| seen_by(us, square);
        let turn = if chess.turn() == us { Side::Us } else { Side::Them };
        let mut position =
            Position::kings_only(seen(pieces.king_of(us)?), seen(pieces.king_of(us.other())?), turn);
        for (square, piece) in pieces {
            if piece.role != Role::King {
                let side = if piece.color == us { Side::Us } else { Side::Them };
                position.put(side, piece.role, seen(square));
            }
        }
        Some(position)
    }

    /// Returns the men on a board, with us as White.
    pub(in crate::advice) fn board_pieces(&self) -> Option<shakmaty::Board> {
        let [pawn, knight, bishop, rook, queen, king] = self.roles;
        let [white, black] = self.sides;
        let roles = ByRole { pawn, knight, bishop, rook, queen, king };
        shakmaty::Board::try_from_bitboards(roles, ByColor { black, white }).ok()
    }

    /// Returns the board of this position, with us as White; `None` if it is not legal.
    pub(in crate::advice) fn board(&self) -> Option<Board> {
        let mut setup = Setup::empty();
        setup.board = self.board_pieces()?;
        setup.turn = self.turn.color();
        let position = Chess::from_setup(setup, CastlingMode::Standard);
        position.or_else(PositionError::ignore_impossible_check).ok().map(Board::new)
    }

    /// Returns the FEN of this position when the side with the advice plays `us`.
    pub fn fen(&self, us: Color) -> String {
        let mut rows = Vec::with_capacity(8);
        for rank in Rank::ALL.into_iter().rev() {
            rows.push(self.fen_row(rank, us));
        }
        let turn = if self.turn == Side::Us { us } else { us.other() };
        format!("{} {} - - 0 1", rows.join("/"), turn.char())
    }

    fn fen_row(&self, rank: Rank, us: Color) -> String {
        let mut row = String::new();
        let mut gap = 0;
        for file in shakmaty::File::ALL {
            let square = seen_by(us, Square::from_coords(file, rank));
            match self.piece_at(square) {
                None => gap += 1,
                Some((side, role)) => {
                    if gap > 0 {
                        row.push_str(&gap.to_string());
                        gap = 0;
                    }
                    let color = if side == Side::Us { us } else { us.other() };
                    row.push(role.of(color).char());
                }
            }
        }
        if gap > 0 {
            row.push_str(&gap.to_string());
        }
        row
    }

    /// Returns the side to move.
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Returns the same men with this side to move.
    #[must_use]
    pub(in crate::advice) const fn with_turn(mut self, turn: Side) -> Position {
        self.turn = turn;
        self
    }

    /// Returns the square of a side's king.
    pub const fn king(&self, side: Side) -> Square {
        self.kings[side as usize]
    }

    /// Returns the squares of all men of a side.
    pub const fn side(&self, side: Side) -> Bitboard {
        self.sides[side as usize]
    }

    /// Returns the squares of a side's men of one role.
    pub fn pieces(&self, side: Side, role: Role) -> Bitboard {
        self.roles[slot(role)] & self.sides[side as usize]
    }

    /// Returns the square of a side's first man of a role, in the order a1, b1, … h8; `None` if it has none.
    pub fn first(&self, side: Side, role: Role) -> Option<Square> {
        self.pieces(side, role).first()
    }

    /// Returns whether both positions have equal numbers of men of each side and of each role.
    pub(in crate::advice) fn has_men_of(&self, other: &Position) -> bool {
        let counts =
            |position: &Position| (position.sides.map(Bitboard::count), position.roles.map(Bitboard::count));
        counts(self) == counts(other)
    }

    /// Returns every occupied square.
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// Returns the man on a square; `None` if it is empty.
    pub fn piece_at(&self, square: Square) -> Option<(Side, Role)> {
        let side = if self.sides[0].contains(square) {
            Side::Us
        } else if self.sides[1].contains(square) {
            Side::Them
        } else {
            return None;
        };
        let role = Role::ALL.into_iter().find(|role| self.roles[slot(*role)].contains(square))?;
        Some((side, role))
    }

    /// Returns whether a side attacks a square, when these squares are occupied.
    pub fn attacks(&self, by: Side, square: Square, occupied: Bitboard) -> bool {
        let own = self.sides[by as usize];
        if (attacks::king_attacks(square) & self.roles[slot(Role::King)] & own).any() {
            return true;
        }
        let [pawns, knights, bishops, rooks, queens, _] = self.roles;
        let lines = (rooks | queens) & own;
        if lines.any() && (attacks::rook_attacks(square, occupied) & lines).any() {
            return true;
        }
        let diagonals = (bishops | queens) & own;
        if diagonals.any() && (attacks::bishop_attacks(square, occupied) & diagonals).any() {
            return true;
        }
        // A pawn attacks the squares from which an enemy pawn would attack it.
        let backwards = if by == Side::Us { Color::Black } else { Color::White };
        (attacks::knight_attacks(square) & knights & own).any()
            || (pawns & own).any() && (attacks::pawn_attacks(backwards, square) & pawns & own).any()
    }

    /// Returns every square that a side attacks, when these squares are occupied.
    pub(in crate::advice) fn guarded(&self, by: Side, occupied: Bitboard) -> Bitboard {
        let mut guarded = attacks::king_attacks(self.king(by));
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            for square in self.pieces(by, role) {
                guarded |= reach(role, square, occupied);
            }
        }
        for square in self.pieces(by, Role::Pawn) {
            guarded |= attacks::pawn_attacks(by.color(), square);
        }
        guarded
    }

    /// Returns whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.attacks(self.turn.other(), self.king(self.turn), self.occupied())
    }

    /// Returns whether the king of the side that is not to move is safe, as it must be in a game.
    pub fn is_legal(&self) -> bool {
        !self.attacks(self.turn, self.king(self.turn.other()), self.occupied())
    }

    /// Returns the same men on other squares, for turning the board.
    #[must_use]
    pub(in crate::advice) fn mapped(
        &self,
        squares: impl Fn(Bitboard) -> Bitboard,
        square: impl Fn(Square) -> Square,
    ) -> Position {
        Position {
            roles: self.roles.map(&squares),
            sides: self.sides.map(&squares),
            kings: self.kings.map(&square),
            turn: self.turn,
        }
    }

    /// Returns all men as numbers, by which images of the same position are ordered.
    pub(in crate::advice) fn men(&self) -> [u64; 8] {
        let [pawns, knights, bishops, rooks, queens, _] = self.roles.map(|role| role.0);
        let [ours, theirs] = self.kings.map(|king| u64::from(u32::from(king)));
        [ours, theirs, self.sides[Side::Us as usize].0, pawns, knights, bishops, rooks, queens]
    }

    /// Returns the position before a step that took nothing and was no promotion.
    #[must_use]
    pub(super) fn taken_back(&self, step: Step) -> Position {
        let mover = self.turn.other();
        self.with_turn(mover).after(Step::new(step.role, step.to, step.from)).with_turn(mover)
    }

    /// Returns the position after a legal step of the side to move.
    #[must_use]
    pub fn after(&self, step: Step) -> Position {
        let mut next = *self;
        let mover = self.turn as usize;
        if self.sides[1 - mover].contains(step.to) {
            next.sides[1 - mover].discard(step.to);
            for role in &mut next.roles {
                role.discard(step.to);
            }
        }
        next.sides[mover].discard(step.from);
        next.sides[mover].add(step.to);
        next.roles[slot(step.role)].discard(step.from);
        next.roles[slot(step.promotion.unwrap_or(step.role))].add(step.to);
        if step.role == Role::King {
            next.kings[mover] = step.to;
        }
        next.turn = self.turn.other();
        next
    }
}

/// Returns the index of a role: pawn 0 … king 5.
const fn slot(role: Role) -> usize {
    role as usize - 1
}
