//! Decides at the root with the exact tables: the mate if it is known, otherwise the moves that keep the result and make
//! progress, with the 50-move clock and repetitions counted.

use std::cmp::Reverse;

use shakmaty::Move;

use crate::board::{Board, Game, fits_into_clock};
use crate::evaluation::Evaluator;
use crate::exact::{Allowed, Doubt, Exact, ExactResults, line_fits_into_clock};
use crate::score::{MAX_PLY, Score};
use crate::search::{RootMove, RootMoves, TablebaseProbe};
use crate::tablebase::{EMBEDDED_MEN, EmbeddedTables, FiftyMoveResult, Outcome, Wdl};

/// From this clock on (in plies), a win by Syzygy files is played by the shortest way to the next zeroing move. Before that,
/// the search may choose among all winning moves, which looks better and does no harm.
const HURRY_FROM_CLOCK: u32 = 16;

/// If the clock leaves fewer plies than this beyond a win, the shortest way is played, too: one ply because the distance may be
/// too short, and one that a slower move loses.
const SPARE_PLIES: u32 = 2;

/// What the root is allowed to ask, for all moves together: some milliseconds. A move that stays in doubt is played as if it came
/// too late.
pub(super) const ALLOWED: Allowed =
    Allowed { own_men: EMBEDDED_MEN, positions: 500, doubt: Doubt::IsTooLate };

/// What the tables know of the root.
pub(super) enum Decision {
    /// They do not know it.
    Unknown,
    /// They know the result. The root keeps only the moves with that result.
    Result(Wdl),
    /// They know the mates of the moves, best first.
    Mate(Vec<RootMove>),
}

/// Why the mates of the moves do not decide the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoMates {
    /// Neither side mates within what the 50-move rule leaves.
    IsDraw,
    /// The distances are not in memory.
    NoDistances,
    /// The side to move loses, but the end of some move is not known.
    UnknownDefence,
    /// The 50-move rule and repetition leave the best moves no way to mate.
    NoWay,
}

/// Decides the root if the tables can; otherwise its moves stay unchanged. If several lines are wanted, it keeps that many
/// moves, best first.
pub(super) fn decide(
    exact: &ExactResults,
    game: &Game,
    root: &mut RootMoves,
    lines: usize,
    evaluator: &mut Evaluator,
) -> Decision {
    let prospects = exact.prospects(game, root.moves.iter().map(|root| root.played));
    let Some(prospects) = prospects else { return Decision::Unknown };
    let Some(best) = prospects.iter().map(|prospect| prospect.result).max() else { return Decision::Unknown };
    let tables = exact.tables();
    if let Ok(decided) = decide_by_mates(&tables, game, root, &prospects, best, lines) {
        return Decision::Mate(decided);
    }
    let is_embedded = exact.is_embedded(game.board());
    let is_own = is_embedded || tables.distance(game.board()).is_some();
    let rank = |prospect: &Exact, played: Move, evaluator: &mut Evaluator| match best {
        // A rounded distance that may be too late is in time only by the shortest way.
        FiftyMoveResult::Win | FiftyMoveResult::CursedWin
            if is_own || is_in_a_hurry(game, prospect.plies()) =>
        {
            -i64::from(prospect.plies())
        }
        FiftyMoveResult::Draw if is_embedded => {
            trouble(tables.embedded, &game.board().after(played), evaluator)
        }
        FiftyMoveResult::Loss if is_own => i64::from(prospect.plies()),
        FiftyMoveResult::BlessedLoss if is_own || is_in_a_hurry(game, prospect.plies()) => {
            i64::from(prospect.plies())
        }
        _ => 0,
    };
    let ranks = prospects.iter().zip(&mut root.moves).map(|(prospect, root)| {
        root.result = Some(prospect.counted());
        let within = if prospect.result == best { rank(prospect, root.played, evaluator) } else { 0 };
        (prospect.result, within)
    });
    let ranks = ranks.collect();
    root.keep_best(ranks, lines);
    Decision::Result(best.counted())
}

fn is_in_a_hurry(game: &Game, plies: u32) -> bool {
    let clock = game.board().halfmove_clock();
    clock >= HURRY_FROM_CLOCK || !fits_into_clock(clock, plies + SPARE_PLIES)
}

