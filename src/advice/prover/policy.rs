//! Stores what the table plays in every position, and what the replies lead to, in a few bytes each.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use shakmaty::{Role, Square};

use super::distance_table::Ending;
use super::escape::Escape;
use super::positions::Positions;
use crate::advice::position::step::Step;

/// What a reply leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Leaf {
    /// We are to move in the position at this place, and ask the table anew.
    Asks(u32),
    /// We are to move, and the forcing tree continues with this node.
    GoesOn(u32),
    /// It is over for the table: won in this many more moves (0 is mate), or escaped.
    Over(Ending),
    /// A table for as many men takes over, which is followed from all such positions at once: the index of the handover, and
    /// the number of the position.
    HandedOver { handover: u8, number: u32 },
}

/// What the replies to one move of ours lead to; no position has more moves.
pub(super) type Leaves = ArrayVec<Leaf, 256>;

/// The plans of all positions.
pub(super) struct Policy {
    plans: Vec<PackedPlan>,
    /// The nodes of the deeper trees.
    nodes: Nodes,
    /// What is played first, and by which rule and advice.
    chosen: Vec<Chosen>,
}

/// Nodes of forcing trees with our side to move: what the replies to the move played there lead to.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Nodes {
    /// Where the leaves of each node end.
    ends: Vec<u32>,
    leaves: Vec<Leaf>,
}

impl Nodes {
    /// Adds a node with what the replies to its move lead to, and returns its number.
    pub fn add(&mut self, leaves: &[Leaf]) -> u32 {
        self.leaves.extend_from_slice(leaves);
        self.ends.push(self.leaves.len() as u32);
        self.ends.len() as u32 - 1
    }

    /// Returns what the replies to the move of a node lead to.
    pub fn leaves(&self, node: u32) -> &[Leaf] {
        let node = node as usize;
        let start = if node == 0 { 0 } else { self.ends[node - 1] as usize };
        &self.leaves[start..self.ends[node] as usize]
    }

    /// Returns the leaves of all nodes, in the order in which these were added.
    pub fn leaves_in_all(&self) -> &[Leaf] {
        &self.leaves
    }

    /// Returns how many bytes the nodes take.
    pub fn bytes(&self) -> usize {
        self.leaves.len() * size_of::<Leaf>() + self.ends.len() * size_of::<u32>()
    }

    /// Adds the nodes of a thread; their numbers grow by the count of the nodes before.
    fn append(&mut self, other: &Nodes) {
        let (nodes, leaves) = (self.ends.len() as u32, self.leaves.len() as u32);
        self.ends.extend(other.ends.iter().map(|end| end + leaves));
        self.leaves.extend(other.leaves.iter().map(|leaf| match leaf {
            Leaf::GoesOn(node) => Leaf::GoesOn(node + nodes),
            other => *other,
        }));
    }
}

/// A move by its index among the legal ones, its rule and advice, and whether the promise covers the position. Where no advice is
/// satisfiable, the advice is one whose goal holds already, or [`Chosen::NO_ADVICE`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Chosen {
    pub(super) rule: u8,
    pub(super) advice: u8,
    pub(super) step: u8,
    pub(super) claimed: bool,
}

impl Chosen {
    /// Stands for advice where none is satisfiable and no goal holds already.
    pub(super) const NO_ADVICE: u8 = u8::MAX;
}

/// What is planned in one position.
pub(super) enum Plan<'a> {
    /// There is no such position.
    Absent,
    /// No advice is satisfiable.
    NoAdvice,
    /// The promise cannot be kept here: the table is not asked.
    Broken,
    /// The promise is kept whatever is played: the table is not asked.
    Kept,
    /// One move, then the table is asked anew.
    Move(Step),
    /// A deeper tree: what the replies to its first move lead to.
    Tree(&'a [Leaf]),
}

/// A plan in four bytes: a packed move, or the number of a node of the deeper trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PackedPlan(u32);

impl PackedPlan {
    /// There is no such position.
    pub const ABSENT: PackedPlan = PackedPlan(u32::MAX);
    /// No advice is satisfiable.
    pub const NO_ADVICE: PackedPlan = PackedPlan(u32::MAX - 1);
    /// The promise cannot be kept.
    pub const BROKEN: PackedPlan = PackedPlan(u32::MAX - 2);
    /// The promise is kept whatever is played.
    pub const KEPT: PackedPlan = PackedPlan(u32::MAX - 3);
    /// The bit that marks the number of a node.
    const DEEP: u32 = 1 << 31;

