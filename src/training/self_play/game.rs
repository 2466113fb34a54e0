//! Plays one game that a network learns from to its end, and collects every quiet position on the way.

use fastrand::Rng;
use shakmaty::{Color, Move};

use super::end::{self, End};
use crate::analysis::{Found, Player, nodes_each};
use crate::board::{Board, Game, see_at_least};
use crate::training::quiet::is_quiet;
use crate::training::record::{DECIDED, GameResult, Knowledge, Origin, PackError, Record, estimate};

/// One move in this many is random, but loses nothing at once: games differ, and contain moves that no player would choose.
const MOVES_FOR_A_RANDOM_ONE: u8 = 40;

/// Moves beside the game to try in each of its positions; a third of them lead to a quiet position.
const SIDESTEPS: usize = 3;

/// A game is won after some plies in a row with a greater score than this for the same side, in centipawns. Each game draws its
/// limit: long games teach how to win, and short ones keep most positions undecided.
const WON_SCORES: [i32; 5] = [350, 350, 350, 800, 2500];
const WON_PLIES: u32 = 8;

/// A game is drawn after some plies in a row with a score this near to zero, in centipawns.
const DRAW_SCORE: i32 = 5;
const DRAW_PLIES: u32 = 16;

/// A game is drawn after this many plies without a capture or pawn move.
const IDLE_PLIES: u32 = 60;

/// Longer games teach nothing more, so they are drawn; in plies.
const LONGEST_GAME: usize = 600;

/// A quiet position, of the game or beside it.
struct Seen {
    board: Board,
    /// White's score in centipawns; `None` beside the game.
    score: Option<i16>,
    is_exact: bool,
    /// Plies before it; `None` beside the game, whose result says nothing about it.
    ply: Option<usize>,
}

/// Plays a game to its end.
///
/// # Errors
/// If a position cannot be packed, which chess does not allow.
pub(super) fn play(
    player: &mut Player,
    (start, origin): (Board, Origin),
    nodes: u64,
    random: &mut Rng,
) -> Result<Vec<Record>, PackError> {
    player.forget();
    let mut game = Game::new(start);
    let mut seen = Vec::new();
    let mut streaks = Streaks::new(random);
    let limits = nodes_each(nodes);
    let mut ply = 0;
    let end = loop {
        if let Some(end) = end::end_of(&game) {
            seen.extend(exact_end(game.board(), &end, ply));
            break end;
        }
        if game.board().halfmove_clock() >= IDLE_PLIES || ply >= LONGEST_GAME {
            break End::DRAW;
        }
        let found = player.search(&game, &limits);
        if let Some(end) = streaks.end(game.board(), &found) {
            break end;
        }
        let Some(best) = found.best else { break End::DRAW };
        seen.extend(quiet(game.board(), best, &found, ply));
        seen.extend((0..SIDESTEPS).filter_map(|_| sidestep(game.board(), random)));
        game.play(chosen(game.board(), best, random));
        ply += 1;
    };
    records(&seen, &end, ply, origin)
}

/// Returns the move to play: usually the best one.
fn chosen(board: &Board, best: Move, random: &mut Rng) -> Move {
    let is_random = random.u8(..MOVES_FOR_A_RANDOM_ONE) == 0;
    let random = is_random.then(|| random.choice(board.legal_moves())).flatten();
    random.filter(|played| see_at_least(board, *played, 0)).unwrap_or(best)
}

/// How long a game has been practically over.
struct Streaks {
    /// The score that wins, in centipawns.
    won_score: i32,
    leader: Color,
    won: u32,
    level: u32,
}

impl Streaks {
    fn new(random: &mut Rng) -> Streaks {
        let won_score = random.choice(WON_SCORES).unwrap_or_default();
        Streaks { won_score, leader: Color::White, won: 0, level: 0 }
    }

    /// Returns the end of a game in which one side has long been far ahead, or neither is; `None` if the game goes on.
    fn end(&mut self, board: &Board, found: &Found) -> Option<End> {
        let score = found.score?;
        let goes_on = |streak: u32, holds: bool| if holds { streak + 1 } else { 0 };
        let leader = if score.value() > 0 { board.turn() } else { !board.turn() };
        let still_won = score.value().abs() > self.won_score && (leader == self.leader || self.won == 0);
        self.won = goes_on(self.won, still_won);
        self.leader = leader;
        self.level = goes_on(self.level, score.value().abs() <= DRAW_SCORE);
        if self.won >= WON_PLIES {
            return Some(End::won_by(leader));
        }
        (self.level >= DRAW_PLIES).then_some(End::DRAW)
    }
}

/// Returns the position if it is quiet and its score is an estimate.
fn quiet(board: &Board, best: Move, found: &Found, ply: usize) -> Option<Seen> {
    let score = found.score.filter(|score| !score.is_decisive() && !board.is_check())?;
    if best.is_capture() || best.is_promotion() {
        return None;
    }
    let white = board.turn().fold_wb(score.value(), -score.value());
    Some(Seen { board: board.clone(), score: Some(estimate(white.into())), is_exact: false, ply: Some(ply) })
}

/// Returns the position after a move beside the game, if it is quiet. A search sees far more such positions than those of games,
/// and the network must know their values too.
fn sidestep(board: &Board, random: &mut Rng) -> Option<Seen> {
    let aside = board.after(random.choice(board.legal_moves())?);
    is_quiet(&aside).then_some(Seen { board: aside, score: None, is_exact: false, ply: None })
}

/// Returns the last position if the tables decided its result.
fn exact_end(board: &Board, end: &End, ply: usize) -> Option<Seen> {
    let is_told = end::end_by_tables(board).is_some() && !board.is_check();
    let score = end.winner.map_or(0, |winner| winner.fold_wb(DECIDED, -DECIDED));
    is_told.then(|| Seen { board: board.clone(), score: Some(score), is_exact: true, ply: Some(ply) })
}

fn records(seen: &[Seen], end: &End, plies: usize, origin: Origin) -> Result<Vec<Record>, PackError> {
    let packed = seen.iter().map(|Seen { board, score, is_exact, ply }| {
        let result = ply.map(|_| GameResult::won_by(end.winner));
        let plies_left = ply.map_or(0, |ply| u16::try_from(plies - ply).unwrap_or(u16::MAX));
        let knowledge = Knowledge { result, score: *score, exact: *is_exact, origin, plies_left };
        Record::pack(board, &knowledge)
    });
    let mut records = packed.collect::<Result<Vec<_>, PackError>>()?;
    if let Some(first) = records.first_mut() {
        first.set_first_of_game(true);
    }
    Ok(records)
}
