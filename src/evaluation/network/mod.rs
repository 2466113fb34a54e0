//! The networks that value a position: one for endings, which learned nothing else, and one for the whole board.

mod layers;
mod numbers;
mod output_layer;
mod position_network;
mod views;

use std::sync::LazyLock;

use super::context::EvaluationContext;
use layers::LayersBy;
use lucena_networks::{ENDINGS, WHOLE_BOARD};
use position_network::{PositionNetwork, Weights};
use views::{EVERY_SQUARE, TWELVE_REGIONS};

/// With more men the network of the whole board is used, because the one for endings has never seen them.
const MOST_MEN_OF_ENDINGS: usize = 16;

/// Half of the hidden units of each network.
const PAIRS_OF_ENDINGS: usize = 144;
const PAIRS_OF_WHOLE_BOARD: usize = 192;

/// The built-in weights, as scripts/train_network.py writes them, read when they are first needed.
static WEIGHTS_OF_ENDINGS: LazyLock<Weights<PAIRS_OF_ENDINGS>> =
    LazyLock::new(|| Weights::read(ENDINGS, &EVERY_SQUARE, LayersBy::Material));
static WEIGHTS_OF_WHOLE_BOARD: LazyLock<Weights<PAIRS_OF_WHOLE_BOARD>> =
    LazyLock::new(|| Weights::read(WHOLE_BOARD, &TWELVE_REGIONS, LayersBy::Men { a_layer: 4 }));

/// Both networks, with what they saw last.
#[derive(Debug)]
pub(super) struct Networks {
    endings: PositionNetwork<PAIRS_OF_ENDINGS>,
    whole_board: PositionNetwork<PAIRS_OF_WHOLE_BOARD>,
}

impl Networks {
    /// Makes the built-in networks, which have seen nothing yet.
    pub(super) fn new() -> Networks {
        Networks {
            endings: PositionNetwork::new(&WEIGHTS_OF_ENDINGS),
            whole_board: PositionNetwork::new(&WEIGHTS_OF_WHOLE_BOARD),
        }
    }

    /// Returns the value of a position for White, in centipawns.
    #[inline]
    pub(super) fn value(&mut self, context: &EvaluationContext<'_>) -> i32 {
        if context.occupied.count() <= MOST_MEN_OF_ENDINGS {
            self.endings.value(context)
        } else {
            self.whole_board.value(context)
        }
    }
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
        let mut networks = Networks::new();
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

    #[test]
    fn the_files_hold_every_weight_and_no_sum_overflows() {
        WEIGHTS_OF_ENDINGS.assert_whole(ENDINGS, &EVERY_SQUARE);
        WEIGHTS_OF_WHOLE_BOARD.assert_whole(WHOLE_BOARD, &TWELVE_REGIONS);
    }
}
