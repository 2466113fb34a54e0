//! What the exits of an arrangement decide: the positions that the attacker wins by one, and those that the defender holds.

use shakmaty::Bitboard;

use super::bound::{Bound, KingSets, Wanted};
use super::exits::Exits;
use super::exits_at::{ExitsAt, Oracle, Scope};
use super::ground::Ground;
use super::layout::{Arrangement, Placement};
use crate::solve::stop::{BETWEEN_CHECKS, Stop, Stopped};
use crate::tablebase::in_parallel;

/// The positions that the attacker wins by an exit, and those that the defender holds by one; by [`Bound`], empty for bounds
/// that were not asked for.
#[derive(Debug, Default)]
pub(in crate::solve) struct ExitResults {
    pub(super) wins: [Vec<Bitboard>; 3],
    pub(super) escapes: [Vec<Bitboard>; 3],
}

impl ExitResults {
    /// Looks up the results of all exits.
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
        let results = |number: usize| {
            if (ground.attacker_to_move[number] | ground.defender_to_move[number]).is_empty() {
                return (KingSets::EMPTY, KingSets::EMPTY);
            }
            let at = Placement::of(number, pieces);
            let legal = arrangement.legal(&at);
            let exits = ExitsAt { exits, arrangement, at: &at, legal: &legal, scope: Scope::All };
            (exits.attacker_wins(oracle, wanted), exits.defender_escapes(oracle, wanted))
        };
        let placements = arrangement.placements();
        let of_one = if threads > 1 { placements.min(BETWEEN_CHECKS) } else { placements };
        let parts = in_parallel(threads, placements / of_one, |part| {
            let mut found = ExitResults::with_space(of_one, wanted);
            for number in part * of_one..(part + 1) * of_one {
                stop.check_at(number)?;
                found.add(wanted, results(number));
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
        for bound in Bound::ALL.into_iter().filter(|bound| wanted.contains(*bound)) {
            results.wins[bound as usize].reserve_exact(placements);
            results.escapes[bound as usize].reserve_exact(placements);
        }
        results
    }

    fn add(&mut self, wanted: Wanted, (wins, escapes): (KingSets, KingSets)) {
        for bound in Bound::ALL.into_iter().filter(|bound| wanted.contains(*bound)) {
            self.wins[bound as usize].push(wins.of(bound));
            self.escapes[bound as usize].push(escapes.of(bound));
        }
    }

    fn append(&mut self, mut next: ExitResults) {
        for bound in Bound::ALL {
            self.wins[bound as usize].append(&mut next.wins[bound as usize]);
            self.escapes[bound as usize].append(&mut next.escapes[bound as usize]);
        }
    }

    /// Whether two bounds that were asked for are equal.
    pub fn are_equal(&self, one: Bound, other: Bound) -> bool {
        let (one, other) = (one as usize, other as usize);
        self.wins[one] == self.wins[other] && self.escapes[one] == self.escapes[other]
    }
}
