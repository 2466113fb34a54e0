//! A pawn arrangement with the kinds of its pieces, seen from the attacker: the side that wants to win.
//!
//! The attacker always moves up the board. If Black is the attacker, the board is flipped, so every rule is written once.

use shakmaty::{Bitboard, Board as Pieces, Color, EnPassantMode, Piece, Position, Role, Square};

use crate::board::Board;
use crate::tablebase::Turn;

/// The side that wants to win, and the one that wants to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::solve) enum ProofSide {
    Attacker,
    Defender,
}

impl ProofSide {
    pub const BOTH: [ProofSide; 2] = [ProofSide::Attacker, ProofSide::Defender];

    pub const fn other(self) -> ProofSide {
        match self {
            ProofSide::Attacker => ProofSide::Defender,
            ProofSide::Defender => ProofSide::Attacker,
        }
    }

    /// The colour of this side if White is the attacker.
    pub const fn color(self) -> Color {
        match self {
            ProofSide::Attacker => Color::White,
            ProofSide::Defender => Color::Black,
        }
    }
}

/// The side and kind of a piece. Its square is in the [`Placement`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::solve) struct PieceKind {
    pub side: ProofSide,
    pub role: Role,
}

/// The defender's king if White is the attacker.
pub(in crate::solve) const DEFENDERS_KING: Piece =
    Piece { color: ProofSide::Defender.color(), role: Role::King };

/// The most pieces that an arrangement can name, kings not counted. The solver solves up to [`MOST_SOLVED_PIECES`] of them.
pub(in crate::solve) const MOST_NAMED_PIECES: usize = 3;
/// The most pieces of an arrangement that the solver solves, kings not counted.
pub(in crate::solve) const MOST_SOLVED_PIECES: usize = 2;

/// Bytes that an arrangement takes in a file.
pub(in crate::solve) const CODE_BYTES: usize = 2 * size_of::<u64>() + MOST_NAMED_PIECES;
/// The codes of roles in files, by position; the defender's codes follow the attacker's.
const ROLE_CODES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The pawns of both sides on their squares, and the kinds of the pieces beside the kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::solve) struct Arrangement {
    /// By [`ProofSide`].
    pawns: [Bitboard; 2],
    /// The pieces, sorted with the attacker's first, so that equal arrangements compare equal. Empty places come last.
    pieces: [Option<PieceKind>; MOST_NAMED_PIECES],
}

/// The squares of the attacker's king and the pieces. One placement covers all squares of the defender's king, as one
/// bitboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Placement {
    pub king: Square,
    /// In the order of the arrangement's pieces; A1 in unused places.
    pub pieces: [Square; MOST_NAMED_PIECES],
}

/// Returns whether a pawn can be captured en passant. An arrangement does not record that right.
pub(in crate::solve) fn has_passing(board: &Board) -> bool {
    board.position().ep_square(EnPassantMode::Legal).is_some()
}

/// A position as an arrangement, a placement in it, the defender's king and the side to move.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Located {
    pub arrangement: Arrangement,
    pub placement: Placement,
    /// The defender's king.
    pub king: Square,
    pub mover: ProofSide,
}

/// The squares ahead of a pawn up to the seventh rank, plus one for the pawn itself.
fn pawn_potential(side: ProofSide, square: Square) -> u32 {
    match side {
        ProofSide::Attacker => 8 - u32::from(square.rank()),
        ProofSide::Defender => 1 + u32::from(square.rank()),
    }
}

/// Returns the squares that the pawns of a side attack.
pub(in crate::solve) fn pawns_attack(side: ProofSide, pawns: Bitboard) -> Bitboard {
    let (left, right) = match side {
        ProofSide::Attacker => (7, 9),
        ProofSide::Defender => (-9, -7),
    };
    let not_a = !Bitboard::from_file(shakmaty::File::A);
    let not_h = !Bitboard::from_file(shakmaty::File::H);
    (pawns & not_a).shift(left) | (pawns & not_h).shift(right)
}

