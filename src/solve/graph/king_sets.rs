//! What a graph knows of a placement: for each bound, the squares of the defender's king at which the attacker wins.

use shakmaty::Bitboard;

use super::guesses::is_assumed_won;
use super::node::{Node, NodeId, State};
use super::store::Graph;
use crate::solve::arrangement::bound::{Bound, KingSets, Wanted};
use crate::solve::arrangement::exits::Exits;
use crate::solve::arrangement::exits_at::{ExitsAt, Oracle, Scope};
use crate::solve::arrangement::layout::{Legal, Placement, ProofSide};

impl Graph {
    /// The won squares in an arrangement that is solved or needs no solving; `None` if it is not.
    pub(super) fn king_sets(
        &self,
        node: NodeId,
        at: &Placement,
        mover: ProofSide,
        wanted: Wanted,
    ) -> Option<KingSets> {
        let node = &self.nodes[node as usize];
        match &node.state {
            State::Bare => Some(KingSets::EMPTY),
            State::Table(table) => {
                table.squares(at, mover).map(|squares| KingSets::of_each(wanted, |_| squares))
            }
            State::Built(table) => {
                table.squares(at, mover).map(|squares| KingSets::of_each(wanted, |_| squares))
            }
            State::Syzygy(file) => {
                file.squares(at, mover).map(|squares| KingSets::of_each(wanted, |_| squares))
            }
            State::Closed | State::Open(None) => None,
            State::Open(Some(bounds)) => {
                let number = at.number(node.arrangement.piece_count());
                let unknown = !bounds.reach.defenders(at);
                let sets = KingSets::of_each(wanted, |bound| {
                    let squares = bounds.of(bound).squares(mover, number);
                    if bound == Bound::Most { squares | unknown } else { squares }
                });
                Some(node.facts.corrected(sets, number, mover, wanted))
            }
        }
    }

    /// What one capture by the side to move shows of a closed arrangement, together with what is proven of single positions
    /// there. The assumed bound uses the guess.
    pub(super) fn closed_king_sets(
        &self,
        node: NodeId,
        at: &Placement,
        mover: ProofSide,
        is_guessed_won: bool,
        wanted: Wanted,
    ) -> KingSets {
        let node = &self.nodes[node as usize];
        let sets = self.shown_by_captures(node, at, mover, is_guessed_won, wanted);
        node.facts.corrected(sets, at.number(node.arrangement.piece_count()), mover, wanted)
    }

    fn shown_by_captures(
        &self,
        node: &Node,
        at: &Placement,
        mover: ProofSide,
        is_guessed_won: bool,
        wanted: Wanted,
    ) -> KingSets {
        let (arrangement, exits) = (&node.arrangement, node.exits());
        let beyond = Beyond { graph: self, exits };
        let is_open = |bound: Bound| match (mover, bound) {
            (ProofSide::Attacker, Bound::Least) | (ProofSide::Defender, Bound::Most) => true,
            (ProofSide::Attacker, Bound::Most) | (ProofSide::Defender, Bound::Least) => false,
            (_, Bound::Assumed) => is_guessed_won == (mover == ProofSide::Defender),
        };
        let asked = wanted.filter(is_open);
        if mover == ProofSide::Defender && asked.is_empty() {
            return KingSets::EMPTY;
        }
        let legal = arrangement.legal(at);
        let captures = ExitsAt { exits, arrangement, at, legal: &legal, scope: Scope::Captures };
        match mover {
            ProofSide::Attacker => {
                let wins = captures.attacker_wins(&beyond, asked);
                wins | KingSets::of_each(wanted.filter(|bound| !is_open(bound)), |_| legal.attacker_to_move)
            }
            ProofSide::Defender => {
                let escapes = captures.defender_escapes(&beyond, asked);
                KingSets::of_each(asked, |bound| legal.defender_to_move & !escapes.of(bound))
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
    fn king_sets(
        &self,
        child: usize,
        at: &Placement,
        mover: ProofSide,
        wanted: Wanted,
        legal: impl Fn(Legal) -> Bitboard,
    ) -> KingSets {
        let arrangement = &self.exits.children[child];
        if arrangement.attacker_is_bare() {
            return KingSets::EMPTY;
        }
        let node = self.graph.find(arrangement);
        node.and_then(|node| self.graph.king_sets(node, at, mover, wanted)).unwrap_or_else(|| {
            let won = wanted.without(Bound::Least);
            let won = if is_assumed_won(arrangement) { won } else { won.without(Bound::Assumed) };
            if won.is_empty() {
                return KingSets::EMPTY;
            }
            let legal = legal(arrangement.legal(at));
            KingSets::of_each(won, |_| legal)
        })
    }
}

impl Oracle for Beyond<'_> {
    fn attacker_to_move(&self, child: usize, at: &Placement, wanted: Wanted) -> KingSets {
        self.king_sets(child, at, ProofSide::Attacker, wanted, |legal| legal.attacker_to_move)
    }

    fn defender_to_move(&self, child: usize, at: &Placement, wanted: Wanted) -> KingSets {
        self.king_sets(child, at, ProofSide::Defender, wanted, |legal| legal.defender_to_move)
    }
}
