//! Distances to mate under the 50-move rule, for up to four men: the winner must mate or zero the clock in time and hurries,
//! the loser prefers the draw by the rule and delays.
//!
//! Without the rule, tables know the distance, and it stands where it fits into what the clock leaves. Only elsewhere does a
//! search decide. A capture or pawn move ends each of its lines, because from a clock of zero the mates of few men fit.

use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use shakmaty::{EnPassantMode, Move, Position as _};

use super::clocked_ranges::{NEVER, Range, RangesByClock};
use crate::board::{Board, fits_into_clock, plies_left};
use crate::tablebase::{DtmTable, DtmTables, EMBEDDED_MEN, EmbeddedTables, Material, Outcome, Wdl};

/// A position on the way to a mate.
struct Node {
    board: Board,
    /// Plies that the clock leaves, the last of which must mate or zero it.
    left: u32,
    /// Whether the side to move is the one that may win.
    wins: bool,
}

impl Node {
    fn new(board: Board, wins: bool) -> Node {
        let left = plies_left(board.halfmove_clock());
        Node { board, left, wins }
    }

    fn after(&self, played: Move) -> Node {
        Node::new(self.board.after(played), !self.wins)
    }

    /// Returns what no other position of at most four men has, its clock aside: ten bits for each man, seven for an en passant
    /// square, one for the side to move.
    fn key(&self) -> u64 {
        let position = self.board.position();
        let men = position.board().iter().fold(0, |key, (square, piece)| {
            let man = (piece.role as u64) << 1 | u64::from(piece.color.is_white());
            key << 10 | u64::from(u8::from(square)) << 4 | man
        });
        let passed =
            position.ep_square(EnPassantMode::Legal).map_or(0, |square| 1 + u64::from(u8::from(square)));
        (men << 7 | passed) << 1 | u64::from(position.turn().is_white())
    }
}

/// The room for positions that is kept from one question to the next.
const MOST_KEPT: usize = 1 << 14;

/// Finds distances to mate under the 50-move rule.
pub struct MatesByClock {
    embedded: Arc<EmbeddedTables>,
    built: Arc<DtmTables>,
    /// The table of the last position that was asked about: most positions on the way belong to it.
    table: Option<Arc<DtmTable>>,
    known: FxHashMap<u64, RangesByClock>,
}

impl MatesByClock {
    /// Uses these tables. The distance tables of a position, and of all that its captures and promotions lead to, must be in memory
    /// when it is asked about.
    pub fn new(embedded: Arc<EmbeddedTables>, built: Arc<DtmTables>) -> MatesByClock {
        MatesByClock { embedded, built, table: None, known: FxHashMap::default() }
    }

    /// Forgets what was found, which takes memory. The moves of one position are found faster together.
    pub fn forget(&mut self) {
        self.known.clear();
        // The hardest position of thousands needs a hundred times more than the others.
        self.known.shrink_to(MOST_KEPT);
    }

    /// Returns the result of a position with its clock, and the plies to mate if both sides play for the rule, too; `None` if a table
    /// is missing, or with more than four men if the clock may matter.
    pub fn outcome(&mut self, board: &Board) -> Option<Outcome> {
        self.outcomes(board, true)?.1
    }

    /// Returns the result and the plies to mate without the rule, and with it as [`MatesByClock::outcome`] does, if that is asked for;
    /// `None` if a table is missing.
    pub fn outcomes(&mut self, board: &Board, by_clock: bool) -> Option<(Outcome, Option<Outcome>)> {
        let (material, _) = Material::of_board(board.position().board())?;
        self.table = self.built.get(material);
        let without_rule = self.without_rule(board)?;
        if without_rule.wdl == Wdl::Draw || fits_into_clock(board.halfmove_clock(), without_rule.plies) {
            return Some((without_rule, Some(without_rule)));
        }
        if !by_clock || board.men() > EMBEDDED_MEN {
            return Some((without_rule, None));
        }
        let plies = self.distance(&Node::new(board.clone(), without_rule.wdl == Wdl::Win));
        let outcome = if plies == NEVER { Outcome::DRAW } else { Outcome { plies, ..without_rule } };
        Some((without_rule, Some(outcome)))
    }

