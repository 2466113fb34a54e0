//! What the exact tables say: inside the tree, and of the root.
//!
//! Inside the tree a table is believed where it is entered by a capture or promotion: the 50-move clock is at
//! zero there, and no win of up to four men takes longer than the rule allows. A drawn position is believed anywhere.

use shakmaty::Move;

use super::root::{RootMove, RootMoves};
use super::rules::Rules;
use super::worker::Worker;
use crate::board::{Board, CLOCK_LIMIT, Game};
use crate::score::{MAX_PLY, Score};
use crate::tablebase::{EMBEDDED_MEN, Embedded, Outcome, Tables, Wdl};
use shakmaty::Position;

/// The exact tables as a search uses them.
#[derive(Clone, Copy)]
pub(super) struct Exact<'a> {
    embedded: &'static Embedded,
    tables: &'a Tables,
    /// Whether any table with distances was there when the search began.
    has_distances: bool,
}

impl<'a> Exact<'a> {
    pub fn new(tables: &'a Tables) -> Exact<'a> {
        Exact { embedded: Embedded::shared(), tables, has_distances: !tables.materials().is_empty() }
    }

    /// The result of a position, where the 50-move rule is too far away to change it.
    pub fn result(&self, board: &Board) -> Option<Wdl> {
        /// The longest mate of four men takes 80 plies.
        const FAR: u32 = 20;
        self.embedded.probe(board).filter(|_| board.clock() <= FAR)
    }

    fn distance(&self, board: &Board) -> Option<Outcome> {
        if self.has_distances { self.tables.distance(board) } else { None }
    }

    /// The line that leads to mate from here by the tables with distances, both sides at their best; nothing
    /// where a distance on the way is not known.
    fn line(&self, board: &Board) -> Option<Vec<Move>> {
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
}

impl<R: Rules> Worker<'_, R> {
    /// The exact value of a node below the root, where a table knows it and can be believed.
    #[inline]
    pub(super) fn exact_value(&mut self, board: &Board, ply: usize, is_principal: bool) -> Option<Score> {
        if !R::TABLEBASE || board.position().board().occupied().count() > EMBEDDED_MEN {
            return None;
        }
        self.value_of_few_men(board, ply, is_principal)
    }

    fn value_of_few_men(&mut self, board: &Board, ply: usize, is_principal: bool) -> Option<Score> {
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
        if is_principal {
            let Some(line) = exact.line(board) else { return Some(unknown) };
            self.memory.lines.set(ply, &line);
        }
        let plies = ply + outcome.plies as usize;
        Some(if wdl == Wdl::Win { Score::mate_in(plies) } else { Score::mated_in(plies) })
    }
}

/// The root's moves with their exact mates, best first; nothing where the tables cannot decide the game, or where
/// the 50-move rule or a repetition comes between.
pub(super) fn decide(exact: &Exact<'_>, game: &Game, root: &RootMoves) -> Option<Vec<RootMove>> {
    let board = game.board();
    let outcome = exact.distance(board)?;
    if outcome.wdl == Wdl::Draw {
        return None;
    }
    let mut decided: Vec<RootMove> =
        root.moves.iter().filter_map(|root| decide_move(exact, game, root)).collect();
    // A win needs one move that surely wins; a loss is known only when every move's end is.
    let is_whole = outcome.wdl == Wdl::Win || decided.len() == root.moves.len();
    decided.sort_by_key(|root| std::cmp::Reverse(root.score));
    let best = decided.first()?;
    (is_whole && best.score.is_win() == (outcome.wdl == Wdl::Win)).then_some(decided)
}

/// A root move's exact value, where it leads to mate by a line that the rules allow to be played to its end.
fn decide_move(exact: &Exact<'_>, game: &Game, root: &RootMove) -> Option<RootMove> {
    let child = game.board().after(root.played);
    let outcome = exact.distance(&child).filter(|outcome| outcome.wdl != Wdl::Draw)?;
    let plies = outcome.plies as usize + 1;
    let mut history = game.history().clone();
    history.push(game.board());
    if plies > MAX_PLY || history.is_repetition(&child, 1) {
        return None;
    }
    let line = exact.line(&child)?;
    if !is_in_time(&child, &line) {
        return None;
    }
    let score = if outcome.wdl == Wdl::Loss { Score::mate_in(plies) } else { Score::mated_in(plies) };
    let mut decided = root.clone();
    decided.score = score;
    decided.depth = plies as i32;
    decided.selective_depth = plies;
    decided.line.truncate(1);
    decided.line.extend(line.into_iter().take(MAX_PLY - 1));
    Some(decided)
}

/// Whether a line to mate can be played before the 50-move rule ends the game.
fn is_in_time(board: &Board, line: &[Move]) -> bool {
    let mut clock = board.clock();
    for played in line {
        if clock >= CLOCK_LIMIT {
            return false;
        }
        clock = if played.is_zeroing() { 0 } else { clock + 1 };
    }
    // Mate goes before the rule: the last move may be the hundredth.
    true
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

/// Leaves only the root moves that keep the position's result; the search chooses among them.
pub(super) fn keep_result(exact: &Exact<'_>, board: &Board, root: &mut RootMoves) {
    if board.position().board().occupied().count() > EMBEDDED_MEN {
        return;
    }
    let results: Option<Vec<Wdl>> = root
        .moves
        .iter()
        .map(|root| exact.embedded.probe(&board.after(root.played)).map(|wdl| -wdl))
        .collect();
    let Some(results) = results else { return };
    let Some(best) = results.iter().max().copied() else { return };
    let mut results = results.into_iter();
    root.moves.retain(|_| results.next() == Some(best));
}
