//! Computes how long a piece of advice can take at most to mate or to win their last man, to spare searches.
//!
//! The advice cannot do what takes longer by the exact tables. If it may use every move and only time limits it, it can do
//! everything that takes no longer.

use crate::advice::language::{Advice, AdviceTable, Atom, Comparison, Condition, Constraint, Sum};
use crate::advice::position::material::Material;
use crate::advice::position::side::Side;
use crate::advice::position::view::Position;
use crate::advice::vocabulary::{self, Meaning};
use crate::tablebase::{EmbeddedTables, Wdl};

/// The limits of a table's advice, in the order of the text.
#[derive(Clone, Debug, Default)]
pub(in crate::advice) struct MateLimits {
    /// The most plies from the root of the advice to mate, or to the capture after which the rest is won; `None` if the
    /// advice may lead to something else.
    plies: Vec<Option<u32>>,
    /// Whether the end may be a capture.
    takes: Vec<bool>,
    /// Whether the advice is satisfiable whenever there is enough time.
    needs_time_alone: Vec<bool>,
    /// The table's material.
    material: Material,
}

/// The goals that end a game for the exact tables.
const MATE: &str = "mate";
const LAST_MAN_WON: &str = "last_man_won";

impl MateLimits {
    /// Returns the limits of a table. Goals ask about earlier advice only.
    pub fn of(table: &AdviceTable) -> MateLimits {
        let mut limits = MateLimits { material: table.material, ..MateLimits::default() };
        for advice in &table.advice {
            let (plies, takes) = (limits.of_advice(advice), limits.may_take(&advice.better));
            let needs_time_alone = plies.is_some() && limits.needs_time_alone(advice);
            limits.plies.push(plies);
            limits.takes.push(takes);
            limits.needs_time_alone.push(needs_time_alone);
        }
        limits
    }

    /// Returns whether a node of a piece of advice is known to be too far from its end, a mate or a capture. The exact
    /// tables count to the next capture or pawn move that keeps the win, which comes no later than the end.
    pub fn is_beyond(&self, advice: usize, position: &Position, depth: u32) -> bool {
        let Some(plies) = self.plies.get(advice).copied().flatten() else { return false };
        // With nothing left to take, the capture has been made already.
        if self.takes.get(advice).copied().unwrap_or(false) && !position.side(Side::Them).more_than_one() {
            return false;
        }
        let Some(board) = position.board() else { return false };
        let tables = EmbeddedTables::built_in();
        match tables.result(&board) {
            Some(result) => {
                result != wanted(position) || tables.takes_longer(&board, plies.saturating_sub(depth))
            }
            None => false,
        }
    }

    /// Returns whether a node of a piece of advice is satisfiable; `None` if the exact tables alone do not decide it.
    pub fn decided(&self, advice: usize, position: &Position, depth: u32) -> Option<bool> {
        let plies = self.plies.get(advice).copied().flatten()?.checked_sub(depth)?;
        // At the end of the game the goals decide.
        if !*self.needs_time_alone.get(advice)?
            || Material::of(position) != self.material
            || !position.has_legal_step()
        {
            return None;
        }
        let (board, tables) = (position.board()?, EmbeddedTables::built_in());
        if tables.result(&board)? != wanted(position) {
            return Some(false);
        }
        Some(tables.plies_to_zeroing(&board)? <= plies)
    }

    /// Returns whether only time limits a piece of advice: it admits all moves of both sides up to its limit, and goes on
    /// until mate, until the last man is won, or to where such advice can begin.
    fn needs_time_alone(&self, advice: &Advice) -> bool {
        let pieces = |side| self.material.pieces(side);
        // With one man beside each king, a capture or mate ends it, and the capture that wins is ours.
        let is_duel = pieces(Side::Us).len() == 1 && pieces(Side::Them).len() == 1;
        let has_pawn = [Side::Us, Side::Them].into_iter().any(|side| self.material.has_pawn(side));
        let (ours, theirs) = (depth_limit(&advice.us), depth_limit(&advice.them));
        let is_even = ours.zip(theirs).is_some_and(|(ours, theirs)| ours <= theirs && theirs <= ours + 1);
        is_duel
            && !has_pawn
            && is_even
            && admits_all_moves(&advice.us)
            && admits_all_moves(&advice.them)
            && self.keeps_men(&advice.holding)
            && self.ends_it(&advice.better)
    }

