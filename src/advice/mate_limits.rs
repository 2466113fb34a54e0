//! How long a piece of advice can take to mate at most: what the exact tables know to take longer it cannot do, and need
//! not be searched for.

use super::language::{Advice, AdviceTable, Atom, Comparison, Condition, Constraint};
use super::position::Position;
use super::side::Side;
use super::vocabulary::{self, Meaning};
use crate::tablebase::{EmbeddedTables, Wdl};

/// The limits of a table's advice, in the order of the text.
#[derive(Clone, Debug, Default)]
pub(super) struct MateLimits {
    /// Plies from the root of the advice to the mate at most; `None` where it may lead to something else.
    plies: Vec<Option<u32>>,
}

impl MateLimits {
    /// Returns the limits of a table. Goals ask about earlier advice only.
    pub fn of(table: &AdviceTable) -> MateLimits {
        let mut limits = MateLimits::default();
        for advice in &table.advice {
            let plies = limits.of_advice(advice);
            limits.plies.push(plies);
        }
        limits
    }

    /// Returns whether a node of a piece of advice is known to be too far from mate for it.
    pub fn is_beyond(&self, advice: usize, position: &Position, depth: u32) -> bool {
        let Some(plies) = self.plies.get(advice).copied().flatten() else { return false };
        let Some(board) = position.board() else { return false };
        let tables = EmbeddedTables::built_in();
        let wanted = if position.turn() == Side::Us { Wdl::Win } else { Wdl::Loss };
        match tables.result(&board) {
            Some(result) => result != wanted || tables.takes_longer(&board, plies.saturating_sub(depth)),
            None => false,
        }
    }

    fn of_advice(&self, advice: &Advice) -> Option<u32> {
        // A reply that is not looked at could lead elsewhere.
        if !admits_all_replies(&advice.them) {
            return None;
        }
        let deepest = depth_limit(&advice.us)?.max(depth_limit(&advice.them)?);
        Some(deepest + self.of_goal(&advice.better)?)
    }

    /// Plies to mate at most where a goal is reached.
    fn of_goal(&self, goal: &Condition) -> Option<u32> {
        match goal {
            Condition::And(parts) => parts.iter().filter_map(|part| self.of_goal(part)).min(),
            Condition::Or(parts) => {
                let limits: Option<Vec<u32>> = parts.iter().map(|part| self.of_goal(part)).collect();
                limits?.into_iter().max()
            }
            Condition::Defined(definition) => self.of_goal(&definition.goal),
            Condition::Predicate { word, at_root: false, .. } => (word.name == "mate").then_some(0),
            Condition::Can { advice, .. } => self.plies.get(*advice).copied().flatten(),
            Condition::Not(_) | Condition::Predicate { .. } | Condition::Compare { .. } => None,
        }
    }
}

/// Returns the depth at which a constraint admits no move any more.
fn depth_limit(constraint: &Constraint) -> Option<u32> {
    match constraint {
        Constraint::Filtered { conditions, .. } => conditions.iter().filter_map(of_depth).min(),
        Constraint::Ordered { of, .. } => depth_limit(of),
        Constraint::None => Some(0),
        Constraint::Class(_) | Constraint::Then(_) => None,
    }
}

fn of_depth(condition: &Condition) -> Option<u32> {
    let Condition::Compare { left, comparison, right } = condition else { return None };
    let ([left], [right]) = (left.terms.as_slice(), right.terms.as_slice()) else { return None };
    if left.factor != 1 || !matches!((&left.atom, &right.atom), (Atom::Depth, Atom::One)) {
        return None;
    }
    let limit = u32::try_from(right.factor).ok()?;
    match comparison {
        Comparison::Less => Some(limit),
        Comparison::AtMost => Some(limit + 1),
        _ => None,
    }
}

/// Returns whether a constraint admits every legal move as long as it admits any.
fn admits_all_replies(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Class(moves) => vocabulary::find("legal").is_some_and(
            |word| matches!(word.meaning, Meaning::Moves(legal) if std::ptr::fn_addr_eq(*moves, legal)),
        ),
        Constraint::Filtered { conditions, classes, of } => {
            classes.is_empty()
                && conditions.iter().all(|condition| of_depth(condition).is_some())
                && admits_all_replies(of)
        }
        Constraint::Ordered { of, .. } => admits_all_replies(of),
        Constraint::None | Constraint::Then(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::language::check;
    use crate::advice::registry::Registry;
    use crate::advice::space::Space;
    use crate::advice::subgoals::Subgoals;

    /// Two stages to a mate with the queen; `drive` shuts their king in.
    const STAGES: &str = "material KQ v K\nsymmetric\nrule always: if any_position then mate_in_2, drive, wait\n\
        advice mate_in_2: better: mate holding: our_men = 2 us: depth < 3 and legal them: depth < 3 and legal\n\
        advice drive: better: us_to_move and can mate_in_2 holding: our_men = 2 and (us_to_move or region <= 8)\n\
        us: depth < 3 and legal them: depth < 4 and legal\n\
        advice wait: better: depth = 2 holding: any_position us: depth = 0 and legal them: depth = 1 and legal\n";

    #[test]
    fn a_limit_adds_up_the_plies_of_the_stages_to_mate() {
        let table = check("stages", STAGES).table.unwrap();
        assert_eq!(MateLimits::of(&table).plies, [Some(3), Some(4 + 3), None]);
        let registry = Registry::built_in();
        let limits = |name: &str| MateLimits::of(registry.find(name).unwrap()).plies;
        // Mate within ten moves, after four stages of five moves and two of two.
        assert_eq!(limits("kbnk")[3..], [19, 29, 39, 49, 59, 63, 67, 71, 75].map(Some));
        assert!(limits("kpk").iter().all(Option::is_none));
    }

    #[test]
    fn what_lies_beyond_a_limit_cannot_be_satisfied() {
        let table = check("stages", STAGES).table.unwrap();
        let space = Space::of(&table);
        let (with, without) = (Subgoals::new(&table), Subgoals::unlimited(&table));
        let (mut asked, mut satisfied) = (0, 0);
        for number in (0..space.len()).step_by(29) {
            let Some(position) = space.position(number) else { continue };
            for advice in 0..2 {
                let answer = without.satisfiable(advice, &position, &position, 0);
                assert_eq!(with.satisfiable(advice, &position, &position, 0), answer, "{position:?}");
                asked += 1;
                satisfied += usize::from(answer);
            }
        }
        assert!(asked > 1_000 && satisfied > 50 && satisfied < asked, "{satisfied} of {asked}");
    }
}
