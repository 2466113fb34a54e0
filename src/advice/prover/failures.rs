//! Finds where a table fails: for every position that escapes, the one where the promise breaks, with its rule and advice.

use std::collections::{BTreeMap, HashMap};

use super::distance_table::DistanceTable;
use super::escape::Escape;
use super::notice::ProofNotice;
use super::options::ProveOptions;
use super::policy::{Chosen, Leaf, Plan, Policy};
use super::proof::{Failure, Mover};
use super::walk::Walk;
use crate::advice::language::AdviceTable;

/// A rule and advice that fires under it, as indices.
type Firing = (u8, u8);

/// The escapes that a group has in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    escape: Escape,
    /// The rule that applies where they escape.
    rule: u8,
    /// The advice that fires there.
    advice: Option<u8>,
    /// All that moves in the circle if they repeat: each is as much to blame as the others.
    circle: Vec<Firing>,
}

/// The escapes of one kind.
#[derive(Debug, Default)]
struct Group {
    /// How many positions lead there.
    positions: u64,
    /// The positions in which it happens, in the order of their numbers.
    culprits: Vec<usize>,
}

/// An escape to show.
pub(super) struct Example {
    pub index: usize,
    pub escape: Escape,
    pub rule: usize,
    pub advice: Option<usize>,
    pub circle: Vec<Mover>,
}

/// All escapes that a table allows, by kind.
#[derive(Debug)]
pub(super) struct Failures {
    /// The most frequent first.
    groups: Vec<(Kind, Group)>,
}

impl Failures {
    /// Follows every escaping position to where the promise breaks, and reports it.
    pub fn find(
        walk: Walk<'_>,
        policy: &Policy,
        distances: &DistanceTable,
        options: &ProveOptions<'_>,
    ) -> Failures {
        let culprits = vec![UNKNOWN; distances.positions.len()];
        let mut blame = Blame { walk, policy, distances, culprits, circles: HashMap::new() };
        let mut groups: BTreeMap<Kind, Group> = BTreeMap::new();
        for index in 0..distances.positions.len() {
            let (Some(Err(_)), true) = (distances.at(index), policy.chosen(index).claimed) else { continue };
            let Some(position) = distances.positions.position(index) else { continue };
            let culprit = blame.culprit(index);
            let kind = blame.kind(culprit);
            let group = groups.entry(kind.clone()).or_default();
            group.positions += distances.positions.images(&position);
            // What is not promised there may be promised here.
            if culprit == index || !policy.chosen(culprit).claimed {
                group.culprits.push(index);
            }
            let rule = &walk.table.rules[usize::from(kind.rule)].name;
            let advice = kind.advice.map(|advice| walk.table.advice[usize::from(advice)].name.as_str());
            (options.report)(ProofNotice::Escapes { position: &position, escape: kind.escape, rule, advice });
        }
        let mut groups: Vec<(Kind, Group)> = groups.into_iter().collect();
        groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.positions));
        Failures { groups }
    }

    /// Returns the kinds by name, with how often they happen.
    pub fn summary(&self, table: &AdviceTable) -> Vec<Failure> {
        let failure = |(kind, group): &(Kind, Group)| Failure {
            escape: kind.escape,
            rule: table.rules[usize::from(kind.rule)].name.clone(),
            advice: kind.advice.map(|advice| table.advice[usize::from(advice)].name.clone()),
            circle: movers(table, &kind.circle),
            positions: group.positions,
        };
        self.groups.iter().map(failure).collect()
    }

    /// Returns at most this many examples from all over the board, shared out among all kinds.
    pub fn examples(&self, table: &AdviceTable, most: usize) -> Vec<Example> {
        let mut examples = Vec::new();
        for (number, (kind, group)) in self.groups.iter().enumerate() {
            let share = (most - examples.len()).div_ceil(self.groups.len() - number);
            let count = share.min(group.culprits.len());
            examples.extend((0..count).map(|example| Example {
                // The middles of `count` stretches: the numbers follow the squares of the kings.
                index: group.culprits[(2 * example + 1) * group.culprits.len() / (2 * count)],
                escape: kind.escape,
                rule: usize::from(kind.rule),
                advice: kind.advice.map(usize::from),
                circle: movers(table, &kind.circle),
            }));
        }
        examples
    }
}

/// Returns what moves in a circle, by name.
fn movers(table: &AdviceTable, circle: &[Firing]) -> Vec<Mover> {
    let mover = |&(rule, advice): &Firing| Mover {
        rule: table.rules[usize::from(rule)].name.clone(),
        advice: table.advice[usize::from(advice)].name.clone(),
    };
    circle.iter().map(mover).collect()
}

/// The culprit is not known yet.
const UNKNOWN: u32 = u32::MAX;
/// The position is being followed.
const ON_PATH: u32 = u32::MAX - 1;

/// Follows escaping positions to where the promise breaks.
struct Blame<'a> {
    walk: Walk<'a>,
    policy: &'a Policy,
    distances: &'a DistanceTable,
    /// The culprit of each position, or one of the two marks above.
    culprits: Vec<u32>,
    /// What moves in the circles, by their culprits.
    circles: HashMap<usize, Vec<Firing>>,
}

/// Where an escaping defence goes.
enum WayOut {
    /// Out, at once.
    Open,
    /// To another position that escapes.
    Through(usize),
}

