//! A network that values a position by itself: hidden units shared by the views of both sides, and small layers behind them.

use shakmaty::Board as Pieces;

use super::layers::LayersBy;
use super::numbers::{Numbers, unpacked};
use super::output_layer::OutputLayer;
use super::views::{Products, Regions, Table, Views};
use crate::evaluation::context::EvaluationContext;

/// A network's weights. `PAIRS` is half the number of its hidden units.
#[derive(Debug)]
pub(super) struct Weights<const PAIRS: usize> {
    table: Table<PAIRS>,
    layers: Box<[OutputLayer<PAIRS>]>,
    layers_by: LayersBy,
}

impl<const PAIRS: usize> Weights<PAIRS> {
    /// Reads a file as scripts/train_network.py writes it, for these regions of the king's square and these output
    /// layers.
    pub(super) fn read(packed: &[u8], regions: &'static Regions, layers_by: LayersBy) -> Weights<PAIRS> {
        let bytes = unpacked(packed, Table::<PAIRS>::NUMBERS_A_REGION);
        let mut numbers = Numbers::new(&bytes);
        let table = Table::read(&mut numbers, regions);
        Weights { table, layers: OutputLayer::read_all(&mut numbers, layers_by.count()), layers_by }
    }

    /// Returns the value that the output layer for these men gives the products, in centipawns for the mover.
    #[inline]
    fn output(&self, pieces: &Pieces, products: &Products<PAIRS>) -> i32 {
        self.layers.get(self.layers_by.layer(pieces)).map_or(0, |layer| layer.value(products))
    }
}

/// A network with what it saw last.
#[derive(Debug)]
pub(super) struct PositionNetwork<const PAIRS: usize> {
    weights: &'static Weights<PAIRS>,
    views: Views<PAIRS>,
}

impl<const PAIRS: usize> PositionNetwork<PAIRS> {
    /// Makes a network that has seen nothing yet.
    pub(super) fn new(weights: &'static Weights<PAIRS>) -> PositionNetwork<PAIRS> {
        PositionNetwork { weights, views: Views::new(&weights.table) }
    }

    /// Returns the value of a position for White, in centipawns.
    #[inline]
    pub(super) fn value(&mut self, context: &EvaluationContext<'_>) -> i32 {
        let products = self.views.products(&self.weights.table, context);
        let value = self.weights.output(context.pieces, &products);
        context.turn.fold_wb(value, -value)
    }
}

#[cfg(test)]
impl<const PAIRS: usize> Weights<PAIRS> {
    /// Asserts that the file holds every weight and nothing else, and that no sum overflows.
    pub(super) fn assert_whole(&self, packed: &[u8], regions: &'static Regions) {
        let bytes = unpacked(packed, Table::<PAIRS>::NUMBERS_A_REGION);
        let mut numbers = Numbers::new(&bytes);
        Table::<PAIRS>::read(&mut numbers, regions);
        OutputLayer::<PAIRS>::read_all(&mut numbers, self.layers_by.count());
        assert!(numbers.were_as_many_as_asked_for());
        self.table.assert_fits();
        self.layers.iter().for_each(OutputLayer::assert_fits);
    }
}
