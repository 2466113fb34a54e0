//! The part of an arrangement's analysis that no exit's result can change: which positions there are.

use shakmaty::{Bitboard, Square};

use super::exits::Exits;
use super::exits_of_row::{ExitsOfRow, Scope};
use super::layout::{Arrangement, ProofSide, beside};
use super::legality::RowLegality;
use super::numbered_pieces::{NumberedPiece, without_moves};
use super::packing::StoredWins;
use super::reach::Reach;
use super::row::{EMPTY_ROW, KingRow, OF_ROW, Row};
use super::wins::Wins;
use crate::solve::stop::{Stop, Stopped};

/// The part of an arrangement that does not depend on the results of its exits: the positions in the kings' reach.
#[derive(Debug)]
pub(in crate::solve) struct Ground {
    /// Legal with the attacker to move.
    pub attacker_to_move: Box<[Bitboard]>,
    /// Legal with the defender to move, and no stalemate.
    pub defender_to_move: Box<[Bitboard]>,
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

    /// The positions that one set contains and a smaller one does not.
    pub fn between(least: &Wins, most: &StoredWins) -> Ground {
        let [attacker_to_move, defender_to_move] = ProofSide::BOTH.map(|mover| {
            let most = most.all_squares(mover);
            most.iter().zip(least.side(mover)).map(|(most, least)| *most & !*least).collect()
        });
        Ground { attacker_to_move, defender_to_move }
    }

    /// The positions of a row, with the attacker and with the defender to move.
    pub(super) fn row(&self, number: usize) -> [&KingRow; 2] {
        [&self.attacker_to_move, &self.defender_to_move].map(|squares| &squares.as_chunks().0[number])
    }

    /// Whether a row has no position.
    pub(super) fn is_row_empty(&self, number: usize) -> bool {
        self.row(number).into_iter().flatten().all(|squares| squares.is_empty())
    }

    fn of_legal(arrangement: &Arrangement, reach: Reach, stop: &Stop<'_>) -> Result<Ground, Stopped> {
        let placements = arrangement.placements();
        let mut ground = Ground {
            attacker_to_move: vec![Bitboard::EMPTY; placements].into(),
            defender_to_move: vec![Bitboard::EMPTY; placements].into(),
        };
        for row in 0..placements / OF_ROW {
            stop.check_at(row * OF_ROW)?;
            let Some(legality) = arrangement.legality(Row::of(row, arrangement.piece_count())) else {
                continue;
            };
            for king in reach.king(ProofSide::Attacker) {
                let legal = legality.at(king);
                let number = row * OF_ROW + usize::from(king);
                let squares = reach.king(ProofSide::Defender);
                ground.attacker_to_move[number] = legal.attacker_to_move & squares;
                ground.defender_to_move[number] = legal.defender_to_move & squares;
            }
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
        for number in 0..arrangement.placements() / OF_ROW {
            stop.check_at(number * OF_ROW)?;
            let [attacker, defender] = self.row(number);
            let mut still = EMPTY_ROW;
            for ((still, attacker), defender) in still.iter_mut().zip(attacker).zip(defender) {
                *still = *defender & !beside(*attacker);
            }
            if still == EMPTY_ROW {
                continue;
            }
            let row = Row::of(number, arrangement.piece_count());
            let Some(legality) = arrangement.legality(row) else { continue };
            let exits =
                ExitsOfRow { exits, arrangement, row, occupied: legality.occupied, scope: Scope::All };
            leave_out_moving(&mut still, &legality, &exits);
            for (king, still) in Square::ALL.into_iter().zip(&still).filter(|(_, still)| still.any()) {
                let number = number * OF_ROW + usize::from(king);
                let of = |number: usize| self.attacker_to_move[number];
                let occupied = legality.occupied.with(king);
                let still = without_moves(*still, &defenders, number, occupied, of);
                self.defender_to_move[number] &= !still;
            }
        }
        Ok(())
    }
}

/// Leaves out positions in which the defender is in check or can leave the arrangement.
fn leave_out_moving(still: &mut KingRow, legality: &RowLegality, exits: &ExitsOfRow<'_>) {
    for (king, still) in Square::ALL.into_iter().zip(still.iter_mut()).filter(|(_, still)| still.any()) {
        *still &= !legality.at(king).attacked;
    }
    if *still != EMPTY_ROW {
        let moves = exits.defender_moves(still);
        for (still, moves) in still.iter_mut().zip(moves) {
            *still &= !moves;
        }
    }
}
