//! Stores the arrangements that a position can reach, with bounds on what the attacker wins in each open one.
//!
//! An exit into a closed arrangement counts as not won for the lower bound, as won for the upper bound, and as a guess for the
//! assumed one. The lower and upper bounds are proven; the assumed one only says where to look next.

mod learned;
mod opening;
mod positions;
mod room;
mod solving;
mod words;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use shakmaty::Role;

use super::arrangement::bound::Bound;
use super::arrangement::exits::Exits;
use super::arrangement::layout::{Arrangement, MOST_SOLVED_PIECES, Side};
use super::arrangement::packing::{Kept, Unpacked};
use super::arrangement::reach::Reach;
use super::arrangement::retrograde::Wins;
use super::arrangement::tables::TableWins;
use super::built_tables::{BuiltTables, BuiltWins};
use super::lookahead::facts::Facts;

/// An arrangement's index in the graph.
pub(super) type NodeId = u32;

/// The most sets of an arrangement: least, most and assumed.
pub(super) const MOST_SETS: usize = 3;

/// What is known of an open arrangement. Equal sets share memory.
#[derive(Debug)]
pub(super) struct Bounds {
    least: Arc<Kept>,
    assumed: Arc<Kept>,
    most: Arc<Kept>,
    /// The most moves of the attacker to the next capture, pawn move or mate in a surely won position.
    longest: u32,
    /// Nothing is known of positions out of this reach: they are in no set.
    reach: Reach,
}

impl Bounds {
    fn of(&self, bound: Bound) -> &Kept {
        match bound {
            Bound::Least => &self.least,
            Bound::Assumed => &self.assumed,
            Bound::Most => &self.most,
        }
    }

    fn are_exact(&self) -> bool {
        Arc::ptr_eq(&self.least, &self.most)
    }

    /// The different sets: least, then most and assumed unless they equal an earlier one.
    pub fn sets(&self) -> Vec<&Kept> {
        self.shared_sets().into_iter().map(Arc::as_ref).collect()
    }

    fn shared_sets(&self) -> Vec<&Arc<Kept>> {
        let mut sets = vec![&self.least];
        for set in [&self.most, &self.assumed] {
            if !sets.iter().any(|known| Arc::ptr_eq(known, set)) {
                sets.push(set);
            }
        }
        sets
    }

    /// Restores what [`Bounds::sets`] and [`Bounds::longest`] returned; `None` if there are too many sets or none. With two
    /// sets, the assumed one becomes the least, since it only says where to look next.
    pub fn of_sets(sets: Vec<Wins>, longest: u32, reach: Reach) -> Option<Bounds> {
        let mut sets = sets.into_iter().map(Kept::Whole).map(Arc::new);
        let least = sets.next()?;
        let most = sets.next().unwrap_or_else(|| Arc::clone(&least));
        let assumed = sets.next().unwrap_or_else(|| Arc::clone(&least));
        sets.next().is_none().then_some(Bounds { least, assumed, most, longest, reach })
    }

    /// The squares that the kings can reach in the positions that these bounds cover.
    pub fn reach(&self) -> Reach {
        self.reach
    }

    /// The most moves of the attacker to the next capture, pawn move or mate in a surely won position.
    pub fn longest(&self) -> u32 {
        self.longest
    }

    /// Memory in bytes.
    fn bytes(&self) -> usize {
        self.sets().into_iter().map(Kept::bytes).sum()
    }

    /// The same packed; `None` if any set is packed already.
    fn packed(&self, unpacked: &Arc<Unpacked>) -> Option<Bounds> {
        let sets = self.shared_sets();
        let packed: Option<Vec<Arc<Kept>>> =
            sets.iter().map(|set| set.packed(unpacked).map(Arc::new)).collect();
        let packed = packed?;
        let of = |wanted: &Arc<Kept>| {
            let place = sets.iter().position(|set| Arc::ptr_eq(set, wanted))?;
            packed.get(place).map(Arc::clone)
        };
        Some(Bounds {
            least: of(&self.least)?,
            assumed: of(&self.assumed)?,
            most: of(&self.most)?,
            longest: self.longest,
            reach: self.reach,
        })
    }
}

impl PartialEq for Bounds {
    fn eq(&self, other: &Bounds) -> bool {
        self.reach == other.reach
            && self.least == other.least
            && self.assumed == other.assumed
            && self.most == other.most
    }
}

