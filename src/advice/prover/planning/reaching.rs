//! Computes what a table plays in the positions that some others lead to, by its moves and every reply, and in no more.
//!
//! Some are planned at a time; the replies to the moves there lead to others, which are planned later. So memory follows what is
//! reached.

use std::collections::{BTreeMap, HashSet};
use std::hash::BuildHasherDefault;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::super::error::ProveError;
use super::super::notice::ProofNotice;
use super::super::options::ProveOptions;
use super::super::policy::{Chosen, Leaf, Nodes, PackedPlan, Policy};
use super::super::positions::Positions;
use super::super::walk::Walk;
use super::planner::Planner;
use super::unfinished::Unfinished;
use crate::advice::position::position_hash::PositionHasher;
use crate::advice::satisfy::subgoals::Subgoals;
use crate::advice::satisfy::survey::Survey;

/// How many positions a thread takes at a time.
const CHUNK: usize = 1024;

/// How many chunks for each thread are planned before the progress is reported: some seconds of work.
const CHUNKS_REPORTED: usize = 16;

/// How many bytes a position takes beside its tree: its number, twice at most, its place in the set, its plan, and its ending.
const BYTES_OF_A_POSITION: usize = 32;

/// What is reached, and what is played there.
pub(in crate::advice::prover) struct Reached {
    pub positions: Positions,
    pub policy: Policy,
    /// The numbers of the positions that come to tables of as many men, by the indices of their handovers.
    pub handed_over: BTreeMap<usize, Vec<u32>>,
}

/// Follows the table from positions with these numbers, with what a survey around them found. The walk must go through all positions: it then names them by numbers.
///
/// # Errors
/// If it is cancelled, or more memory is needed than allowed.
pub(in crate::advice::prover) fn reached(
    walk: Walk<'_>,
    from: Vec<u32>,
    survey: Option<&Survey>,
    mut unfinished: Option<&mut Unfinished>,
    options: &ProveOptions<'_>,
) -> Result<Reached, ProveError> {
    let planner = |_| Mutex::new(Planner::lean(walk, Subgoals::surveyed(walk.table, survey)));
    let planners: Vec<_> = (0..options.threads.max(1)).map(planner).collect();
    check_memory(walk, from.len(), from.len() * BYTES_OF_A_POSITION, options)?;
    let saved = unfinished.as_mut().and_then(|file| saved(walk, file, options));
    let (mut known, mut open) = saved.unwrap_or_else(|| Known::beginning_with(from));
    let at_a_time = CHUNKS_REPORTED * CHUNK * planners.len();
    while !open.is_empty() {
        let numbers = open.split_off(open.len().saturating_sub(at_a_time));
        let chunks = planned(walk, &planners, &numbers, options);
        if options.is_cancelled() {
            return Err(ProveError::Cancelled);
        }
        open.extend(known.take(chunks));
        let bytes =
            known.bytes() + planners.iter().map(|planner| planner.lock().nodes().bytes()).sum::<usize>();
        if let Some(file) =
            unfinished.as_mut().filter(|file| file.is_due() || open.is_empty() && file.is_saved())
        {
            save(file, &known, &open, &planners, options);
        }
        let (table, reached) = (walk.table.name.as_str(), known.order.len());
        (options.report)(ProofNotice::Reached { table, reached, open: open.len(), bytes });
        check_memory(walk, reached, bytes, options)?;
    }
    known.nodes.extend(planners.into_iter().map(|planner| planner.into_inner().into_nodes()));
    Ok(known.reached(walk))
}

/// Returns what an earlier run had planned, and what it had still to plan; `None` if nothing was saved.
fn saved(walk: Walk<'_>, file: &mut Unfinished, options: &ProveOptions<'_>) -> Option<(Known, Vec<u32>)> {
    if !options.goes_on {
        return None;
    }
    let loaded = file.load::<(Known, Vec<Nodes>, Vec<u32>)>().unwrap_or_else(|reason| {
        (options.report)(ProofNotice::NotSaved { path: file.path(), reason: &reason });
        None
    });
    let (mut known, nodes, open) = loaded?;
    known.numbers = known.order.iter().chain(&open).copied().collect();
    known.nodes = nodes;
    (options.report)(ProofNotice::GoesOn { table: &walk.table.name, reached: known.order.len() });
    Some((known, open))
}

