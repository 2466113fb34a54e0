//! The network of positions with more men than an ending has: alone it says what they are worth.

mod layers;
mod views;

use std::sync::LazyLock;

use super::numbers::Numbers;
use crate::evaluation::context::EvaluationContext;
use layers::{LAYERS, OutputLayer, layer_of};
use views::{Table, Views};

/// The weights, as scripts/train_network.py writes them.
static WEIGHTS: &[u8] = include_bytes!("../whole_board.bin");

/// The whole network: one layer of hidden units, shared by the views of both sides, and small ones behind it.
#[derive(Debug)]
struct Weights {
    table: Table,
    layers: Box<[OutputLayer; LAYERS]>,
}

impl Weights {
    fn read(bytes: &[u8]) -> Weights {
        let mut numbers = Numbers::new(bytes);
        let table = Table::read(&mut numbers);
        Weights { table, layers: OutputLayer::read_all(&mut numbers) }
    }

    /// Those built into the program.
    fn built_in() -> &'static Weights {
        static BUILT_IN: LazyLock<Weights> = LazyLock::new(|| Weights::read(WEIGHTS));
        &BUILT_IN
    }
}

/// The network with what it saw last.
#[derive(Debug)]
pub(in crate::evaluation) struct WholeBoardNetwork {
    weights: &'static Weights,
    views: Views,
}

impl WholeBoardNetwork {
    /// The network built into the program, which has seen nothing yet.
    pub(in crate::evaluation) fn new() -> WholeBoardNetwork {
        let weights = Weights::built_in();
        WholeBoardNetwork { weights, views: Views::new(&weights.table) }
    }

    /// What a position is worth to White, in centipawns.
    #[inline]
    pub(in crate::evaluation) fn value(&mut self, context: &EvaluationContext<'_>) -> i32 {
        let products = self.views.products(&self.weights.table, context);
        let value = self.weights.layers[layer_of(context.occupied.count())].value(&products);
        context.turn.fold_wb(value, -value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::network::tests::assert_says;

    /// What scripts/train_network.py --values says of the same file.
    const VALUES: &str = include_str!("../../../../tests/data/network_values/whole_board.txt");

    #[test]
    fn the_network_says_what_its_trainers_own_arithmetic_says() {
        // One for all: what was seen before must not matter.
        let mut network = WholeBoardNetwork::new();
        assert_says(VALUES, |context| network.value(context));
    }

    #[test]
    fn the_file_holds_every_weight_and_no_sum_overflows() {
        let weights = Weights::built_in();
        let mut numbers = Numbers::new(WEIGHTS);
        Table::read(&mut numbers);
        OutputLayer::read_all(&mut numbers);
        assert!(numbers.were_as_many_as_asked_for());
        weights.table.assert_fits();
        weights.layers.iter().for_each(OutputLayer::assert_fits);
    }
}
