//! What the exits of an arrangement decide: the positions that the attacker wins by one, and those that the defender holds.

use shakmaty::Bitboard;

use super::bound::{Bound, Wanted};
use super::exits::Exits;
use super::exits_of_row::{ExitsOfRow, Oracle, Scope};
use super::ground::Ground;
use super::layout::Arrangement;
use super::row::{OF_ROW, Row, RowSets};
use crate::solve::stop::{BETWEEN_CHECKS, Stop, Stopped};
use crate::tablebase::in_parallel;

/// The positions that the attacker wins by an exit, and those that the defender holds by one; by [`Bound`], empty for bounds
/// that were not asked for.
#[derive(Debug, Default)]
pub(in crate::solve) struct ExitResults {
    pub wins: [Vec<Bitboard>; 3],
    pub escapes: [Vec<Bitboard>; 3],
}

impl ExitResults {
    /// Looks up the results of all exits of the positions that there are.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn of(
        arrangement: &Arrangement,
        exits: &Exits,
        ground: &Ground,
        oracle: &(impl Oracle + Sync),
        wanted: Wanted,
        threads: usize,
        stop: &Stop<'_>,
    ) -> Result<ExitResults, Stopped> {
        let pieces = arrangement.piece_count();
        let nothing = || (RowSets::EMPTY, RowSets::EMPTY);
        let results = |number: usize| {
            if ground.is_row_empty(number) {
                return nothing();
            }
            let row = Row::of(number, pieces);
            let Some(legality) = arrangement.legality(row) else { return nothing() };
            let exits =
                ExitsOfRow { exits, arrangement, row, occupied: legality.occupied, scope: Scope::All };
            let [attacker, defender] = ground.row(number);
            (exits.attacker_wins(attacker, oracle, wanted), exits.defender_escapes(defender, oracle, wanted))
        };
        let rows = arrangement.placements() / OF_ROW;
        let of_one = if threads > 1 { rows.min(BETWEEN_CHECKS / OF_ROW) } else { rows };
        let parts = in_parallel(threads, rows / of_one, |part| {
            let mut found = ExitResults::with_space(of_one * OF_ROW, wanted);
            for number in part * of_one..(part + 1) * of_one {
                stop.check_at(number * OF_ROW)?;
                found.add(wanted, &results(number));
            }
            Ok(found)
        });
        let mut parts = parts.into_iter();
        let mut all = parts.next().unwrap_or(Err(Stopped))?;
        for part in parts {
            all.append(part?);
        }
        Ok(all)
    }

    fn with_space(placements: usize, wanted: Wanted) -> ExitResults {
        let mut results = ExitResults::default();
        for bound in wanted.each() {
            results.wins[bound as usize].reserve_exact(placements);
            results.escapes[bound as usize].reserve_exact(placements);
        }
        results
    }

    fn add(&mut self, wanted: Wanted, (wins, escapes): &(RowSets, RowSets)) {
        for bound in wanted.each() {
            self.wins[bound as usize].extend_from_slice(wins.of(bound));
            self.escapes[bound as usize].extend_from_slice(escapes.of(bound));
        }
    }

    fn append(&mut self, mut next: ExitResults) {
        for bound in Bound::ALL {
            self.wins[bound as usize].append(&mut next.wins[bound as usize]);
            self.escapes[bound as usize].append(&mut next.escapes[bound as usize]);
        }
    }

    /// Whether a bound was asked for.
    pub fn has(&self, bound: Bound) -> bool {
        !self.wins[bound as usize].is_empty()
    }

    /// Whether two bounds that were asked for are equal.
    pub fn are_equal(&self, one: Bound, other: Bound) -> bool {
        let (one, other) = (one as usize, other as usize);
        self.wins[one] == self.wins[other] && self.escapes[one] == self.escapes[other]
    }
}
