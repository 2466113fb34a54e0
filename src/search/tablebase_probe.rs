//! The exact tables as a search uses them: results, distances, and the lines that lead to mate.

use std::sync::Arc;

use shakmaty::Move;

use crate::board::{Board, Game};
use crate::score::MAX_PLY;
use crate::tablebase::{
    DtmTables, EMBEDDED_MEN, EmbeddedTables, FiftyMoveResult, MOST_MEN, Material, Outcome, Syzygy, Wdl,
};

/// The most positions searched for a line past repetitions: many times the moves of the longest mate.
const MOST_LOOKED_AT: usize = 2_000;

/// Settings for the use of Syzygy files.
#[derive(Clone, Debug, Default)]
pub struct SyzygySettings {
    /// The files.
    pub tables: Arc<Syzygy>,
    /// The least remaining depth in plies at which tables of the most men are probed; tables of fewer men always are.
    pub minimum_depth: i32,
    /// The most men of a table that is probed.
    pub men: usize,
    /// Whether wins that the 50-move rule prevents count as draws.
    pub fifty_move_rule: bool,
}

impl SyzygySettings {
    /// Returns the most men of a table that may be probed; 0 if there is none.
    pub fn largest(&self) -> usize {
        self.men.min(self.tables.men())
    }

    /// Returns whether the results of a material may be asked.
    pub fn has(&self, material: Material) -> bool {
        material.men() <= self.men && self.tables.has_material(material.key())
    }

    /// Returns a result as the search counts it.
    pub const fn counted(&self, result: FiftyMoveResult) -> Wdl {
        if self.fifty_move_rule { result.counted() } else { result.without_rule() }
    }
}

/// The exact tables as a search uses them.
#[derive(Clone, Copy)]
pub struct TablebaseProbe<'a> {
    /// The tables inside the program.
    pub embedded: &'a EmbeddedTables,
    tables: &'a DtmTables,
    /// Whether any table with distances was there when the search began.
    has_distances: bool,
    /// Syzygy files.
    pub syzygy: &'a SyzygySettings,
    /// The most men for which Syzygy tables are probed inside the tree.
    pub(super) syzygy_men: usize,
    /// The men of positions whose built results are probed inside the tree; 0 if there are none.
    pub(super) results_men: usize,
    /// The most men for which lucena's own tables are probed.
    pub own_men: usize,
}

