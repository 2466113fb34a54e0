//! Networks: those of endings correct the sum of the other terms, the one of the whole board says all by itself.

mod layers;
mod numbers;
mod pawn_endings;
mod pieces;
mod whole_board;

use super::context::EvaluationContext;
use pawn_endings::PawnEndingNetwork;
use pieces::PieceNetwork;
pub(super) use whole_board::WholeBoardNetwork;

/// The networks of endings with what they saw last. Pawn endings have one of their own: there the squares of the kings decide, and
/// so few kinds of men stand on the board that it can learn every one of them apart.
#[derive(Debug)]
pub(super) struct Network {
    pieces: PieceNetwork,
    pawn_endings: PawnEndingNetwork,
}

impl Network {
    /// The networks built into the program, which have seen nothing yet.
    pub(super) fn new() -> Network {
        Network { pieces: PieceNetwork::new(), pawn_endings: PawnEndingNetwork::new() }
    }

    /// What the sum of the other terms misses, in centipawns for White. Nothing against a bare king: the games that taught
    /// the networks end sooner, and the other terms know the way to mate.
    #[inline]
    pub(super) fn value(&mut self, context: &EvaluationContext<'_>) -> i32 {
        if context.has_bare_king() {
            return 0;
        }
        let value = if context.is_pawn_ending() {
            self.pawn_endings.value(context)
        } else {
            self.pieces.value(context)
        };
        context.turn.fold_wb(value, -value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// What their trainer's own arithmetic said of the same files.
    const VALUES: [&str; 2] = [
        include_str!("../../../tests/data/network_values/pieces.txt"),
        include_str!("../../../tests/data/network_values/pawn_endings.txt"),
    ];

    #[test]
    fn the_networks_say_what_their_trainers_own_arithmetic_says() {
        // One for all: what was seen before must not matter.
        let mut network = Network::new();
        assert_says(&VALUES.concat(), |context| network.value(context));
    }

    /// Holds White's values to those of lines FEN;VALUE for the mover.
    pub(super) fn assert_says(values: &str, mut value: impl FnMut(&EvaluationContext<'_>) -> i32) {
        let mut differing = 0;
        for line in values.lines() {
            let (fen, expected) = line.split_once(';').unwrap();
            let board = Board::from_fen(fen, false).unwrap();
            let found = value(&EvaluationContext::new(&board));
            assert_eq!(board.turn().fold_wb(found, -found), expected.parse::<i32>().unwrap(), "{fen}");
            differing += usize::from(found != 0);
        }
        assert!(differing > 80);
    }
}
