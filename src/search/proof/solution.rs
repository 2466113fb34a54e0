//! The solution tree of a mate: one move for each of the attacker's positions, every reply for the defender's.

use std::collections::HashMap;

use shakmaty::Move;

use super::numbers::INFINITE;
use super::search::{ProofSearch, Stopped, key_of};
use crate::board::Board;

/// A proven mate as data. A position that is reached by several paths is stored once.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    /// The attacker's positions. Replies name them by index.
    pub positions: Vec<SolutionPosition>,
    /// The index of the solution's first position.
    pub root: usize,
}

/// A position with the attacker to move.
#[derive(Clone, Debug)]
pub struct SolutionPosition {
    /// The move that mates or leads to the mate.
    pub played: Move,
    /// Plies to the mate against the longest defence.
    pub plies: u32,
    /// Every legal reply; empty if the move mates.
    pub replies: Vec<SolutionReply>,
}

/// A reply by the defender.
#[derive(Clone, Copy, Debug)]
pub struct SolutionReply {
    /// The reply.
    pub played: Move,
    /// The index of the position after it.
    pub next: usize,
}

impl Solution {
    /// Returns the plies to the mate against the longest defence.
    pub fn plies(&self) -> u32 {
        self.positions.get(self.root).map_or(0, |position| position.plies)
    }

    /// Returns the line of the longest defence, which has as many plies as the mate.
    pub fn line(&self) -> Vec<Move> {
        let mut line = Vec::new();
        let mut next = Some(self.root);
        while let Some(position) = next.and_then(|index| self.positions.get(index)) {
            line.push(position.played);
            let longest = position.replies.iter().max_by_key(|reply| self.positions[reply.next].plies);
            line.extend(longest.map(|reply| reply.played));
            next = longest.map(|reply| reply.next);
        }
        line
    }

    /// Returns the rest of the solution of `before` after its move and a reply that led to `now`; `None` if they do
    /// not.
    pub(super) fn after_reply(mut self, before: &Board, now: &Board) -> Option<Solution> {
        let root = self.positions.get(self.root)?;
        let after = before.after(root.played);
        let leads_here =
            |reply: &&SolutionReply| after.after(reply.played).keys().position == now.keys().position;
        self.root = root.replies.iter().find(leads_here)?.next;
        Some(self)
    }

    /// Reads from the search the solution of a position that is known to be a mate within `remaining` plies. If the
    /// table has lost a part, the search finds it again.
    ///
    /// # Errors
    /// If the search had to end. `None` if it contradicts itself, which only two positions with the same key could
    /// cause.
    pub(super) fn read(
        search: &mut ProofSearch<'_>,
        board: &Board,
        plies: u8,
    ) -> Result<Option<Solution>, Stopped> {
        let mut reader = Reader { search, solution: Solution::default(), found: HashMap::new() };
        let Some(root) = reader.position(board, plies)? else { return Ok(None) };
        let mut solution = reader.solution;
        solution.root = root;
        solution.measure();
        Ok(Some(solution))
    }

    /// Computes exact lengths, because shorter replies may have been found after a position was noted.
    fn measure(&mut self) {
        // Every reply was noted with fewer plies than its position, so this order has the replies first.
        let mut order: Vec<usize> = (0..self.positions.len()).collect();
        order.sort_by_key(|index| self.positions[*index].plies);
        for index in order {
            let replies = self.positions[index].replies.iter();
            let longest = replies.map(|reply| self.positions[reply.next].plies + 1).max();
            self.positions[index].plies = 1 + longest.unwrap_or(0);
        }
    }
}

struct Reader<'a, 'b> {
    search: &'a mut ProofSearch<'b>,
    solution: Solution,
    /// The index of each position in the solution.
    found: HashMap<u64, usize>,
}

impl Reader<'_, '_> {
    fn position(&mut self, board: &Board, remaining: u8) -> Result<Option<usize>, Stopped> {
        let key = key_of(board, remaining);
        if let Some(index) = self.short_enough(key, remaining) {
            return Ok(Some(index));
        }
        // Counted, so that reading, too, ends with the time.
        self.search.enter()?;
        let (numbers, best) = self.search.settle(board, remaining, INFINITE)?;
        let Some(played) = best.unpack(board.position()).filter(|_| numbers.is_mate()) else {
            return Ok(None);
        };
        let after = board.after(played);
        let mut replies = Vec::new();
        let mut longest = 0;
        for reply in after.legal_moves() {
            let Some(left) = numbers.plies.checked_sub(2) else { return Ok(None) };
            let Some(next) = self.position(&after.after(reply), left)? else { return Ok(None) };
            longest = longest.max(self.solution.positions[next].plies + 1);
            replies.push(SolutionReply { played: reply, next });
        }
        // The same position may have occurred again further down, with fewer plies left.
        if let Some(index) = self.short_enough(key, remaining) {
            return Ok(Some(index));
        }
        self.solution.positions.push(SolutionPosition { played, plies: 1 + longest, replies });
        let index = self.solution.positions.len() - 1;
        self.found.insert(key, index);
        Ok(Some(index))
    }

    fn short_enough(&self, key: u64, remaining: u8) -> Option<usize> {
        let index = *self.found.get(&key)?;
        (self.solution.positions[index].plies <= u32::from(remaining)).then_some(index)
    }
}