/// Returns the squares next to any of these, diagonally too: a king can have come from there.
pub(in crate::solve) fn beside(squares: Bitboard) -> Bitboard {
    let not_a = !Bitboard::from_file(shakmaty::File::A);
    let not_h = !Bitboard::from_file(shakmaty::File::H);
    let sideways = (squares & not_a).shift(-1) | (squares & not_h).shift(1);
    let row = squares | sideways;
    sideways | row.shift(8) | row.shift(-8)
}

/// Returns the squares that a piece attacks.
pub(in crate::solve) fn attacks(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    shakmaty::attacks::attacks(from, role.of(Color::White), occupied)
}

impl Arrangement {
    fn new(pawns: [Bitboard; 2], mut pieces: [Option<PieceKind>; MOST_NAMED_PIECES]) -> Arrangement {
        // Empty places sort last.
        pieces.sort_by_key(|piece| (piece.is_none(), *piece));
        Arrangement { pawns, pieces }
    }

    /// The arrangement of these pawns, by [`ProofSide`], and pieces.
    pub fn of_men(pawns: [Bitboard; 2], pieces: impl Iterator<Item = PieceKind>) -> Arrangement {
        let mut kinds = [None; MOST_NAMED_PIECES];
        for (kind, piece) in kinds.iter_mut().zip(pieces) {
            *kind = Some(piece);
        }
        Arrangement::new(pawns, kinds)
    }

    /// Encodes the arrangement for a file.
    pub fn code(&self) -> [u8; CODE_BYTES] {
        let mut code = [0; CODE_BYTES];
        code[..8].copy_from_slice(&self.pawns[0].0.to_le_bytes());
        code[8..16].copy_from_slice(&self.pawns[1].0.to_le_bytes());
        for (place, (_, piece)) in code[16..].iter_mut().zip(self.pieces()) {
            let role = ROLE_CODES.iter().position(|role| *role == piece.role).unwrap_or_default();
            *place = 1 + (piece.side as usize * ROLE_CODES.len() + role) as u8;
        }
        code
    }

    /// Decodes an arrangement; `None` if the code is invalid.
    pub fn of_code(code: &[u8; CODE_BYTES]) -> Option<Arrangement> {
        let (pawns, pieces) = code.split_at(16);
        let bitboard = |bytes: &[u8]| Some(Bitboard(u64::from_le_bytes(bytes.try_into().ok()?)));
        let pawns = [bitboard(&pawns[..8])?, bitboard(&pawns[8..])?];
        let is_possible =
            (pawns[0] & pawns[1]).is_empty() && ((pawns[0] | pawns[1]) & Bitboard::BACKRANKS).is_empty();
        let mut kinds = [None; MOST_NAMED_PIECES];
        for (kind, &piece) in kinds.iter_mut().zip(pieces).filter(|(_, piece)| **piece > 0) {
            let number = usize::from(piece - 1);
            let side = *ProofSide::BOTH.get(number / ROLE_CODES.len())?;
            *kind = Some(PieceKind { side, role: ROLE_CODES[number % ROLE_CODES.len()] });
        }
        is_possible.then(|| Arrangement::new(pawns, kinds))
    }

    #[inline]
    pub fn pawns(&self, side: ProofSide) -> Bitboard {
        self.pawns[side as usize]
    }

    pub fn all_pawns(&self) -> Bitboard {
        self.pawns[0] | self.pawns[1]
    }

    /// The pieces with their slots in [`Placement::pieces`].
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (usize, PieceKind)> + use<> {
        self.pieces.into_iter().enumerate().filter_map(|(slot, piece)| Some((slot, piece?)))
    }

    pub fn pieces_of(&self, side: ProofSide) -> impl Iterator<Item = (usize, Role)> + use<> {
        self.pieces().filter(move |(_, piece)| piece.side == side).map(|(slot, piece)| (slot, piece.role))
    }

