//! The symmetries of the board, and the king pairs that remain when mirrored positions count once.

/// Squares of the board.
pub(super) const SQUARES: usize = 64;

/// King pairs without pawns on the board: 462.
pub(super) const PAWNLESS_PAIRS: usize = count_pairs(&PAWNLESS);

/// King pairs with pawns, where only left and right can be exchanged: 1806.
pub(super) const PAWN_PAIRS: usize = count_pairs(&WITH_PAWNS);

/// The transformation that exchanges files and ranks. It comes last, so it can be combined with any other.
pub(super) const FLIP: usize = 4;

/// A square under each of the eight transformations: bit 0 mirrors files, bit 1 ranks, bit 2 flips the diagonal.
pub(super) static TRANSFORMED: [[u8; SQUARES]; 8] = transformations();

/// How to bring a pair of king squares into its canonical form.
#[derive(Clone, Copy, Debug)]
pub(super) struct KingPair {
    /// The number of the canonical pair; meaningless if the kings touch.
    pub number: u16,
    /// The transformation that leads there.
    pub transformation: u8,
    /// Whether the transformation followed by a flip leads to the same pair: both kings are on the diagonal then.
    pub ambiguous: bool,
    /// Whether the kings do not touch.
    pub legal: bool,
}

/// By stronger king × 64 + weaker king, without pawns.
pub(super) static PAWNLESS: [KingPair; SQUARES * SQUARES] = king_pairs(false);

/// By stronger king × 64 + weaker king, with pawns.
pub(super) static WITH_PAWNS: [KingPair; SQUARES * SQUARES] = king_pairs(true);

/// The king squares of each canonical pair, without pawns.
pub(super) static PAWNLESS_KINGS: [[u8; 2]; PAWNLESS_PAIRS] = pair_squares(&PAWNLESS);

/// The king squares of each canonical pair, with pawns.
pub(super) static PAWN_KINGS: [[u8; 2]; PAWN_PAIRS] = pair_squares(&WITH_PAWNS);

const fn transform(transformation: usize, square: usize) -> usize {
    let mut result = square;
    if transformation & 1 != 0 {
        result ^= 7;
    }
    if transformation & 2 != 0 {
        result ^= 56;
    }
    if transformation & FLIP != 0 {
        result = (result & 7) << 3 | result >> 3;
    }
    result
}

const fn transformations() -> [[u8; SQUARES]; 8] {
    let mut table = [[0; SQUARES]; 8];
    let mut transformation = 0;
    while transformation < 8 {
        let mut square = 0;
        while square < SQUARES {
            table[transformation][square] = transform(transformation, square) as u8;
            square += 1;
        }
        transformation += 1;
    }
    table
}

const fn apart(first: usize, second: usize) -> bool {
    (first & 7).abs_diff(second & 7) > 1 || (first >> 3).abs_diff(second >> 3) > 1
}

const fn is_canonical(strong: usize, weak: usize, pawns: bool) -> bool {
    let (file, rank) = (strong & 7, strong >> 3);
    if pawns {
        return file < 4;
    }
    file < 4 && (rank < file || rank == file && weak >> 3 <= weak & 7)
}

const fn king_pairs(pawns: bool) -> [KingPair; SQUARES * SQUARES] {
    let transformations = if pawns { 2 } else { 8 };
    let empty = KingPair { number: 0, transformation: 0, ambiguous: false, legal: false };
    let mut pairs = [empty; SQUARES * SQUARES];
    let mut numbers = [u16::MAX; SQUARES * SQUARES];
    let mut next = 0;
    // Canonical pairs are numbered in the order of their squares; other pairs take the number of their image.
    let mut key = 0;
    while key < SQUARES * SQUARES {
        if apart(key / SQUARES, key % SQUARES) && is_canonical(key / SQUARES, key % SQUARES, pawns) {
            numbers[key] = next;
            next += 1;
        }
        key += 1;
    }
    key = 0;
    while key < SQUARES * SQUARES {
        let mut transformation = transformations;
        while transformation > 0 {
            transformation -= 1;
            let image =
                transform(transformation, key / SQUARES) * SQUARES + transform(transformation, key % SQUARES);
            if numbers[image] != u16::MAX {
                pairs[key].ambiguous = pairs[key].legal;
                pairs[key].legal = true;
                pairs[key].number = numbers[image];
                pairs[key].transformation = transformation as u8;
            }
        }
        key += 1;
    }
    pairs
}

const fn count_pairs(pairs: &[KingPair; SQUARES * SQUARES]) -> usize {
    let mut largest = 0;
    let mut key = 0;
    while key < SQUARES * SQUARES {
        if pairs[key].legal && pairs[key].number as usize > largest {
            largest = pairs[key].number as usize;
        }
        key += 1;
    }
    largest + 1
}

const fn pair_squares<const PAIRS: usize>(pairs: &[KingPair; SQUARES * SQUARES]) -> [[u8; 2]; PAIRS] {
    let mut squares = [[0; 2]; PAIRS];
    let mut key = 0;
    while key < SQUARES * SQUARES {
        // Canonical pairs keep the identity as their transformation.
        if pairs[key].legal && pairs[key].transformation == 0 {
            squares[pairs[key].number as usize] = [(key / SQUARES) as u8, (key % SQUARES) as u8];
        }
        key += 1;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_462_king_pairs_without_and_1806_with_pawns() {
        assert_eq!(PAWNLESS_PAIRS, 462);
        assert_eq!(PAWN_PAIRS, 1806);
    }

    #[test]
    fn a_pair_is_ambiguous_only_with_both_kings_on_one_long_diagonal() {
        for (key, pair) in PAWNLESS.iter().enumerate().filter(|(_, pair)| pair.legal) {
            let [strong, weak] = [key / SQUARES, key % SQUARES];
            let on = |square: usize, mirror: usize| (square & 7) ^ mirror == square >> 3;
            let both = on(strong, 0) && on(weak, 0) || on(strong, 7) && on(weak, 7);
            assert_eq!(pair.ambiguous, both);
        }
        assert!(WITH_PAWNS.iter().all(|pair| !pair.ambiguous));
    }
}
