//! What an analysis of an arrangement finds: the positions that the attacker wins, and how far each is from leaving it.

use shakmaty::{Bitboard, Square};

use super::layout::ProofSide;

/// The positions of an arrangement that the attacker wins: for each placement, the squares of the defender's king.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Wins {
    pub attacker_to_move: Box<[Bitboard]>,
    pub defender_to_move: Box<[Bitboard]>,
}

impl Wins {
    /// No won position among this many placements.
    pub fn none(placements: usize) -> Wins {
        let empty: Box<[Bitboard]> = vec![Bitboard::EMPTY; placements].into();
        Wins { attacker_to_move: empty.clone(), defender_to_move: empty }
    }

    pub fn side(&self, mover: ProofSide) -> &[Bitboard] {
        match mover {
            ProofSide::Attacker => &self.attacker_to_move,
            ProofSide::Defender => &self.defender_to_move,
        }
    }

    /// The memory of such sets for this many placements, in bytes.
    pub fn bytes(placements: usize) -> usize {
        2 * placements * size_of::<Bitboard>()
    }
}

/// The layer in which the analysis found each position to be won.
#[derive(Debug)]
pub(in crate::solve) struct Layers {
    attacker_to_move: Vec<u8>,
    defender_to_move: Vec<u8>,
}

/// The layer of positions that are not won.
const NOT_WON: u8 = u8::MAX;
/// Longer ways share this layer.
const LAST_LAYER: u8 = NOT_WON - 1;

impl Layers {
    /// All of this many placements are not won.
    pub(super) fn new(placements: usize) -> Layers {
        let empty = vec![NOT_WON; 64 * placements];
        Layers { attacker_to_move: empty.clone(), defender_to_move: empty }
    }

    fn side(&mut self, mover: ProofSide) -> &mut [u8] {
        match mover {
            ProofSide::Attacker => &mut self.attacker_to_move,
            ProofSide::Defender => &mut self.defender_to_move,
        }
    }

    /// Stores the layer of squares of the defender's king that the analysis has just found won.
    pub(super) fn record(&mut self, mover: ProofSide, number: usize, gained: Bitboard, layer: u32) {
        let layer = u8::try_from(layer).unwrap_or(LAST_LAYER).min(LAST_LAYER);
        let layers = self.side(mover);
        for king in gained {
            layers[64 * number + usize::from(king)] = layer;
        }
    }

    /// The attacker's moves to the next capture, pawn move or mate: at least 1 with the attacker to move, at least 0 with the
    /// defender to move; `None` if the attacker does not win.
    pub fn of(&self, mover: ProofSide, number: usize, king: Square) -> Option<u32> {
        let layers = match mover {
            ProofSide::Attacker => &self.attacker_to_move,
            ProofSide::Defender => &self.defender_to_move,
        };
        let layer = *layers.get(64 * number + usize::from(king))?;
        (layer != NOT_WON).then_some(u32::from(layer))
    }
}
