//! Finds where a table fails: for every position that escapes, the one where the promise breaks, with its rule and advice.

use std::collections::BTreeMap;

use super::distance_table::DistanceTable;
use super::escape::Escape;
use super::notice::ProofNotice;
use super::options::ProveOptions;
use super::policy::{Leaf, Plan, Policy};
use super::proof::Failure;
use super::walk::Walk;
use crate::advice::language::AdviceTable;

/// How they escape, the rule that applies where they do, and the advice that fires there.
type Kind = (Escape, u8, Option<u8>);

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
        let culprits = vec![UNKNOWN; distances.space.len()];
        let mut blame = Blame { walk, policy, distances, culprits };
        let mut groups: BTreeMap<Kind, Group> = BTreeMap::new();
        for index in 0..distances.space.len() {
            let (Some(Err(_)), true) = (distances.at(index), policy.chosen(index).claimed) else { continue };
            let Some(position) = distances.space.position(index) else { continue };
            let culprit = blame.culprit(index);
            let kind = blame.kind(culprit);
            let group = groups.entry(kind).or_default();
            group.positions += distances.space.images(&position);
            // What is not promised there may be promised here.
            if culprit == index || !policy.chosen(culprit).claimed {
                group.culprits.push(index);
            }
            let (escape, rule, advice) = kind;
            let rule = &walk.table.rules[usize::from(rule)].name;
            let advice = advice.map(|advice| walk.table.advice[usize::from(advice)].name.as_str());
            (options.report)(ProofNotice::Escapes { position: &position, escape, rule, advice });
        }
        let mut groups: Vec<(Kind, Group)> = groups.into_iter().collect();
        groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.positions));
        Failures { groups }
    }

    /// Returns the kinds by name, with how often they happen.
    pub fn summary(&self, table: &AdviceTable) -> Vec<Failure> {
        let failure = |((escape, rule, advice), group): &(Kind, Group)| Failure {
            escape: *escape,
            rule: table.rules[usize::from(*rule)].name.clone(),
            advice: advice.map(|advice| table.advice[usize::from(advice)].name.clone()),
            positions: group.positions,
        };
        self.groups.iter().map(failure).collect()
    }

    /// Returns at most this many examples from all over the board, shared out among all kinds.
    pub fn examples(&self, most: usize) -> Vec<Example> {
        let mut examples = Vec::new();
        for (number, ((escape, rule, advice), group)) in self.groups.iter().enumerate() {
            let share = (most - examples.len()).div_ceil(self.groups.len() - number);
            let count = share.min(group.culprits.len());
            examples.extend((0..count).map(|example| Example {
                // The middles of `count` stretches: the numbers follow the squares of the kings.
                index: group.culprits[(2 * example + 1) * group.culprits.len() / (2 * count)],
                escape: *escape,
                rule: usize::from(*rule),
                advice: advice.map(usize::from),
            }));
        }
        examples
    }
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
                ON_PATH => break index,
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

    fn way_out(&self, index: usize) -> WayOut {
        let found = match self.policy.plan(index) {
            Plan::Tree(leaves) => self.soonest_among(leaves),
            Plan::Move(step) => {
                let mut leaves = Vec::new();
                if let Some(position) = self.distances.space.position(index) {
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
        let escape = match self.distances.at(culprit) {
            Some(Err(escape)) => escape,
            Some(Ok(_)) | None => Escape::NoAdvice,
        };
        let chosen = self.policy.chosen(culprit);
        let fires = !matches!(self.policy.plan(culprit), Plan::NoAdvice);
        (escape, chosen.rule, fires.then_some(chosen.advice))
    }
}
