//! The root's moves with their values, lines and results.

use shakmaty::Move;

use super::line::Line;
use super::report::Bound;
use crate::board::Board;
use crate::score::{MAX_PLY, Score};
use crate::search::histories::move_histories::{Context, Histories};
use crate::search::node::ordering::{MovePicker, Wanted};
use crate::tablebase::Wdl;

/// A root move with the facts about it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub played: Move,
    /// The last value found; minus infinity if the move is only known not to be among the best.
    pub score: Score,
    /// How `score` relates to the true value.
    pub bound: Bound,
    /// Depth of the iteration that found it, in plies.
    pub depth: i32,
    /// Value at the end of the last iteration.
    pub previous: Score,
    /// The line of best play, which begins with the move.
    pub line: Line,
    /// The deepest ply reached below the move, counted from the root.
    pub selective_depth: usize,
    /// Nodes below the move, in this thread.
    pub nodes: u64,
    /// The move's result by the exact tables; `None` if they do not know it.
    pub result: Option<Wdl>,
}

impl RootMove {
    /// Returns the score to report, which never contradicts the exact tables' result of the move.
    pub(in crate::search) fn reported_score(&self) -> Score {
        agreeing_with(self.result, self.score, self.bound).0
    }
}

/// The root's moves, best first once an iteration is done.
#[derive(Clone, Debug, Default)]
pub struct RootMoves {
    /// The moves.
    pub moves: Vec<RootMove>,
}

impl RootMoves {
    /// Makes all legal moves, or those in `asked` if it is not empty.
    pub fn new(board: &Board, asked: &[Move]) -> RootMoves {
        let chosen =
            board.all_legal_moves().into_iter().filter(|played| asked.is_empty() || asked.contains(played));
        let moves = chosen.map(|played| RootMove {
            played,
            score: -Score::INFINITE,
            bound: Bound::Exact,
            depth: 0,
            previous: -Score::INFINITE,
            line: Line::from_iter([played]),
            selective_depth: 0,
            nodes: 0,
            result: None,
        });
        RootMoves { moves: moves.collect() }
    }

    /// Puts the moves in their first order, before any search, as an inner node would try them.
    pub(in crate::search) fn order(
        &mut self,
        board: &Board,
        table_move: Option<Move>,
        histories: &Histories,
        context: Context,
    ) {
        let mut picker = MovePicker::new(table_move, Wanted::All, context);
        let mut order = Vec::new();
        while let Some(pick) = picker.next(board, histories) {
            order.push(pick.played);
        }
        let place = |root: &RootMove| order.iter().position(|played| *played == root.played);
        // Moves that an inner node would not even search come last.
        self.moves.sort_by_key(|root| place(root).unwrap_or(order.len()));
    }

    /// Keeps the moves of the highest rank, or the best `lines` moves if that is more. `ranks` has one rank for each
    /// move.
    pub fn keep_best<R: Ord>(&mut self, ranks: Vec<R>, lines: usize) {
        let mut ranked: Vec<_> = ranks.into_iter().zip(std::mem::take(&mut self.moves)).collect();
        ranked.sort_by(|(one, _), (other, _)| other.cmp(one));
        let alike = ranked.iter().take_while(|(rank, _)| *rank == ranked[0].0).count();
        ranked.truncate(if lines > 1 { alike.max(lines) } else { alike });
        self.moves = ranked.into_iter().map(|(_, root)| root).collect();
    }

    /// Begins an iteration: the last scores become the previous ones.
    pub(in crate::search) fn begin_iteration(&mut self) {
        for root in &mut self.moves {
            root.previous = root.score;
        }
    }

    /// Restores the order after a search was cut off while it looked for the line at `place`. The better lines of this
    /// iteration stay, followed by the others as the last iteration left them. No other move can be worth more than the
    /// last line that stays, because that line was the best of the rest.
    pub(in crate::search) fn fall_back(&mut self, place: usize, finished: &[RootMove], lines: usize) {
        self.sort_lines(place);
        let most = place.checked_sub(1).map(|last| self.moves[last].score);
        let (standing, others) = self.moves.split_at_mut(place);
        let stored =
            finished.iter().filter(|stored| standing.iter().all(|root| root.played != stored.played));
        for (other, stored) in others.iter_mut().zip(stored) {
            *other = stored.clone();
            let is_unknown = other.score == -Score::INFINITE;
            if let Some(most) = most.filter(|most| is_unknown || other.score > *most) {
                other.score = most;
                other.bound = Bound::Upper;
            }
        }
        self.sort_lines(lines);
    }

    /// Sorts the reported lines, best first, because later lines may have turned out better than earlier ones.
    pub(in crate::search) fn sort_lines(&mut self, lines: usize) {
        self.moves[..lines].sort_by_key(|root| std::cmp::Reverse((root.reported_score(), root.score)));
    }

    /// Sorts the moves from index `first` on, best first; equal ones keep their order.
    pub(in crate::search) fn sort_from(&mut self, first: usize) {
        self.moves[first..].sort_by_key(|root| std::cmp::Reverse((root.score, root.previous)));
    }
}

/// Returns the score to show, which never contradicts the root's exact result and is not a bound if it is that result.
pub(in crate::search) fn agreeing_with(result: Option<Wdl>, score: Score, bound: Bound) -> (Score, Bound) {
    match result {
        Some(Wdl::Win) if !score.is_win() => (Score::table_win(MAX_PLY), Bound::Exact),
        Some(Wdl::Loss) if !score.is_loss() => (Score::table_loss(MAX_PLY), Bound::Exact),
        Some(Wdl::Draw) => (Score::DRAW, Bound::Exact),
        _ => (score, bound),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_that_stands_in_place_of_a_score_is_no_bound() {
        let (poor, mated) = (Score::centipawns(-900), Score::mated_in(12));
        let reported = |result, score| agreeing_with(result, score, Bound::Upper);
        assert_eq!(reported(Some(Wdl::Loss), poor), (Score::table_loss(MAX_PLY), Bound::Exact));
        assert_eq!(reported(Some(Wdl::Draw), poor), (Score::DRAW, Bound::Exact));
        assert_eq!(reported(Some(Wdl::Loss), mated), (mated, Bound::Upper));
        assert_eq!(reported(None, poor), (poor, Bound::Upper));
    }
}
