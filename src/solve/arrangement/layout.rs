//! A pawn arrangement with the kinds of its pieces, seen from the attacker: the side that wants to win.
//!
//! The attacker always moves up the board. If Black is the attacker, the board is flipped, so every rule is written once.

use shakmaty::attacks::between;
use shakmaty::{Bitboard, Board as Pieces, Color, EnPassantMode, Position, Role, Square};

use crate::board::Board;

/// The side that wants to win, and the one that wants to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::solve) enum Side {
    Attacker,
    Defender,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Attacker, Side::Defender];

    pub const fn other(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }

    /// The colour of this side if White is the attacker.
    pub const fn color(self) -> Color {
        match self {
            Side::Attacker => Color::White,
            Side::Defender => Color::Black,
        }
    }
}

/// The side and kind of a piece. Its square is in the [`Placement`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::solve) struct Man {
    pub side: Side,
    pub role: Role,
}

/// The most pieces that an arrangement can name, kings not counted. The solver solves up to [`MOST_SOLVED_PIECES`] of them.
pub(in crate::solve) const MOST_PIECES: usize = 3;
/// The most pieces of an arrangement that the solver solves, kings not counted.
pub(in crate::solve) const MOST_SOLVED_PIECES: usize = 2;

/// Bytes that an arrangement takes in a file.
pub(in crate::solve) const CODE_BYTES: usize = 2 * size_of::<u64>() + MOST_SOLVED_PIECES;
/// The codes of roles in files, by position; the defender's codes follow the attacker's.
const ROLE_CODES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The pawns of both sides on their squares, and the kinds of the pieces beside the kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::solve) struct Arrangement {
    /// By [`Side`].
    pawns: [Bitboard; 2],
    /// The pieces, sorted with the attacker's first, so that equal arrangements compare equal. Empty places come last.
    men: [Option<Man>; MOST_PIECES],
}

/// The squares of the attacker's king and the pieces. One placement covers all squares of the defender's king, as a word of
/// 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Placement {
    pub king: Square,
    /// In the order of the arrangement's pieces; A1 in unused places.
    pub men: [Square; MOST_PIECES],
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
    pub mover: Side,
}

/// Which squares of the defender's king make a placement legal, as words over those squares.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Legal {
    /// Pawns, pieces and the attacker's king.
    pub occupied: Bitboard,
    /// The squares that the attacker's men attack, as if the defender's king were not on the board.
    pub attacked: Bitboard,
    /// The position is legal with the attacker to move.
    pub attacker_to_move: Bitboard,
    /// The position is legal with the defender to move.
    pub defender_to_move: Bitboard,
}

impl Legal {
    const NOTHING: Legal = Legal {
        occupied: Bitboard::FULL,
        attacked: Bitboard::FULL,
        attacker_to_move: Bitboard::EMPTY,
        defender_to_move: Bitboard::EMPTY,
    };
}

/// The squares ahead of a pawn up to the seventh rank, plus one for the pawn itself.
fn pawn_potential(side: Side, square: Square) -> u32 {
    match side {
        Side::Attacker => 8 - u32::from(square.rank()),
        Side::Defender => 1 + u32::from(square.rank()),
    }
}