    /// Returns whether a goal says only that all men are still there.
    fn keeps_men(&self, goal: &Condition) -> bool {
        match goal {
            Condition::And(parts) => parts.iter().all(|part| self.keeps_men(part)),
            Condition::Predicate { word, .. } => word.name == "any_position",
            Condition::Compare { left, comparison: Comparison::Equal, right } => {
                let count = |side| 1 + self.material.pieces(side).len() as i32;
                let is_count = |name, side| is_number(left, name) && is_constant(right, count(side));
                is_count("our_men", Side::Us) || is_count("their_men", Side::Them)
            }
            _ => false,
        }
    }

    /// Returns whether a goal is reached whenever it is mate or the last man is won, or, with us to move, whenever there is
    /// enough time for that.
    fn ends_it(&self, goal: &Condition) -> bool {
        let names = |parts: &[Condition], name| {
            parts.iter().any(
                |part| matches!(part, Condition::Predicate { word, at_root: false, .. } if word.name == name),
            )
        };
        match goal {
            Condition::Defined(definition) => self.ends_it(&definition.goal),
            Condition::Or(parts) => parts.len() == 2 && names(parts, MATE) && names(parts, LAST_MAN_WON),
            Condition::And(parts) => match parts.as_slice() {
                [first, Condition::Can { advice, .. }] => {
                    names(std::slice::from_ref(first), "us_to_move") && self.needs_time_alone[*advice]
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn of_advice(&self, advice: &Advice) -> Option<u32> {
        // A reply that is not looked at could lead elsewhere.
        if !admits_all_moves(&advice.them) {
            return None;
        }
        let deepest = depth_limit(&advice.us)?.max(depth_limit(&advice.them)?);
        Some(deepest + self.of_goal(&advice.better)?)
    }

    /// Returns whether a goal can be reached by winning the last man.
    fn may_take(&self, goal: &Condition) -> bool {
        match goal {
            Condition::And(parts) | Condition::Or(parts) => parts.iter().any(|part| self.may_take(part)),
            Condition::Defined(definition) => self.may_take(&definition.goal),
            Condition::Predicate { word, .. } => word.name == LAST_MAN_WON,
            Condition::Can { advice, .. } => self.takes.get(*advice).copied().unwrap_or(false),
            Condition::Not(_) | Condition::Compare { .. } => false,
        }
    }

    /// Returns the most plies to the end once a goal is reached; `None` if it may lead to something else.
    fn of_goal(&self, goal: &Condition) -> Option<u32> {
        match goal {
            Condition::And(parts) => parts.iter().filter_map(|part| self.of_goal(part)).min(),
            Condition::Or(parts) => {
                let limits: Option<Vec<u32>> = parts.iter().map(|part| self.of_goal(part)).collect();
                limits?.into_iter().max()
            }
            Condition::Defined(definition) => self.of_goal(&definition.goal),
            Condition::Predicate { word, at_root: false, .. } => {
                [MATE, LAST_MAN_WON].contains(&word.name).then_some(0)
            }
            Condition::Can { advice, .. } => self.plies.get(*advice).copied().flatten(),
            Condition::Not(_) | Condition::Predicate { .. } | Condition::Compare { .. } => None,
        }
    }
}

/// Returns the depth from which a constraint admits no more moves; `None` if there is none.
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

/// Returns the result for the side to move that means that we win.
fn wanted(position: &Position) -> Wdl {
    if position.turn() == Side::Us { Wdl::Win } else { Wdl::Loss }
}

fn is_number(sum: &Sum, name: &str) -> bool {
    matches!(sum.terms.as_slice(), [term] if term.factor == 1
        && matches!(&term.atom, Atom::Number { word, at_root: false, .. } if word.name == name))
}

fn is_constant(sum: &Sum, value: i32) -> bool {
    matches!(sum.terms.as_slice(), [term] if term.factor == value && matches!(term.atom, Atom::One))
}

/// Returns whether a constraint admits every legal move as long as it admits any.
fn admits_all_moves(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Class(moves) => vocabulary::find("legal").is_some_and(
            |word| matches!(word.meaning, Meaning::Moves(legal) if std::ptr::fn_addr_eq(*moves, legal)),
        ),
        Constraint::Filtered { conditions, classes, of } => {
            classes.is_empty()
                && conditions.iter().all(|condition| of_depth(condition).is_some())
                && admits_all_moves(of)
        }
        Constraint::Ordered { of, .. } => admits_all_moves(of),
        Constraint::None | Constraint::Then(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::language::check;
    use crate::advice::position::space::Space;
    use crate::advice::registry::Registry;
    use crate::advice::satisfy::subgoals::Subgoals;

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

    /// A rook that wins a knight, or mates.
    const HUNT: &str = "material KR v KN\nsymmetric\nrule always: if any_position then take, net, wait\n\
        advice take: better: mate or last_man_won holding: any_position us: depth < 1 and legal them: depth < 1 and legal\n\
        advice net: better: us_to_move and can take holding: our_men = 2 us: depth < 3 and legal them: depth < 4 and legal\n\
        advice wait: better: depth = 2 holding: any_position us: depth = 0 and legal them: depth = 1 and legal\n";

    #[test]
    fn the_last_man_won_is_an_end_as_mate_is() {
        let table = check("hunt", HUNT).table.unwrap();
        let limits = MateLimits::of(&table);
        assert_eq!(
            (limits.plies.as_slice(), limits.takes.as_slice()),
            ([Some(1), Some(5), None].as_slice(), [true, true, false].as_slice())
        );
    }

    #[test]
    fn what_the_exact_tables_say_changes_no_answer() {
        for (text, stride, least) in [(STAGES, 29, 50), (HUNT, 12_301, 25)] {
            answers_are_the_same(text, stride, least);
        }
    }

    fn answers_are_the_same(text: &str, stride: usize, least: usize) {
        let table = check("stages", text).table.unwrap();
        let space = Space::of(&table);
        let (with, without) = (Subgoals::new(&table), Subgoals::unlimited(&table));
        let (mut asked, mut satisfied) = (0, 0);
        for number in (0..space.len()).step_by(stride) {
            let Some(position) = space.position(number) else { continue };
            for advice in 0..2 {
                let answer = without.satisfiable(advice, &position, &position, 0);
                assert_eq!(with.satisfiable(advice, &position, &position, 0), answer, "{position:?}");
                asked += 1;
                satisfied += usize::from(answer);
            }
        }
        assert!(asked > 4 * least && satisfied > least && satisfied < asked, "{satisfied} of {asked}");
    }

    #[test]
    fn time_alone_is_asked_of_advice_that_may_use_every_move() {
        let table = |text: &str| check("hunt", text).table.unwrap();
        let alone = |text: &str| MateLimits::of(&table(text)).needs_time_alone;
        assert_eq!(alone(HUNT), [true, true, false]);
        for (from, to) in [
            ("us: depth < 3 and legal", "us: depth < 3 and check_move"),
            ("holding: our_men = 2", "holding: our_men = 2 and their_king_on_edge"),
            ("us_to_move and can take", "us_to_move and not check and can take"),
            ("them: depth < 4 and legal", "them: depth < 2 and legal"),
            ("KR v KN", "KR v KNN"),
        ] {
            assert!(!alone(&HUNT.replace(from, to))[1], "{to}");
        }
        assert_eq!(alone(STAGES), [false, false, false], "a king alone has no last man");
    }
}
