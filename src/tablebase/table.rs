//! One finished table: the distance to mate of every position of a material, for both sides to move.

use shakmaty::{
    Board as Pieces, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, PositionError, Setup,
};

use super::codes::Codes;
use super::generation::men::{Men, color, forward, square, written_as_passing};
use super::index::{Layout, Squares};
use super::material::{MOST_MEN, Material};
use super::value::{Code, Outcome};
use crate::board::Board;

/// The distance to mate of every position of one material.
#[derive(Debug)]
pub struct DtmTable {
    layout: Layout,
    /// By side to move (0 is the stronger), then by number.
    codes: [Codes; 2],
    /// By side to move, the sorted numbers of the positions that are lost in one move more than their code says: no code says
    /// 127. Only KPPvKP has such positions.
    longer_losses: [Vec<usize>; 2],
}

/// The counts of a table for one side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions that the side to move wins. Mirrored positions count once.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// Plies of the longest win of the side to move; 0 if it never wins.
    pub longest_plies: u32,
}

impl DtmTable {
    pub(super) fn new(layout: Layout, codes: [Vec<u8>; 2], mut longer_losses: [Vec<usize>; 2]) -> DtmTable {
        longer_losses.iter_mut().for_each(|numbers| numbers.sort_unstable());
        DtmTable { layout, codes: codes.map(Codes::from), longer_losses }
    }

    /// Returns the material of the table.
    pub fn material(&self) -> Material {
        self.layout.material()
    }

    /// Returns the memory that the table takes, in bytes.
    pub fn bytes(&self) -> usize {
        self.codes[0].len() + self.codes[1].len()
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(super) fn codes(&self) -> &[Codes; 2] {
        &self.codes
    }

    pub(super) fn longer_losses(&self) -> &[Vec<usize>; 2] {
        &self.longer_losses
    }

    /// Returns the value of a position by its number; `None` if it is illegal.
    #[inline]
    fn outcome_of_number(&self, side: usize, number: usize) -> Option<Outcome> {
        let code = Code(*self.codes[side].get(number)?);
        let outcome = code.outcome()?;
        let is_longer =
            code == Code::loss(Code::LONGEST_LOSS) && self.longer_losses[side].binary_search(&number).is_ok();
        Some(if is_longer { Outcome { plies: outcome.plies + 2, ..outcome } } else { outcome })
    }

    /// Returns the value of a position given by its squares, with the longest losses one move too short.
    #[inline]
    pub(super) fn code(&self, side: usize, squares: &Squares) -> Code {
        Code(self.codes[side][self.layout.index(squares)])
    }

    /// Returns the value of a board; `None` if it has another material or castling rights.
    pub fn outcome(&self, board: &Board) -> Option<Outcome> {
        let (side, squares) = locate(&self.layout, board)?;
        self.outcome_of_number(side, self.layout.index(&squares))
    }

    /// Returns the value of a position without castling or en passant rights; `None` if it has another material or is illegal.
    #[inline]
    pub fn outcome_of_pieces(&self, pieces: &Pieces, turn: Color) -> Option<Outcome> {
        let (material, reversed) = Material::of_board(pieces)?;
        if material != self.material() {
            return None;
        }
        let reversed = if material.is_symmetric() { turn.is_black() } else { reversed };
        let squares = place(&self.layout, pieces, reversed);
        self.outcome_of_number(usize::from(turn.is_white() == reversed), self.layout.index(&squares))
    }

    /// Returns every position with a side to move (0 the stronger, as White) and its value. Mirrored positions come once.
    pub fn positions(&self, side: usize) -> impl Iterator<Item = (Board, Outcome)> + '_ {
        (0..self.layout.size()).filter_map(move |number| self.position(side & 1, number))
    }

    /// Returns the number of position numbers for each side to move. Some of them are not positions.
    pub fn numbers(&self) -> usize {
        self.layout.size()
    }

    /// Returns the position with a number below [`DtmTable::numbers`] and a side to move (0 the stronger, as White), and its
    /// value; `None` if it is not legal.
    pub fn position(&self, side: usize, number: usize) -> Option<(Board, Outcome)> {
        let outcome = self.outcome_of_number(side & 1, number)?;
        Some((board_of(&self.layout, side & 1, number, false)?, outcome))
    }

