//! Finds positions from all over the board in which each piece of advice fires and, by the proof, wins or holds.

use std::collections::BTreeMap;

use shakmaty::Square;

use crate::advice::language::AdviceTable;
use crate::advice::position::geometry::distance;
use crate::advice::position::side::Side;
use crate::advice::position::space::Space;
use crate::advice::position::symmetry::Turning;
use crate::advice::position::view::Position;
use crate::advice::prover::{Entry, Playbook};

/// How many positions to collect for each piece of advice under each rule.
const MOST_SAMPLES: usize = 40;
/// Steps of this odd size reach every number of a space, and put neighbours far apart.
const STRIDE: usize = 0x9E37_79B1;

/// A position with us to move, and what the proof says about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub position: Position,
    pub entry: Entry,
}

/// Samples by rule and advice.
pub(super) type Samples = BTreeMap<(usize, usize), Vec<Sample>>;

/// Returns samples of the wanted rules and advice: [`MOST_SAMPLES`] of each, or all that there are.
pub(super) fn samples(table: &AdviceTable, playbook: &Playbook, wanted: &[(usize, usize)]) -> Samples {
    let space = Space::of(table);
    let mut samples: Samples = wanted.iter().map(|kind| (*kind, Vec::new())).collect();
    let mut missing = wanted.len();
    let mut number = 0;
    for count in 0..space.len() {
        if missing == 0 {
            break;
        }
        // The size of a space is a power of two.
        number = (number + STRIDE) % space.len();
        let Some(position) = space.position(number) else { continue };
        let position = turned(table, &position, count);
        let Some(entry) = playbook.entry(table, &position) else { continue };
        let Some(stored) = samples.get_mut(&(entry.rule, entry.advice)) else { continue };
        if stored.len() < MOST_SAMPLES {
            stored.push(Sample { position, entry });
            missing -= usize::from(stored.len() == MOST_SAMPLES);
        }
    }
    samples
}

/// Turns the board for a symmetric table: it is proven with their king in one corner, and pupils should see all of the board.
fn turned(table: &AdviceTable, position: &Position, count: usize) -> Position {
    if !table.symmetric {
        return *position;
    }
    let turnings = Turning::all(position.has_pawns());
    position.turned(turnings[count / 7 % turnings.len()])
}

/// Returns how far apart two positions are: the king moves between the squares of the kings, added up for both sides.
pub(super) fn apart(one: &Position, other: &Position) -> i32 {
    let between = |side| distance(one.king(side), other.king(side));
    between(Side::Us) + between(Side::Them)
}

/// Returns how far a position is from the nearest of some others; if there are none, more than any distance.
pub(super) fn apart_from_all(position: &Position, others: &[Position]) -> i32 {
    others.iter().map(|other| apart(position, other)).min().unwrap_or(2 * Square::ALL.len() as i32)
}

/// Returns the sample of medium length that is furthest from the positions shown before.
pub(super) fn typical(samples: &[Sample], shown: &[Position]) -> Option<Sample> {
    let mut sorted: Vec<&Sample> = samples.iter().collect();
    sorted.sort_by_key(|sample| sample.entry.moves);
    let quarter = sorted.len() / 4;
    let middle = &sorted[quarter..sorted.len() - quarter];
    middle.iter().rev().max_by_key(|sample| apart_from_all(&sample.position, shown)).map(|sample| **sample)
}
