//! Computes once, on all threads, what the table plays in every position of its material.

use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::super::notice::ProofNotice;
use super::super::options::ProveOptions;
use super::super::policy::{Chosen, Nodes, PackedPlan, Policy};
use super::super::surveying::survey;
use super::super::walk::Walk;
use super::planner::Planner;
use crate::advice::position::region::Region;
use crate::advice::satisfy::subgoals::Subgoals;
use crate::advice::satisfy::survey::Survey;
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
pub(in crate::advice::prover) fn policy(walk: Walk<'_>, options: &ProveOptions<'_>) -> (Policy, Survey) {
    let (table, positions) = (walk.table, walk.positions.len());
    let threads = options.threads.max(1);
    let survey = survey(table, &Region::all(walk.positions.space().clone()), options);
    let count = positions.div_ceil(CHUNK);
    let next = AtomicUsize::new(0);
    let chunks: Mutex<Vec<Option<Chunk>>> = Mutex::new((0..count).map(|_| None).collect());
    let work = |thread| {
        let mut planner = Planner::new(walk, Subgoals::surveyed(table, &survey));
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count || options.is_cancelled() {
                return planner.into_nodes();
            }
            let done = chunk(walk, &mut planner, thread, number * CHUNK);
            chunks.lock()[number] = Some(done);
            (options.report)(ProofNotice::Planned { table: &table.name, done: number + 1, all: count });
        }
    };
    let nodes = together(threads, work);
    (joined(chunks.into_inner(), &nodes, positions), survey)
}

fn chunk(walk: Walk<'_>, planner: &mut Planner<'_>, thread: usize, start: usize) -> Chunk {
    let end = (start + CHUNK).min(walk.positions.len());
    let (mut plans, mut chosen) = (Vec::with_capacity(CHUNK), Vec::with_capacity(CHUNK));
    for place in start..end {
        let (plan, choice) = planner.plan_at(place);
        plans.push(plan);
        chosen.push(choice);
    }
    Chunk { thread, plans, chosen }
}

fn joined(chunks: Vec<Option<Chunk>>, nodes: &[Nodes], positions: usize) -> Policy {
    let mut policy = Policy::with_capacity(positions);
    let before: Vec<u32> = nodes.iter().map(|nodes| policy.append_nodes(nodes)).collect();
    for chunk in chunks.into_iter().flatten() {
        policy.extend(&chunk.plans, chunk.chosen, before[chunk.thread]);
    }
    policy
}
