//! Makes other positions of those that games have led to, so that a network sees far more than games give it and learns no game by
//! heart.

mod men;
mod moves;

use std::ops::RangeInclusive;

use fastrand::Rng;

use super::quiet::is_quiet;
use super::record::{Knowledge, Record, UnpackError};
use crate::board::{Board, mixed};
use crate::tablebase::EMBEDDED_MEN;

/// Of three changed positions, this many have changed men. In the others, likely moves lead away from the game.
const WITH_CHANGED_MEN: u8 = 2;

/// Likely moves after a change of men, and those without one.
const THEN_PLIES: RangeInclusive<usize> = 0..=3;
const PLIES: RangeInclusive<usize> = 1..=6;

/// With fewer men the tables inside the program know the value, and no network is asked.
const FEWEST_MEN: usize = EMBEDDED_MEN + 1;

/// The most tries for one position.
const TRIES: usize = 4;

/// A side that is this far ahead has won, in centipawns. How far exactly teaches little.
const FAR_AHEAD: u16 = 450;

/// Of positions with a side far ahead, one in this many is kept.
const FAR_AHEAD_FOR_ONE: u64 = 7;

/// How to change positions.
#[derive(Clone, Copy, Debug)]
pub struct Changes {
    /// Changed positions for each one of a game.
    pub copies: usize,
    /// Another seed gives other positions.
    pub seed: u64,
    /// The most men of a position, kings included.
    pub most_men: usize,
}

impl Changes {
    /// Returns what files of positions say of them.
    #[must_use]
    pub fn words(&self) -> String {
        format!("{} changed, seed {}, at most {} men", self.copies, self.seed, self.most_men)
    }

    /// Returns the changed positions of a record. `number` is its place in the input, so that the same input gives the same
    /// positions on any number of threads.
    ///
    /// # Errors
    /// If the record is not a legal position.
    pub(super) fn of(&self, record: &Record, number: u64) -> Result<Vec<Record>, UnpackError> {
        if record.men() > self.most_men {
            return Ok(Vec::new());
        }
        let board = record.without_clock().board()?;
        let mut random = Rng::with_seed(mixed(mixed(self.seed).wrapping_add(number)));
        let changed = (0..self.copies).filter_map(|_| self.one_of(&board, &mut random));
        let knowledge =
            Knowledge { result: None, score: None, exact: false, origin: record.origin()?, plies_left: 0 };
        let mut records: Vec<Record> =
            changed.filter_map(|board| Record::pack(&board, &knowledge).ok()).collect();
        if let Some(first) = records.first_mut() {
            first.set_first_of_game(record.is_first_of_game());
        }
        Ok(records)
    }

    fn one_of(&self, board: &Board, random: &mut Rng) -> Option<Board> {
        let fits = |board: &Board| (FEWEST_MEN..=self.most_men).contains(&board.men()) && is_quiet(board);
        (0..TRIES).filter_map(|_| changed(board, random)).find(fits)
    }

    /// Whether to leave a labelled position out, because one side is far ahead, as in most positions with changed men.
    pub(super) fn leave_out(record: &Record) -> bool {
        let is_far_ahead = record.score().is_some_and(|score| score.unsigned_abs() >= FAR_AHEAD);
        is_far_ahead && !record.hash(0).is_multiple_of(FAR_AHEAD_FOR_ONE)
    }
}

fn changed(board: &Board, random: &mut Rng) -> Option<Board> {
    if random.u8(..3) < WITH_CHANGED_MEN {
        let board = men::changed(board, random)?;
        moves::after_likely(board, random.usize(THEN_PLIES), random)
    } else {
        moves::after_likely(board.clone(), random.usize(PLIES), random)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::record::Origin;

    const ENDINGS: [&str; 3] = [
        "8/5pk1/4p1p1/3pP2p/3P1P1P/6P1/3R2K1/2r5 w - - 3 40",
        "8/2p5/3k4/1p6/1P2K3/8/2P5/8 b - - 0 60",
        "4k3/1b3ppp/p3p3/1p6/8/P1N1P3/1P3PPP/4K3 w - - 0 30",
    ];
    const CHANGES: Changes = Changes { copies: 200, seed: 1, most_men: 16 };

    fn record(fen: &str) -> Record {
        let knowledge =
            Knowledge { result: None, score: None, exact: false, origin: Origin::Start, plies_left: 0 };
        Record::pack(&Board::from_fen(fen, false).unwrap(), &knowledge).unwrap()
    }

    #[test]
    fn changed_positions_are_quiet_and_legal_and_mostly_differ() {
        for fen in ENDINGS {
            let changed = CHANGES.of(&record(fen), 0).unwrap();
            assert!(changed.len() > 150, "{fen}: {}", changed.len());
            let mut identities: Vec<_> = changed.iter().map(Record::identity).collect();
            identities.sort_unstable();
            identities.dedup();
            assert!(identities.len() > changed.len() / 2, "{fen}: {}", identities.len());
            for record in &changed {
                let board = record.board().unwrap();
                assert!(is_quiet(&board) && board.men() <= 16, "{}", board.fen());
            }
        }
    }

    #[test]
    fn some_changed_positions_have_the_material_of_the_game_and_some_have_not() {
        let before = record(ENDINGS[0]);
        let material = before.board().unwrap().keys().material;
        let changed = CHANGES.of(&before, 0).unwrap();
        let same = changed.iter().filter(|record| record.board().unwrap().keys().material == material);
        let same = same.count();
        assert!(same > changed.len() / 5 && same < changed.len() * 4 / 5, "{same} of {}", changed.len());
    }

    #[test]
    fn the_number_and_the_seed_decide_on_the_changes() {
        let before = record(ENDINGS[0]);
        let first = CHANGES.of(&before, 5).unwrap();
        assert_eq!(CHANGES.of(&before, 5).unwrap(), first);
        assert_ne!(CHANGES.of(&before, 6).unwrap(), first);
        assert_ne!(Changes { seed: 2, ..CHANGES }.of(&before, 5).unwrap(), first);
    }

    #[test]
    fn larger_positions_give_those_of_at_most_the_men_asked_for() {
        let few = Changes { most_men: 8, ..CHANGES };
        assert!(few.of(&record(ENDINGS[2]), 0).unwrap().is_empty());
        let changed = few.of(&record("8/2p2k2/8/1p6/1P2K3/8/2P5/8 b - - 0 60"), 0).unwrap();
        assert!(changed.iter().all(|record| (5..=8).contains(&record.men())) && !changed.is_empty());
    }

    #[test]
    fn one_position_in_seven_stays_if_a_side_is_far_ahead() {
        let labelled = |score| {
            let changed = CHANGES.of(&record(ENDINGS[0]), 0).unwrap();
            let scored = changed.into_iter().map(move |mut record| {
                record.set_score(Some(score), false);
                record
            });
            let all: Vec<Record> = scored.collect();
            (all.iter().filter(|record| !Changes::leave_out(record)).count(), all.len())
        };
        let (kept, all) = labelled(-449);
        assert_eq!(kept, all);
        let (kept, all) = labelled(-450);
        assert!((all / 14..all / 3).contains(&kept), "{kept} of {all}");
    }
}
