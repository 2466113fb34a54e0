//! The views of a published network: the units of both sides, kept for each square of the own king and brought up to date.

use shakmaty::{Bitboard, Board as Pieces, Color, Piece, Role};

use super::file::Layers;
use super::inputs::View;
use super::shape::{PAIRS, STACKS, UNITS};

/// A unit is fully on at this value.
const ONE: i16 = 127;
/// Products of two units are shifted right by this many bits.
const PRODUCT_SHIFT: u32 = 7;
/// Kinds of men: of both colours.
const KINDS: usize = 12;

/// What the small layers see of a position.
pub(super) struct Products {
    /// For each side, the mover's first, each unit of the first half times one of the second.
    pub units: [i16; 2 * PAIRS],
    /// What the men add to the value without the small layers, for the mover, times two.
    pub material: i32,
}

/// The last position that a view showed with the own king on a square.
#[derive(Clone)]
struct Seen {
    men: [Bitboard; KINDS],
    units: [i16; UNITS],
    material: [i32; STACKS],
}

/// The views, by side and square of the own king. Positions of one game differ by few men.
pub(super) struct Views(Box<[Seen]>);

impl Views {
    /// Views of empty boards.
    pub fn new(layers: &Layers) -> Views {
        let empty = Seen { men: [Bitboard::EMPTY; KINDS], units: *layers.biases, material: [0; STACKS] };
        Views(vec![empty; 2 * 64].into_boxed_slice())
    }

    /// Returns what the small layers of a stack see of a position.
    pub fn products(&mut self, layers: &Layers, pieces: &Pieces, mover: Color, stack: usize) -> Products {
        // By value: the compiler makes no vector instructions of numbers behind references.
        let on = |unit: i16| unit.clamp(0, ONE);
        let mut products = Products { units: [0; 2 * PAIRS], material: 0 };
        for (place, side) in [mover, !mover].into_iter().enumerate() {
            let Some(king) = pieces.king_of(side) else { continue };
            let seen = &mut self.0[side.fold_wb(0, 64) + usize::from(king)];
            seen.show(layers, pieces, View::of(side, king));
            products.material += if place == 0 { seen.material[stack] } else { -seen.material[stack] };
            let (first, second) = seen.units.split_at(PAIRS);
            let half = &mut products.units[place * PAIRS..][..PAIRS];
            for (product, (first, second)) in half.iter_mut().zip(first.iter().zip(second)) {
                *product = (on(*first) * on(*second)) >> PRODUCT_SHIFT;
            }
        }
        products
    }
}

impl Seen {
    /// Brings the units up to date: from the last position, or from an empty board if that takes fewer steps.
    fn show(&mut self, layers: &Layers, pieces: &Pieces, view: View) {
        let men = men_of(pieces);
        let changed: usize = self.men.iter().zip(&men).map(|(before, now)| (*before ^ *now).count()).sum();
        if changed > pieces.occupied().count() {
            (self.men, self.units, self.material) = ([Bitboard::EMPTY; KINDS], *layers.biases, [0; STACKS]);
        }
        for (kind, now) in men.into_iter().enumerate() {
            let before = self.men[kind];
            for square in now & !before {
                self.add::<1>(layers, view.input(piece_of(kind), square));
            }
            for square in before & !now {
                self.add::<-1>(layers, view.input(piece_of(kind), square));
            }
        }
        self.men = men;
    }

    /// Adds an input, or takes it away.
    fn add<const TIMES: i16>(&mut self, layers: &Layers, input: usize) {
        for (unit, weight) in self.units.iter_mut().zip(&layers.units[input]) {
            *unit = unit.wrapping_add(weight.wrapping_mul(TIMES));
        }
        for (value, weight) in self.material.iter_mut().zip(&layers.material[input]) {
            *value = value.wrapping_add(weight.wrapping_mul(i32::from(TIMES)));
        }
    }
}

fn piece_of(kind: usize) -> Piece {
    Piece { color: Color::ALL[kind / Role::ALL.len()], role: Role::ALL[kind % Role::ALL.len()] }
}

fn men_of(pieces: &Pieces) -> [Bitboard; KINDS] {
    std::array::from_fn(|kind| {
        let Piece { color, role } = piece_of(kind);
        pieces.by_role(role) & pieces.by_color(color)
    })
}
