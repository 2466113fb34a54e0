//! What a first look at a position shows of its moves, and a small cache of such looks.
//!
//! The search returns to a node many times and looks at its children anew each time. Its table holds only the children
//! that it has searched. About the others only the rules of chess say something, and that is always the same.

use shakmaty::Position;

use crate::board::{Board, Checks};

/// What the rules alone say about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstLook {
    Checkmate,
    Stalemate,
    /// A move of the side to move mates. Only a look at the attacker's position tries this.
    MatesAtOnce,
    /// The number of legal moves.
    Moves(u8),
}

impl FirstLook {
    /// Looks at the attacker's position. Also returns how many moves it tried to see whether they mate.
    pub fn at_attack(board: &Board) -> (FirstLook, u64) {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return (FirstLook::without_moves(board), 0);
        }
        let mut tried = 0;
        if let Some(checks) = Checks::new(board) {
            for &played in moves.iter().filter(|played| checks.gives_check(board, **played)) {
                tried += 1;
                let mut after = board.position().clone();
                after.play_unchecked(played);
                if after.is_checkmate() {
                    return (FirstLook::MatesAtOnce, tried);
                }
            }
        }
        (FirstLook::Moves(moves.len() as u8), tried)
    }

    /// Looks at the defender's position.
    pub fn at_defence(board: &Board) -> FirstLook {
        match board.legal_moves().len() {
            0 => FirstLook::without_moves(board),
            replies => FirstLook::Moves(replies as u8),
        }
    }

    fn without_moves(board: &Board) -> FirstLook {
        if board.is_check() { FirstLook::Checkmate } else { FirstLook::Stalemate }
    }

    /// Never zero, which marks an empty place of the cache.
    fn into_bits(self) -> u64 {
        match self {
            FirstLook::Checkmate => 1 << KIND,
            FirstLook::Stalemate => 2 << KIND,
            FirstLook::MatesAtOnce => 3 << KIND,
            FirstLook::Moves(moves) => u64::from(moves),
        }
    }

    fn from_bits(bits: u64) -> Option<FirstLook> {
        match (bits >> KIND, bits as u8) {
            (1, _) => Some(FirstLook::Checkmate),
            (2, _) => Some(FirstLook::Stalemate),
            (3, _) => Some(FirstLook::MatesAtOnce),
            (_, 0) => None,
            (_, moves) => Some(FirstLook::Moves(moves)),
        }
    }
}

/// The bit at which the kind of a look begins; the number of moves is below it.
const KIND: u32 = 8;
/// The bits of a look. The other bits of a word are the key's, and together with the place they identify it.
const LOOK: u64 = (1 << (KIND + 2)) - 1;

/// The latest looks, each in the place that its key selects: 512 KiB, which stays in the processor's cache.
pub(super) struct FirstLooks {
    words: Box<[u64]>,
}

/// A power of two with at least as many bits as a look has.
const PLACES: usize = 1 << 16;

impl FirstLooks {
    pub fn new() -> FirstLooks {
        FirstLooks { words: vec![0; PLACES].into_boxed_slice() }
    }

    /// Returns an earlier look at the position with this key; `None` if it is not stored any more.
    pub fn get(&self, key: u64) -> Option<FirstLook> {
        let word = self.words[place(key)];
        if (word ^ key) & !LOOK == 0 { FirstLook::from_bits(word & LOOK) } else { None }
    }

    pub fn store(&mut self, key: u64, look: FirstLook) {
        self.words[place(key)] = key & !LOOK | look.into_bits();
    }
}

fn place(key: u64) -> usize {
    key as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_look_comes_back_for_its_key_alone() {
        let mut looks = FirstLooks::new();
        let all = [FirstLook::Checkmate, FirstLook::Stalemate, FirstLook::MatesAtOnce, FirstLook::Moves(218)];
        for (number, look) in all.into_iter().enumerate() {
            let key = 0xdead_beef_0000_0000 + number as u64;
            assert_eq!(looks.get(key), None);
            looks.store(key, look);
            assert_eq!(looks.get(key), Some(look));
            assert_eq!(looks.get(key ^ 1 << 63), None);
            assert_eq!(looks.get(key ^ 1 << KIND), None);
        }
    }

    #[test]
    fn a_look_tells_mates_and_moves() {
        let look = |fen| FirstLook::at_attack(&Board::from_fen(fen, false).unwrap()).0;
        assert_eq!(look("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), FirstLook::MatesAtOnce);
        assert_eq!(look("6k1/5ppp/8/8/8/7P/8/1R4K1 w - - 0 1"), FirstLook::MatesAtOnce);
        assert_eq!(look("8/8/8/8/8/1K6/7R/k7 w - - 0 1"), FirstLook::MatesAtOnce);
        assert_eq!(look("8/8/8/8/8/k7/7R/K7 w - - 0 1"), FirstLook::Moves(15));
        let defence = |fen| FirstLook::at_defence(&Board::from_fen(fen, false).unwrap());
        assert_eq!(defence("8/8/8/8/8/1K6/8/k6R b - - 0 1"), FirstLook::Checkmate);
        assert_eq!(defence("8/8/8/8/8/1K6/1R6/k7 b - - 0 1"), FirstLook::Stalemate);
        assert_eq!(defence("8/8/8/8/8/2K5/7R/k7 b - - 0 1"), FirstLook::Moves(1));
    }
}