/// Returns the squares that the pawns of a side attack.
pub(in crate::solve) fn pawns_attack(side: Side, pawns: Bitboard) -> Bitboard {
    let (left, right) = match side {
        Side::Attacker => (7, 9),
        Side::Defender => (-9, -7),
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
    fn new(pawns: [Bitboard; 2], mut men: [Option<Man>; MOST_PIECES]) -> Arrangement {
        // Empty places sort last.
        men.sort_by_key(|man| (man.is_none(), *man));
        Arrangement { pawns, men }
    }

    /// Encodes the arrangement for a file. It must have no more than [`MOST_SOLVED_PIECES`] pieces.
    pub fn code(&self) -> [u8; CODE_BYTES] {
        let mut code = [0; CODE_BYTES];
        code[..8].copy_from_slice(&self.pawns[0].0.to_le_bytes());
        code[8..16].copy_from_slice(&self.pawns[1].0.to_le_bytes());
        for (place, (_, man)) in code[16..].iter_mut().zip(self.men()) {
            let role = ROLE_CODES.iter().position(|role| *role == man.role).unwrap_or_default();
            *place = 1 + (man.side as usize * ROLE_CODES.len() + role) as u8;
        }
        code
    }

    /// Decodes an arrangement; `None` if the code is invalid.
    pub fn of_code(code: &[u8; CODE_BYTES]) -> Option<Arrangement> {
        let (words, men) = code.split_at(16);
        let word = |bytes: &[u8]| Some(Bitboard(u64::from_le_bytes(bytes.try_into().ok()?)));
        let pawns = [word(&words[..8])?, word(&words[8..])?];
        let is_possible =
            (pawns[0] & pawns[1]).is_empty() && ((pawns[0] | pawns[1]) & Bitboard::BACKRANKS).is_empty();
        let mut kinds = [None; MOST_PIECES];
        for (kind, &man) in kinds.iter_mut().zip(men).filter(|(_, man)| **man > 0) {
            let number = usize::from(man - 1);
            let side = *Side::BOTH.get(number / ROLE_CODES.len())?;
            *kind = Some(Man { side, role: ROLE_CODES[number % ROLE_CODES.len()] });
        }
        is_possible.then(|| Arrangement::new(pawns, kinds))
    }

    #[inline]
    pub fn pawns(&self, side: Side) -> Bitboard {
        self.pawns[side as usize]
    }

    pub fn all_pawns(&self) -> Bitboard {
        self.pawns[0] | self.pawns[1]
    }

    /// The pieces with their slots in [`Placement::men`].
    #[inline]
    pub fn men(&self) -> impl Iterator<Item = (usize, Man)> + use<> {
        self.men.into_iter().enumerate().filter_map(|(slot, man)| Some((slot, man?)))
    }

    pub fn men_of(&self, side: Side) -> impl Iterator<Item = (usize, Role)> + use<> {
        self.men().filter(move |(_, man)| man.side == side).map(|(slot, man)| (slot, man.role))
    }

    /// The number of pieces, kings and pawns not counted.
    pub fn pieces(&self) -> usize {
        self.men().count()
    }

    /// The number of men: pieces and pawns, kings included.
    pub fn all_men(&self) -> usize {
        2 + self.all_pawns().count() + self.pieces()
    }

    /// Whether the attacker has only its king and so can never win.
    pub fn attacker_is_bare(&self) -> bool {
        self.pawns(Side::Attacker).is_empty() && self.men_of(Side::Attacker).next().is_none()
    }

    /// The number of placements. Their numbers run from 0 to one less.
    pub fn placements(&self) -> usize {
        64 << (6 * self.pieces())
    }

    /// A number that every pawn move, capture and promotion lowers. The solver solves in ascending order of it.
    pub fn potential(&self) -> u32 {
        let pawns = Side::BOTH
            .into_iter()
            .flat_map(|side| self.pawns(side).into_iter().map(move |square| pawn_potential(side, square)));
        pawns.sum::<u32>() + self.men().count() as u32
    }

    /// The arrangement with a pawn moved; `to` is `None` if the pawn leaves the board.
    pub fn with_pawn_moved(&self, side: Side, from: Square, to: Option<Square>) -> Arrangement {
        let mut next = *self;
        next.pawns[side as usize].discard(from);
        if let Some(to) = to {
            next.pawns[side as usize].add(to);
        }
        next
    }

    /// The arrangement with another piece, and the slot of that piece; `None` if it has [`MOST_PIECES`] already.
    pub fn with_man(&self, man: Man) -> Option<(Arrangement, usize)> {
        let pieces = self.pieces();
        let mut men = self.men;
        *men.get_mut(pieces)? = Some(man);
        let slot = self.men().filter(|(_, other)| *other <= man).count();
        Some((Arrangement::new(self.pawns, men), slot))
    }

    /// The arrangement without the piece in a slot.
    pub fn without_man(&self, slot: usize) -> Arrangement {
        let mut men = self.men;
        men[slot] = None;
        Arrangement::new(self.pawns, men)
    }

    /// Pawns, pieces and the attacker's king.
    #[inline]
    pub fn occupied(&self, at: &Placement) -> Bitboard {
        self.men().fold(self.all_pawns() | Bitboard::from(at.king), |all, (slot, _)| all.with(at.men[slot]))
    }

    /// Returns the squares of the defender's king at which a placement is legal.
    #[inline]
    pub fn legal(&self, at: &Placement) -> Legal {
        let mut occupied = self.all_pawns();
        for (slot, _) in self.men() {
            if occupied.contains(at.men[slot]) {
                return Legal::NOTHING;
            }
            occupied.add(at.men[slot]);
        }
        if occupied.contains(at.king) {
            return Legal::NOTHING;
        }
        occupied.add(at.king);
        let beside_king = shakmaty::attacks::king_attacks(at.king);
        let mut attacked = pawns_attack(Side::Attacker, self.pawns(Side::Attacker)) | beside_king;
        let mut screens = if pawns_attack(Side::Defender, self.pawns(Side::Defender)).contains(at.king) {
            Bitboard::EMPTY
        } else {
            Bitboard::FULL
        };
        for (slot, man) in self.men() {
            let reach = attacks(man.role, at.men[slot], occupied);
            match man.side {
                Side::Attacker => attacked |= reach,
                // With the defender to move, the attacker's king must not be in check; the defender's own king can block the
                // line.
                Side::Defender if reach.contains(at.king) => screens &= between(at.men[slot], at.king),
                Side::Defender => {}
            }
        }
        Legal {
            occupied,
            attacked,
            attacker_to_move: !(occupied | attacked),
            defender_to_move: !(occupied | beside_king) & screens,
        }
    }

    /// Returns a position's arrangement and its place there, with a colour as the attacker; `None` if it has more than
    /// [`MOST_PIECES`] pieces. Castling and en passant rights are left out.
    pub fn locate(board: &Board, attacker: Color) -> Option<Located> {
        let pieces = board.position().board();
        let turned = |squares: Bitboard| if attacker.is_white() { squares } else { squares.flip_vertical() };
        let turned_square =
            |square: Square| if attacker.is_white() { square } else { square.flip_vertical() };
        let color = |side: Side| if side == Side::Attacker { attacker } else { !attacker };
        let men = located_men(pieces, color)?;
        let mut placement =
            Placement { king: turned_square(pieces.king_of(attacker)?), men: [Square::A1; MOST_PIECES] };
        for (slot, (_, square)) in men.iter().enumerate() {
            placement.men[slot] = turned_square(*square);
        }
        let mut kinds = [None; MOST_PIECES];
        for (kind, (man, _)) in kinds.iter_mut().zip(&men) {
            *kind = Some(*man);
        }
        let pawns = Side::BOTH.map(|side| turned(pieces.by_piece(Role::Pawn.of(color(side)))));
        Some(Located {
            arrangement: Arrangement::new(pawns, kinds),
            placement,
            king: turned_square(pieces.king_of(!attacker)?),
            mover: if board.turn() == attacker { Side::Attacker } else { Side::Defender },
        })
    }

    /// The men on arbitrary squares, for callers that need only their kinds; `None` if the board has too few free squares.
    pub fn some_men(&self) -> Option<Pieces> {
        let mut free = (!self.all_pawns()).into_iter();
        let mut at = Placement { king: free.next()?, men: [Square::A1; MOST_PIECES] };
        for (slot, _) in self.men() {
            at.men[slot] = free.next()?;
        }
        Some(self.men_on_board(&at, free.next()?))
    }

    /// The men on their squares, with White as the attacker. The kings must be on free squares.
    pub fn men_on_board(&self, at: &Placement, king: Square) -> Pieces {
        let mut pieces = Pieces::empty();
        for side in Side::BOTH {
            for square in self.pawns(side) {
                pieces.set_piece_at(square, Role::Pawn.of(side.color()));
            }
        }
        for (slot, man) in self.men() {
            pieces.set_piece_at(at.men[slot], man.role.of(man.side.color()));
        }
        pieces.set_piece_at(at.king, Role::King.of(Color::White));
        pieces.set_piece_at(king, Role::King.of(Color::Black));
        pieces
    }

    /// Returns the position, with White as the attacker; `None` if it is not legal.
    pub fn board(&self, at: &Placement, king: Square, mover: Side) -> Option<Board> {
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

/// The pieces of a board in the order of an arrangement, with their squares; `None` if there are more than [`MOST_PIECES`].
fn located_men(
    pieces: &Pieces,
    color: impl Fn(Side) -> Color,
) -> Option<arrayvec::ArrayVec<(Man, Square), MOST_PIECES>> {
    let mut men = arrayvec::ArrayVec::new();
    for side in Side::BOTH {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for square in pieces.by_piece(role.of(color(side))) {
                men.try_push((Man { side, role }, square)).ok()?;
            }
        }
    }
    Some(men)
}

impl Placement {
    /// The number of a placement that has this many pieces. Placements that differ only by the king have adjacent numbers.
    #[inline]
    pub fn number(&self, pieces: usize) -> usize {
        let row = self.men[..pieces].iter().fold(0, |row, square| row * 64 + usize::from(*square));
        row * 64 + usize::from(self.king)
    }

    /// The placement with a number.
    #[inline]
    pub fn of(number: usize, pieces: usize) -> Placement {
        let square = |number: usize| Square::new((number & 63) as u32);
        let mut men = [Square::A1; MOST_PIECES];
        for (slot, man) in men[..pieces].iter_mut().enumerate() {
            *man = square(number >> (6 * (pieces - slot)));
        }
        Placement { king: square(number), men }
    }

    #[inline]
    pub fn with_king(mut self, to: Square) -> Placement {
        self.king = to;
        self
    }

    #[inline]
    pub fn with_man_on(mut self, slot: usize, to: Square) -> Placement {
        self.men[slot] = to;
        self
    }

    /// The placement with another piece in a slot; the later pieces move up by one.
    #[inline]
    pub fn with_man_added(mut self, slot: usize, on: Square) -> Placement {
        self.men.copy_within(slot..MOST_PIECES - 1, slot + 1);
        self.men[slot] = on;
        self
    }

    /// The placement without the piece in a slot.
    #[inline]
    pub fn without_man(mut self, slot: usize) -> Placement {
        self.men.copy_within(slot + 1.., slot);
        self.men[MOST_PIECES - 1] = Square::A1;
        self
    }
}