/// The difficulty of a drawn position for the side to move: first the share of its moves that lose, then the evaluation.
///
/// This bets that the opponent errs as if playing at random. A defender who knows the ending does not.
fn trouble(embedded: &EmbeddedTables, child: &Board, evaluator: &mut Evaluator) -> i64 {
    let replies = child.legal_moves();
    let loses = |reply: &&Move| embedded.result(&child.after(**reply)) == Some(Wdl::Win);
    let share = 1000 * replies.iter().filter(loses).count() / replies.len().max(1);
    share as i64 * 100_000 - i64::from(evaluator.evaluate(child).value())
}

/// The root's moves with their mates, best first, as many as lines are wanted; or why the mates do not decide.
fn decide_by_mates(
    tables: &TablebaseProbe<'_>,
    game: &Game,
    root: &RootMoves,
    prospects: &[Exact],
    best: FiftyMoveResult,
    lines: usize,
) -> Result<Vec<RootMove>, NoMates> {
    let is_win = match best {
        FiftyMoveResult::Win => true,
        FiftyMoveResult::Loss => false,
        _ => return Err(NoMates::IsDraw),
    };
    tables.distance(game.board()).filter(|outcome| outcome.wdl != Wdl::Draw).ok_or(NoMates::NoDistances)?;
    let (mates, mut others) = by_mates(tables, game, root, prospects, best);
    // A win needs one move that surely wins; a loss is known only if the end of every move is.
    if !is_win && !others.is_empty() {
        return Err(NoMates::UnknownDefence);
    }
    let most = lines.max(1);
    let mut decided: Vec<RootMove> = Vec::new();
    for (score, root) in mates {
        if decided.len() == most {
            break;
        }
        match with_line(tables, game, root, score) {
            Some(mate) => decided.push(mate),
            None if is_win => others.push(OtherMove { root, result: Wdl::Win, mate: None }),
            None => return Err(NoMates::NoWay),
        }
    }
    if decided.is_empty() {
        return Err(NoMates::NoWay);
    }
    if decided.len() < lines {
        decided.extend(with_results(tables, game, others));
    }
    decided.truncate(most);
    Ok(decided)
}

/// A root move that does not lead to the best result, or to no mate that can be shown.
struct OtherMove<'a> {
    root: &'a RootMove,
    result: Wdl,
    /// Its own mate, if it has one.
    mate: Option<Score>,
}