    /// One move, then the table is asked anew.
    pub fn step(step: Step) -> PackedPlan {
        let promotion = step.promotion.map_or(0, |role| role as u32);
        let squares = u32::from(step.from) | u32::from(step.to) << 6;
        PackedPlan(squares | promotion << 12 | (step.role as u32) << 16)
    }

    /// A deeper tree, whose first move leads to this node.
    pub const fn tree(node: u32) -> PackedPlan {
        PackedPlan(PackedPlan::DEEP | node)
    }

    /// Returns the move of a plan after which the table is asked anew; `None` for other plans.
    pub fn step_alone(self) -> Option<Step> {
        (self.0 & PackedPlan::DEEP == 0).then(|| self.unpacked())
    }

    /// Returns the node of a deeper tree; `None` for other plans.
    fn node(self) -> Option<u32> {
        let is_node = self.0 & PackedPlan::DEEP != 0 && self.0 < PackedPlan::KEPT.0;
        is_node.then_some(self.0 & !PackedPlan::DEEP)
    }

    /// Returns the same plan with this many nodes before its own.
    fn moved_by(self, nodes: u32) -> PackedPlan {
        self.node().map_or(self, |node| PackedPlan::tree(node + nodes))
    }

    /// Returns the packed move.
    fn unpacked(self) -> Step {
        let role = |bits: u32| Role::try_from(bits).ok();
        let PackedPlan(code) = self;
        Step {
            role: role(code >> 16 & 7).unwrap_or(Role::King),
            from: Square::new(code & 63),
            to: Square::new(code >> 6 & 63),
            promotion: role(code >> 12 & 7),
        }
    }
}

impl Policy {
    /// Returns an empty policy with space for this many positions.
    pub fn with_capacity(positions: usize) -> Policy {
        Policy {
            plans: Vec::with_capacity(positions),
            nodes: Nodes::default(),
            chosen: Vec::with_capacity(positions),
        }
    }

    /// Adds the nodes of a thread, and returns how many there were before.
    pub fn append_nodes(&mut self, nodes: &Nodes) -> u32 {
        let before = self.nodes() as u32;
        self.nodes.append(nodes);
        before
    }

    /// Adds the plans of the next positions, whose nodes come after this many of other threads.
    pub fn extend(&mut self, plans: &[PackedPlan], chosen: Vec<Chosen>, nodes_before: u32) {
        self.plans.extend(plans.iter().map(|plan| plan.moved_by(nodes_before)));
        self.chosen.extend(chosen);
    }

    /// Replaces the numbers of positions, at the leaves of the deeper trees, by their places.
    pub fn find_places(&mut self, positions: &Positions) {
        for leaf in &mut self.nodes.leaves {
            if let Leaf::Asks(number) = *leaf {
                let place = positions.place_of(number);
                *leaf = place.map_or(Leaf::Over(Err(Escape::NoAdvice)), |place| Leaf::Asks(place as u32));
            }
        }
    }

    /// Returns what is planned in a position.
    pub fn plan(&self, index: usize) -> Plan<'_> {
        match self.plans[index] {
            PackedPlan::ABSENT => Plan::Absent,
            PackedPlan::NO_ADVICE => Plan::NoAdvice,
            PackedPlan::BROKEN => Plan::Broken,
            PackedPlan::KEPT => Plan::Kept,
            plan => match plan.node() {
                Some(node) => Plan::Tree(self.below(node)),
                None => Plan::Move(plan.unpacked()),
            },
        }
    }

    /// Returns what the replies to the move at a node of a deeper tree lead to.
    pub fn below(&self, node: u32) -> &[Leaf] {
        self.nodes.leaves(node)
    }

    /// Returns how many nodes all the deeper trees have.
    pub fn nodes(&self) -> usize {
        self.nodes.ends.len()
    }

    /// Returns the first move of a plan, with the rule and the advice that fired; only the rule if no advice is satisfiable.
    pub fn chosen(&self, index: usize) -> Chosen {
        self.chosen[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_plan_gives_back_its_move_or_its_node() {
        let quiet = Step::new(Role::Rook, Square::A1, Square::H8);
        let promotion =
            Step { promotion: Some(Role::Queen), ..Step::new(Role::Pawn, Square::A7, Square::A8) };
        for step in [quiet, promotion] {
            assert_eq!((PackedPlan::step(step).unpacked(), PackedPlan::step(step).node()), (step, None));
        }
        assert_eq!(PackedPlan::tree(5).moved_by(7).node(), Some(12));
        assert_eq!(
            [PackedPlan::ABSENT, PackedPlan::NO_ADVICE, PackedPlan::BROKEN, PackedPlan::KEPT]
                .map(PackedPlan::node),
            [None; 4]
        );
    }
}
