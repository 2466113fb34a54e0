//! Why a proven line is not played: the user asked for something else, or the rules of the game would stop it.

use shakmaty::Move;

use crate::advice::Aim;
use crate::board::{Board, Game, fits_into_clock, plies_left};
use crate::engine::job::SearchJob;
use crate::engine::notice::{AskedOtherwise, RulesVeto, Veto};
use crate::tablebase::{EmbeddedTables, Wdl};

/// Returns why something else has to play; `None` if the win can be played. `line` is against the longest defence. `zeroing`
/// returns how many plies a defence can last until the clock is reset, if that is known.
pub(super) fn veto(job: &SearchJob, line: &[Move], zeroing: impl FnOnce() -> Option<u32>) -> Option<Veto> {
    asked_otherwise(job, line, Aim::Wins)
        .map(Veto::Asked)
        .or_else(|| rules(&job.game, line, zeroing).map(Veto::Rules))
}

/// Returns what the user asked for that the line does not give.
pub(super) fn asked_otherwise(job: &SearchJob, line: &[Move], aim: Aim) -> Option<AskedOtherwise> {
    let (options, limits) = (&job.options, &job.limits);
    let moves = moves(line);
    if options.multi_pv > 1 {
        return Some(AskedOtherwise::Lines(options.multi_pv));
    }
    if options.limit_strength && !options.analyse_mode {
        return Some(AskedOtherwise::LimitedStrength);
    }
    if !limits.search_moves.is_empty()
        && !line.first().is_some_and(|first| limits.search_moves.contains(first))
    {
        return Some(AskedOtherwise::OtherMoves);
    }
    let asked = limits.mate.filter(|asked| aim == Aim::Wins && (*asked as usize) < moves)?;
    Some(AskedOtherwise::ShorterMate { moves, asked })
}

/// Whether the embedded tables know a win for the side to move that comes before the 50-move rule ends the game.
pub(super) fn is_won_in_time(embedded: &EmbeddedTables, board: &Board) -> bool {
    let in_time = || Some(fits_into_clock(board.halfmove_clock(), embedded.plies_to_zeroing(board)?));
    embedded.result(board) == Some(Wdl::Win) && in_time().unwrap_or(true)
}

/// Whether a move keeps a draw; `None` if the tables do not know the position after it.
pub(super) fn keeps_draw(embedded: &EmbeddedTables, board: &Board, played: Move) -> Option<bool> {
    Some(embedded.result(&board.after(played))? != Wdl::Win)
}

/// Whether a move keeps a win in time; `None` if the tables do not know the position after it.
pub(super) fn keeps_win_in_time(embedded: &EmbeddedTables, board: &Board, played: Move) -> Option<bool> {
    let after = board.after(played);
    let result = embedded.result(&after)?;
    let in_time = after.is_checkmate()
        || played.is_zeroing()
        || embedded
            .plies_to_zeroing(&after)
            .is_none_or(|plies| fits_into_clock(after.halfmove_clock(), plies));
    Some(result == Wdl::Loss && in_time)
}

/// Returns how the rules would end the game before a line reaches mate; `None` if they do not.
pub(super) fn rules(game: &Game, line: &[Move], zeroing: impl FnOnce() -> Option<u32>) -> Option<RulesVeto> {
    // Mate comes before the rule: the last move may be the hundredth ply. Zeroing moves in the line do not count, because
    // another defence need not allow them.
    let clock = game.board().halfmove_clock();
    let is_late = |plies| !fits_into_clock(clock, plies);
    if is_late(u32::try_from(line.len()).unwrap_or(u32::MAX)) && zeroing().is_none_or(is_late) {
        return Some(RulesVeto::FiftyMoves { moves: moves(line), left: plies_left(clock) });
    }
    repeats(game, line).then_some(RulesVeto::Repetition)
}

fn moves(line: &[Move]) -> usize {
    line.len().div_ceil(2)
}

/// Whether a position of the line, or one that a reply to its first move leads to, would occur for the third time.
fn repeats(game: &Game, line: &[Move]) -> bool {
    if game.board().reversible_plies() < 4 {
        return false;
    }
    let is_third = |game: &Game| game.history().is_third_occurrence(game.board());
    let mut game = game.clone();
    for (ply, played) in line.iter().enumerate() {
        if ply == 1 && replies(&game).any(|after| is_third(&after)) {
            return true;
        }
        game.play(*played);
        if is_third(&game) {
            return true;
        }
    }
    false
}

fn replies(game: &Game) -> impl Iterator<Item = Game> {
    game.board().legal_moves().into_iter().map(|reply| {
        let mut after = game.clone();
        after.play(reply);
        after
    })
}
