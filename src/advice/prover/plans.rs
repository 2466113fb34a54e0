//! What the table plays in every position: worked out once, by all threads, and kept in a few bytes each.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::atomic::{AtomicUsize, Ordering};

use arrayvec::ArrayVec;
use parking_lot::Mutex;
use shakmaty::{Role, Square};

use super::lengths::Escape;
use super::{Network, Optimum, surveying};
use crate::advice::interpreter::{Planned, Tree};
use crate::advice::language::Table;
use crate::advice::memory::PositionHasher;
use crate::advice::position::Position;
use crate::advice::refuted::Refuted;
use crate::advice::space::Space;
use crate::advice::step::{Step, Steps};
use crate::advice::symmetry::Turning;
use crate::advice::vocabulary::Node;

/// What a reply leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// We are to move in this position, and ask the table anew.
    Asks(u32),
    /// We are to move, and the forcing tree goes on with this node of it.
    GoesOn(u32),
    /// It is over for the table: won after so many moves more (0: mate), or escaped.
    Over(Result<u16, Escape>),
}

/// What the replies to one move of ours lead to; no position has more moves.
pub(super) type Leaves = ArrayVec<Leaf, 256>;

/// The plans of all positions.
pub(super) struct Plans {
    /// A packed move, or the number of a node for deeper trees, or [`NONE`] or [`ABSENT`].
    codes: Vec<u32>,
    /// The nodes of the deeper trees.
    nodes: Nodes,
    /// What is played first, and by which rule and advice.
    chosen: Vec<Chosen>,
}

/// Nodes of forcing trees with our side to move: what is known after the move that is played there.
#[derive(Default)]
struct Nodes {
    /// Where the leaves of each node end.
    ends: Vec<u32>,
    leaves: Vec<Leaf>,
}

impl Nodes {
    fn add(&mut self, leaves: &[Leaf]) -> u32 {
        self.leaves.extend_from_slice(leaves);
        self.ends.push(self.leaves.len() as u32);
        self.ends.len() as u32 - 1
    }

    fn leaves(&self, node: u32) -> &[Leaf] {
        let node = node as usize;
        let start = if node == 0 { 0 } else { self.ends[node - 1] as usize };
        &self.leaves[start..self.ends[node] as usize]
    }

    /// Takes over the nodes of a thread; their numbers grow by how many there were.
    fn append(&mut self, other: &Nodes) {
        let (nodes, leaves) = (self.ends.len() as u32, self.leaves.len() as u32);
        self.ends.extend(other.ends.iter().map(|end| end + leaves));
        self.leaves.extend(other.leaves.iter().map(|leaf| match leaf {
            Leaf::GoesOn(node) => Leaf::GoesOn(node + nodes),
            other => *other,
        }));
    }
}

/// A move by its number among the legal ones, and the rule and advice that it comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Chosen {
    pub(super) rule: u8,
    pub(super) advice: u8,
    pub(super) step: u8,
}

/// What is planned in one position.
pub(super) enum Plan<'a> {
    /// There is no such position.
    Absent,
    /// No advice is satisfiable.
    NoAdvice,
    /// One move, then the table is asked anew.
    Move(Step),
    /// A deeper tree: what the replies to its first move lead to.
    Tree(&'a [Leaf]),
}

const ABSENT: u32 = u32::MAX;
const NONE: u32 = u32::MAX - 1;
const DEEP: u32 = 1 << 31;
const CHUNK: usize = 4096;

impl Plans {
    pub(super) fn plan(&self, index: usize) -> Plan<'_> {
        match self.codes[index] {
            ABSENT => Plan::Absent,
            NONE => Plan::NoAdvice,
            deep if deep & DEEP != 0 => Plan::Tree(self.below(deep & !DEEP)),
            code => Plan::Move(unpack(code)),
        }
    }

    /// What the replies to the move at a node of a deeper tree lead to.
    pub(super) fn below(&self, node: u32) -> &[Leaf] {
        self.nodes.leaves(node)
    }

    /// How many nodes all the deeper trees have.
    pub(super) fn nodes(&self) -> usize {
        self.nodes.ends.len()
    }

    /// What is played first where a plan moves, and the rule and the advice that fired.
    pub(super) fn chosen(&self, index: usize) -> Chosen {
        self.chosen[index]
    }
}

/// The plans of some positions, found by one of the threads.
struct Chunk {
    thread: usize,
    codes: Vec<u32>,
    chosen: Vec<Chosen>,
}

