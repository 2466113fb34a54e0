//! The networks that value a position: one for endings, which learned nothing else, and one for the whole board.

mod layers;
mod networks;
mod numbers;
mod output_layer;
mod position_network;
mod views;

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
}
