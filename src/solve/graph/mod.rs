//! The arrangements that a position can come to, with bounds on what the attacker wins in each of those that are open.
//!
//! What leads into a closed arrangement counts as not won for the least, as won for the most, and as one would guess for
//! what is assumed. Least and most are proven; what is assumed only says where to look next.

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

use super::arrangement::{Arrangement, MOST_SOLVED_PIECES, Side};
use super::bound::Bound;
use super::built_tables::{BuiltTables, BuiltWins};
use super::exits::Exits;
use super::facts::Facts;
use super::kept::{Kept, Unpacked};
use super::reach::Reach;
use super::retrograde::Wins;
use super::tables::TableWins;

/// An arrangement's place in the graph.
pub(super) type NodeId = u32;

/// What is known of an open arrangement. Equal sets are one.
#[derive(Debug)]
pub(super) struct Bounds {
    least: Arc<Kept>,
    assumed: Arc<Kept>,
    most: Arc<Kept>,
    /// The most moves of the attacker to the next capture, pawn move or mate in a surely won position.
    longest: u32,
    /// Of positions out of reach nothing is known: they are in no set.
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

    /// The sets, each once: least, most and assumed, as far as they differ from those before.
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

    /// The same from [`Bounds::sets`] and [`Bounds::longest`]; `None` if these are no such sets. Where two sets are told
    /// the assumed one is the least, which only says where to look next.
    pub fn of_sets(sets: Vec<Wins>, longest: u32, reach: Reach) -> Option<Bounds> {
        let mut sets = sets.into_iter().map(Kept::Whole).map(Arc::new);
        let least = sets.next()?;
        let most = sets.next().unwrap_or_else(|| Arc::clone(&least));
        let assumed = sets.next().unwrap_or_else(|| Arc::clone(&least));
        sets.next().is_none().then_some(Bounds { least, assumed, most, longest, reach })
    }

    /// Where the kings come to in the positions that it speaks of.
    pub fn reach(&self) -> Reach {
        self.reach
    }

    /// The most moves of the attacker to the next capture, pawn move or mate in a surely won position.
    pub fn longest(&self) -> u32 {
        self.longest
    }

    /// The memory that they take, in bytes.
    fn bytes(&self) -> usize {
        self.sets().into_iter().map(Kept::bytes).sum()
    }

    /// The same packed, unless they are.
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
    /// The attacker has its king alone.
    Bare,
    /// Known from the tables inside the program.
    Table(TableWins),
    /// Known from a table that was built before.
    Built(BuiltWins),
    /// Not looked at, or too many pieces.
    Closed,
    /// To be solved, again perhaps.
    Open(Option<Bounds>),
}

/// The memory of an arrangement that is known, in bytes: itself and its place in the index, with room that both keep to grow.
const NODE_BYTES: usize = 2 * (size_of::<Node>() + size_of::<Arrangement>() + size_of::<NodeId>());
/// The memory of a way from one to another, in bytes, that both keep.
const CHILD_BYTES: usize = 4 * size_of::<NodeId>();
/// And what the exits keep of it, with what leads there.
const EXIT_BYTES: usize = 2 * (size_of::<Arrangement>() + 2 * size_of::<NodeId>()) + 256;

#[derive(Debug)]
struct Node {
    arrangement: Arrangement,
    state: State,
    exits: OnceLock<Exits>,
    /// Whether the memory of the exits is counted: they are kept until nothing about it can change.
    are_exits_counted: bool,
    /// As [`Exits::children`], once it is open.
    children: Vec<NodeId>,
    /// Open arrangements that lead here.
    parents: Vec<NodeId>,
    is_waiting: bool,
    /// Where the kings may come to, as far as it is open.
    reach: Reach,
    /// What was proven of single positions.
    facts: Facts,
}

impl Node {
    fn exits(&self) -> &Exits {
        self.exits.get_or_init(|| Exits::of(&self.arrangement))
    }
}

/// How far a graph has grown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphSize {
    /// Arrangements of pawns, with the kinds of the pieces beside them, that were solved; once for each side that may win.
    pub arrangements: usize,
    /// Legal positions in them, at most.
    pub positions: u64,
    /// Memory of their results, and what the arrangements themselves take, in bytes.
    pub bytes: usize,
}