/// Asks the table in every position that can be won.
pub(super) fn plans(
    network: &Network<'_>,
    table: &Table,
    space: &Space,
    optimum: Option<Optimum<'_>>,
) -> Plans {
    let threads = network.options.threads.max(1);
    let survey = surveying::survey(table, space, threads);
    let count = space.len().div_ceil(CHUNK);
    let next = AtomicUsize::new(0);
    let chunks: Mutex<Vec<Option<Chunk>>> = Mutex::new((0..count).map(|_| None).collect());
    let work = |thread| {
        let walk = Walk { network, table, space };
        let mut planner = Planner { walk, refuted: Refuted::new(table, &survey), trees: Trees::default() };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return planner.trees.nodes;
            }
            let done = planner.chunk(thread, optimum, number * CHUNK);
            chunks.lock()[number] = Some(done);
        }
    };
    let nodes = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_default()).collect::<Vec<Nodes>>()
    });
    joined(chunks.into_inner(), &nodes, space.len())
}

fn joined(chunks: Vec<Option<Chunk>>, nodes: &[Nodes], positions: usize) -> Plans {
    let mut plans = Plans {
        codes: Vec::with_capacity(positions),
        nodes: Nodes::default(),
        chosen: Vec::with_capacity(positions),
    };
    let mut before = Vec::new();
    for nodes in nodes {
        before.push(plans.nodes() as u32);
        plans.nodes.append(nodes);
    }
    for chunk in chunks.into_iter().flatten() {
        let before = before[chunk.thread];
        let deep = |code: u32| code & DEEP != 0 && code < NONE;
        plans.codes.extend(chunk.codes.iter().map(|&code| if deep(code) { code + before } else { code }));
        plans.chosen.extend(chunk.chosen);
    }
    plans
}

/// One thread's work.
struct Planner<'a> {
    walk: Walk<'a>,
    refuted: Refuted,
    trees: Trees,
}

impl Planner<'_> {
    fn chunk(&mut self, thread: usize, optimum: Option<Optimum<'_>>, start: usize) -> Chunk {
        let end = (start + CHUNK).min(self.walk.space.len());
        let (mut codes, mut chosen) = (Vec::with_capacity(CHUNK), Vec::with_capacity(CHUNK));
        for index in start..end {
            let mut choice = Chosen::default();
            codes.push(match self.walk.space.position(index) {
                None => ABSENT,
                Some(position) if optimum.is_some_and(|optimum| optimum(&position).is_none()) => NONE,
                Some(position) => match self.walk.table.plan_among(&position, &mut self.refuted) {
                    None => NONE,
                    Some(planned) => {
                        choice = chosen_of(&position, &planned);
                        self.code(&position, &planned)
                    }
                },
            });
            chosen.push(choice);
        }
        Chunk { thread, codes, chosen }
    }

    fn code(&mut self, position: &Position, planned: &Planned) -> u32 {
        let memory = self.refuted.memory();
        let after = position.after(planned.step);
        let node = Node { position: &after, root: position, depth: 1, memory: &memory };
        let advice = &self.walk.table.advice[planned.advice];
        let below = match &planned.tree {
            Some(tree) => Below::Tree(tree),
            None if advice.better.holds(&node) => Below::Tree(&Tree::Reached),
            None => Below::Surveyed(planned.advice),
        };
        if matches!(below, Below::Tree(Tree::Reached)) {
            return pack(planned.step);
        }
        let mut leaves = Leaves::new();
        self.walk.replies(&node, below, &mut self.trees, &mut leaves);
        DEEP | self.trees.nodes.add(&leaves)
    }
}

fn chosen_of(position: &Position, planned: &Planned) -> Chosen {
    let mut steps = Steps::new();
    position.legal_steps(&mut steps);
    let step = steps.iter().position(|step| *step == planned.step).unwrap_or_default();
    Chosen { rule: planned.rule as u8, advice: planned.advice as u8, step: step as u8 }
}

/// Walks down a forcing tree to where it ends.
pub(super) struct Walk<'a> {
    pub(super) network: &'a Network<'a>,
    pub(super) table: &'a Table,
    pub(super) space: &'a Space,
}

/// What is known of the forcing tree below a node with their side to move.
#[derive(Clone, Copy)]
pub(super) enum Below<'a> {
    /// The tree.
    Tree(&'a Tree),
    /// It can be had from the survey, for this piece of advice.
    Surveyed(usize),
}

/// The forcing trees of one thread.
#[derive(Default)]
pub(super) struct Trees {
    nodes: Nodes,
    /// Nodes of trees that are had from the survey: they are the same from every root.
    known: HashMap<u64, u32, BuildHasherDefault<PositionHasher>>,
}