/// The root moves that keep the best result and have a known mate, with that mate, best first; and the others.
fn by_mates<'a>(
    tables: &TablebaseProbe<'_>,
    game: &Game,
    root: &'a RootMoves,
    prospects: &[Exact],
    best: FiftyMoveResult,
) -> (Vec<(Score, &'a RootMove)>, Vec<OtherMove<'a>>) {
    let (mut mates, mut others) = (Vec::new(), Vec::new());
    for (root, prospect) in root.moves.iter().zip(prospects) {
        let mate = mate_after(tables, game.board(), root.played);
        match mate.filter(|_| prospect.result == best) {
            Some(score) => mates.push((score, root)),
            None => others.push(OtherMove { root, result: prospect.counted(), mate }),
        }
    }
    mates.sort_by_key(|(score, _)| Reverse(*score));
    (mates, others)
}

/// The other moves, best first.
fn with_results(tables: &TablebaseProbe<'_>, game: &Game, others: Vec<OtherMove<'_>>) -> Vec<RootMove> {
    let mut others: Vec<RootMove> =
        others.into_iter().map(|other| with_result(tables, game, other)).collect();
    others.sort_by_key(|root| Reverse(root.score));
    others
}

/// Another move with its own mate and line if there is one, otherwise with its result.
fn with_result(tables: &TablebaseProbe<'_>, game: &Game, other: OtherMove<'_>) -> RootMove {
    let OtherMove { root, result, mate } = other;
    let mate = mate.filter(|_| result != Wdl::Draw).and_then(|score| with_line(tables, game, root, score));
    let score = match result {
        Wdl::Win => Score::table_win(MAX_PLY),
        Wdl::Draw => Score::DRAW,
        Wdl::Loss => Score::table_loss(MAX_PLY),
    };
    let depth = 1;
    mate.unwrap_or_else(|| RootMove {
        score,
        depth,
        selective_depth: 1,
        result: Some(result),
        ..root.clone()
    })
}

/// The mate that a root move leads to; `None` if it is unknown, a draw, or too far away to show.
fn mate_after(tables: &TablebaseProbe<'_>, board: &Board, played: Move) -> Option<Score> {
    let outcome: Outcome = tables.distance(&board.after(played))?;
    let plies = outcome.plies as usize + 1;
    match outcome.wdl {
        _ if plies > MAX_PLY => None,
        Wdl::Loss => Some(Score::mate_in(plies)),
        Wdl::Draw => None,
        Wdl::Win => Some(Score::mated_in(plies)),
    }
}

/// A root move with its mate; `None` if the rules would stop the line before its end.
fn with_line(tables: &TablebaseProbe<'_>, game: &Game, root: &RootMove, score: Score) -> Option<RootMove> {
    let mut after = game.clone();
    after.play(root.played);
    let line = tables.line_of_game(&after)?;
    if !line_fits_into_clock(after.board(), &line) {
        return None;
    }
    let mut decided = root.clone();
    decided.score = score;
    decided.depth = line.len() as i32 + 1;
    decided.selective_depth = line.len() + 1;
    decided.line.truncate(1);
    decided.line.extend(line.into_iter().take(MAX_PLY - 1));
    Some(decided)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::evaluation::Parameters;
    use crate::exact::Sources;
    use crate::search::SyzygySettings;
    use crate::tablebase::Syzygy;

    /// The files that tests name. To run these tests: `LUCENA_SYZYGY=FOLDER cargo test --lib by_syzygy_files_alone --
    /// --ignored`.
    fn files() -> ExactResults {
        let (tables, _) = Syzygy::open(&[std::env::var("LUCENA_SYZYGY").unwrap().into()]);
        let syzygy =
            SyzygySettings { tables: Arc::new(tables), minimum_depth: 1, men: 7, fifty_move_rule: true };
        let embedded = Arc::clone(EmbeddedTables::built_in());
        let sources = Sources { embedded, built: Arc::default(), syzygy };
        ExactResults::new(sources, Allowed { own_men: 0, ..ALLOWED })
    }

    #[test]
    #[ignore = "needs Syzygy files of three and four men"]
    fn by_syzygy_files_alone_the_engine_says_the_same_of_the_fifty_move_rule() {
        let exact = files();
        let mut evaluator = Evaluator::new(Parameters::built_in());
        for row in include_str!("../../tests/data/fifty_move_results.txt").lines() {
            let Some((position, results)) = row.split_once('\t') else { continue };
            for (result, clock) in results.chars().zip(90..) {
                let game = Game::new(Board::from_fen(&format!("{position} {clock} 90"), false).unwrap());
                let mut root = RootMoves::new(game.board(), &[]);
                let decision = decide(&exact, &game, &mut root, 1, &mut evaluator);
                let reported = match decision {
                    Decision::Result(Wdl::Win) => 'W',
                    Decision::Result(Wdl::Draw) => 'D',
                    Decision::Result(Wdl::Loss) => 'L',
                    Decision::Unknown | Decision::Mate(_) => '?',
                };
                assert_eq!(reported, result, "{}", game.board().fen());
            }
        }
    }

    #[test]
    #[ignore = "needs Syzygy files of three and four men"]
    fn by_syzygy_files_alone_the_win_is_kept_within_the_fifty_move_rule() {
        let exact = files();
        let mut evaluator = Evaluator::new(Parameters::built_in());
        for row in include_str!("../../tests/data/fifty_move_limit.epd").lines() {
            let (fen, rest) = row.split_once(" hmvc ").unwrap();
            let (clock, rest) = rest.split_once("; bm ").unwrap();
            let right = rest.split_once(';').unwrap().0.replace(['+', '#'], "");
            let game = Game::new(Board::from_fen(&format!("{fen} {clock} 90"), false).unwrap());
            let mut root = RootMoves::new(game.board(), &[]);
            let decision = decide(&exact, &game, &mut root, 1, &mut evaluator);
            assert!(matches!(decision, Decision::Result(Wdl::Win)), "{row}");
            for left in &root.moves {
                let san = shakmaty::san::San::from_move(game.board().position(), left.played).to_string();
                assert!(right.split(' ').any(|right| right == san), "{san} in {row}");
            }
        }
    }
}
