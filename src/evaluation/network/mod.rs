//! The networks that value a position: one for endings, which learned nothing else, and one for the whole board.

mod layers;
mod networks;
mod numbers;
mod output_layer;
mod position_network;
mod rows;
mod views;

use archmage::{SimdToken as _, X64V3Token, X64V4Token, autoversion};

pub use networks::{NetworkError, NetworkKind, Networks};

use super::context::EvaluationContext;
use networks::{PAIRS_OF_ENDINGS, PAIRS_OF_WHOLE_BOARD};
use position_network::PositionNetwork;

/// With more men the network of the whole board is used, because the one for endings has never seen them.
const MOST_MEN_OF_ENDINGS: usize = 16;

/// Both networks, with what they saw last.
#[derive(Debug)]
pub(super) struct PositionNetworks {
    endings: PositionNetwork<PAIRS_OF_ENDINGS>,
    whole_board: PositionNetwork<PAIRS_OF_WHOLE_BOARD>,
}

impl PositionNetworks {
    /// Makes networks with these weights, which have seen nothing yet.
    pub(super) fn new(networks: &Networks) -> PositionNetworks {
        PositionNetworks {
            endings: PositionNetwork::new(networks.endings.weights()),
            whole_board: PositionNetwork::new(networks.whole_board.weights()),
        }
    }

    /// Returns the value of a position for White, in centipawns. Compiled once for each kind of processor.
    #[autoversion(v4, v3, scalar)]
    pub(super) fn value(&mut self, context: &EvaluationContext<'_>) -> i32 {
        if context.occupied.count() <= MOST_MEN_OF_ENDINGS {
            self.endings.value(context)
        } else {
            self.whole_board.value(context)
        }
    }
}

/// Returns which instructions the networks use on this processor: the same question in the same order as in
/// `PositionNetworks::value`. `None` if only those for which the program was built.
#[must_use]
pub fn vector_instructions() -> Option<&'static str> {
    let found = [X64V4Token::summon().map(|_| "AVX-512"), X64V3Token::summon().map(|_| "AVX2")];
    found.into_iter().flatten().next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// What scripts/train_network.py --values says of the same files.
    const VALUES: [&str; 2] = [
        include_str!("../../../tests/data/network_values/endings.txt"),
        include_str!("../../../tests/data/network_values/whole_board.txt"),
    ];

    #[test]
    fn the_networks_say_what_their_trainers_own_arithmetic_says() {
        // One for all: what was seen before must not matter.
        let mut networks = PositionNetworks::new(&Networks::built_in());
        let mut differing = 0;
        for line in VALUES.iter().flat_map(|values| values.lines()) {
            let (fen, expected) = line.split_once(';').unwrap();
            let board = Board::from_fen(fen, false).unwrap();
            let found = networks.value(&EvaluationContext::new(&board));
            assert_eq!(board.turn().fold_wb(found, -found), expected.parse::<i32>().unwrap(), "{fen}");
            differing += usize::from(found != 0);
        }
        assert!(differing > 160);
    }

    #[cfg(target_arch = "x86_64")]
    mod on_x86_64 {
        use super::*;

        /// Networks with all instructions of this processor, with AVX-512, with AVX2, and without either.
        struct Levels([PositionNetworks; 4]);

        impl Levels {
            /// Returns the value of a position, which all levels that this processor has must agree on.
            fn value(&mut self, board: &Board) -> i32 {
                let context = EvaluationContext::new(board);
                let [chosen, avx512, avx2, baseline] = &mut self.0;
                let value = baseline.value_scalar(archmage::ScalarToken, &context);
                let others = [
                    Some(chosen.value(&context)),
                    X64V4Token::summon().map(|token| avx512.value_v4(token, &context)),
                    X64V3Token::summon().map(|token| avx2.value_v3(token, &context)),
                ];
                for other in others.into_iter().flatten() {
                    assert_eq!(other, value, "{others:?} {}", board.fen());
                }
                value
            }
        }

        /// Each level keeps what it saw, so games go on from each position: men come and go, one and many at a time.
        #[test]
        fn all_instructions_of_this_processor_say_the_same() {
            let mut levels = Levels(std::array::from_fn(|_| PositionNetworks::new(&Networks::built_in())));
            let mut random = fastrand::Rng::with_seed(1);
            for line in VALUES.iter().flat_map(|values| values.lines()) {
                let (fen, expected) = line.split_once(';').unwrap();
                let mut board = Board::from_fen(fen, false).unwrap();
                let value = levels.value(&board);
                assert_eq!(board.turn().fold_wb(value, -value), expected.parse::<i32>().unwrap(), "{fen}");
                for _ in 0..40 {
                    let Some(played) = random.choice(board.legal_moves()) else { break };
                    board = board.after(played);
                    levels.value(&board);
                }
            }
        }

        #[test]
        fn the_widest_instructions_are_found() {
            let found = [
                ("AVX-512", is_x86_feature_detected!("avx512bw")),
                ("AVX2", is_x86_feature_detected!("avx2")),
            ];
            assert_eq!(vector_instructions(), found.iter().find(|(_, has)| *has).map(|(name, _)| *name));
        }
    }
}