impl Walk<'_> {
    /// What all replies lead to, in a position where nothing is planned beyond the last move.
    pub(super) fn replies_asking(&self, position: &Position, leaves: &mut Vec<Leaf>) {
        let mut replies = Steps::new();
        position.legal_steps(&mut replies);
        leaves.extend(over(position, &replies).map(Leaf::Over));
        leaves.extend(replies.iter().map(|reply| self.leaf(&position.after(*reply))));
    }

    /// What all replies lead to at a node with their side to move.
    fn replies(&self, node: &Node<'_>, below: Below<'_>, trees: &mut Trees, leaves: &mut Leaves) {
        let mut replies = Steps::new();
        node.position.legal_steps(&mut replies);
        leaves.extend(over(node.position, &replies).map(Leaf::Over));
        let admitted = self.admitted(node, below);
        for reply in replies {
            let position = node.position.after(reply);
            let next = node.next(&position);
            let goes_on = match below {
                Below::Tree(tree) => self.in_tree(&next, tree.after(reply), trees),
                Below::Surveyed(advice) if admitted.contains(&reply) => self.surveyed(&next, advice, trees),
                Below::Surveyed(_) => None,
            };
            leaves.push(goes_on.map_or_else(|| self.leaf(&position), Leaf::GoesOn));
        }
    }

    /// The replies that a tree from the survey has an answer to.
    fn admitted(&self, node: &Node<'_>, below: Below<'_>) -> Steps {
        let mut admitted = Steps::new();
        if let Below::Surveyed(advice) = below
            && !self.table.advice[advice].better.holds(node)
        {
            self.table.advice[advice].them.steps(node, &mut admitted);
        }
        admitted
    }

    /// The node of a tree that was built, with our side to move; nothing where it ends.
    fn in_tree(&self, node: &Node<'_>, tree: Option<&Tree>, trees: &mut Trees) -> Option<u32> {
        let Some(Tree::Ours(step, subtree)) = tree else { return None };
        Some(self.after(node, *step, Below::Tree(subtree), trees))
    }

    /// The node of a tree from the survey, with our side to move; nothing where it ends.
    fn surveyed(&self, node: &Node<'_>, advice: usize, trees: &mut Trees) -> Option<u32> {
        let key = self.space.contains(node.position).then(|| self.key(node, advice));
        if let Some(known) = key.and_then(|key| trees.known.get(&key)) {
            return (*known != NONE).then_some(*known);
        }
        let found = self
            .table
            .surveyed_step(advice, node)
            .map(|step| self.after(node, step, Below::Surveyed(advice), trees));
        if let Some(key) = key {
            trees.known.insert(key, found.unwrap_or(NONE));
        }
        found
    }

    /// What a node is known by: the position as it stands, for the order of moves is not symmetric.
    fn key(&self, node: &Node<'_>, advice: usize) -> u64 {
        let number = self.space.number(node.position, Turning::NONE) as u64;
        (advice as u64) << 40 | u64::from(node.depth) << 32 | number
    }

    fn after(&self, node: &Node<'_>, step: Step, below: Below<'_>, trees: &mut Trees) -> u32 {
        let position = node.position.after(step);
        let mut leaves = Leaves::new();
        self.replies(&node.next(&position), below, trees, &mut leaves);
        trees.nodes.add(&leaves)
    }

    /// What a position with our side to move is to the table.
    pub(super) fn leaf(&self, position: &Position) -> Leaf {
        // Only a capture can have changed what is on the board, or our own promotion.
        if self.space.contains(position) {
            Leaf::Asks(self.space.index(position) as u32)
        } else {
            Leaf::Over(self.network.elsewhere(self.table, position))
        }
    }
}

/// How it ends where there is no reply.
fn over(position: &Position, replies: &Steps) -> Option<Result<u16, Escape>> {
    let end = || if position.is_check() { Ok(0) } else { Err(Escape::Stalemate) };
    replies.is_empty().then(end)
}

fn pack(step: Step) -> u32 {
    let promotion = step.promotion.map_or(0, |role| role as u32);
    u32::from(step.from) | u32::from(step.to) << 6 | promotion << 12 | (step.role as u32) << 16
}

fn unpack(code: u32) -> Step {
    let role = |bits: u32| Role::try_from(bits).ok();
    Step {
        role: role(code >> 16 & 7).unwrap_or(Role::King),
        from: Square::new(code & 63),
        to: Square::new(code >> 6 & 63),
        promotion: role(code >> 12 & 7),
    }
}