    /// Returns the position with a number below [`DtmTable::numbers`] and a side to move, without its value; `None` if it is
    /// not legal.
    pub fn board(&self, side: usize, number: usize) -> Option<Board> {
        (number < self.layout.size()).then(|| board_of(&self.layout, side & 1, number, false))?
    }

    /// Counts the positions with a side to move (0 the stronger, 1 the weaker).
    pub fn census(&self, side: usize) -> Census {
        let mut count = [0u64; 256];
        for &code in self.codes[side & 1].iter() {
            count[usize::from(code)] += 1;
        }
        let sum = |is: fn(Code) -> bool| {
            (0..=255).filter(|&code| is(Code(code))).map(|code| count[usize::from(code)]).sum()
        };
        let longest = (1..=127u8).rev().find(|&moves| count[usize::from(moves)] > 0);
        Census {
            wins: sum(Code::is_win),
            draws: sum(|code| code == Code::DRAW),
            losses: sum(Code::is_loss),
            longest_plies: longest.map_or(0, |moves| 2 * u32::from(moves) - 1),
        }
    }
}

/// Returns the side to move and the squares of a board in this layout; `None` if it has another material or castling rights.
pub(super) fn locate(layout: &Layout, board: &Board) -> Option<(usize, Squares)> {
    let position = board.position();
    let pieces = position.board();
    let (material, reversed) = Material::of_board(pieces)?;
    if material != layout.material() || position.castles().any() {
        return None;
    }
    // With the same men on both sides, the side to move counts as the stronger one.
    let reversed = if material.is_symmetric() { position.turn().is_black() } else { reversed };
    let mut squares = place(layout, pieces, reversed);
    if material.both_have_pawns()
        && let Some(target) = position.ep_square(EnPassantMode::PseudoLegal)
    {
        mark_passing(layout, &mut squares, u8::from(target) ^ turned(reversed));
    }
    Some((usize::from(position.turn().is_white() == reversed), squares))
}

/// Returns the board of a number, with Black as the stronger side if reversed; `None` if it is illegal.
pub(super) fn board_of(layout: &Layout, side: usize, number: usize, reversed: bool) -> Option<Board> {
    let men = Men::new(layout.slots(), &layout.squares(number))?;
    let mut setup = Setup::empty();
    for (slot, &here) in men.slots.iter().zip(&men.squares) {
        setup.board.set_piece_at(square(here), slot.role.of(slot.color()));
    }
    setup.turn = color(side);
    setup.ep_square = men.passing.map(|pawn| square(men.squares[pawn].wrapping_add_signed(forward(side))));
    if reversed {
        setup.mirror();
    }
    let position = Chess::from_setup(setup, CastlingMode::Standard);
    position.or_else(PositionError::ignore_impossible_check).ok().map(Board::new)
}

/// Returns the mask that flips a square if Black is the stronger side.
#[inline]
pub(super) const fn turned(reversed: bool) -> u8 {
    if reversed { 56 } else { 0 }
}

/// Returns the squares of a board's men in the order of the layout.
#[inline]
pub(super) fn place(layout: &Layout, pieces: &Pieces, reversed: bool) -> Squares {
    let mut squares = [0; MOST_MEN];
    let mut rest = pieces.occupied();
    for (slot, place) in layout.slots().iter().zip(&mut squares) {
        let color = if reversed { !slot.color() } else { slot.color() };
        let like = pieces.by_role(slot.role) & pieces.by_color(color) & rest;
        if let Some(first) = like.first() {
            *place = u8::from(first) ^ turned(reversed);
            rest.discard(first);
        }
    }
    squares
}

/// Writes the pawn that just passed over `target` in the form that the numbering uses.
pub(super) fn mark_passing(layout: &Layout, squares: &mut Squares, target: u8) {
    let side = usize::from(target >= 32);
    let real = if side == 0 { target + 8 } else { target - 8 };
    if let Some(men) = Men::new(layout.slots(), squares)
        && let Some(pawn) = men.on(square(real))
        && men.could_be_passing(pawn)
    {
        squares[pawn] = written_as_passing(side, real);
    }
}
