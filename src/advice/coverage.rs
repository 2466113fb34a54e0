//! How much of what can be won (or is drawn) a table wins (or holds), counted by the prover and stored with the built-in tables.

use super::language::Aim;
use super::prover::Proof;
use super::registry::{Origin, RegisteredTable};

/// For every built-in table a line with its name and the two numbers of its [`Coverage`].
const COUNTED: &str = include_str!("tables/coverage.txt");

/// Numbers of positions of a table's material, with the advised side to move. Each mirror image counts. With five men both count
/// only what the table promises, because a proof looks at no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Positions that can be won or, for a table that holds, are drawn.
    pub all: u64,
    /// How many of these the table wins, or holds, against every defence or attack.
    pub kept: u64,
}

impl Coverage {
    /// Returns the coverage of a built-in table; `None` for a table from a file.
    pub fn of_built_in(registered: &RegisteredTable) -> Option<Coverage> {
        if registered.origin != Origin::BuiltIn {
            return None;
        }
        let lines = COUNTED.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(read).find(|(name, _)| *name == registered.table.name).map(|(_, coverage)| coverage)
    }

    /// Returns the coverage that a proof counted.
    pub fn proven_by(proof: &Proof) -> Coverage {
        match proof.promise {
            _ if proof.of_promise => Coverage { all: proof.claimed, kept: proof.kept },
            Aim::Wins => Coverage { all: proof.won, kept: proof.wins },
            Aim::Holds => Coverage { all: proof.drawn, kept: proof.kept },
        }
    }

    /// Returns the share in percent, 0 to 100, rounded down to hundredths so that only full coverage shows as 100.
    pub fn percent(&self) -> f64 {
        (10_000.0 * self.kept as f64 / self.all.max(1) as f64).floor() / 100.0
    }
}

fn read(line: &str) -> Option<(&str, Coverage)> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let (all, kept) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    Some((name, Coverage { all, kept }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::registry::Registry;

    #[test]
    fn every_built_in_table_says_what_it_covers() {
        for registered in Registry::built_in().tables() {
            let coverage = Coverage::of_built_in(registered).unwrap();
            assert!(coverage.kept > 0 && coverage.kept <= coverage.all, "{}", registered.table.name);
        }
    }

    #[test]
    fn a_share_is_never_rounded_up_to_all() {
        assert!(Coverage { all: 6_699_262, kept: 6_699_261 }.percent() < 100.0);
        assert!((Coverage { all: 3, kept: 3 }.percent() - 100.0).abs() < f64::EPSILON);
    }
}