    /// Raises the limit until a mate fits, from the distance without the rule.
    fn distance(&mut self, node: &Node) -> u32 {
        let zeroing = self.embedded.plies_to_zeroing(&node.board);
        if zeroing.is_none_or(|plies| plies > node.left) {
            return NEVER;
        }
        let mut range = self.refined(node, self.range(node));
        while range.least < range.most {
            let found = self.search(node, range, range.least);
            range =
                if found <= range.least { Range::exactly(found) } else { Range { least: found, ..range } };
        }
        range.most
    }

    /// Returns a distance that the winner certainly keeps to if it is within the limit, and one that it certainly does not beat if
    /// it is beyond. The range of the position contains the limit.
    fn search(&mut self, node: &Node, range: Range, limit: u32) -> u32 {
        let found = if node.wins { self.quickest(node, limit) } else { self.slowest(node, limit) };
        let range =
            if found <= limit { Range { most: found, ..range } } else { Range { least: found, ..range } };
        self.known.entry(node.key()).or_default().set(node.left, range);
        found
    }

    /// The winner needs one move within the limit.
    fn quickest(&mut self, node: &Node, limit: u32) -> u32 {
        let mut moves = self.moves(node);
        let soonest = moves.iter().map(|(_, range)| range.before().most).min().unwrap_or(NEVER);
        if soonest <= limit {
            return soonest;
        }
        moves.sort_by_key(|(_, range)| range.least);
        let mut least = NEVER;
        for (child, range) in moves {
            let soonest = range.before().least;
            if soonest > limit && soonest >= least {
                break;
            }
            let found = self.through(&child, range, limit);
            if found <= limit {
                return found;
            }
            least = least.min(found);
        }
        least
    }

    /// The loser needs one move beyond the limit.
    fn slowest(&mut self, node: &Node, limit: u32) -> u32 {
        let mut moves = self.moves(node);
        let latest = moves.iter().map(|(_, range)| range.before().least).max().unwrap_or(0);
        if latest > limit {
            return latest;
        }
        for (child, range) in &mut moves {
            *range = self.refined(child, *range);
            let latest = range.before().least;
            if latest > limit {
                return latest;
            }
        }
        moves.sort_by_key(|(_, range)| Reverse(range.least));
        let mut most = 0;
        for (child, range) in moves {
            let found = self.through(&child, range, limit);
            if found > limit {
                return found;
            }
            most = most.max(found);
        }
        most
    }

    /// Returns the distance through a move to this position as [`MatesByClock::search`] does.
    fn through(&mut self, child: &Node, range: Range, limit: u32) -> u32 {
        let range = self.refined(child, range);
        let limit = limit.saturating_sub(1);
        let found = if range.most <= limit {
            range.most
        } else if range.least > limit {
            range.least
        } else {
            self.search(child, range, limit)
        };
        found.saturating_add(1)
    }

    /// Returns the positions after every move, with their ranges.
    fn moves(&self, node: &Node) -> Vec<(Node, Range)> {
        let after = |played: Move| {
            let child = node.after(played);
            let range = self.range(&child);
            (child, range)
        };
        node.board.legal_moves().into_iter().map(after).collect()
    }

    /// Returns what the distance without the rule says.
    fn range(&self, node: &Node) -> Range {
        let expected = if node.wins { Wdl::Win } else { Wdl::Loss };
        match self.without_rule(&node.board) {
            Some(Outcome { wdl, plies }) if wdl == expected => match plies {
                plies if plies <= node.left => Range::exactly(plies),
                _ if node.left == 0 => Range::exactly(NEVER),
                plies => Range { least: plies, most: NEVER },
            },
            _ => Range::exactly(NEVER),
        }
    }

    /// Returns what was found before, and whether the clock certainly runs out.
    fn refined(&self, node: &Node, range: Range) -> Range {
        if range.least == range.most {
            return range;
        }
        if let Some(known) = self.known.get(&node.key()) {
            return known.within(range, node.left);
        }
        if self.embedded.takes_longer(&node.board, node.left) { Range::exactly(NEVER) } else { range }
    }

    fn without_rule(&self, board: &Board) -> Option<Outcome> {
        let here = self.table.as_ref().and_then(|table| table.outcome(board));
        here.or_else(|| self.built.distance(board))
    }
}
