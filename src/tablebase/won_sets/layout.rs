//! Numbers the sets of won positions of a material: by pawns, then pieces, then the attacker's king. The defender's king is a
//! bit of the set.
//!
//! The attacker, the side that wants to win, always moves up the board; if Black is the attacker, the board is flipped. Mirrored
//! positions share a set, whose bits are mirrored with them.

use std::fmt;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Board as Pieces, Color, Role, Square};

use crate::tablebase::material::{MOST_MEN, Material, ROLES};
use crate::tablebase::symmetry::{FLIP, TRANSFORMED};

/// The most pieces beside the kings.
const MOST_PIECES: usize = MOST_MEN - 2;

/// The kinds of pieces in the order in which a set numbers them, the attacker's before the defender's.
const PIECE_ORDER: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The transformation that exchanges left and right.
const MIRROR: usize = 1;

/// The squares of the attacker's king that remain without pawns, when mirrored positions count once: the triangle A1, D1, D4.
pub const TRIANGLE: [Square; 10] = [
    Square::A1,
    Square::B1,
    Square::C1,
    Square::D1,
    Square::B2,
    Square::C2,
    Square::D2,
    Square::C3,
    Square::D3,
    Square::D4,
];

/// A material, and which of its sides wants to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Question {
    material: Material,
    /// 0 if the stronger side of the material is the attacker, 1 if the weaker is.
    attacker: usize,
}

/// All men except the defender's king, as the attacker sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The pawns of the attacker and of the defender.
    pub pawns: [Bitboard; 2],
    /// The pieces: the attacker's knights, bishops, rooks and queens, then the defender's.
    pub pieces: ArrayVec<Square, MOST_PIECES>,
    /// The attacker's king.
    pub king: Square,
}

/// A symmetry of the board, or several one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn(usize);

/// The numbering of one question's sets.
#[derive(Clone, Debug)]
pub struct SetLayout {
    question: Question,
    /// The pawns of each arrangement, by number; a single empty one without pawns.
    arrangements: Vec<[Bitboard; 2]>,
    numbers: FxHashMap<[Bitboard; 2], u32>,
    /// The number of pieces of each kind, in the order of [`Standing::pieces`].
    alike: ArrayVec<usize, MOST_PIECES>,
    pieces: usize,
}

impl Question {
    /// Whether the stronger (0) or the weaker side (1) of a material wins.
    pub fn new(material: Material, attacker: usize) -> Question {
        Question { material, attacker: attacker & 1 }
    }

    /// Returns both questions about a material, without the one that asks whether a bare king wins, or one that repeats the other.
    pub fn about(material: Material) -> Vec<Question> {
        let sides = if material.is_symmetric() { 0..1 } else { 0..2 };
        let questions = sides.map(|attacker| Question::new(material, attacker));
        questions.filter(|question| !question.is_about_bare_king()).collect()
    }

    /// Returns the question whether a colour wins with the men on a board; `None` with more than [`MOST_MEN`] men.
    pub fn of_board(pieces: &Pieces, attacker: Color) -> Option<Question> {
        let (material, is_black_stronger) = Material::of_board(pieces)?;
        let is_stronger = material.is_symmetric() || attacker.is_black() == is_black_stronger;
        Some(Question::new(material, usize::from(!is_stronger)))
    }

    /// Returns the material.
    pub fn material(self) -> Material {
        self.material
    }

    /// Returns whether the attacker has only its king, so that the answer is no.
    pub fn is_about_bare_king(self) -> bool {
        self.counts(0).iter().all(|&count| count == 0)
    }

    /// Returns whether the stronger side of the material is the attacker.
    pub fn asks_for_stronger(self) -> bool {
        self.attacker == 0
    }

    /// Returns the counts of [`ROLES`] for the attacker (0) or the defender (1).
    fn counts(self, side: usize) -> [u8; 5] {
        self.material.counts(self.attacker ^ side)
    }

