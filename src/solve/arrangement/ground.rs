//! The part of an arrangement's analysis that no exit's result can change: which positions there are.

use shakmaty::Bitboard;

use super::exits::Exits;
use super::exits_at::{ExitsAt, Scope};
use super::layout::{Arrangement, Placement, ProofSide, beside};
use super::numbered_pieces::{NumberedPiece, without_moves};
use super::reach::Reach;
use crate::solve::stop::{Stop, Stopped};

/// The part of an arrangement that does not depend on the results of its exits: the positions in the kings' reach.
#[derive(Debug)]
pub(in crate::solve) struct Ground {
    /// Legal with the attacker to move.
    pub(super) attacker_to_move: Box<[Bitboard]>,
    /// Legal with the defender to move, and no stalemate.
    pub(super) defender_to_move: Box<[Bitboard]>,
}

impl Ground {
    /// Finds the positions of an arrangement in the kings' reach.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn of(
        arrangement: &Arrangement,
        exits: &Exits,
        reach: Reach,
        stop: &Stop<'_>,
    ) -> Result<Ground, Stopped> {
        let mut ground = Ground::of_legal(arrangement, reach, stop)?;
        ground.leave_out_stalemates(arrangement, exits, stop)?;
        Ok(ground)
    }

    fn of_legal(arrangement: &Arrangement, reach: Reach, stop: &Stop<'_>) -> Result<Ground, Stopped> {
        let placements = arrangement.placements();
        let mut ground = Ground {
            attacker_to_move: vec![Bitboard::EMPTY; placements].into(),
            defender_to_move: vec![Bitboard::EMPTY; placements].into(),
        };
        for number in 0..placements {
            stop.check_at(number)?;
            let at = Placement::of(number, arrangement.piece_count());
            let squares = reach.defenders(&at);
            if squares.is_empty() {
                continue;
            }
            let legal = arrangement.legal(&at);
            ground.attacker_to_move[number] = legal.attacker_to_move & squares;
            ground.defender_to_move[number] = legal.defender_to_move & squares;
        }
        Ok(ground)
    }

    /// This needs the legality of other placements, to which moves lead.
    fn leave_out_stalemates(
        &mut self,
        arrangement: &Arrangement,
        exits: &Exits,
        stop: &Stop<'_>,
    ) -> Result<(), Stopped> {
        let defenders = NumberedPiece::of(arrangement, ProofSide::Defender);
        for number in 0..arrangement.placements() {
            stop.check_at(number)?;
            let still = self.defender_to_move[number] & !beside(self.attacker_to_move[number]);
            if still.is_empty() {
                continue;
            }
            let at = Placement::of(number, arrangement.piece_count());
            let legal = arrangement.legal(&at);
            let mut still = still & !legal.attacked;
            if still.any() {
                let exits = ExitsAt { exits, arrangement, at: &at, legal: &legal, scope: Scope::All };
                still &= !exits.defender_moves();
            }
            if still.any() {
                let of = |number: usize| self.attacker_to_move[number];
                still = without_moves(still, &defenders, number, legal.occupied, of);
            }
            self.defender_to_move[number] &= !still;
        }
        Ok(())
    }
}