#[derive(Debug)]
enum State {
    /// The attacker has only its king.
    Bare,
    /// The embedded tables know it.
    Table(TableWins),
    /// A built table knows it.
    Built(BuiltWins),
    /// Not looked at, or with too many pieces.
    Closed,
    /// To be solved, perhaps again.
    Open(Option<Bounds>),
}

/// The memory of a known arrangement in bytes: itself and its index entry, with space for both collections to grow.
const NODE_BYTES: usize = 2 * (size_of::<Node>() + size_of::<Arrangement>() + size_of::<NodeId>());
/// The memory of a link between two arrangements, which both store, in bytes.
const CHILD_BYTES: usize = 4 * size_of::<NodeId>();
/// The memory of an exit in addition, in bytes.
const EXIT_BYTES: usize = 2 * (size_of::<Arrangement>() + 2 * size_of::<NodeId>()) + 256;

#[derive(Debug)]
struct Node {
    arrangement: Arrangement,
    state: State,
    exits: OnceLock<Exits>,
    /// Whether [`Graph::size`] counts the memory of the exits. They stay until nothing about the arrangement can change.
    are_exits_counted: bool,
    /// In the order of [`Exits::children`], once the arrangement is open.
    children: Vec<NodeId>,
    /// Open arrangements that lead here.
    parents: Vec<NodeId>,
    is_waiting: bool,
    /// The squares of the kings for which the arrangement is open.
    reach: Reach,
    /// What was proven of single positions.
    facts: Facts,
}

impl Node {
    fn exits(&self) -> &Exits {
        self.exits.get_or_init(|| Exits::of(&self.arrangement))
    }
}

/// The size of a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphSize {
    /// Solved arrangements of pawns and kinds of pieces, counted once for each side that may win.
    pub arrangements: usize,
    /// The most legal positions that they can have.
    pub positions: u64,
    /// Memory of their results and of the arrangements themselves, in bytes.
    pub bytes: usize,
}

/// The graph. Solved arrangements stay; what is opened later narrows their bounds.
#[derive(Debug)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    index: FxHashMap<Arrangement, NodeId>,
    /// Arrangements to solve, by potential, lowest first.
    waiting: BTreeMap<u32, Vec<NodeId>>,
    /// Their total placements.
    waiting_work: usize,
    /// The embedded tables are asked for positions of at most this many men.
    table_men: usize,
    /// Built tables of more men, if there are any.
    built: Option<Arc<BuiltTables>>,
    size: GraphSize,
    /// The most memory for results, in bytes.
    most_bytes: usize,
    /// The memory of results after the last packing, in bytes.
    bytes_packed: usize,
    unpacked: Arc<Unpacked>,
    /// Placements solved so far, repetitions included.
    work: usize,
}

/// Whether an arrangement is opened together with any that leads to it: that costs less than looking up many of its positions
/// in tables.
fn is_cheap(arrangement: &Arrangement) -> bool {
    let mut men = arrangement.men();
    match (men.next(), men.next()) {
        (None, _) => true,
        (Some((_, man)), None) => match arrangement.all_men() {
            3 => true,
            4 => man.role == Role::Queen,
            _ => false,
        },
        _ => false,
    }
}

/// Guesses whether the attacker wins. An arrangement that can never be opened counts as not won, as it could never be proven.
fn is_assumed_won(arrangement: &Arrangement) -> bool {
    if arrangement.pieces() > MOST_SOLVED_PIECES {
        return false;
    }
    let worth = |side| arrangement.men_of(side).map(|(_, role)| worth(role)).sum::<u32>();
    worth(Side::Attacker) >= worth(Side::Defender) + 4
}

/// Whether the attacker may enter an arrangement that is only guessed: for its first piece, or by a capture. If guesses counted
/// after every pawn move, nothing would ever be proven.
pub(super) fn is_followed(from: &Arrangement, to: &Arrangement) -> bool {
    let is_first = from.men_of(Side::Attacker).next().is_none();
    is_first || to.all_men() < from.all_men()
}

fn worth(role: Role) -> u32 {
    match role {
        Role::Queen => 9,
        Role::Rook => 5,
        Role::Bishop | Role::Knight => 3,
        Role::Pawn | Role::King => 0,
    }
}

impl Graph {
    pub fn new(table_men: usize) -> Graph {
        Graph {
            nodes: Vec::new(),
            index: FxHashMap::default(),
            waiting: BTreeMap::new(),
            waiting_work: 0,
            table_men,
            built: None,
            size: GraphSize::default(),
            most_bytes: usize::MAX,
            bytes_packed: 0,
            unpacked: Arc::default(),
            work: 0,
        }
    }