    /// Returns the pieces beside the kings in the order of [`Standing::pieces`]: the side (0 is the attacker) and the role.
    pub fn pieces(self) -> impl Iterator<Item = (usize, Role)> {
        let kinds = (0..2).flat_map(|side| PIECE_ORDER.map(|role| (side, role)));
        kinds.flat_map(move |(side, role)| std::iter::repeat_n((side, role), self.count(side, role)))
    }

    fn count(self, side: usize, role: Role) -> usize {
        ROLES
            .iter()
            .position(|listed| *listed == role)
            .map_or(0, |place| usize::from(self.counts(side)[place]))
    }
}

impl fmt::Display for Question {
    /// The material, with the attacker's side first.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.material.to_string();
        match (self.attacker, name.split_once('v')) {
            (1, Some((strong, weak))) => formatter.pad(&format!("{weak}v{strong}")),
            _ => formatter.pad(&name),
        }
    }
}

impl Standing {
    /// Returns the men of a board as a colour sees them, and the square of the defender's king; `None` with too many pieces or
    /// without a king.
    pub fn of_board(pieces: &Pieces, attacker: Color) -> Option<(Standing, Square)> {
        let turned = |squares: Bitboard| if attacker.is_white() { squares } else { squares.flip_vertical() };
        let men = |role: Role, side: usize| {
            turned(pieces.by_piece(role.of(if side == 0 { attacker } else { !attacker })))
        };
        let king = |side| men(Role::King, side).first();
        let mut squares = ArrayVec::new();
        for side in 0..2 {
            for role in PIECE_ORDER {
                for square in men(role, side) {
                    squares.try_push(square).ok()?;
                }
            }
        }
        let pawns = [men(Role::Pawn, 0), men(Role::Pawn, 1)];
        Some((Standing { pawns, pieces: squares, king: king(0)? }, king(1)?))
    }
}

impl Turn {
    /// Changes nothing.
    pub const NONE: Turn = Turn(0);

    /// Exchanges files and ranks.
    pub const FLIP: Turn = Turn(FLIP);

    /// Returns the symmetry that brings a king without pawns into [`TRIANGLE`].
    pub fn into_triangle(king: Square) -> Turn {
        let mut turn = 0;
        for transformation in [1, 2, FLIP] {
            let there = TRANSFORMED[turn][usize::from(king)];
            let (file, rank) = (there & 7, there >> 3);
            let is_outside = match transformation {
                1 => file > 3,
                2 => rank > 3,
                _ => rank > file,
            };
            if is_outside {
                turn |= transformation;
            }
        }
        Turn(turn)
    }

    /// Returns where a square comes to lie.
    #[inline]
    pub fn square(self, square: Square) -> Square {
        Square::new(u32::from(TRANSFORMED[self.0][usize::from(square)]))
    }

    /// Returns where squares come to lie.
    #[inline]
    pub fn squares(self, mut squares: Bitboard) -> Bitboard {
        if self.0 & 1 != 0 {
            squares = squares.flip_horizontal();
        }
        if self.0 & 2 != 0 {
            squares = squares.flip_vertical();
        }
        if self.0 & FLIP != 0 {
            squares = squares.flip_diagonal();
        }
        squares
    }

    /// Returns where squares came from.
    #[inline]
    pub fn back(self, mut squares: Bitboard) -> Bitboard {
        if self.0 & FLIP != 0 {
            squares = squares.flip_diagonal();
        }
        Turn(self.0 & !FLIP).squares(squares)
    }
}

impl SetLayout {
    /// Returns the numbering of a question's sets.
    pub fn new(question: Question) -> SetLayout {
        let arrangements = arrangements([question.count(0, Role::Pawn), question.count(1, Role::Pawn)]);
        let numbers = arrangements.iter().zip(0..).map(|(pawns, number)| (*pawns, number)).collect();
        let kinds = (0..2).flat_map(|side| PIECE_ORDER.map(|role| question.count(side, role)));
        let alike: ArrayVec<usize, MOST_PIECES> = kinds.filter(|count| *count > 0).collect();
        let pieces = alike.iter().sum();
        SetLayout { question, arrangements, numbers, alike, pieces }
    }

