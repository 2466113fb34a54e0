//! Results that are exact: by the rules, by the tables inside the program, by Syzygy files; and who else may know one. The
//! 50-move clock counts as it stands, and so does a position that is there for the third time.

use std::sync::Arc;

use shakmaty::Move;

use crate::board::{Board, CLOCK_LIMIT, Game};
use crate::engine::Options;
use crate::tablebase::{EMBEDDED_MEN, EmbeddedTables, FiftyMoveResult, Syzygy, Wdl};
use crate::text::paths;

/// Syzygy distances may be a ply too short: so much is left between a win and the 50-move rule.
const ROUNDING_PLIES: u32 = 1;

/// An exact result, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exact {
    /// With the 50-move clock as it stands.
    pub result: FiftyMoveResult,
    /// Plies to the next capture, pawn move or mate that keeps the result; 0 in a draw, and where they are not known.
    pub plies: u32,
    pub whence: Whence,
}

/// Why a result is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whence {
    Mate,
    Stalemate,
    /// Neither side could mate.
    DeadMaterial,
    /// The 50-move rule has ended the game.
    Clock,
    /// The position is there for the third time.
    Repetition,
    /// The side to move, which would lose, can bring a position about for the third time.
    ComingRepetition,
    /// Exact tables.
    Tables,
    /// A solved pawn ending.
    Solver,
    /// A proof of mate.
    MateProof,
}

impl Whence {
    /// Who knows the result, as `analyse` names it.
    pub const fn authority(self) -> &'static str {
        match self {
            Whence::Tables => "tables",
            Whence::Solver => "solver",
            Whence::MateProof => "mate",
            _ => "rules",
        }
    }
}

/// Whoever knows results for sure.
#[derive(Clone)]
pub(super) struct ExactResults {
    embedded: Arc<EmbeddedTables>,
    syzygy: Arc<Syzygy>,
    most_men: usize,
}

impl ExactResults {
    /// The tables inside the program and the Syzygy files that options name.
    pub fn new(options: &Options) -> ExactResults {
        // What the folders have is told by the searches, which open them, too.
        let (syzygy, _) = Syzygy::open(&paths::list(&options.syzygy_path));
        let most_men = options.syzygy_probe_limit;
        ExactResults { embedded: Arc::clone(EmbeddedTables::built_in()), syzygy: Arc::new(syzygy), most_men }
    }

    /// The result of a game's position; nothing where it is not exactly known.
    pub fn of_game(&self, game: &Game) -> Option<Exact> {
        let board = game.board();
        let drawn = |whence| Exact { result: FiftyMoveResult::Draw, plies: 0, whence };
        if board.legal_moves().is_empty() {
            return Some(match board.is_check() {
                true => Exact { result: FiftyMoveResult::Loss, plies: 0, whence: Whence::Mate },
                false => drawn(Whence::Stalemate),
            });
        }
        if board.is_dead_material() {
            return Some(drawn(Whence::DeadMaterial));
        }
        if board.is_drawn_by_clock() {
            return Some(drawn(Whence::Clock));
        }
        if game.history().is_third_occurrence(board) {
            return Some(drawn(Whence::Repetition));
        }
        let exact = self.of_board(board)?;
        let is_saved = exact.result == FiftyMoveResult::Loss && can_repeat(game);
        Some(if is_saved { drawn(Whence::ComingRepetition) } else { exact })
    }

    /// The result of a position by the tables, without what came before.
    pub fn of_board(&self, board: &Board) -> Option<Exact> {
        let (result, plies) = if board.men() <= EMBEDDED_MEN { self.own(board)? } else { self.files(board)? };
        Some(Exact { result, plies, whence: Whence::Tables })
    }

    fn own(&self, board: &Board) -> Option<(FiftyMoveResult, u32)> {
        let result = self.embedded.result(board)?;
        if result == Wdl::Draw {
            return Some((FiftyMoveResult::Draw, 0));
        }
        let plies = self.embedded.plies_to_zeroing(board)?;
        Some((on_the_clock(board, result.into(), plies), plies))
    }

    fn files(&self, board: &Board) -> Option<(FiftyMoveResult, u32)> {
        if board.men() > self.most_men.min(self.syzygy.men()) {
            return None;
        }
        let result = self.syzygy.result(board)?;
        if result == FiftyMoveResult::Draw {
            return Some((result, 0));
        }
        // A distance beyond a hundred says that the rule stands against the result from a clock of zero on.
        let plies = self.syzygy.plies_to_zeroing(board)?.unsigned_abs();
        let rounded = if board.halfmove_clock() == 0 { plies } else { plies + ROUNDING_PLIES };
        let is_in_time = board.halfmove_clock() + rounded <= CLOCK_LIMIT;
        Some((if is_in_time { result } else { spoilt(result) }, plies))
    }

    /// The legal moves with what they lead to, from the side that plays them, the best first; nothing where one of them is
    /// not exactly known.
    pub fn moves(&self, game: &Game) -> Option<Vec<(Move, Exact)>> {
        let legal = game.board().legal_moves();
        let mut known = legal
            .into_iter()
            .map(|played| Some((played, self.after(game, played)?)))
            .collect::<Option<Vec<(Move, Exact)>>>()?;
        known.sort_by_key(|(_, exact)| std::cmp::Reverse(exact.rank()));
        Some(known)
    }

    /// What a move leads to, from the side that plays it.
    fn after(&self, game: &Game, played: Move) -> Option<Exact> {
        let mut next = game.clone();
        next.play(played);
        let after = self.of_game(&next)?;
        let is_decided = after.result != FiftyMoveResult::Draw;
        let plies =
            if played.is_zeroing() { u32::from(is_decided) } else { after.plies + u32::from(is_decided) };
        Some(Exact { result: -after.result, plies, whence: after.whence })
    }
}

impl Exact {
    /// The higher the better for the side to move: wins soon, losses late.
    pub fn rank(self) -> (FiftyMoveResult, i64) {
        let plies = i64::from(self.plies);
        let within = match self.result {
            FiftyMoveResult::Win | FiftyMoveResult::CursedWin => -plies,
            FiftyMoveResult::Draw => 0,
            FiftyMoveResult::Loss | FiftyMoveResult::BlessedLoss => plies,
        };
        (self.result, within)
    }

    /// Half points for the side to move: 2, 1 or 0.
    pub fn half_points(self) -> u32 {
        match self.result {
            FiftyMoveResult::Win => 2,
            FiftyMoveResult::Loss => 0,
            _ => 1,
        }
    }
}

/// Whether the side to move can bring a position about for the third time.
fn can_repeat(game: &Game) -> bool {
    let repeats = |played: Move| {
        let mut next = game.clone();
        next.play(played);
        next.history().is_third_occurrence(next.board())
    };
    game.history().has_repetition(game.board()) && game.board().legal_moves().into_iter().any(repeats)
}

/// A result that holds from a clock of zero, with the clock as it stands: the zeroing move has to come before a hundred
/// plies have passed, and mate may be the hundredth.
fn on_the_clock(board: &Board, result: FiftyMoveResult, plies: u32) -> FiftyMoveResult {
    if board.halfmove_clock() + plies > CLOCK_LIMIT { spoilt(result) } else { result }
}

const fn spoilt(result: FiftyMoveResult) -> FiftyMoveResult {
    match result {
        FiftyMoveResult::Win => FiftyMoveResult::CursedWin,
        FiftyMoveResult::Loss => FiftyMoveResult::BlessedLoss,
        other => other,
    }
}