    pub fn size(&self) -> GraphSize {
        self.size
    }

    /// The embedded tables are asked for positions of at most this many men.
    pub fn table_men(&self) -> usize {
        self.table_men
    }

    /// Uses these tables of more men from now on.
    pub fn use_tables(&mut self, built: Arc<BuiltTables>) {
        self.built = Some(built);
    }

    /// Whether an arrangement is open and solved.
    pub fn is_solved(&self, node: NodeId) -> bool {
        matches!(self.nodes[node as usize].state, State::Open(Some(_)))
    }

    /// The solved arrangements and their bounds.
    pub fn solved_arrangements(&self) -> impl Iterator<Item = (&Arrangement, &Bounds)> {
        self.nodes.iter().filter_map(|node| match &node.state {
            State::Open(Some(bounds)) => Some((&node.arrangement, bounds)),
            _ => None,
        })
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
        self.nodes[node as usize].state = State::Open(Some(bounds));
        if self.is_exact(node) {
            self.forget_exits(node);
        }
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
        matches!(self.nodes[node as usize].state, State::Closed)
    }

    /// Whether an arrangement is closed, or was opened for kings that cannot reach all of these squares.
    pub fn is_closed_to(&self, node: NodeId, kings: Reach) -> bool {
        let node = &self.nodes[node as usize];
        match node.state {
            State::Closed => true,
            State::Open(_) => !node.reach.includes(kings),
            State::Bare | State::Table(_) | State::Built(_) => false,
        }
    }

    /// Whether an arrangement is closed and can be opened.
    pub fn can_be_opened(&self, node: NodeId) -> bool {
        let node = &self.nodes[node as usize];
        matches!(node.state, State::Closed) && node.arrangement.pieces() <= MOST_SOLVED_PIECES
    }

    /// Returns the index of an arrangement; adds it if it is new.
    pub fn node(&mut self, arrangement: Arrangement) -> NodeId {
        if let Some(&node) = self.index.get(&arrangement) {
            return node;
        }
        let node = self.nodes.len() as NodeId;
        self.size.bytes += NODE_BYTES;
        self.index.insert(arrangement, node);
        self.nodes.push(Node {
            arrangement,
            state: self.first_state(&arrangement),
            exits: OnceLock::new(),
            are_exits_counted: false,
            children: Vec::new(),
            parents: Vec::new(),
            is_waiting: false,
            reach: Reach::default(),
            facts: Facts::default(),
        });
        node
    }

    /// Returns the index of an arrangement; `None` if it is not in the graph.
    pub fn find(&self, arrangement: &Arrangement) -> Option<NodeId> {
        self.index.get(arrangement).copied()
    }

    fn first_state(&self, arrangement: &Arrangement) -> State {
        if arrangement.attacker_is_bare() {
            return State::Bare;
        }
        if is_cheap(arrangement) {
            return State::Closed;
        }
        if arrangement.all_men() <= self.table_men {
            return State::Table(TableWins::new(*arrangement));
        }
        let built = self.built.as_ref().and_then(|built| built.wins(arrangement));
        built.map_or(State::Closed, State::Built)
    }

    /// Queues an arrangement to be solved again, unless nothing about it can change.
    pub fn wait(&mut self, node: NodeId) {
        let is_exact = self.is_exact(node);
        let waiting = &mut self.nodes[node as usize];
        if matches!(waiting.state, State::Open(_)) && !is_exact && !waiting.is_waiting {
            waiting.is_waiting = true;
            self.waiting_work += waiting.arrangement.placements();
            self.waiting.entry(waiting.arrangement.potential()).or_default().push(node);
        }
    }

    /// Placements of the waiting arrangements, in the measure of [`Graph::work`].
    pub fn waiting_work(&self) -> usize {
        self.waiting_work
    }

    /// The most moves of the attacker to the next capture, pawn move or mate in any surely won position, or to mate in any
    /// built table.
    pub fn longest(&self) -> u32 {
        let of = |node: &Node| match &node.state {
            State::Open(Some(bounds)) => bounds.longest,
            _ => 0,
        };
        let in_tables = self.built.as_ref().map_or(0, |built| built.longest());
        self.nodes.iter().map(of).max().unwrap_or(0).max(in_tables)
    }
}