    /// The number of pieces, kings and pawns not counted.
    pub fn piece_count(&self) -> usize {
        self.pieces().count()
    }

    /// The number of men: pieces and pawns, kings included.
    pub fn all_men(&self) -> usize {
        2 + self.all_pawns().count() + self.piece_count()
    }

    /// Whether the attacker has only its king and so can never win.
    pub fn attacker_is_bare(&self) -> bool {
        self.pawns(ProofSide::Attacker).is_empty() && self.pieces_of(ProofSide::Attacker).next().is_none()
    }

    /// The number of placements. Their numbers run from 0 to one less.
    pub fn placements(&self) -> usize {
        64 << (6 * self.piece_count())
    }

    /// A number that every pawn move, capture and promotion lowers. The solver solves in ascending order of it.
    pub fn potential(&self) -> u32 {
        let pawns = ProofSide::BOTH
            .into_iter()
            .flat_map(|side| self.pawns(side).into_iter().map(move |square| pawn_potential(side, square)));
        pawns.sum::<u32>() + self.pieces().count() as u32
    }

    /// The arrangement with a pawn moved; `to` is `None` if the pawn leaves the board.
    pub fn with_pawn_moved(&self, side: ProofSide, from: Square, to: Option<Square>) -> Arrangement {
        let mut next = *self;
        next.pawns[side as usize].discard(from);
        if let Some(to) = to {
            next.pawns[side as usize].add(to);
        }
        next
    }

    /// The arrangement with another piece, and the slot of that piece; `None` if it has [`MOST_NAMED_PIECES`] already.
    pub fn with_piece(&self, piece: PieceKind) -> Option<(Arrangement, usize)> {
        let mut pieces = self.pieces;
        *pieces.get_mut(self.piece_count())? = Some(piece);
        let slot = self.pieces().filter(|(_, other)| *other <= piece).count();
        Some((Arrangement::new(self.pawns, pieces), slot))
    }

    /// The arrangement without the piece in a slot.
    pub fn without_piece(&self, slot: usize) -> Arrangement {
        let mut pieces = self.pieces;
        pieces[slot] = None;
        Arrangement::new(self.pawns, pieces)
    }

    /// Pawns, pieces and the attacker's king.
    #[inline]
    pub fn occupied(&self, at: &Placement) -> Bitboard {
        self.pieces()
            .fold(self.all_pawns() | Bitboard::from(at.king), |all, (slot, _)| all.with(at.pieces[slot]))
    }

    /// Returns a position's arrangement and its place there, with a colour as the attacker; `None` if it has more than
    /// [`MOST_NAMED_PIECES`] pieces. Castling and en passant rights are left out.
    pub fn locate(board: &Board, attacker: Color) -> Option<Located> {
        let pieces = board.position().board();
        let turned = |squares: Bitboard| if attacker.is_white() { squares } else { squares.flip_vertical() };
        let turned_square =
            |square: Square| if attacker.is_white() { square } else { square.flip_vertical() };
        let color = |side: ProofSide| if side == ProofSide::Attacker { attacker } else { !attacker };
        let located = located_pieces(pieces, color)?;
        let mut placement = Placement {
            king: turned_square(pieces.king_of(attacker)?),
            pieces: [Square::A1; MOST_NAMED_PIECES],
        };
        for (slot, (_, square)) in located.iter().enumerate() {
            placement.pieces[slot] = turned_square(*square);
        }
        let mut kinds = [None; MOST_NAMED_PIECES];
        for (kind, (piece, _)) in kinds.iter_mut().zip(&located) {
            *kind = Some(*piece);
        }
        let pawns = ProofSide::BOTH.map(|side| turned(pieces.by_piece(Role::Pawn.of(color(side)))));
        Some(Located {
            arrangement: Arrangement::new(pawns, kinds),
            placement,
            king: turned_square(pieces.king_of(!attacker)?),
            mover: if board.turn() == attacker { ProofSide::Attacker } else { ProofSide::Defender },
        })
    }

