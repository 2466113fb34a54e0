//! A look for a mate beside another search, in short turns, as long as the mate seems near.

use super::driver::{ProvenMate, read_mate};
use super::search::ProofSearch;
use crate::board::{Board, Game};

/// The longest mate that is looked for, in moves. Of 250 mates in up to nine moves 193 were found within 300,000 positions
/// with this limit, 181 with 20 moves and 166 with 30; with fewer the long ones are missed.
const WITHIN: u32 = 15;
/// Memory of the proof, in MiB. Every search takes it anew, so it is small; with 1 MiB the table gives up too much (259 of 300
/// mates in endings within 100,000 nodes, with 4 MiB 270, with 16 MiB 272, without proofs 248).
const TABLE_MEBIBYTES: usize = 4;

/// Positions that may be walked through to check a mate, which must not cost the clock (some 20 ms).
const LONGEST_WALK: usize = 20_000;

/// A look for a mate by the side to move.
pub(in crate::search) struct Attempt<'a> {
    game: &'a Game,
    search: ProofSearch<'a>,
    /// A mate in at most so many moves is looked for; 0 where there is nothing more to find.
    within: u32,
}

impl<'a> Attempt<'a> {
    /// Nothing is looked at yet. Where a mate is known, in so many moves, only shorter ones are of interest.
    pub fn new(game: &'a Game, known: Option<u32>, stop: &'a dyn Fn() -> bool) -> Attempt<'a> {
        let within = known.map_or(WITHIN, |moves| WITHIN.min(moves - 1));
        Attempt { game, search: ProofSearch::new(game, TABLE_MEBIBYTES, stop), within }
    }

    /// Positions looked at so far.
    pub fn positions(&self) -> u64 {
        self.search.nodes
    }

    /// Goes on until `most` positions have been looked at in all, as long as the proof number stays below `hope`.
    /// Answers a mate when one is found, shorter than any before.
    pub fn go_on(&mut self, most: u64, hope: u32) -> Option<ProvenMate> {
        if self.within == 0 || self.positions() >= most {
            return None;
        }
        self.search.limit(most, None);
        let plies = (2 * self.within - 1) as u8;
        let (numbers, _) = self.search.settle_while_near(self.game.board(), plies, hope).ok()?;
        if !numbers.is_settled() {
            return None;
        }
        let mate = if numbers.is_mate() {
            read_mate(&mut self.search, self.game, numbers.plies, LONGEST_WALK)
        } else {
            None
        };
        self.within = mate.as_ref().map_or(0, |mate| mate.moves - 1);
        mate
    }
}

impl ProvenMate {
    /// What is left of a mate when its first move and some reply have been played; nothing where the game went another
    /// way from `before`, or where its past has made a draw of the mate.
    pub fn after_reply(self, before: &Board, game: &Game) -> Option<ProvenMate> {
        let solution = self.solution.after_reply(before, game.board())?;
        ProvenMate::checked(game, solution, LONGEST_WALK)
    }
}
