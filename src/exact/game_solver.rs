//! Proves positions that no table holds by the solver: one alone, or those of a game from the last to the first, so that what
//! is solved of a later one leaves an earlier one less to do.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shakmaty::Move;

use super::answer::{Distance, Exact, best_first};
use super::known_by::KnownBy;
use crate::board::{Board, Game};
use crate::search::SyzygySettings;
use crate::solve::{FiftyMoves, Solution, SolveLimits, SolvedGraph, SolvedMove, Solver, WORK_OF_ONE_OF_MANY};
use crate::tablebase::{EMBEDDED_MEN, Wdl};

const MEBIBYTE: usize = 1 << 20;

/// Returns whether a position is one for the solver: no embedded table holds it, and it has at most this many pieces (of both
/// sides, without kings and pawns).
pub fn is_for_the_solver(board: &Board, most_pieces: usize) -> bool {
    board.men() > EMBEDDED_MEN && board.all_pieces().count() <= most_pieces
}

/// Returns a solver for one of many positions, which asks these Syzygy files. The memory (in MiB) and a fixed amount of work alone end it, so that every run
/// answers the same.
pub fn solver_of_many(mebibytes: usize, syzygy: &SyzygySettings) -> Solver {
    let limits = SolveLimits { time: None, bytes: mebibytes.saturating_mul(MEBIBYTE), threads: 1 };
    let solver = Solver::new(limits).with_most_work(WORK_OF_ONE_OF_MANY);
    solver.with_syzygy(Arc::clone(&syzygy.tables), syzygy.men)
}

/// Solves the positions of one game after the other.
pub struct GameSolver {
    solver: Solver,
    most_pieces: usize,
    /// What is solved of the game; `None` if the memory was not enough: it would be less for what comes before.
    solved: Option<SolvedGraph>,
    is_beyond: bool,
}

/// A position that is proven.
pub struct ProvenPosition {
    /// Its result.
    pub exact: Exact,
    /// Best play by both.
    pub line: Vec<Move>,
    /// All moves with what they lead to, from the side that plays them, the best first; empty if one is not proven.
    pub moves: Vec<(Move, Exact)>,
}

impl GameSolver {
    /// A solver with this memory (in MiB) and these Syzygy files for a game, for positions with at most this many pieces.
    pub fn new(mebibytes: usize, syzygy: &SyzygySettings, most_pieces: usize) -> GameSolver {
        GameSolver { solver: solver_of_many(mebibytes, syzygy), most_pieces, solved: None, is_beyond: false }
    }

    /// Forgets the last game.
    pub fn forget(&mut self) {
        self.solved = None;
        self.is_beyond = false;
    }

    /// Proves a position that comes before all that were asked about since the last game; `None` if that fails, or if the clock
    /// or a repetition may change the result. `cancel` ends the work; the position then counts as one that cannot be proven.
    pub fn prove(&mut self, game: &Game, cancel: &AtomicBool) -> Option<ProvenPosition> {
        if self.is_beyond || !is_for_the_solver(game.board(), self.most_pieces) {
            return None;
        }
        let answer = match self.solved.take() {
            Some(solved) => self.solver.go_on(game.board(), solved, cancel, &mut |_| {}),
            None => self.solver.solve(game.board(), cancel, &mut |_| {}),
        };
        let (solution, solved) = answer.ok()?;
        self.solved = Some(solved);
        self.is_beyond = solution.proven.value().is_none();
        of_game(&solution, game)
    }
}

/// A solution as it counts in a game; `None` if the 50-move rule or a repetition may change it.
fn of_game(solution: &Solution, game: &Game) -> Option<ProvenPosition> {
    let value = solution.proven.value()?;
    if matches!(solution.fifty_moves, Some(FiftyMoves::MayMatter | FiftyMoves::Spoils)) {
        return None;
    }
    let mut moves: Vec<(Move, Exact)> =
        solution.moves.iter().map(|solved| after(solved, game)).collect::<Option<_>>().unwrap_or_default();
    best_first(&mut moves);
    let best = moves.first().map(|(_, exact)| *exact);
    if best.is_some_and(|best| best.result != value.into()) {
        return None;
    }
    let exact = Exact::result_alone(value, KnownBy::Solver);
    let distance = best.map_or(Distance::Unknown, |best| best.distance);
    Some(ProvenPosition { exact: Exact { distance, ..exact }, line: solution.line.clone(), moves })
}

/// Returns what a solution says of a game's position and of each of its moves, as far as it is certain with the clock and the
/// repetitions of the game; moves from the side that plays them.
pub fn solved_in_game(solution: &Solution, game: &Game) -> (Option<Exact>, Vec<(Move, Exact)>) {
    let known = |solved: &SolvedMove| {
        let result = result_after(solved, game)?;
        let distance = distance_after(solved, result).unwrap_or(Distance::Unknown);
        Some((solved.played, Exact { distance, ..Exact::result_alone(result, KnownBy::Solver) }))
    };
    let moves = solution.moves.iter().filter_map(known).collect();
    (of_game(solution, game).map(|proven| proven.exact), moves)
}

/// What a move leads to, from the side that plays it; `None` if that is not proven.
fn after(solved: &SolvedMove, game: &Game) -> Option<(Move, Exact)> {
    let result = result_after(solved, game)?;
    // Proven without a distance, a move that wins or loses cannot be ranked among the others.
    let distance = distance_after(solved, result)?;
    Some((solved.played, Exact { distance, ..Exact::result_alone(result, KnownBy::Solver) }))
}

/// The result of a move, for the side that plays it; `None` if it is not proven.
fn result_after(solved: &SolvedMove, game: &Game) -> Option<Wdl> {
    let mut next = game.clone();
    next.play(solved.played);
    let is_repeated = next.history().is_third_occurrence(next.board());
    match solved.fifty_moves {
        _ if is_repeated => Some(Wdl::Draw),
        Some(FiftyMoves::Spoils) => Some(Wdl::Draw),
        Some(FiftyMoves::MayMatter) => None,
        Some(FiftyMoves::Stands) | None => solved.proven.value(),
    }
}

/// The distance of a move's result; `None` if a win or loss has none.
fn distance_after(solved: &SolvedMove, result: Wdl) -> Option<Distance> {
    let plies_of_both = || solved.conversion.map(|conversion| 2 * conversion.moves);
    Some(match result {
        // The mover's last move of a win comes a ply before the other side would move again.
        Wdl::Win => Distance::ToZeroing(plies_of_both()?.saturating_sub(1)),
        Wdl::Draw => Distance::Unknown,
        Wdl::Loss => Distance::ToZeroing(plies_of_both()?),
    })
}
