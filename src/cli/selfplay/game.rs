//! One game of lucena against itself: the moves, the end, and the quiet positions on the way.

use fastrand::Rng;
use shakmaty::{Color, Move};

use super::arguments::Purpose;
use crate::board::{Board, Game};
use crate::cli::searcher::{Answer, Searcher};
use crate::score::Score;
use crate::search::Limits;
use crate::tablebase::{EmbeddedTables, Wdl};

impl Purpose {
    /// Of so many quiet positions in a row one is kept: neighbours in a game have the same result and say nearly the
    /// same, while their scores are worked out anew.
    const fn sample_interval(self) -> u8 {
        match self {
            Purpose::Tuning => 2,
            Purpose::Network | Purpose::PawnNetwork => 1,
        }
    }

    /// The end of a game in which nothing happens any more.
    fn idle_end(self, board: &Board) -> Option<End> {
        (self != Purpose::Tuning && board.halfmove_clock() >= IDLE_PLIES).then_some(End::DRAW)
    }

    /// The end of a game that has nothing more to teach, where the search gives this answer.
    fn early_end(self, board: &Board, answer: &Answer) -> Option<End> {
        if self == Purpose::Tuning {
            return None;
        }
        settled(board, answer).or_else(|| promoted(board, answer))
    }
}

/// A game for a network ends as a draw after so many half-moves without capture or pawn move ...
const IDLE_PLIES: u32 = 30;

/// ... and as won at such a score, in centipawns.
const WON_SCORE: i32 = 1000;

/// With a new piece on the board a greater score, in centipawns, is that of a win.
const PROMOTED_SCORE: i32 = 300;

/// A greater score, in centipawns, says that the game is decided: nothing is to be learned.
const SAMPLE_LIMIT: i32 = 1500;

/// A score this near to nothing, in centipawns, is that of a draw ...
const DRAW_SCORE: i32 = 4;

/// ... after so many half-moves in a row.
const DRAW_PLIES: u32 = 20;

/// A quiet position.
pub(super) struct Sample {
    pub fen: String,
    /// The search's score in centipawns, White's.
    pub score: i32,
}

/// A game that has ended.
pub(super) struct Played {
    /// Who won; nobody in a draw.
    pub winner: Option<Color>,
    pub samples: Vec<Sample>,
}

/// Plays a game to its end.
pub(super) fn play(
    searcher: &mut Searcher,
    start: Board,
    nodes: u64,
    purpose: Purpose,
    random: &mut Rng,
) -> Played {
    searcher.forget();
    let mut game = Game::new(start);
    let mut samples = Vec::new();
    let mut level_plies = 0;
    loop {
        if let Some(end) = end_of(&game).or_else(|| purpose.idle_end(game.board())) {
            return Played { winner: end.winner, samples };
        }
        let answer = searcher.go_on(&game, Limits { nodes: Some(nodes), ..Limits::default() });
        if let Some(end) = purpose.early_end(game.board(), &answer) {
            return Played { winner: end.winner, samples };
        }
        let level = answer.score.is_some_and(|score| score.value().abs() <= DRAW_SCORE);
        level_plies = if level { level_plies + 1 } else { 0 };
        let Some(best) = answer.best.filter(|_| level_plies < DRAW_PLIES) else {
            return Played { winner: None, samples };
        };
        let sample = sample(game.board(), best, &answer);
        samples.extend(sample.filter(|_| random.u8(..purpose.sample_interval()) == 0));
        game.play(best);
    }
}

/// How a game ended.
pub(super) struct End {
    /// Who won; nobody in a draw.
    pub winner: Option<Color>,
}

impl End {
    /// Nobody won.
    pub const DRAW: End = End { winner: None };

    /// This side won.
    pub fn won_by(winner: Color) -> End {
        End { winner: Some(winner) }
    }
}

/// The end of a game by the rules, or by the exact tables where few men are left; nothing where it goes on.
pub(super) fn end_of(game: &Game) -> Option<End> {
    let board = game.board();
    if board.legal_moves().is_empty() {
        return Some(if board.is_check() { End::won_by(!board.turn()) } else { End::DRAW });
    }
    let is_draw =
        board.is_drawn_by_clock() || board.is_dead_material() || game.history().is_third_occurrence(board);
    if is_draw { Some(End::DRAW) } else { end_by_tables(board) }
}

/// So few men are reached by a capture: the clock stands at zero, and no win is too long for the 50-move rule.
pub(super) fn end_by_tables(board: &Board) -> Option<End> {
    Some(match EmbeddedTables::built_in().result(board)? {
        Wdl::Win => End::won_by(board.turn()),
        Wdl::Draw => End::DRAW,
        Wdl::Loss => End::won_by(!board.turn()),
    })
}

/// The end of a game in which one side is far ahead.
fn settled(board: &Board, answer: &Answer) -> Option<End> {
    let score = answer.score.filter(|score| score.value().abs() > WON_SCORE)?;
    Some(End::won_by(leader(board, score)))
}

/// The end of a pawn ending in which somebody has got a piece.
fn promoted(board: &Board, answer: &Answer) -> Option<End> {
    let score = answer.score.filter(|_| !board.is_pawn_ending())?;
    let is_won = score.value().abs() > PROMOTED_SCORE;
    Some(if is_won { End::won_by(leader(board, score)) } else { End::DRAW })
}

fn leader(board: &Board, score: Score) -> Color {
    if score.value() > 0 { board.turn() } else { !board.turn() }
}

/// The position, where it is quiet and its game is not decided.
fn sample(board: &Board, best: Move, answer: &Answer) -> Option<Sample> {
    let score = answer.score.filter(|score| !score.is_decisive() && score.value().abs() <= SAMPLE_LIMIT)?;
    if board.is_check() || best.is_capture() || best.is_promotion() {
        return None;
    }
    Some(Sample { fen: board.fen(), score: board.turn().fold_wb(score.value(), -score.value()) })
}
