//! Checks a solution tree independently, by the rules of chess alone, without using any result of the search.

use std::collections::HashSet;

use shakmaty::Position;

use super::solution::Solution;
use crate::board::{Board, CLOCK_LIMIT, Game, History};

/// Returns whether a solution forces mate in a game against every defence, with threefold repetition and the 50-move
/// rule.
///
/// Lengths fall along every path, so no path reaches the same part of the solution twice, and each part is checked
/// once, with the highest clock there. Only if one position has two different parts (the clock can cause that) could it
/// occur again on one path. Then all paths are walked, and after `longest_walk` positions the mate counts as not
/// proven.
pub(super) fn is_proven(game: &Game, solution: &Solution, longest_walk: usize) -> bool {
    let mut check = Check {
        solution,
        history: game.history().clone(),
        seen: vec![None; solution.positions.len()],
        keys: HashSet::new(),
        walked: 0,
        longest_walk,
        every_way: false,
    };
    if solution.positions.is_empty() || check.position(game.board(), solution.root, false).is_none() {
        return false;
    }
    if check.keys.len() == check.seen.iter().flatten().count() {
        return true;
    }
    check.every_way = true;
    check.position(game.board(), solution.root, false).is_some()
}

struct Check<'a> {
    solution: &'a Solution,
    history: History,
    /// The key of each part that is correct, and the highest clock with which it may be entered.
    seen: Vec<Option<(u64, u32)>>,
    keys: HashSet<u64>,
    walked: usize,
    longest_walk: usize,
    every_way: bool,
}

impl Check<'_> {
    /// Returns the highest clock with which the position may be entered; `None` if the solution is wrong.
    fn position(&mut self, board: &Board, index: usize, can_be_drawn: bool) -> Option<u32> {
        let key = board.keys().position;
        if let Some((seen, highest_clock)) = self.seen[index]
            && !self.every_way
        {
            return (seen == key && board.halfmove_clock() <= highest_clock).then_some(highest_clock);
        }
        self.walked += 1;
        if self.walked > self.longest_walk || can_be_drawn && self.is_drawn(board) {
            return None;
        }
        let solution = self.solution;
        let position = solution.positions.get(index)?;
        if !board.position().is_legal(position.played) {
            return None;
        }
        let after = board.after(position.played);
        self.history.push(board);
        let limit = self.defence(&after, index);
        self.history.pop();
        let highest_clock = entered_with(limit?, position.played.is_zeroing());
        self.seen[index] = Some((key, highest_clock));
        self.keys.insert(key);
        (board.halfmove_clock() <= highest_clock).then_some(highest_clock)
    }

    /// The same for a position with the defender to move: every legal reply must lead to fewer plies.
    fn defence(&mut self, board: &Board, index: usize) -> Option<u32> {
        let solution = self.solution;
        let position = &solution.positions[index];
        let legal = board.legal_moves();
        if legal.is_empty() {
            // A mate comes before every draw.
            return (board.is_check() && position.replies.is_empty() && position.plies == 1)
                .then_some(CLOCK_LIMIT);
        }
        if self.is_drawn(board) || legal.len() != position.replies.len() {
            return None;
        }
        let mut highest_clock = CLOCK_LIMIT - 1;
        for (reply, listed) in legal.iter().zip(&position.replies) {
            let next = solution.positions.get(listed.next)?;
            if *reply != listed.played || next.plies + 2 > position.plies {
                return None;
            }
            self.history.push(board);
            let limit = self.position(&board.after(*reply), listed.next, true);
            self.history.pop();
            highest_clock = highest_clock.min(entered_with(limit?, reply.is_zeroing()));
        }
        Some(highest_clock)
    }

    /// Returns whether the position is a draw: its third occurrence in the game and on this path, or the 50-move rule.
    fn is_drawn(&self, board: &Board) -> bool {
        board.is_clock_run_out() || self.history.is_third_occurrence(board)
    }
}

/// Returns the highest clock before a move whose result may be entered with `after`. Another rule than whether plies fit into a
/// clock: it goes back from the mate, and asks how high the clock may be.
fn entered_with(after: u32, is_zeroing: bool) -> u32 {
    let highest = CLOCK_LIMIT - 1;
    if is_zeroing { highest } else { highest.min(after.saturating_sub(1)) }
}
