//! Stores the arrangements of a graph: finds them, adds them, restores them, counts their memory.

use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::bounds::Bounds;
use super::guesses::is_cheap;
use super::node::{NODE_BYTES, NODES_GROW_BY, Node, NodeId, State};
use super::worklist::Worklist;
use crate::solve::arrangement::layout::{Arrangement, MOST_SOLVED_PIECES};
use crate::solve::arrangement::packing::Unpacked;
use crate::solve::arrangement::reach::Reach;
use crate::solve::arrangement::tables::TableWins;
use crate::solve::arrangement::wins::Wins;
use crate::solve::built_tables::BuiltTables;
use crate::solve::disk::{BlockFile, WorkFile};
use crate::solve::syzygy_tables::SyzygyTables;
use crate::text::outputs::OutputError;

/// The size of a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphSize {
    /// Solved arrangements of pawns and kinds of pieces, counted once for each side that may win.
    pub arrangements: usize,
    /// The most legal positions that they can have.
    pub positions: u64,
    /// Memory of their results, of the arrangements themselves and of their exits, in bytes.
    pub bytes: usize,
}

impl GraphSize {
    /// The placements of the arrangements: each stands for all squares of one king and both sides to move.
    pub(in crate::solve) fn placements(&self) -> u64 {
        self.positions / (2 * 64)
    }
}

/// The graph. Solved arrangements stay; what is opened later narrows their bounds.
#[derive(Debug)]
pub(in crate::solve) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// Finds an arrangement's node by its hash; the node has the arrangement itself.
    index: HashTable<NodeId>,
    pub(super) worklist: Worklist,
    /// The embedded tables are asked for positions of at most this many men.
    pub(super) table_men: usize,
    /// Built tables of more men, if there are any.
    pub(super) built: Option<Arc<BuiltTables>>,
    /// Syzygy files, if there are any.
    pub(super) syzygy: Option<Arc<SyzygyTables>>,
    /// Whether results from a file rest on wins that the 50-move rule turns into draws.
    pub(super) is_loaded_spoilt: bool,
    /// Without the memory of exits.
    pub(super) size: GraphSize,
    /// The memory of the exits that are found, in bytes.
    pub(super) exit_bytes: AtomicUsize,
    /// The most memory for results, in bytes.
    pub(super) most_bytes: usize,
    /// The memory of results after the last packing, in bytes.
    pub(super) bytes_packed: usize,
    /// The work done before it, in placements.
    pub(super) work_packed: usize,
    /// The file that takes what is solved once memory runs short; `None` without one, or after it failed.
    pub(super) work_file: Option<WorkFile>,
    /// Why the file takes nothing more.
    pub(super) file_failure: Option<OutputError>,
    pub(super) unpacked: Arc<Unpacked>,
    /// Placements solved so far, repetitions included.
    pub(super) work: usize,
}

impl Graph {
    pub fn new(table_men: usize) -> Graph {
        Graph {
            nodes: Vec::new(),
            index: HashTable::new(),
            worklist: Worklist::default(),
            table_men,
            built: None,
            syzygy: None,
            is_loaded_spoilt: false,
            size: GraphSize::default(),
            exit_bytes: AtomicUsize::new(0),
            most_bytes: usize::MAX,
            bytes_packed: 0,
            work_packed: 0,
            work_file: None,
            file_failure: None,
            unpacked: Arc::default(),
            work: 0,
        }
    }

    /// A graph whose packed results may lie in a file.
    pub fn in_file(table_men: usize, file: BlockFile) -> Graph {
        Graph { unpacked: Arc::new(Unpacked::of_file(file)), ..Graph::new(table_men) }
    }

    pub fn size(&self) -> GraphSize {
        GraphSize { bytes: self.bytes(), ..self.size }
    }

    /// The blocks that were used last, and the file of packed ones.
    pub fn unpacked(&self) -> &Arc<Unpacked> {
        &self.unpacked
    }

    /// The embedded tables are asked for positions of at most this many men.
    pub fn table_men(&self) -> usize {
        self.table_men
    }

    /// Uses these tables of more men from now on.
    pub fn use_tables(&mut self, built: Arc<BuiltTables>) {
        self.built = Some(built);
        self.look_again();
    }

    /// Uses these Syzygy files from now on, unless the graph has some.
    pub fn use_syzygy(&mut self, files: SyzygyTables) {
        if self.syzygy.is_none() {
            self.syzygy = Some(Arc::new(files));
            self.look_again();
        }
    }

    /// The built tables; `None` without any.
    pub fn built(&self) -> Option<&Arc<BuiltTables>> {
        self.built.as_ref()
    }

    /// The Syzygy files; `None` without any.
    pub fn syzygy(&self) -> Option<&SyzygyTables> {
        self.syzygy.as_deref()
    }

    /// Looks closed arrangements up in tables that were not there when they were added.
    pub fn look_again(&mut self) {
        for node in 0..self.nodes.len() {
            let Node { state, arrangement, .. } = &self.nodes[node];
            if !matches!(state, State::Closed) {
                continue;
            }
            let state = self.first_state(arrangement);
            if !matches!(state, State::Closed) {
                self.nodes[node].state = state;
                for parent in self.nodes[node].parents.clone() {
                    self.wait(parent);
                }
            }
        }
    }

    /// Whether wins may rest on some that the 50-move rule turns into draws: Syzygy files know them, built results do not.
    pub fn may_be_spoilt(&self) -> bool {
        self.is_loaded_spoilt
            || self.syzygy().is_some_and(SyzygyTables::has_met_spoilt)
            || self.built().is_some_and(|built| built.has_asked_results())
    }