/// The graph. Solved arrangements stay; what is opened later makes their bounds narrower.
#[derive(Debug)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    index: FxHashMap<Arrangement, NodeId>,
    /// What has to be solved, by potential: the lowest first.
    waiting: BTreeMap<u32, Vec<NodeId>>,
    /// Their placements.
    waiting_work: usize,
    /// Positions of at most so many men are looked up in the tables inside the program.
    table_men: usize,
    /// Tables of more men that were built before, where there are any.
    built: Option<Arc<BuiltTables>>,
    size: GraphSize,
    /// The memory that results may take, in bytes.
    most_bytes: usize,
    /// What they took when they were packed the last time.
    bytes_packed: usize,
    unpacked: Arc<Unpacked>,
    /// Placements solved so far, repetitions counted.
    work: usize,
}

/// Whether an arrangement is opened with whatever leads to it: it costs little, less than to look many of its positions up
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

/// Whether one would guess that the attacker wins. What can never be opened would never be proven.
fn is_assumed_won(arrangement: &Arrangement) -> bool {
    if arrangement.pieces() > MOST_SOLVED_PIECES {
        return false;
    }
    let worth = |side| arrangement.men_of(side).map(|(_, role)| worth(role)).sum::<u32>();
    worth(Side::Attacker) >= worth(Side::Defender) + 4
}

/// Whether the attacker is thought to go, on its own will, into what is only guessed: for its first piece, and to take
/// something. With every pawn move guessed at, nothing would ever be proven.
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

    /// Positions of at most so many men are looked up in the tables inside the program.
    pub fn table_men(&self) -> usize {
        self.table_men
    }

    /// Has positions looked up in tables of more men from now on.
    pub fn use_tables(&mut self, built: Arc<BuiltTables>) {
        self.built = Some(built);
    }

    /// Whether an arrangement is open and was solved.
    pub fn is_solved(&self, node: NodeId) -> bool {
        matches!(self.nodes[node as usize].state, State::Open(Some(_)))
    }

    /// The open arrangements that were solved, with what is known of them.
    pub fn solved_arrangements(&self) -> impl Iterator<Item = (&Arrangement, &Bounds)> {
        self.nodes.iter().filter_map(|node| match &node.state {
            State::Open(Some(bounds)) => Some((&node.arrangement, bounds)),
            _ => None,
        })
    }

    /// Takes in what was solved before.
    pub fn restore(&mut self, arrangement: Arrangement, bounds: Bounds) {
        let node = self.node(arrangement);
        if !self.can_be_opened(node) {
            return;
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
    }

    /// Placements solved so far, repetitions counted: a measure of the work done.
    pub fn work(&self) -> usize {
        self.work
    }

    /// Counts work that was done beside it.
    pub fn count_work(&mut self, placements: usize) {
        self.work += placements;
    }

    pub fn arrangement(&self, node: NodeId) -> &Arrangement {
        &self.nodes[node as usize].arrangement
    }

    pub fn is_closed(&self, node: NodeId) -> bool {
        matches!(self.nodes[node as usize].state, State::Closed)
    }

    /// Whether an arrangement is closed, or was opened for kings that cannot come to all of these squares.
    pub fn is_closed_to(&self, node: NodeId, kings: Reach) -> bool {
        let node = &self.nodes[node as usize];
        match node.state {
            State::Closed => true,
            State::Open(_) => !node.reach.includes(kings),
            State::Bare | State::Table(_) | State::Built(_) => false,
        }
    }

    /// Whether a closed arrangement could be opened.
    pub fn can_be_opened(&self, node: NodeId) -> bool {
        let node = &self.nodes[node as usize];
        matches!(node.state, State::Closed) && node.arrangement.pieces() <= MOST_SOLVED_PIECES
    }

    /// Returns the place of an arrangement, which is entered if it is new.
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

    /// Returns the place of an arrangement, where it has one.
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

    /// Has an arrangement solved again, unless nothing about it can change.
    pub fn wait(&mut self, node: NodeId) {
        let is_exact = self.is_exact(node);
        let waiting = &mut self.nodes[node as usize];
        if matches!(waiting.state, State::Open(_)) && !is_exact && !waiting.is_waiting {
            waiting.is_waiting = true;
            self.waiting_work += waiting.arrangement.placements();
            self.waiting.entry(waiting.arrangement.potential()).or_default().push(node);
        }
    }

    /// Placements that wait to be solved, in the measure of [`Graph::work`].
    pub fn waiting_work(&self) -> usize {
        self.waiting_work
    }

    /// The most moves of the attacker to the next capture, pawn move or mate in any surely won position of any
    /// arrangement; or to the mate in any table that was built before.
    pub fn longest(&self) -> u32 {
        let of = |node: &Node| match &node.state {
            State::Open(Some(bounds)) => bounds.longest,
            _ => 0,
        };
        let in_tables = self.built.as_ref().map_or(0, |built| built.longest());
        self.nodes.iter().map(of).max().unwrap_or(0).max(in_tables)
    }
}
