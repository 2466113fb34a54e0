//! One arrangement of the graph: its state, its neighbours, and what it costs.

use std::sync::OnceLock;

use super::bounds::Bounds;
use crate::solve::arrangement::exits::Exits;
use crate::solve::arrangement::layout::Arrangement;
use crate::solve::arrangement::reach::Reach;
use crate::solve::arrangement::tables::TableWins;
use crate::solve::built_tables::BuiltWins;
use crate::solve::lookahead::facts::Facts;
use crate::solve::syzygy_tables::SyzygyWins;

/// An arrangement's index in the graph.
pub(in crate::solve) type NodeId = u32;

#[derive(Debug)]
pub(super) enum State {
    /// The attacker has only its king.
    Bare,
    /// The embedded tables know it.
    Table(Box<TableWins>),
    /// A built table knows it.
    Built(Box<BuiltWins>),
    /// A Syzygy file knows it.
    Syzygy(Box<SyzygyWins>),
    /// Not looked at, or with too many pieces.
    Closed,
    /// To be solved, perhaps again.
    Open(Option<Box<Bounds>>),
}

impl State {
    /// Whether nothing is known: the arrangement was not looked at, or its Syzygy file turned out to be of no use.
    pub fn is_closed(&self) -> bool {
        match self {
            State::Closed => true,
            State::Syzygy(file) => file.has_gaps(),
            State::Bare | State::Table(_) | State::Built(_) | State::Open(_) => false,
        }
    }
}

/// The nodes grow by one part in this many at a time: doubled as usual, they would often take twice the memory that they need.
pub(super) const NODES_GROW_BY: usize = 8;
/// The memory of a known arrangement in bytes: itself and its index entry, with space for both collections to grow.
pub(super) const NODE_BYTES: usize =
    size_of::<Node>() + size_of::<Node>() / NODES_GROW_BY + 2 * (size_of::<NodeId>() + 1);
/// The memory of a link between two arrangements, in bytes. Both store it; the list of the lower one has space to grow.
pub(super) const CHILD_BYTES: usize = 3 * size_of::<NodeId>();
/// The memory of an exit while it is held, in bytes.
pub(super) const EXIT_BYTES: usize = 2 * (size_of::<Arrangement>() + 2 * size_of::<NodeId>()) + 256;

/// An arrangement and its place in the graph.
#[derive(Debug)]
pub(super) struct Node {
    pub arrangement: Arrangement,
    pub state: State,
    /// What [`Graph::exits`] has found, until that is forgotten.
    pub exits: OnceLock<Box<Exits>>,
    /// In the order of [`Exits::children`], once the arrangement is open.
    pub children: Box<[NodeId]>,
    /// Open arrangements that lead here.
    pub parents: Vec<NodeId>,
    /// The squares of the kings for which the arrangement is open.
    pub reach: Reach,
    /// What was proven of single positions.
    pub facts: Facts,
}

impl Node {
    /// An arrangement that nothing is linked to yet.
    pub fn new(arrangement: Arrangement, state: State) -> Node {
        Node {
            arrangement,
            state,
            exits: OnceLock::new(),
            children: Box::default(),
            parents: Vec::new(),
            reach: Reach::default(),
            facts: Facts::default(),
        }
    }

    /// What is known of an open arrangement; `None` if it is not open, or not solved yet.
    pub fn bounds(&self) -> Option<&Bounds> {
        match &self.state {
            State::Open(bounds) => bounds.as_deref(),
            _ => None,
        }
    }
}
