//! One game of lucena against itself: the moves, the end, and the quiet positions on the way.

use fastrand::Rng;
use shakmaty::{Color, Move};

use crate::board::{Board, Game};
use crate::cli::searcher::{Answer, Searcher};
use crate::search::Limits;
use crate::tablebase::{EmbeddedTables, Wdl};

/// Of so many quiet positions in a row one is kept: neighbours in a game have the same result and say nearly the same, while
/// their scores are worked out anew.
const SAMPLE_INTERVAL: u8 = 2;

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
pub(super) fn play(searcher: &mut Searcher, start: Board, nodes: u64, random: &mut Rng) -> Played {
    searcher.forget();
    let mut game = Game::new(start);
    let mut samples = Vec::new();
    let mut level_plies = 0;
    loop {
        if let Some(end) = end_of(&game) {
            return Played { winner: end.winner, samples };
        }
        let answer = searcher.go_on(&game, Limits { nodes: Some(nodes), ..Limits::default() });
        let level = answer.score.is_some_and(|score| score.value().abs() <= DRAW_SCORE);
        level_plies = if level { level_plies + 1 } else { 0 };
        let Some(best) = answer.best.filter(|_| level_plies < DRAW_PLIES) else {
            return Played { winner: None, samples };
        };
        let sample = sample(game.board(), best, &answer);
        samples.extend(sample.filter(|_| random.u8(..SAMPLE_INTERVAL) == 0));
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

/// The position, where it is quiet and its game is not decided.
fn sample(board: &Board, best: Move, answer: &Answer) -> Option<Sample> {
    let score = answer.score.filter(|score| !score.is_decisive() && score.value().abs() <= SAMPLE_LIMIT)?;
    if board.is_check() || best.is_capture() || best.is_promotion() {
        return None;
    }
    Some(Sample { fen: board.fen(), score: board.turn().fold_wb(score.value(), -score.value()) })
}