/// Saves what has been planned, and what is still to plan.
fn save(
    file: &mut Unfinished,
    known: &Known,
    open: &[u32],
    planners: &[Mutex<Planner<'_>>],
    options: &ProveOptions<'_>,
) {
    let planners: Vec<_> = planners.iter().map(Mutex::lock).collect();
    let nodes: Vec<&Nodes> =
        known.nodes.iter().chain(planners.iter().map(|planner| planner.nodes())).collect();
    if let Err(reason) = file.save(&(known, nodes, open)) {
        (options.report)(ProofNotice::NotSaved { path: file.path(), reason: &reason });
    }
}

/// Ends a proof whose positions take more bytes than allowed.
fn check_memory(
    walk: Walk<'_>,
    reached: usize,
    bytes: usize,
    options: &ProveOptions<'_>,
) -> Result<(), ProveError> {
    if bytes <= options.memory {
        return Ok(());
    }
    Err(ProveError::TooMuchMemory { table: walk.table.name.clone(), reached, memory: options.memory >> 20 })
}

/// What a thread has found about some positions.
struct Chunk {
    thread: usize,
    numbers: Vec<u32>,
    plans: Vec<PackedPlan>,
    chosen: Vec<Chosen>,
    /// The numbers of the positions that the replies lead to.
    next: Vec<u32>,
    /// Those of other tables' positions, each after the index of the handover.
    handed_over: Vec<(u8, u32)>,
}

/// Plans in these positions on all threads.
fn planned(
    walk: Walk<'_>,
    planners: &[Mutex<Planner<'_>>],
    numbers: &[u32],
    options: &ProveOptions<'_>,
) -> Vec<Chunk> {
    let planned = options.share(numbers, CHUNK, |thread, chunks| -> Vec<Chunk> {
        let mut planner = planners[thread].lock();
        chunks.map(|numbers| Chunk::planned(walk, &mut planner, thread, numbers)).collect()
    });
    planned.into_iter().flatten().collect()
}

impl Chunk {
    fn planned(walk: Walk<'_>, planner: &mut Planner<'_>, thread: usize, numbers: &[u32]) -> Chunk {
        let (plans, chosen) = (Vec::with_capacity(numbers.len()), Vec::with_capacity(numbers.len()));
        let (next, handed_over) = (Vec::new(), Vec::new());
        let mut chunk = Chunk { thread, numbers: numbers.to_vec(), plans, chosen, next, handed_over };
        let mut leaves = Vec::new();
        let before = planner.nodes().leaves_in_all().len();
        for number in numbers {
            let place = *number as usize;
            let (plan, chosen) = planner.plan_at(place);
            chunk.plans.push(plan);
            chunk.chosen.push(chosen);
            if let Some((step, position)) = plan.step_alone().zip(walk.positions.position(place)) {
                walk.replies_asking(&position.after(step), &mut leaves);
                chunk.note(&leaves);
                leaves.clear();
            }
        }
        // What older trees lead to is known already.
        chunk.note(&planner.nodes().leaves_in_all()[before..]);
        chunk.next.sort_unstable();
        chunk.next.dedup();
        chunk
    }

    /// Notes what these leaves lead to.
    fn note(&mut self, leaves: &[Leaf]) {
        for leaf in leaves {
            match *leaf {
                Leaf::Asks(number) => self.next.push(number),
                Leaf::HandedOver { handover, number } => self.handed_over.push((handover, number)),
                Leaf::GoesOn(_) | Leaf::Over(_) => {}
            }
        }
    }
}

/// What has been reached so far.
#[derive(Default, Serialize, Deserialize)]
struct Known {
    /// The positions that are planned or still open.
    #[serde(skip)]
    numbers: HashSet<u32, BuildHasherDefault<PositionHasher>>,
    /// The planned ones in the order in which they were planned, with their plans.
    order: Vec<u32>,
    plans: Vec<PackedPlan>,
    chosen: Vec<Chosen>,
    /// By which thread each was planned. The threads of the runs before come first, so that there may be many.
    threads: Vec<u16>,
    handed_over: HashSet<(u8, u32), BuildHasherDefault<PositionHasher>>,
    /// The nodes that each thread of the runs before has made. A file holds those of this run, too.
    #[serde(skip)]
    nodes: Vec<Nodes>,
}

impl Known {
    /// Knows these positions and nothing else; returns them, without duplicates, as the first to plan.
    fn beginning_with(numbers: Vec<u32>) -> (Known, Vec<u32>) {
        let mut known = Known::default();
        let open = known.new_among(numbers);
        (known, open)
    }

    /// Returns those of these positions that were not known, and knows them from now on.
    fn new_among(&mut self, numbers: Vec<u32>) -> Vec<u32> {
        numbers.into_iter().filter(|number| self.numbers.insert(*number)).collect()
    }

    /// Takes what the threads have found; returns the positions to plan next.
    fn take(&mut self, chunks: Vec<Chunk>) -> Vec<u32> {
        let mut open = Vec::new();
        for chunk in chunks {
            let thread = (self.nodes.len() + chunk.thread) as u16;
            self.threads.extend(std::iter::repeat_n(thread, chunk.numbers.len()));
            self.order.extend(chunk.numbers);
            self.plans.extend(chunk.plans);
            self.chosen.extend(chunk.chosen);
            self.handed_over.extend(chunk.handed_over);
            open.extend(self.new_among(chunk.next));
        }
        open
    }

    fn bytes(&self) -> usize {
        let of_nodes: usize = self.nodes.iter().map(Nodes::bytes).sum();
        self.numbers.len() * BYTES_OF_A_POSITION + self.handed_over.len() * size_of::<(u8, u32)>() + of_nodes
    }

    /// Puts everything into the order of the numbers.
    fn reached(self, walk: Walk<'_>) -> Reached {
        let positions = Positions::reached(walk.positions.space().clone(), self.order.clone());
        let mut policy = Policy::with_capacity(self.order.len());
        let before: Vec<u32> = self.nodes.iter().map(|nodes| policy.append_nodes(nodes)).collect();
        let mut places: Vec<usize> = (0..self.order.len()).collect();
        places.sort_unstable_by_key(|place| self.order[*place]);
        for place in places {
            let nodes_before = before[usize::from(self.threads[place])];
            policy.extend(&[self.plans[place]], vec![self.chosen[place]], nodes_before);
        }
        policy.find_places(&positions);
        let mut handed_over: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (handover, number) in self.handed_over {
            handed_over.entry(usize::from(handover)).or_default().push(number);
        }
        Reached { positions, policy, handed_over }
    }
}