impl<'a> TablebaseProbe<'a> {
    /// Takes the tables as they are now.
    pub fn new(
        embedded: &'a EmbeddedTables,
        tables: &'a DtmTables,
        syzygy: &'a SyzygySettings,
    ) -> TablebaseProbe<'a> {
        TablebaseProbe {
            embedded,
            tables,
            has_distances: !tables.materials().is_empty(),
            syzygy,
            syzygy_men: syzygy.largest(),
            results_men: if tables.results().is_some() { MOST_MEN } else { 0 },
            own_men: EMBEDDED_MEN,
        }
    }

    /// Returns the same without Syzygy tables if they already know the root's number of men. The search then looks for
    /// mates among the moves that they have chosen.
    pub(super) fn below(self, root: &Board) -> TablebaseProbe<'a> {
        let decided = root.men() <= self.syzygy_men;
        TablebaseProbe { syzygy_men: if decided { 0 } else { self.syzygy_men }, ..self }
    }

    /// Returns the same without built results if the root has as few men: they have no distances, so among moves that all win
    /// they would say nothing about progress.
    pub(super) fn without_useless_results(self, root: &Board) -> TablebaseProbe<'a> {
        let are_useless = root.men() <= self.results_men;
        TablebaseProbe { results_men: if are_useless { 0 } else { self.results_men }, ..self }
    }

    /// Returns the result of a position with more men than the embedded tables, right after a capture or pawn move and at this
    /// remaining depth; `None` if neither Syzygy files nor built results are asked or know it.
    pub(super) fn larger_result(&self, board: &Board, depth: i32) -> Option<Wdl> {
        let men = board.men();
        if men == self.most_men() && depth < self.syzygy.minimum_depth {
            return None;
        }
        let in_files = || self.syzygy.tables.result(board).map(|result| self.syzygy.counted(result));
        let by_files = (men <= self.syzygy_men).then(in_files).flatten();
        by_files.or_else(|| (men <= self.results_men).then(|| self.tables.result(board)).flatten())
    }

    /// Returns the most men of a position that some table may know.
    pub(super) fn most_men(&self) -> usize {
        self.syzygy_men.max(self.results_men).max(EMBEDDED_MEN)
    }

    /// Returns the distance to mate; `None` if its table is not in memory.
    pub fn distance(&self, board: &Board) -> Option<Outcome> {
        if self.has_distances { self.tables.distance(board) } else { None }
    }

    /// Returns the line that leads to mate from here by the tables with distances, with best play by both sides. `None`
    /// if a distance on the way is unknown.
    pub fn line(&self, board: &Board) -> Option<Vec<Move>> {
        let mut board = board.clone();
        let mut line = Vec::new();
        let mut left = self.distance(&board)?.plies;
        while left > 0 {
            let next = board.legal_moves().into_iter().find_map(|played| {
                let child = board.after(played);
                let outcome = self.distance(&child).filter(|outcome| outcome.wdl != Wdl::Draw)?;
                (outcome.plies + 1 == left).then_some((played, child))
            });
            let (played, child) = next?;
            // In a win any child one ply nearer to mate is best play. In a loss, it must be a win for the other side.
            line.push(played);
            board = child;
            left -= 1;
        }
        Some(line)
    }

    /// The same in a game, avoiding every position that would occur for the third time: the mating side goes round
    /// them, and the other side cannot enter them. `None` if there is no such line of the same length.
    pub fn line_of_game(&self, game: &Game) -> Option<Vec<Move>> {
        if !game.history().has_repetition(game.board()) {
            return self.line(game.board());
        }
        let mut line = Vec::new();
        let mut most_looked_at = MOST_LOOKED_AT;
        self.extend_past_repetitions(game, &mut line, &mut most_looked_at).then_some(line)
    }

    fn extend_past_repetitions(&self, game: &Game, line: &mut Vec<Move>, left: &mut usize) -> bool {
        let Some(outcome) = self.distance(game.board()) else { return false };
        if outcome.plies == 0 {
            return true;
        }
        let after = |played: Move| {
            let mut after = game.clone();
            after.play(played);
            after
        };
        let is_drawn = |after: &Game| after.history().is_third_occurrence(after.board());
        let moves = game.board().legal_moves();
        if outcome.wdl == Wdl::Loss && moves.iter().any(|played| is_drawn(&after(*played))) {
            return false;
        }
        let is_best = |after: &Game| {
            let best = self.distance(after.board()).filter(|outcome| outcome.wdl != Wdl::Draw);
            best.is_some_and(|best| best.plies + 1 == outcome.plies)
        };
        for played in moves {
            let after = after(played);
            if !is_best(&after) || is_drawn(&after) {
                continue;
            }
            if *left == 0 {
                return false;
            }
            *left -= 1;
            line.push(played);
            if self.extend_past_repetitions(&after, line, left) {
                return true;
            }
            line.pop();
            if outcome.wdl == Wdl::Loss {
                // The best defence leads to a position without a mate of this length.
                return false;
            }
        }
        false
    }
}

/// Returns a line of best play with the moves to mate that the tables add where it enters them. They are looked up only
/// for a reported line, because doing so for every line of the search costs more than the search itself.
pub(super) fn completed(exact: &TablebaseProbe<'_>, board: &Board, line: &[Move]) -> Vec<Move> {
    let end = line.iter().fold(board.clone(), |board, played| board.after(*played));
    let rest = if end.men() <= exact.own_men { exact.line(&end) } else { None };
    line.iter().copied().chain(rest.unwrap_or_default()).take(MAX_PLY).collect()
}
