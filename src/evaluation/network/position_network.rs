//! A network that values a position by itself: hidden units shared by the views of both sides, and small layers behind them.

use std::sync::Arc;

use shakmaty::Board as Pieces;

use super::layers::LayersBy;
use super::numbers::{Numbers, unpacked};
use super::output_layer::OutputLayer;
use super::rows::Row;
use super::views::{Regions, Table, Views};
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
    /// layers. What is missing counts as zero; tests check the built-in files.
    pub(super) fn read(packed: &[u8], regions: &'static Regions, layers_by: LayersBy) -> Weights<PAIRS> {
        let bytes = unpacked(packed, Table::<PAIRS>::NUMBERS_A_REGION);
        Weights::of_numbers(&mut Numbers::new(&bytes), regions, layers_by)
    }

    /// Reads such a file as [`Weights::read`] does; `None` if it is damaged, if it does not hold every weight and nothing
    /// else, or if its sums could overflow.
    pub(super) fn checked(
        packed: &[u8],
        regions: &'static Regions,
        layers_by: LayersBy,
    ) -> Option<Weights<PAIRS>> {
        let bytes = unpacked(packed, Table::<PAIRS>::NUMBERS_A_REGION);
        let mut numbers = Numbers::new(&bytes);
        let weights = Weights::of_numbers(&mut numbers, regions, layers_by);
        let fit = || weights.table.fits() && weights.layers.iter().all(OutputLayer::fits);
        (numbers.were_as_many_as_asked_for() && fit()).then_some(weights)
    }

    fn of_numbers(
        numbers: &mut Numbers<'_>,
        regions: &'static Regions,
        layers_by: LayersBy,
    ) -> Weights<PAIRS> {
        let table = Table::read(numbers, regions);
        Weights { table, layers: OutputLayer::read_all(numbers, layers_by.count()), layers_by }
    }

    /// Returns the value that the output layer for these men gives the products, in centipawns for the mover.
    #[inline(always)]
    fn output(&self, pieces: &Pieces, products: &Row<PAIRS>) -> i32 {
        let Some(layer) = self.layers.get(self.layers_by.layer(pieces)) else { return 0 };
        layer.value(products)
    }
}

/// A network with what it saw last.
#[derive(Debug)]
pub(super) struct PositionNetwork<const PAIRS: usize> {
    weights: Arc<Weights<PAIRS>>,
    views: Views<PAIRS>,
}

impl<const PAIRS: usize> PositionNetwork<PAIRS> {
    /// Makes a network that has seen nothing yet.
    pub(super) fn new(weights: Arc<Weights<PAIRS>>) -> PositionNetwork<PAIRS> {
        PositionNetwork { views: Views::new(&weights.table), weights }
    }

    /// Returns the value of a position for White, in centipawns.
    #[inline(always)]
    pub(super) fn value(&mut self, context: &EvaluationContext<'_>) -> i32 {
        let products = self.views.products(&self.weights.table, context);
        let value = self.weights.output(context.pieces, &products);
        context.turn.fold_wb(value, -value)
    }
}
