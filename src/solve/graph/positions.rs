//! What a graph and the tables know of a position.

use shakmaty::{Color, Position};

use super::guesses::is_assumed_won;
use super::king_sets::Part;
use super::store::Graph;
use crate::board::Board;
use crate::solve::arrangement::bound::{Bound, Wanted};
use crate::solve::arrangement::layout::{Arrangement, Located, has_passing};
use crate::solve::arrangement::row::RowSets;
use crate::solve::lookahead::facts::{Shown, place_of};
use crate::tablebase::{EmbeddedTables, Outcome, Wdl};

impl Graph {
    /// What tables know of a position without an en passant capture; `None` if nothing.
    fn in_tables(&self, board: &Board) -> Option<Wdl> {
        if board.men() <= self.table_men {
            return EmbeddedTables::built_in().result(board);
        }
        let built = self.built.as_ref().and_then(|built| built.result(board));
        built.or_else(|| self.syzygy.as_ref()?.result(board))
    }

    /// What a built table knows of a position; `None` if nothing.
    pub fn mate_in_tables(&self, board: &Board) -> Option<Outcome> {
        self.built.as_ref()?.outcome(board)
    }

    /// Returns whether the attacker wins a position; `None` if that is not known without looking at its moves.
    pub fn known(&self, board: &Board, attacker: Color) -> Option<bool> {
        if board.position().castles().any() || has_passing(board) {
            return None;
        }
        if let Some(value) = self.in_tables(board) {
            return Some(value == if board.turn() == attacker { Wdl::Win } else { Wdl::Loss });
        }
        let located = Arrangement::locate(board, attacker)?;
        let Located { arrangement, placement, king, mover } = located;
        if arrangement.attacker_is_bare() {
            return Some(false);
        }
        let node = self.find(&arrangement)?;
        let wanted = Wanted::ALL.without(Bound::Assumed);
        let Some(sets) = self.king_sets(node, &placement, mover, wanted) else {
            let shown = self.nodes[node as usize].facts.of(place_of(&located));
            return shown.map(|shown| shown != Shown::Held);
        };
        let is_won = sets.of(Bound::Least).contains(king);
        (is_won || !sets.of(Bound::Most).contains(king)).then_some(is_won)
    }

    /// Returns whether the attacker wins a position by one bound.
    pub fn is_won(&self, board: &Board, attacker: Color, bound: Bound) -> bool {
        let wanted = Wanted::only(bound);
        let won = self.is_won_beside_arrangements(board, attacker, wanted).unwrap_or_else(|| {
            self.is_won_in_arrangement(Arrangement::locate(board, attacker).as_ref(), wanted)
        });
        won.contains(bound)
    }

    /// Returns the wanted bounds by which the attacker wins a position. `located` is its place for this attacker.
    pub fn is_won_by_each(
        &self,
        board: &Board,
        attacker: Color,
        located: Option<&Located>,
        wanted: Wanted,
    ) -> Wanted {
        self.is_won_beside_arrangements(board, attacker, wanted)
            .unwrap_or_else(|| self.is_won_in_arrangement(located, wanted))
    }

    /// The same without arrangements; `None` if the arrangement decides.
    fn is_won_beside_arrangements(&self, board: &Board, attacker: Color, wanted: Wanted) -> Option<Wanted> {
        if board.position().castles().any() {
            return Some(wanted.filter(|bound| bound == Bound::Most));
        }
        if has_passing(board) {
            return Some(wanted.filter(|bound| self.is_won_by_moves(board, attacker, bound)));
        }
        let value = self.in_tables(board)?;
        let won = if board.turn() == attacker { Wdl::Win } else { Wdl::Loss };
        Some(wanted.filter(|_| value == won))
    }

    fn is_won_in_arrangement(&self, located: Option<&Located>, wanted: Wanted) -> Wanted {
        match located {
            Some(located) => self.is_located_won(located, wanted),
            None => wanted.filter(|bound| bound == Bound::Most),
        }
    }

    fn is_located_won(&self, located: &Located, wanted: Wanted) -> Wanted {
        let Located { arrangement, placement, king, mover } = located;
        if arrangement.attacker_is_bare() {
            return wanted.filter(|_| false);
        }
        let Some(node) = self.find(arrangement) else {
            return wanted.filter(|bound| match bound {
                Bound::Least => false,
                Bound::Assumed => is_assumed_won(arrangement),
                Bound::Most => true,
            });
        };
        let (part, mut won) = (Part::of(placement, *mover, wanted), RowSets::EMPTY);
        if self.known_sets(node, &part, &mut won).any() {
            self.closed_sets(node, &part, is_assumed_won(arrangement), &mut won);
        }
        let sets = won.at(placement.king, wanted);
        wanted.filter(|bound| sets.of(bound).contains(*king))
    }

    /// Arrangements record no en passant right, so this looks at each move.
    pub(super) fn is_won_by_moves(&self, board: &Board, attacker: Color, bound: Bound) -> bool {
        let mut results =
            board.legal_moves().into_iter().map(|played| self.is_won(&board.after(played), attacker, bound));
        if board.turn() == attacker { results.any(|won| won) } else { results.all(|won| won) }
    }
}
