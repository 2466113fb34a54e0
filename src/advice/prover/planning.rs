//! Computes once, on all threads, what the table plays in every position.

use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::notice::ProofNotice;
use super::options::ProveOptions;
use super::policy::{Chosen, Leaves, Nodes, PackedPlan, Policy};
use super::surveying::survey;
use super::truth::Standing;
use super::walk::{Below, Surveyed, Trees, Walk};
use crate::advice::position::step::Steps;
use crate::advice::position::view::Position;
use crate::advice::satisfy::context::{Context, Memory};
use crate::advice::satisfy::forcing_tree::Tree;
use crate::advice::satisfy::interpreter::Planned;
use crate::advice::satisfy::refutation_cache::RefutationCache;
use crate::advice::satisfy::subgoals::Subgoals;
use crate::advice::satisfy::survey::Survey;
use crate::advice::vocabulary::Node;
use crate::threads::together;

/// How many positions a thread takes at a time.
const CHUNK: usize = 4096;

/// The plans of some positions, found by one of the threads.
struct Chunk {
    thread: usize,
    plans: Vec<PackedPlan>,
    chosen: Vec<Chosen>,
}

/// Asks the table in every position in which its promise can be kept. Also returns the survey of advice that goals ask about.
pub(super) fn policy(walk: Walk<'_>, options: &ProveOptions<'_>) -> (Policy, Survey) {
    let (table, positions) = (walk.table, walk.space.len());
    let threads = options.threads.max(1);
    let survey = survey(table, walk.space, options);
    let count = positions.div_ceil(CHUNK);
    let next = AtomicUsize::new(0);
    let chunks: Mutex<Vec<Option<Chunk>>> = Mutex::new((0..count).map(|_| None).collect());
    let work = |thread| {
        let subgoals = Subgoals::surveyed(table, &survey);
        let mut planner = Planner {
            walk,
            subgoals: &subgoals,
            refuted: RefutationCache::new(table),
            trees: Trees::default(),
        };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count || options.is_cancelled() {
                return planner.trees.nodes;
            }
            let done = planner.chunk(thread, number * CHUNK);
            chunks.lock()[number] = Some(done);
            (options.report)(ProofNotice::Planned { table: &table.name, done: number + 1, all: count });
        }
    };
    let nodes = together(threads, work);
    (joined(chunks.into_inner(), &nodes, positions), survey)
}

fn joined(chunks: Vec<Option<Chunk>>, nodes: &[Nodes], positions: usize) -> Policy {
    let mut policy = Policy::with_capacity(positions);
    let before: Vec<u32> = nodes.iter().map(|nodes| policy.append_nodes(nodes)).collect();
    for chunk in chunks.into_iter().flatten() {
        policy.extend(&chunk.plans, chunk.chosen, before[chunk.thread]);
    }
    policy
}

/// One thread's work.
struct Planner<'a> {
    walk: Walk<'a>,
    subgoals: &'a Subgoals<'a>,
    refuted: RefutationCache,
    trees: Trees,
}

impl Planner<'_> {
    fn chunk(&mut self, thread: usize, start: usize) -> Chunk {
        let end = (start + CHUNK).min(self.walk.space.len());
        let (mut plans, mut chosen) = (Vec::with_capacity(CHUNK), Vec::with_capacity(CHUNK));
        for index in start..end {
            let (plan, choice) = match self.walk.space.position(index) {
                None => (PackedPlan::ABSENT, Chosen::default()),
                Some(position) => match self.walk.truth.standing(&position) {
                    Standing::Broken => (PackedPlan::BROKEN, Chosen::default()),
                    Standing::Exceeded => (PackedPlan::KEPT, Chosen::default()),
                    Standing::Asked => self.claimed_plan(&position),
                },
            };
            plans.push(plan);
            chosen.push(choice);
        }
        Chunk { thread, plans, chosen }
    }

    fn claimed_plan(&mut self, position: &Position) -> (PackedPlan, Chosen) {
        let claimed = self.walk.table.claims(position, self.subgoals);
        let (plan, chosen) = self.plan(position);
        (plan, Chosen { claimed, ..chosen })
    }

    fn plan(&mut self, position: &Position) -> (PackedPlan, Chosen) {
        match self.walk.table.plan_among(position, self.subgoals, &mut self.refuted) {
            // We are stalemated, so the draw is held.
            None if !position.has_legal_step() => (PackedPlan::KEPT, Chosen::default()),
            None => {
                let rule = self.walk.table.applying_rule(position, self.subgoals).unwrap_or_default();
                (PackedPlan::NO_ADVICE, Chosen { rule: rule as u8, ..Chosen::default() })
            }
            Some(planned) => (self.packed(position, &planned), chosen_of(position, &planned)),
        }
    }

    fn packed(&mut self, position: &Position, planned: &Planned) -> PackedPlan {
        let memory = Memory::new(self.subgoals);
        let after = position.after(planned.step);
        let context = Context { node: Node { position: &after, root: position, depth: 1 }, memory: &memory };
        let advice = &self.walk.table.advice[planned.advice];
        let below = match &planned.tree {
            Some(tree) => Below::Tree(tree),
            None if advice.better.holds(&context) => Below::Tree(&Tree::Reached),
            None => Below::Surveyed(Surveyed { advice: planned.advice, subgoals: self.subgoals }),
        };
        if matches!(below, Below::Tree(Tree::Reached)) {
            return PackedPlan::step(planned.step);
        }
        let mut leaves = Leaves::new();
        self.walk.replies(&context, below, &mut self.trees, &mut leaves);
        PackedPlan::tree(self.trees.nodes.add(&leaves))
    }
}

fn chosen_of(position: &Position, planned: &Planned) -> Chosen {
    let mut steps = Steps::new();
    position.legal_steps(&mut steps);
    let step = steps.iter().position(|step| *step == planned.step).unwrap_or_default();
    let (rule, advice, step) = (planned.rule as u8, planned.advice as u8, step as u8);
    Chosen { rule, advice, step, claimed: false }
}
