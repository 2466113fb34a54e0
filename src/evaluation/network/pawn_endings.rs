//! The network of pawn endings: for every square of a side's king, what each pawn and the other king are worth.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Color, Square};

use super::layers::{Hidden, centipawns, orientation, output, refresh};
use super::numbers::Numbers;
use crate::evaluation::context::EvaluationContext;

/// Hidden units for each side's view.
const WIDTH: usize = 64;

/// Squares of the own king, on the files a to d.
const PLACES: usize = 32;

/// Own pawns, the other side's pawns and its king.
const KINDS: usize = 3;

/// Inputs of one view for one square of the own king.
const INPUTS: usize = KINDS * 64;

/// The weights, as scripts/train_network.py writes them.
static WEIGHTS: &[u8] = include_bytes!("pawn_endings.bin");

#[derive(Debug)]
struct Weights {
    inputs: Box<[[i16; WIDTH]]>,
    bias: [i16; WIDTH],
    /// First the weights of the mover's view, then those of the other side's.
    outputs: [[i16; WIDTH]; 2],
    /// In centipawns.
    output_bias: i16,
}

impl Weights {
    fn read(bytes: &[u8]) -> Weights {
        let mut numbers = Numbers::new(bytes);
        let inputs = numbers.rows(PLACES * INPUTS);
        let bias = numbers.row();
        let outputs = [numbers.row(), numbers.row()];
        Weights { inputs, bias, outputs, output_bias: numbers.narrow() }
    }

    /// Those built into the program.
    fn built_in() -> &'static Weights {
        static BUILT_IN: LazyLock<Weights> = LazyLock::new(|| Weights::read(WEIGHTS));
        &BUILT_IN
    }
}

/// The network with what it saw last for every square of each king: a search comes back to the same squares with few
/// other pawns, and only those are added and taken away.
#[derive(Debug)]
pub(super) struct PawnEndingNetwork {
    weights: &'static Weights,
    /// By side and by the square of its king.
    views: Box<[[View; 64]; 2]>,
}

/// The hidden layer as one side sees the board.
#[derive(Clone, Copy, Debug)]
struct View {
    hidden: Hidden<WIDTH>,
    /// The men in it, by kind.
    men: [Bitboard; KINDS],
}

impl PawnEndingNetwork {
    /// The network built into the program, which has seen nothing yet.
    pub(super) fn new() -> PawnEndingNetwork {
        let weights = Weights::built_in();
        let empty = View { hidden: weights.bias, men: [Bitboard::EMPTY; KINDS] };
        PawnEndingNetwork { weights, views: Box::new([[empty; 64]; 2]) }
    }

    /// What the sum of the other terms misses, in centipawns for the mover.
    #[inline]
    pub(super) fn value(&mut self, context: &EvaluationContext<'_>) -> i32 {
        let weights = self.weights;
        let [mover, other] = &weights.outputs;
        let sum = output(self.view(context, context.turn), mover)
            + output(self.view(context, !context.turn), other);
        centipawns(sum, weights.output_bias)
    }

    /// A side's view of a position.
    #[inline]
    fn view(&mut self, context: &EvaluationContext<'_>, side: Color) -> &Hidden<WIDTH> {
        let (own, other) = (&context.sides[side], &context.sides[!side]);
        let turning = orientation(own.king, side);
        let king = own.king as usize ^ turning;
        let place = king / 8 * 4 + king % 8;
        let rows = &self.weights.inputs[place * INPUTS..][..INPUTS];
        let view = &mut self.views[side as usize][own.king as usize];
        let men = [own.pawns, other.pawns, Bitboard::from(other.king)];
        for (kind, (before, now)) in view.men.iter_mut().zip(men).enumerate() {
            let row = |square: Square| &rows[kind * 64 + (square as usize ^ turning)];
            refresh(&mut view.hidden, before, now, row);
        }
        &view.hidden
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::network::layers;

    /// Sixteen pawns and a king.
    const MOST_MEN: i32 = 17;

    #[test]
    fn the_file_holds_every_weight_and_no_product_overflows() {
        let numbers = PLACES * INPUTS * WIDTH + WIDTH + 2 * WIDTH + 1;
        assert_eq!(WEIGHTS.len(), 2 * numbers);
        let weights = Weights::built_in();
        layers::tests::assert_fits(&weights.inputs, &[weights.outputs], MOST_MEN);
    }
}
