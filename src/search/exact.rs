//! What the exact tables say inside the tree.
//!
//! Inside the tree a table is believed where it is entered by a capture or promotion: the 50-move clock is at
//! zero there, and no win of up to four men takes longer than the rule allows. A drawn position is believed anywhere.

use std::sync::Arc;

use shakmaty::Move;

use super::node::Node;
use super::rules::Rules;
use super::worker::Worker;
use crate::board::{Board, Game};
use crate::score::{MAX_PLY, Score};
use crate::tablebase::{
    DtmTables, EMBEDDED_MEN, EmbeddedDtz, EmbeddedWdl, FiftyMoveResult, Outcome, Syzygy, Wdl,
};

/// Positions that may be looked at to find a line past repetitions: many times the moves of the longest mate.
const MOST_LOOKED_AT: usize = 2_000;

/// How Syzygy files are used.
#[derive(Clone, Debug, Default)]
pub struct SyzygySettings {
    /// The files.
    pub tables: Arc<Syzygy>,
    /// Least remaining depth in plies at which tables of the most men are asked; those of fewer always are.
    pub minimum_depth: i32,
    /// Tables of more men are not asked.
    pub men: usize,
    /// Whether wins that the 50-move rule takes away count as draws.
    pub fifty_move_rule: bool,
}

impl SyzygySettings {
    /// The most men of a table that may be asked; 0 where there is none.
    pub(super) fn largest(&self) -> usize {
        self.men.min(self.tables.men())
    }

    /// A result as the search counts it.
    pub(super) const fn counted(&self, result: FiftyMoveResult) -> Wdl {
        match result {
            FiftyMoveResult::Win => Wdl::Win,
            FiftyMoveResult::CursedWin if !self.fifty_move_rule => Wdl::Win,
            FiftyMoveResult::Loss => Wdl::Loss,
            FiftyMoveResult::BlessedLoss if !self.fifty_move_rule => Wdl::Loss,
            _ => Wdl::Draw,
        }
    }
}

/// The exact tables as a search uses them.
#[derive(Clone, Copy)]
pub(super) struct Exact<'a> {
    pub embedded: &'static EmbeddedWdl,
    pub zeroing: &'static EmbeddedDtz,
    tables: &'a DtmTables,
    /// Whether any table with distances was there when the search began.
    has_distances: bool,
    pub syzygy: &'a SyzygySettings,
    /// The most men that Syzygy tables are asked about inside the tree.
    syzygy_men: usize,
    /// The most men that lucena's own tables are asked about.
    pub own_men: usize,
}

impl<'a> Exact<'a> {
    pub fn new(tables: &'a DtmTables, syzygy: &'a SyzygySettings) -> Exact<'a> {
        Exact {
            embedded: EmbeddedWdl::shared(),
            zeroing: EmbeddedDtz::shared(),
            tables,
            has_distances: !tables.materials().is_empty(),
            syzygy,
            syzygy_men: syzygy.largest(),
            own_men: EMBEDDED_MEN,
        }
    }

    /// The same, where the root itself has as many men as the Syzygy tables know: below it they are not asked,
    /// so that the search looks for mates among the moves that they have chosen.
    pub fn below(self, root: &Board) -> Exact<'a> {
        let decided = root.men() <= self.syzygy_men;
        Exact { syzygy_men: if decided { 0 } else { self.syzygy_men }, ..self }
    }

    /// The most men of a position that some table may know.
    pub fn most_men(&self) -> usize {
        self.syzygy_men.max(EMBEDDED_MEN)
    }

    /// The distance to mate, where the table is in memory.
    pub fn distance(&self, board: &Board) -> Option<Outcome> {
        if self.has_distances { self.tables.distance(board) } else { None }
    }

    /// The line that leads to mate from here by the tables with distances, both sides at their best; nothing
    /// where a distance on the way is not known.
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
            // Of a win any child one ply nearer is best play; of a loss it has to be a win for the other side.
            line.push(played);
            board = child;
            left -= 1;
        }
        Some(line)
    }

    /// The same in a game, past every position that would be there for the third time: the side that mates goes round them,
    /// and the other side has no way into them. Nothing where there is no such line of the same length.
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
                // The best defence leads to where no mate of this length is.
                return false;
            }
        }
        false
    }
}

impl<R: Rules> Worker<'_, R> {
    /// What Syzygy files say of a node, where the last move has set the clock to zero: only there is their
    /// result the game's.
    #[inline]
    pub(super) fn syzygy_value(&mut self, board: &Board, node: &Node) -> Option<Score> {
        let men = board.men();
        if !R::TABLEBASE || men > self.most_table_men || men <= EMBEDDED_MEN || board.clock() > 0 {
            return None;
        }
        let exact = self.shared.exact?;
        if men == exact.syzygy_men && node.depth < exact.syzygy.minimum_depth {
            return None;
        }
        let result = exact.syzygy.tables.result(board)?;
        self.table_hits += 1;
        Some(match exact.syzygy.counted(result) {
            Wdl::Win => Score::table_win(node.ply),
            Wdl::Draw => Score::DRAW,
            Wdl::Loss => Score::table_loss(node.ply),
        })
    }

    /// The exact value of a node below the root, where one of lucena's own tables knows it and can be believed.
    #[inline]
    pub(super) fn exact_value(&mut self, board: &Board, ply: usize) -> Option<Score> {
        if !R::TABLEBASE || board.men() > EMBEDDED_MEN.min(self.most_table_men) {
            return None;
        }
        self.value_of_few_men(board, ply)
    }

    fn value_of_few_men(&mut self, board: &Board, ply: usize) -> Option<Score> {
        let exact = self.shared.exact?;
        let wdl = exact.embedded.probe(board)?;
        self.table_hits += 1;
        if wdl == Wdl::Draw {
            return Some(Score::DRAW);
        }
        let is_entered = board.clock() == 0 && board.keys().material != self.root_board.keys().material;
        if !is_entered {
            return None;
        }
        let unknown = if wdl == Wdl::Win { Score::table_win(ply) } else { Score::table_loss(ply) };
        let Some(outcome) = exact.distance(board).filter(|outcome| ply + outcome.plies as usize <= MAX_PLY)
        else {
            return Some(unknown);
        };
        let plies = ply + outcome.plies as usize;
        Some(if wdl == Wdl::Win { Score::mate_in(plies) } else { Score::mated_in(plies) })
    }
}

/// A line of best play with the moves to mate that the tables add where it enters them. They are looked up when a
/// line is told: finding them for every line that the search tries costs more than the search itself.
pub(super) fn completed(exact: &Exact<'_>, board: &Board, line: &[Move]) -> Vec<Move> {
    let end = line.iter().fold(board.clone(), |board, played| board.after(*played));
    let rest = if end.men() <= exact.own_men { exact.line(&end) } else { None };
    line.iter().copied().chain(rest.unwrap_or_default()).take(MAX_PLY).collect()
}

/// A score as it is shown: never against the exact result of the root.
pub(super) fn agreeing_with(result: Option<Wdl>, score: Score) -> Score {
    match result {
        Some(Wdl::Win) if !score.is_win() => Score::table_win(MAX_PLY),
        Some(Wdl::Loss) if !score.is_loss() => Score::table_loss(MAX_PLY),
        Some(Wdl::Draw) => Score::DRAW,
        _ => score,
    }
}