    /// Notes what [`Graph::may_be_spoilt`] said of results that were saved.
    pub fn restore_spoilt(&mut self, may_be_spoilt: bool) {
        self.is_loaded_spoilt |= may_be_spoilt;
    }

    /// Closes an arrangement of pawns that a Syzygy file knows, so that it can be opened for its distances.
    pub fn look_inside(&mut self, node: NodeId) {
        let node = &mut self.nodes[node as usize];
        if matches!(node.state, State::Syzygy(_)) && node.arrangement.piece_count() == 0 {
            node.state = State::Closed;
        }
    }

    /// Whether an arrangement is open and solved.
    pub fn is_solved(&self, node: NodeId) -> bool {
        self.nodes[node as usize].bounds().is_some()
    }

    /// The solved arrangements and their bounds.
    pub fn solved_arrangements(&self) -> impl Iterator<Item = (&Arrangement, &Bounds)> {
        self.nodes.iter().filter_map(|node| Some((&node.arrangement, node.bounds()?)))
    }

    /// Adds an arrangement that was solved before. Returns whether it was still unknown and is one that can be solved.
    pub fn restore(&mut self, arrangement: Arrangement, bounds: Bounds) -> bool {
        let node = self.node(arrangement);
        if !self.can_be_opened(node) {
            return false;
        }
        self.open_alone(node);
        let placements = arrangement.placements();
        let bounds = self.packed_in_time(bounds, placements);
        self.size.bytes = self.size.bytes + bounds.bytes() - Wins::bytes(placements);
        self.nodes[node as usize].reach = bounds.reach;
        self.nodes[node as usize].state = State::Open(Some(Box::new(bounds)));
        self.forget_exits(node);
        true
    }

    /// Placements solved so far, repetitions included: a measure of the work done.
    pub fn work(&self) -> usize {
        self.work
    }

    /// Adds work that was done elsewhere, in placements.
    pub fn count_work(&mut self, placements: usize) {
        self.work += placements;
    }

    pub fn arrangement(&self, node: NodeId) -> &Arrangement {
        &self.nodes[node as usize].arrangement
    }

    pub fn is_closed(&self, node: NodeId) -> bool {
        self.nodes[node as usize].state.is_closed()
    }

    /// Whether an arrangement is closed, or was opened for kings that cannot reach all of these squares.
    pub fn is_closed_to(&self, node: NodeId, kings: Reach) -> bool {
        let node = &self.nodes[node as usize];
        match node.state {
            State::Open(_) => !node.reach.includes(kings),
            ref known => known.is_closed(),
        }
    }

    /// Whether an arrangement is closed and can be opened.
    pub fn can_be_opened(&self, node: NodeId) -> bool {
        let node = &self.nodes[node as usize];
        node.state.is_closed() && node.arrangement.piece_count() <= MOST_SOLVED_PIECES
    }

    /// Returns the index of an arrangement; adds it if it is new.
    pub fn node(&mut self, arrangement: Arrangement) -> NodeId {
        if let Some(node) = self.find(&arrangement) {
            return node;
        }
        let node = self.nodes.len() as NodeId;
        self.size.bytes += NODE_BYTES;
        if node as usize == self.nodes.capacity() {
            self.nodes.reserve_exact(1 + node as usize / NODES_GROW_BY);
        }
        self.nodes.push(Node::new(arrangement, self.first_state(&arrangement)));
        let nodes = &self.nodes;
        self.index.insert_unique(hash(&arrangement), node, |&node| hash(&nodes[node as usize].arrangement));
        node
    }

    /// Returns the index of an arrangement; `None` if it is not in the graph.
    pub fn find(&self, arrangement: &Arrangement) -> Option<NodeId> {
        let is_same = |&node: &NodeId| self.nodes[node as usize].arrangement == *arrangement;
        self.index.find(hash(arrangement), is_same).copied()
    }

    fn first_state(&self, arrangement: &Arrangement) -> State {
        if arrangement.attacker_is_bare() {
            return State::Bare;
        }
        let is_cheap = is_cheap(arrangement);
        if arrangement.all_men() <= self.table_men {
            return if is_cheap {
                State::Closed
            } else {
                State::Table(Box::new(TableWins::new(*arrangement)))
            };
        }
        let built = self.built.as_ref().filter(|_| !is_cheap).and_then(|built| built.wins(arrangement));
        let syzygy = || self.syzygy.as_ref().and_then(|files| files.wins(arrangement));
        built
            .map(Box::new)
            .map(State::Built)
            .or_else(|| syzygy().map(Box::new).map(State::Syzygy))
            .unwrap_or(State::Closed)
    }

    /// Queues an arrangement to be solved again, unless nothing about it can change.
    pub fn wait(&mut self, node: NodeId) {
        let Node { state, arrangement, .. } = &self.nodes[node as usize];
        if matches!(state, State::Open(_)) && !self.is_exact(node) {
            self.worklist.add(node, arrangement);
        }
    }

    /// Placements of the waiting arrangements, in the measure of [`Graph::work`].
    pub fn waiting_work(&self) -> usize {
        self.worklist.placements()
    }

    /// Moves that are enough for the attacker to reach the next capture, pawn move or mate from every surely won position, and to
    /// mate from every won position of a built table.
    pub fn longest(&self) -> u32 {
        let in_tables = self.built.as_ref().map_or(0, |built| built.longest());
        let solved = self.nodes.iter().filter_map(Node::bounds);
        solved.map(|bounds| bounds.longest).max().unwrap_or(0).max(in_tables)
    }
}

fn hash(arrangement: &Arrangement) -> u64 {
    FxBuildHasher.hash_one(arrangement)
}
