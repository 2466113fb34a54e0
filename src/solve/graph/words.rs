//! What a graph knows of a placement, for all squares of the defender's king at once.

use shakmaty::Bitboard;

use super::{Graph, Node, NodeId, State, is_assumed_won};
use crate::solve::arrangement::bound::{Bound, Wanted, Words};
use crate::solve::arrangement::exits::{Exits, Oracle, Scope};
use crate::solve::arrangement::layout::{Legal, Placement, Side};

impl Graph {
    /// The words of an arrangement that is solved or needs no solving; `None` if it is not.
    pub(super) fn words(&self, node: NodeId, at: &Placement, mover: Side, wanted: Wanted) -> Option<Words> {
        let node = &self.nodes[node as usize];
        match &node.state {
            State::Bare => Some(Words::EMPTY),
            State::Table(table) => table.word(at, mover).map(|word| Words::of_each(wanted, |_| word)),
            State::Built(table) => table.word(at, mover).map(|word| Words::of_each(wanted, |_| word)),
            State::Closed | State::Open(None) => None,
            State::Open(Some(bounds)) => {
                let number = at.number(node.arrangement.pieces());
                let unknown = !bounds.reach.defenders(at);
                let words = Words::of_each(wanted, |bound| {
                    let word = bounds.of(bound).word(mover, number);
                    if bound == Bound::Most { word | unknown } else { word }
                });
                Some(node.facts.corrected(words, number, mover, wanted))
            }
        }
    }

    /// What one capture by the side to move shows of a closed arrangement, together with what is proven of single positions
    /// there. The assumed bound uses the guess.
    pub(super) fn closed_words(
        &self,
        node: NodeId,
        at: &Placement,
        mover: Side,
        is_guessed_won: bool,
        wanted: Wanted,
    ) -> Words {
        let node = &self.nodes[node as usize];
        let words = self.captures_tell(node, at, mover, is_guessed_won, wanted);
        node.facts.corrected(words, at.number(node.arrangement.pieces()), mover, wanted)
    }

    fn captures_tell(
        &self,
        node: &Node,
        at: &Placement,
        mover: Side,
        is_guessed_won: bool,
        wanted: Wanted,
    ) -> Words {
        let (arrangement, exits) = (&node.arrangement, node.exits());
        let beyond = Beyond { graph: self, exits };
        let is_open = |bound: Bound| match (mover, bound) {
            (Side::Attacker, Bound::Least) | (Side::Defender, Bound::Most) => true,
            (Side::Attacker, Bound::Most) | (Side::Defender, Bound::Least) => false,
            (_, Bound::Assumed) => is_guessed_won == (mover == Side::Defender),
        };
        let asked = wanted.filter(is_open);
        if mover == Side::Defender && asked.is_empty() {
            return Words::EMPTY;
        }
        let legal = arrangement.legal(at);
        match mover {
            Side::Attacker => {
                let wins = exits.attacker_wins(arrangement, at, &legal, &beyond, asked, Scope::Captures);
                wins | Words::of_each(wanted.filter(|bound| !is_open(bound)), |_| legal.attacker_to_move)
            }
            Side::Defender => {
                let escapes =
                    exits.defender_escapes(arrangement, at, &legal, &beyond, asked, Scope::Captures);
                Words::of_each(asked, |bound| legal.defender_to_move & !escapes.of(bound))
            }
        }
    }
}

/// What the graph knows of the children of a closed arrangement.
struct Beyond<'a> {
    graph: &'a Graph,
    exits: &'a Exits,
}

impl Beyond<'_> {
    fn words(
        &self,
        child: usize,
        at: &Placement,
        mover: Side,
        wanted: Wanted,
        legal: impl Fn(Legal) -> Bitboard,
    ) -> Words {
        let arrangement = &self.exits.children[child];
        if arrangement.attacker_is_bare() {
            return Words::EMPTY;
        }
        let node = self.graph.find(arrangement);
        node.and_then(|node| self.graph.words(node, at, mover, wanted)).unwrap_or_else(|| {
            let won = wanted.without(Bound::Least);
            let won = if is_assumed_won(arrangement) { won } else { won.without(Bound::Assumed) };
            if won.is_empty() {
                return Words::EMPTY;
            }
            let legal = legal(arrangement.legal(at));
            Words::of_each(won, |_| legal)
        })
    }
}

impl Oracle for Beyond<'_> {
    fn attacker_to_move(&self, child: usize, at: &Placement, wanted: Wanted) -> Words {
        self.words(child, at, Side::Attacker, wanted, |legal| legal.attacker_to_move)
    }

    fn defender_to_move(&self, child: usize, at: &Placement, wanted: Wanted) -> Words {
        self.words(child, at, Side::Defender, wanted, |legal| legal.defender_to_move)
    }
}
