//! Sets of squares seen from one side (forward, in front, beside), for every term that looks at pawns.

use shakmaty::{Bitboard, Color, File, Square};

/// The files a to d.
pub(super) const QUEEN_SIDE: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);

/// The files a and h.
pub(super) const ROOK_FILES: Bitboard = Bitboard(0x8181_8181_8181_8181);

/// Returns the squares one step ahead.
#[inline]
pub(super) const fn forward(color: Color, squares: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(squares.0 << 8),
        Color::Black => Bitboard(squares.0 >> 8),
    }
}

/// Returns all squares ahead on the same files, without the squares themselves.
#[inline]
pub(super) const fn in_front(color: Color, squares: Bitboard) -> Bitboard {
    let mut filled = forward(color, squares).0;
    match color {
        Color::White => {
            filled |= filled << 8;
            filled |= filled << 16;
            filled |= filled << 32;
        }
        Color::Black => {
            filled |= filled >> 8;
            filled |= filled >> 16;
            filled |= filled >> 32;
        }
    }
    Bitboard(filled)
}

/// Returns the squares to the left and right.
#[inline]
pub(super) const fn beside(squares: Bitboard) -> Bitboard {
    Bitboard(squares.0 << 1 & 0xfefe_fefe_fefe_fefe | squares.0 >> 1 & 0x7f7f_7f7f_7f7f_7f7f)
}

/// Returns the squares that pawns on these squares attack.
#[inline]
pub(super) const fn attacked_by_pawns(color: Color, pawns: Bitboard) -> Bitboard {
    beside(forward(color, pawns))
}

/// Returns the whole files on which these squares lie.
#[inline]
pub(super) const fn files_of(squares: Bitboard) -> Bitboard {
    Bitboard(squares.0 | in_front(Color::White, squares).0 | in_front(Color::Black, squares).0)
}

/// Returns the rank counted from the side's own first rank, from 0 to 7.
#[inline]
pub(super) const fn relative_rank(color: Color, square: Square) -> usize {
    let rank = square.rank().to_usize();
    match color {
        Color::White => rank,
        Color::Black => 7 - rank,
    }
}

/// Returns the square on which a pawn on this file becomes a piece.
#[inline]
pub(super) fn promotion_square(color: Color, file: File) -> Square {
    Square::from_coords(file, color.fold_wb(shakmaty::Rank::Eighth, shakmaty::Rank::First))
}

/// Returns the king steps from the four central squares, by file and by rank, added: 0 in the centre, 6 in a corner.
#[inline]
pub(super) const fn distance_from_centre(square: Square) -> i32 {
    let file = square.file().to_usize() as i32;
    let rank = square.rank().to_usize() as i32;
    let sideways = if file < 4 { 3 - file } else { file - 4 };
    let lengthways = if rank < 4 { 3 - rank } else { rank - 4 };
    sideways + lengthways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_stay_on_the_board_and_face_the_right_way() {
        let a2 = Bitboard::from_square(Square::A2);
        assert_eq!(attacked_by_pawns(Color::White, a2), Bitboard::from_square(Square::B3));
        assert_eq!(in_front(Color::Black, a2), Bitboard::from_square(Square::A1));
        assert_eq!(in_front(Color::White, a2).count(), 6);
        assert_eq!(files_of(a2), Bitboard::from_file(File::A));
        assert_eq!(relative_rank(Color::Black, Square::A2), 6);
        assert_eq!(distance_from_centre(Square::H1), 6);
        assert_eq!(distance_from_centre(Square::E5), 0);
    }
}
