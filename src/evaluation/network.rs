//! A small network that corrects the sum of the other terms by what self-played games taught it of pieces standing together.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Color, Role, Square};

use super::scene::Scene;

/// Hidden units for each side's view.
const WIDTH: usize = 32;

/// Inputs of one view: own and enemy pieces of six kinds on 64 squares.
const INPUTS: usize = 2 * 6 * 64;

/// Output layers: few men and many need different ones.
const OUTPUTS: usize = 4;

/// The least number of men, and the number of men from the first output layer to beyond the last.
const FEWEST_MEN: usize = 3;
const RANGE_OF_MEN: usize = 15;

/// A hidden unit that is wholly on. Weights of the first layer are in parts of it.
const FULL: i32 = 255;

/// Weights of the second layer are in parts of this.
const OUTPUT_UNIT: i32 = 64;

/// Centipawns that an output of one stands for.
const CENTIPAWNS: i32 = 300;

/// The weights, as scripts/train_network.py writes them: 16-bit numbers, the least significant byte first.
static WEIGHTS: &[u8] = include_bytes!("network.bin");

/// The whole network: one hidden layer, shared by the views of both sides.
#[derive(Debug)]
struct Weights {
    inputs: Box<[[i16; WIDTH]; INPUTS]>,
    bias: [i16; WIDTH],
    /// First the weights of the mover's view, then those of the other side's.
    outputs: [[[i16; WIDTH]; 2]; OUTPUTS],
    /// In centipawns.
    output_bias: [i16; OUTPUTS],
}

impl Weights {
    /// Missing numbers count as zero; a test holds that none are missing.
    fn read(bytes: &[u8]) -> Weights {
        let mut numbers = bytes.as_chunks::<2>().0.iter().map(|pair| i16::from_le_bytes(*pair));
        let mut row = || std::array::from_fn(|_| numbers.next().unwrap_or(0));
        let mut inputs = Box::new([[0; WIDTH]; INPUTS]);
        inputs.iter_mut().for_each(|input| *input = row());
        let bias = row();
        let outputs = std::array::from_fn(|_| [row(), row()]);
        let output_bias = std::array::from_fn(|_| numbers.next().unwrap_or(0));
        Weights { inputs, bias, outputs, output_bias }
    }

    /// Those built into the program.
    fn built_in() -> &'static Weights {
        static BUILT_IN: LazyLock<Weights> = LazyLock::new(|| Weights::read(WEIGHTS));
        &BUILT_IN
    }
}

/// The network with what it saw last: positions that follow each other in a search share most of their men, and only
/// the others are added and taken away.
#[derive(Debug)]
pub(super) struct Network {
    weights: &'static Weights,
    /// By side and by whether its view is mirrored.
    views: [[View; 2]; 2],
}

/// The hidden layer as one side sees the board: its own pieces first, its first rank below, its king on the files a to
/// d. What is mirrored is worth the same, so that it need not be learned twice.
#[derive(Clone, Copy, Debug)]
struct View {
    hidden: [i16; WIDTH],
    /// The men in it, own ones first, by role.
    men: [[Bitboard; 6]; 2],
}

impl Network {
    /// The network built into the program, which has seen nothing yet.
    pub(super) fn new() -> Network {
        let weights = Weights::built_in();
        let empty = View { hidden: weights.bias, men: [[Bitboard::EMPTY; 6]; 2] };
        Network { weights, views: [[empty; 2]; 2] }
    }

    /// What the sum of the other terms misses, in centipawns for White.
    #[inline]
    pub(super) fn value(&mut self, scene: &Scene<'_>) -> i32 {
        let men = scene.occupied.count();
        let place = (men.max(FEWEST_MEN) - FEWEST_MEN) * OUTPUTS / RANGE_OF_MEN;
        let place = place.min(OUTPUTS - 1);
        let [mover, other] = &self.weights.outputs[place];
        let sum = output(self.view(scene, scene.turn), mover) + output(self.view(scene, !scene.turn), other);
        let value =
            sum / FULL * CENTIPAWNS / (FULL * OUTPUT_UNIT) + i32::from(self.weights.output_bias[place]);
        scene.turn.fold_wb(value, -value)
    }

    /// A side's view of a position.
    #[inline]
    fn view(&mut self, scene: &Scene<'_>, side: Color) -> &[i16; WIDTH] {
        const MIRROR: usize = 7;
        const FLIP: usize = 56;
        let is_mirrored = scene.sides[side].king.file() as u32 > 3;
        let turning = (usize::from(is_mirrored) * MIRROR) ^ side.fold_wb(0, FLIP);
        let view = &mut self.views[side as usize][usize::from(is_mirrored)];
        for (owner, color) in [side, !side].into_iter().enumerate() {
            for (kind, role) in Role::ALL.into_iter().enumerate() {
                let before = &mut view.men[owner][kind];
                let now = scene.pieces.by_role(role) & scene.sides[color].all;
                if now == *before {
                    continue;
                }
                let first = (owner * Role::ALL.len() + kind) * 64;
                let row = |square: Square| &self.weights.inputs[first + (square as usize ^ turning)];
                for square in now & !*before {
                    add(&mut view.hidden, row(square), i16::wrapping_add);
                }
                for square in *before & !now {
                    add(&mut view.hidden, row(square), i16::wrapping_sub);
                }
                *before = now;
            }
        }
        &view.hidden
    }
}

#[inline]
fn add(hidden: &mut [i16; WIDTH], row: &[i16; WIDTH], step: impl Fn(i16, i16) -> i16) {
    for (unit, weight) in hidden.iter_mut().zip(row) {
        *unit = step(*unit, *weight);
    }
}

/// A view's part of the output: units between off and wholly on, squared, times their weights.
#[inline]
fn output(hidden: &[i16; WIDTH], weights: &[i16; WIDTH]) -> i32 {
    let unit = |(hidden, weight): (&i16, &i16)| {
        let on = (*hidden).clamp(0, FULL as i16);
        // Fits: weights stay within two units.
        i32::from(on) * i32::from(on.wrapping_mul(*weight))
    };
    hidden.iter().zip(weights).map(unit).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// What scripts/train_network.py --values says of the same file.
    const VALUES: &str = include_str!("../../tests/data/network_values.txt");

    #[test]
    fn the_network_says_what_its_trainers_own_arithmetic_says() {
        // One network for all: what it saw before must not matter.
        let mut network = Network::new();
        let mut differing = 0;
        for line in VALUES.lines() {
            let (fen, value) = line.split_once(';').unwrap();
            let board = Board::from_fen(fen, false).unwrap();
            let found = network.value(&Scene::new(&board));
            assert_eq!(board.turn().fold_wb(found, -found), value.parse::<i32>().unwrap(), "{fen}");
            differing += usize::from(found != 0);
        }
        assert!(differing > 40);
    }

    #[test]
    fn the_file_holds_every_weight_and_no_product_overflows() {
        let numbers = INPUTS * WIDTH + WIDTH + OUTPUTS * 2 * WIDTH + OUTPUTS;
        assert_eq!(WEIGHTS.len(), 2 * numbers);
        let network = Weights::built_in();
        let largest = i32::from(i16::MAX) / FULL;
        let outputs = network.outputs.as_flattened().as_flattened();
        assert!(outputs.iter().all(|weight| i32::from(weight.abs()) <= largest));
        // As many men as a board can hold may add up without running over.
        let sums = network.inputs.iter().flatten().map(|weight| i32::from(weight.abs())).max().unwrap() * 64;
        assert!(sums <= i32::from(i16::MAX), "{sums}");
    }
}