impl Blame<'_> {
    fn culprit(&mut self, start: usize) -> usize {
        let (mut path, mut index) = (Vec::new(), start);
        let culprit = loop {
            match self.culprits[index] {
                UNKNOWN => {}
                // They repeat: the circle is closed here.
                ON_PATH => break self.close_circle(&path, index),
                known => break known as usize,
            }
            self.culprits[index] = ON_PATH;
            path.push(index);
            match self.way_out(index) {
                WayOut::Open => break index,
                WayOut::Through(next) => index = next,
            }
        };
        for index in path {
            self.culprits[index] = culprit as u32;
        }
        culprit
    }

    /// Notes what moves in the circle that a path ends with, from this position on. Returns its culprit, which is the same
    /// wherever the path entered the circle: the first to move in the order of the text.
    fn close_circle(&mut self, path: &[usize], from: usize) -> usize {
        let start = path.iter().position(|index| *index == from).unwrap_or_default();
        let firing = |index: usize| {
            let chosen = self.policy.chosen(index);
            (chosen.rule, chosen.advice)
        };
        let mut circle: Vec<Firing> = path[start..].iter().map(|index| firing(*index)).collect();
        circle.sort_unstable();
        circle.dedup();
        let culprit =
            path[start..].iter().copied().min_by_key(|index| (firing(*index), *index)).unwrap_or(from);
        self.circles.insert(culprit, circle);
        culprit
    }

    fn way_out(&self, index: usize) -> WayOut {
        let found = match self.policy.plan(index) {
            Plan::Tree(leaves) => self.soonest_among(leaves),
            Plan::Move(step) => {
                let mut leaves = Vec::new();
                if let Some(position) = self.distances.positions.position(index) {
                    self.walk.replies_asking(&position.after(step), &mut leaves);
                }
                self.soonest_among(&leaves)
            }
            Plan::Absent | Plan::NoAdvice | Plan::Broken | Plan::Kept => None,
        };
        found.map_or(WayOut::Open, |(_, way)| way)
    }

    /// Returns the way out with the lowest turn, the first among equals, and the turn.
    fn soonest_among(&self, leaves: &[Leaf]) -> Option<(u32, WayOut)> {
        let way = |leaf: &Leaf| match *leaf {
            Leaf::Over(ending) => ending.is_err().then_some((0, WayOut::Open)),
            Leaf::HandedOver { handover, number } => {
                self.walk.ending_after(handover, number).is_err().then_some((0, WayOut::Open))
            }
            Leaf::GoesOn(node) => self.soonest_among(self.policy.below(node)),
            Leaf::Asks(next) => {
                let next = next as usize;
                let is_kept = !matches!(self.policy.plan(next), Plan::Broken | Plan::Absent);
                let escapes = !matches!(self.distances.at(next), Some(Ok(_)));
                let way = if is_kept { WayOut::Through(next) } else { WayOut::Open };
                escapes.then_some((self.distances.turn(next), way))
            }
        };
        leaves.iter().filter_map(way).min_by_key(|(turn, _)| *turn)
    }

    fn kind(&self, culprit: usize) -> Kind {
        let chosen = self.policy.chosen(culprit);
        let names_advice = chosen.advice != Chosen::NO_ADVICE;
        let escape = match (self.policy.plan(culprit), self.distances.at(culprit)) {
            (Plan::NoAdvice, _) if names_advice => Escape::ReachedAlready,
            (_, Some(Err(escape))) => escape,
            (_, Some(Ok(_)) | None) => Escape::NoAdvice,
        };
        let circle = self.circles.get(&culprit).cloned().unwrap_or_default();
        Kind { escape, rule: chosen.rule, advice: names_advice.then_some(chosen.advice), circle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::language::{Aim, check};
    use crate::advice::prover::{ProveOptions, prove};
    use crate::advice::registry::{Origin, Registry};

    /// Asks for what is there already: if the pawn can be taken, `stay` has nothing to do, and no rule takes it.
    const NEVER_TAKES: &str = "material K v KP\nsymmetric\nholds\nrule all: if any_position then stay\n\
        advice take: better: their_men = 1 holding: any_position us: depth < 1 and capture them: none\n\
        advice stay for ever: better: their_men = 1 or us_to_move and (our_stalemate or can take)\n\
        holding: us_to_move or their_men = 1 or to_promotion_square <= 2 us: legal them: legal";

    #[test]
    fn advice_whose_goal_holds_already_is_named_where_nothing_is_played() {
        let mut registry = Registry::built_in();
        registry.add(check("never_takes", NEVER_TAKES).table.unwrap(), Origin::BuiltIn);
        let table = registry.find("never_takes").unwrap();
        let proof = prove(&registry, table, ProveOptions::default()).unwrap();
        let named = |escape| proof.failures.iter().find(|failure| failure.escape == escape);
        let reached = named(Escape::ReachedAlready).unwrap();
        assert_eq!((reached.rule.as_str(), reached.advice.as_deref()), ("all", Some("stay")));
        assert_eq!(named(Escape::NoAdvice).unwrap().advice, None);
        let words = Escape::ReachedAlready.words(Aim::Holds);
        assert!(proof.to_text().contains(&format!("all / stay: {words}")), "{}", proof.to_text());
    }
}
