//! What a graph has learned from proofs of single positions.

use shakmaty::Color;

use super::store::Graph;
use crate::board::Board;
use crate::solve::arrangement::bound::Bound;
use crate::solve::arrangement::layout::{Arrangement, has_passing};
use crate::solve::lookahead::facts::{Facts, Place, Shown, place_of};

/// The memory of one proven position in bytes, with space for the tables to grow.
const FACT_BYTES: usize = 64;

impl Graph {
    /// Adds what was proven of a position; returns whether it is new. Arrangements that lead there are solved again.
    pub fn learn(&mut self, board: &Board, attacker: Color, shown: Shown) -> bool {
        let mut is_new = self.learn_for(board, attacker, shown);
        if shown != Shown::Held {
            is_new |= self.learn_for(board, !attacker, Shown::Held);
        }
        is_new
    }

    fn learn_for(&mut self, board: &Board, attacker: Color, shown: Shown) -> bool {
        let Some(located) = Arrangement::locate(board, attacker).filter(|_| !has_passing(board)) else {
            return false;
        };
        let is_new = self.restore_fact(located.arrangement, place_of(&located), shown);
        if is_new && let Some(node) = self.find(&located.arrangement) {
            for parent in self.nodes[node as usize].parents.clone() {
                self.wait(parent);
            }
        }
        is_new
    }

    /// Adds what was proven of a position; returns whether it is new.
    pub fn restore_fact(&mut self, arrangement: Arrangement, place: Place, shown: Shown) -> bool {
        let node = self.node(arrangement);
        let is_new = self.nodes[node as usize].facts.add(place, shown);
        if is_new {
            self.size.bytes += FACT_BYTES;
        }
        is_new
    }

    /// Returns the plies of a single position's proof; `None` if there is none, or if the win is known without it.
    pub fn plies_of_proof(&self, board: &Board, attacker: Color) -> Option<u16> {
        if has_passing(board) {
            return None;
        }
        let located = Arrangement::locate(board, attacker)?;
        let node = &self.nodes[self.find(&located.arrangement)? as usize];
        let place @ (number, mover, king) = place_of(&located);
        if let Some(bounds) = node.bounds()
            && bounds.least.squares(mover, number as usize).contains(king)
        {
            return None;
        }
        match node.facts.of(place)? {
            Shown::Won { plies } => Some(plies),
            Shown::Held => None,
        }
    }

    /// Returns what the moves of a position show about it beyond what is known; `None` if nothing.
    pub fn shown_by_moves(&self, board: &Board, attacker: Color) -> Option<Shown> {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return None;
        }
        let is_won = |bound| self.is_won(board, attacker, bound);
        let by_moves = |bound| self.is_won_by_moves(board, attacker, bound);
        if !is_won(Bound::Least) && by_moves(Bound::Least) {
            let after = moves.into_iter().map(|played| board.after(played));
            let won = after.filter(|after| self.is_won(after, attacker, Bound::Least));
            let plies = won.map(|after| self.plies_of_proof(&after, attacker).unwrap_or(0));
            let plies = if board.turn() == attacker { plies.min() } else { plies.max() };
            return Some(Shown::Won { plies: plies?.saturating_add(1) });
        }
        (is_won(Bound::Most) && !by_moves(Bound::Most)).then_some(Shown::Held)
    }

    /// What was proven of single positions, by arrangement.
    pub fn facts(&self) -> impl Iterator<Item = (&Arrangement, &Facts)> {
        let all = self.nodes.iter().map(|node| (&node.arrangement, &node.facts));
        all.filter(|(_, facts)| !facts.is_empty())
    }
}