    /// The men on arbitrary squares, for callers that need only their kinds; `None` if the board has too few free squares.
    pub fn some_men(&self) -> Option<Pieces> {
        let mut free = (!self.all_pawns()).into_iter();
        let mut at = Placement { king: free.next()?, pieces: [Square::A1; MOST_NAMED_PIECES] };
        for (slot, _) in self.pieces() {
            at.pieces[slot] = free.next()?;
        }
        Some(self.men_on_board(&at, free.next()?))
    }

    /// The men on their squares, with White as the attacker. The kings must be on free squares.
    pub fn men_on_board(&self, at: &Placement, king: Square) -> Pieces {
        let mut pieces = self.men_without_king(at);
        pieces.set_piece_at(king, DEFENDERS_KING);
        pieces
    }

    /// The same without the defender's king.
    pub fn men_without_king(&self, at: &Placement) -> Pieces {
        let mut pieces = Pieces::empty();
        for side in ProofSide::BOTH {
            for square in self.pawns(side) {
                pieces.set_piece_at(square, Role::Pawn.of(side.color()));
            }
        }
        for (slot, piece) in self.pieces() {
            pieces.set_piece_at(at.pieces[slot], piece.role.of(piece.side.color()));
        }
        pieces.set_piece_at(at.king, Role::King.of(ProofSide::Attacker.color()));
        pieces
    }

    /// Returns the position, with White as the attacker; `None` if it is not legal.
    pub fn board(&self, at: &Placement, king: Square, mover: ProofSide) -> Option<Board> {
        let mut setup = shakmaty::Setup::empty();
        setup.board = self.men_on_board(at, king);
        if setup.board.occupied().count() != self.all_men() {
            return None;
        }
        setup.turn = mover.color();
        let position = setup.position::<shakmaty::Chess>(shakmaty::CastlingMode::Standard);
        let position = position.or_else(shakmaty::PositionError::ignore_impossible_check);
        let position = position.or_else(shakmaty::PositionError::ignore_too_much_material);
        position.ok().map(Board::new)
    }
}

/// The pieces of a board in the order of an arrangement, with their squares; `None` if there are more than [`MOST_NAMED_PIECES`].
fn located_pieces(
    board: &Pieces,
    color: impl Fn(ProofSide) -> Color,
) -> Option<arrayvec::ArrayVec<(PieceKind, Square), MOST_NAMED_PIECES>> {
    let mut pieces = arrayvec::ArrayVec::new();
    for side in ProofSide::BOTH {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for square in board.by_piece(role.of(color(side))) {
                pieces.try_push((PieceKind { side, role }, square)).ok()?;
            }
        }
    }
    Some(pieces)
}

impl Placement {
    /// The number of a placement that has this many pieces. Placements that differ only by the king have adjacent numbers.
    #[inline]
    pub fn number(&self, count: usize) -> usize {
        let row = self.pieces[..count].iter().fold(0, |row, square| row * 64 + usize::from(*square));
        row * 64 + usize::from(self.king)
    }

    /// The placement with a number.
    #[inline]
    pub fn of(number: usize, count: usize) -> Placement {
        let square = |number: usize| Square::new((number & 63) as u32);
        let mut pieces = [Square::A1; MOST_NAMED_PIECES];
        for (slot, piece) in pieces[..count].iter_mut().enumerate() {
            *piece = square(number >> (6 * (count - slot)));
        }
        Placement { king: square(number), pieces }
    }

    /// The placement after a symmetry of the board. A1 in unused places moves with the others.
    #[inline]
    pub fn turned(self, turn: Turn) -> Placement {
        Placement { king: turn.square(self.king), pieces: self.pieces.map(|square| turn.square(square)) }
    }
}
