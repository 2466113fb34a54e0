//! The root's moves, with what is known of each: values, lines, results.

use shakmaty::Move;

use super::histories::{Context, Histories};
use super::line::Line;
use super::ordering::{MovePicker, Wanted};
use super::report::Bound;
use crate::board::Board;
use crate::score::{MAX_PLY, Score};
use crate::tablebase::Wdl;

/// A root move with what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub played: Move,
    /// The last value found; minus infinity where it is only known not to be among the best.
    pub score: Score,
    /// How `score` relates to the true value.
    pub bound: Bound,
    /// Depth of the iteration that found it, in plies.
    pub depth: i32,
    /// Value at the end of the last iteration.
    pub previous: Score,
    /// The line of best play, which begins with the move.
    pub line: Line,
    /// The deepest ply reached below it.
    pub selective_depth: usize,
    /// Nodes below it, in this thread.
    pub nodes: u64,
    /// What it leads to by the exact tables, where they know.
    pub result: Option<Wdl>,
}

impl RootMove {
    /// The score as it is told: never against what the exact tables say of the move.
    pub(super) fn told_score(&self) -> Score {
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
    /// All legal moves, or those asked for.
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

    /// The first order, before anything is searched: as an inner node would try them.
    pub(super) fn order(
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
        // What an inner node would not even look at comes last.
        self.moves.sort_by_key(|root| place(root).unwrap_or(order.len()));
    }

    /// Leaves the moves of the highest rank, or the best of all where more lines are wanted; `ranks` go with the moves.
    pub fn keep_best<R: Ord>(&mut self, ranks: Vec<R>, lines: usize) {
        let mut ranked: Vec<_> = ranks.into_iter().zip(std::mem::take(&mut self.moves)).collect();
        ranked.sort_by(|(one, _), (other, _)| other.cmp(one));
        let alike = ranked.iter().take_while(|(rank, _)| *rank == ranked[0].0).count();
        ranked.truncate(if lines > 1 { alike.max(lines) } else { alike });
        self.moves = ranked.into_iter().map(|(_, root)| root).collect();
    }

    /// Begins an iteration: what was found becomes what was found before.
    pub(super) fn begin_iteration(&mut self) {
        for root in &mut self.moves {
            root.previous = root.score;
        }
    }

    /// After a search that was cut off while it looked for the line at this place: the better lines of this iteration
    /// stand, and behind them come the others as the last iteration left them. None of these can be worth more than
    /// the last line that stands, which was the best of all that were left.
    pub(super) fn fall_back(&mut self, place: usize, finished: &[RootMove], lines: usize) {
        self.sort_lines(place);
        let most = place.checked_sub(1).map(|last| self.moves[last].score);
        let (standing, others) = self.moves.split_at_mut(place);
        let kept = finished.iter().filter(|kept| standing.iter().all(|root| root.played != kept.played));
        for (other, kept) in others.iter_mut().zip(kept) {
            *other = kept.clone();
            let is_unknown = other.score == -Score::INFINITE;
            if let Some(most) = most.filter(|most| is_unknown || other.score > *most) {
                other.score = most;
                other.bound = Bound::Upper;
            }
        }
        self.sort_lines(lines);
    }

    /// Best first, as they are told: later lines may have turned out better than earlier ones.
    pub(super) fn sort_lines(&mut self, lines: usize) {
        self.moves[..lines].sort_by_key(|root| std::cmp::Reverse((root.told_score(), root.score)));
    }

    /// Best first from the given place on; equal ones keep their order.
    pub(super) fn sort_from(&mut self, first: usize) {
        self.moves[first..].sort_by_key(|root| std::cmp::Reverse((root.score, root.previous)));
    }
}

/// A score as it is shown: never against the exact result of the root, and no bound where it is that result.
pub(super) fn agreeing_with(result: Option<Wdl>, score: Score, bound: Bound) -> (Score, Bound) {
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
        let told = |result, score| agreeing_with(result, score, Bound::Upper);
        assert_eq!(told(Some(Wdl::Loss), poor), (Score::table_loss(MAX_PLY), Bound::Exact));
        assert_eq!(told(Some(Wdl::Draw), poor), (Score::DRAW, Bound::Exact));
        assert_eq!(told(Some(Wdl::Loss), mated), (mated, Bound::Upper));
        assert_eq!(told(None, poor), (poor, Bound::Upper));
    }
}
