//! Results of a game's pawn endings that no table holds but the solver proves, from the last position to the first: what is
//! solved of a later one leaves an earlier one less to do. Called by `judge`.

use std::sync::atomic::AtomicBool;

use shakmaty::Move;

use super::exact::{Exact, Whence};
use crate::board::{Board, Game};
use crate::solve::{FiftyMoves, Solution, SolveLimits, SolvedGraph, SolvedMove, Solver, WORK_OF_ONE_OF_MANY};
use crate::tablebase::{EMBEDDED_MEN, FiftyMoveResult, Wdl};

const MEBIBYTE: usize = 1 << 20;

/// Solves the pawn endings of one game after the other.
pub(super) struct PawnEndings {
    solver: Solver,
    /// What is solved of the game; nothing where the memory did not do: it would do less for what comes before.
    solved: Option<SolvedGraph>,
    is_beyond: bool,
}

/// A position that is proven.
pub(super) struct Solved {
    pub exact: Exact,
    /// Best play by both.
    pub line: Vec<Move>,
    /// All moves with what they lead to, from the side that plays them, the best first; empty where one is not proven.
    pub moves: Vec<(Move, Exact)>,
}

impl PawnEndings {
    /// With so much memory for a game; memory and work alone end it, so that every run tells the same.
    pub fn new(mebibytes: usize) -> PawnEndings {
        let limits = SolveLimits { time: None, bytes: mebibytes * MEBIBYTE, threads: 1 };
        let solver = Solver::new(limits).with_most_work(WORK_OF_ONE_OF_MANY);
        PawnEndings { solver, solved: None, is_beyond: false }
    }

    /// Forgets the last game.
    pub fn forget(&mut self) {
        self.solved = None;
        self.is_beyond = false;
    }

    /// What is proven of a position that comes before all that were asked about since the last game.
    pub fn prove(&mut self, game: &Game) -> Option<Solved> {
        if self.is_beyond || !is_in_domain(game.board()) {
            return None;
        }
        let cancel = AtomicBool::new(false);
        let answer = match self.solved.take() {
            Some(solved) => self.solver.go_on(game.board(), solved, &cancel, &mut |_| {}),
            None => self.solver.solve(game.board(), &cancel, &mut |_| {}),
        };
        let (solution, solved) = answer.ok()?;
        self.solved = Some(solved);
        self.is_beyond = solution.proven.value().is_none();
        of_game(&solution, game)
    }
}

/// Kings and pawns alone, more than the tables inside the program hold.
fn is_in_domain(board: &Board) -> bool {
    board.men() > EMBEDDED_MEN && board.all_pieces().is_empty()
}

/// A solution as it counts in a game; nothing where the 50-move rule or a repetition may change it.
fn of_game(solution: &Solution, game: &Game) -> Option<Solved> {
    let value = solution.proven.value()?;
    if solution.fifty_moves == Some(FiftyMoves::MayMatter) {
        return None;
    }
    let mut moves: Vec<(Move, Exact)> =
        solution.moves.iter().map(|solved| after(solved, game)).collect::<Option<_>>().unwrap_or_default();
    moves.sort_by_key(|(_, exact)| std::cmp::Reverse(exact.rank()));
    let best = moves.first().map(|(_, exact)| *exact);
    if best.is_some_and(|best| best.result != value.into()) {
        return None;
    }
    let plies = best.map_or(0, |best| best.plies);
    let exact = Exact { result: value.into(), plies, whence: Whence::Solver };
    Some(Solved { exact, line: solution.line.clone(), moves })
}

/// What a move leads to, from the side that plays it; nothing where that is not proven.
fn after(solved: &SolvedMove, game: &Game) -> Option<(Move, Exact)> {
    let mut next = game.clone();
    next.play(solved.played);
    let is_repeated = next.history().is_third_occurrence(next.board());
    let value = if is_repeated { Wdl::Draw } else { solved.proven.value()? };
    // The mover's last move of a win comes a ply before the other side would move again.
    let moves = match solved.conversion {
        // Proven without a distance, the move cannot be ranked among the others.
        None if value != Wdl::Draw => return None,
        conversion => 2 * conversion.map_or(0, |conversion| conversion.moves),
    };
    let plies = match value {
        Wdl::Win => moves.saturating_sub(1),
        Wdl::Draw => 0,
        Wdl::Loss => moves,
    };
    Some((solved.played, Exact { result: FiftyMoveResult::from(value), plies, whence: Whence::Solver }))
}
