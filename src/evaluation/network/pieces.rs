//! The network of positions with pieces: what each man on its square is worth beside the others.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Color, Role, Square};

use super::layers::{Hidden, centipawns, is_mirrored, orientation, output, refresh};
use super::numbers::Numbers;
use crate::evaluation::context::EvaluationContext;

/// Hidden units for each side's view.
const WIDTH: usize = 128;

/// Regions of the own king's square.
const REGIONS: usize = 8;

/// Inputs of one view for one region: own and enemy pieces of six kinds on 64 squares.
const INPUTS: usize = 2 * 6 * 64;

/// Kinds of endings, by whether minor pieces, rooks and queens are there: what decides differs, and so do the outputs.
const KINDS: usize = 7;

/// Output layers of each kind: few men and many need different ones.
const SIZES: usize = 4;

/// Output layers.
const OUTPUTS: usize = KINDS * SIZES;

/// The least number of men, and the number of men from the first size to beyond the last.
const FEWEST_MEN: usize = 3;
const RANGE_OF_MEN: usize = 15;

/// The weights, as scripts/train_network.py writes them.
static WEIGHTS: &[u8] = include_bytes!("pieces.bin");

/// The region of a king's square on the files a to d: two files and two ranks.
#[inline]
fn region(king: usize) -> usize {
    king / 16 * 2 + king % 8 / 2
}

/// The whole network: one hidden layer, shared by the views of both sides.
#[derive(Debug)]
struct Weights {
    inputs: Box<[[i16; WIDTH]]>,
    bias: [i16; WIDTH],
    /// First the weights of the mover's view, then those of the other side's.
    outputs: [[[i16; WIDTH]; 2]; OUTPUTS],
    /// In centipawns.
    output_bias: [i16; OUTPUTS],
}

impl Weights {
    fn read(bytes: &[u8]) -> Weights {
        let mut numbers = Numbers::new(bytes);
        let inputs = numbers.rows(REGIONS * INPUTS);
        let bias = numbers.row();
        let outputs = std::array::from_fn(|_| [numbers.row(), numbers.row()]);
        Weights { inputs, bias, outputs, output_bias: numbers.row() }
    }

    /// Those built into the program.
    fn built_in() -> &'static Weights {
        static BUILT_IN: LazyLock<Weights> = LazyLock::new(|| Weights::read(WEIGHTS));
        &BUILT_IN
    }
}

/// The network with what it saw last for every region of each king: positions that follow each other in a search share
/// most of their men, and only the others are added and taken away.
#[derive(Debug)]
pub(super) struct PieceNetwork {
    weights: &'static Weights,
    /// By side, by whether its view is mirrored, and by its king's region.
    views: Box<[[[View; REGIONS]; 2]; 2]>,
}

/// The hidden layer as one side sees the board, its own pieces first.
#[derive(Clone, Copy, Debug)]
struct View {
    hidden: Hidden<WIDTH>,
    /// The men in it, own ones first, by role.
    men: [[Bitboard; 6]; 2],
}

impl PieceNetwork {
    /// The network built into the program, which has seen nothing yet.
    pub(super) fn new() -> PieceNetwork {
        let weights = Weights::built_in();
        let empty = View { hidden: weights.bias, men: [[Bitboard::EMPTY; 6]; 2] };
        PieceNetwork { weights, views: Box::new([[[empty; REGIONS]; 2]; 2]) }
    }

    /// What the sum of the other terms misses, in centipawns for the mover.
    #[inline]
    pub(super) fn value(&mut self, context: &EvaluationContext<'_>) -> i32 {
        let place = output_layer(context);
        let [mover, other] = &self.weights.outputs[place];
        let sum = output(self.view(context, context.turn), mover)
            + output(self.view(context, !context.turn), other);
        centipawns(sum, self.weights.output_bias[place])
    }

    /// A side's view of a position.
    #[inline]
    fn view(&mut self, context: &EvaluationContext<'_>, side: Color) -> &Hidden<WIDTH> {
        let king = context.sides[side].king;
        let turning = orientation(king, side);
        let region = region(king as usize ^ turning);
        let rows = &self.weights.inputs[region * INPUTS..][..INPUTS];
        let view = &mut self.views[side as usize][usize::from(is_mirrored(king))][region];
        for (owner, color) in [side, !side].into_iter().enumerate() {
            for (kind, role) in Role::ALL.into_iter().enumerate() {
                let before = &mut view.men[owner][kind];
                let now = context.pieces.by_role(role) & context.sides[color].all;
                if now == *before {
                    continue;
                }
                let first = (owner * Role::ALL.len() + kind) * 64;
                let row = |square: Square| &rows[first + (square as usize ^ turning)];
                refresh(&mut view.hidden, before, now, row);
            }
        }
        &view.hidden
    }
}

/// The number of the output layer for a position.
#[inline]
fn output_layer(context: &EvaluationContext<'_>) -> usize {
    let pieces = context.pieces;
    let minor_pieces = pieces.by_role(Role::Knight) | pieces.by_role(Role::Bishop);
    let bits = [minor_pieces, pieces.by_role(Role::Rook), pieces.by_role(Role::Queen)];
    let kind = bits.iter().rev().fold(0, |kind, there| 2 * kind + usize::from(there.any()));
    let men = context.occupied.count();
    let size = (men.max(FEWEST_MEN) - FEWEST_MEN) * SIZES / RANGE_OF_MEN;
    (kind.max(1) - 1) * SIZES + size.min(SIZES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::evaluation::network::layers;

    /// As many men as a board can hold.
    const MOST_MEN: i32 = 64;

    #[test]
    fn kind_and_size_of_an_ending_choose_the_output_layer() {
        let layers = [
            ("8/5pk1/6p1/8/1R6/4K1P1/5P2/1r6 w - - 3 9", 5),
            ("8/pppp1pk1/6p1/8/1R6/4K1P1/PPPP1P2/1r6 w - - 3 9", 7),
            ("8/5pk1/6p1/8/1B6/4K1P1/5P2/1b6 w - - 3 9", 1),
            ("q7/5pk1/6p1/8/1B6/4K1P1/5P2/1r6 w - - 3 9", 25),
        ];
        for (fen, layer) in layers {
            assert_eq!(
                output_layer(&EvaluationContext::new(&Board::from_fen(fen, false).unwrap())),
                layer,
                "{fen}"
            );
        }
    }

    #[test]
    fn the_file_holds_every_weight_and_no_product_overflows() {
        let numbers = REGIONS * INPUTS * WIDTH + WIDTH + OUTPUTS * 2 * WIDTH + OUTPUTS;
        assert_eq!(WEIGHTS.len(), 2 * numbers);
        let weights = Weights::built_in();
        layers::tests::assert_fits(&weights.inputs, &weights.outputs, MOST_MEN);
    }
}