    /// Returns the question.
    pub fn question(&self) -> Question {
        self.question
    }

    /// Returns the arrangements of pawns, the attacker's and the defender's, by number. Of two that mirror each other only one
    /// is listed.
    pub fn arrangements(&self) -> &[[Bitboard; 2]] {
        &self.arrangements
    }

    /// Returns whether there are no pawns, so that the attacker's king keeps to [`TRIANGLE`].
    pub fn is_pawnless(&self) -> bool {
        self.arrangements.len() == 1
    }

    /// Returns the number of sets of one arrangement of pawns.
    pub fn sets_of_arrangement(&self) -> usize {
        self.kings() << (6 * self.pieces)
    }

    /// Returns the number of sets for each side to move.
    pub fn sets(&self) -> usize {
        self.arrangements.len() * self.sets_of_arrangement()
    }

    /// Returns the number of a set, and the symmetry that brings its position there; `None` if the men are not those of the
    /// question.
    #[inline]
    pub fn number(&self, standing: &Standing) -> Option<(usize, Turn)> {
        let (arrangement, turn) = self.arrangement(standing)?;
        let mut pieces = standing.pieces.clone();
        for square in &mut pieces {
            *square = turn.square(*square);
        }
        let mut first = 0;
        for &alike in &self.alike {
            pieces.get_mut(first..first + alike)?.sort_unstable();
            first += alike;
        }
        let row = pieces.iter().fold(arrangement, |row, square| row * 64 + usize::from(*square));
        Some((row * self.kings() + self.king_number(turn.square(standing.king)), turn))
    }

    fn arrangement(&self, standing: &Standing) -> Option<(usize, Turn)> {
        if self.is_pawnless() {
            return Some((0, Turn::into_triangle(standing.king)));
        }
        let (pawns, turn) = canonical(standing.pawns);
        Some((*self.numbers.get(&pawns)? as usize, turn))
    }

    /// Returns the squares that the attacker's king may be on: those of [`TRIANGLE`], or all if there are pawns.
    pub fn king_squares(&self) -> Bitboard {
        if self.is_pawnless() { TRIANGLE.into_iter().collect() } else { Bitboard::FULL }
    }

    fn kings(&self) -> usize {
        if self.is_pawnless() { TRIANGLE.len() } else { 64 }
    }

    #[inline]
    fn king_number(&self, king: Square) -> usize {
        if !self.is_pawnless() {
            return usize::from(king);
        }
        // Rows of four, three, two and one squares.
        const ROWS: [usize; 4] = [0, 3, 5, 6];
        ROWS[usize::from(king.rank()) & 3] + usize::from(king.file())
    }
}

/// Of two arrangements of pawns that mirror each other, the one that is numbered, and the symmetry that leads there.
fn canonical(pawns: [Bitboard; 2]) -> ([Bitboard; 2], Turn) {
    let mirrored = pawns.map(Bitboard::flip_horizontal);
    if mirrored < pawns { (mirrored, Turn(MIRROR)) } else { (pawns, Turn::NONE) }
}

/// The arrangements of this many pawns of each side.
fn arrangements(counts: [usize; 2]) -> Vec<[Bitboard; 2]> {
    let mut all = vec![[Bitboard::EMPTY; 2]];
    for (side, count) in counts.into_iter().enumerate() {
        for _ in 0..count {
            let more = |pawns: [Bitboard; 2]| {
                let free = !(pawns[0] | pawns[1] | Bitboard::BACKRANKS);
                free.into_iter().map(move |square| {
                    let mut pawns = pawns;
                    pawns[side].add(square);
                    pawns
                })
            };
            all = all.into_iter().flat_map(more).collect();
            all.sort_unstable();
            all.dedup();
        }
    }
    all.retain(|pawns| canonical(*pawns).0 == *pawns);
    all
}
