//! Decides at the root with the exact tables: the mate if it is known, otherwise the moves that keep the result and make
//! progress, with the 50-move clock and repetitions counted.

use std::cmp::Reverse;

use shakmaty::Move;

use crate::board::{Board, CLOCK_LIMIT, Game};
use crate::evaluation::Evaluator;
use crate::score::{MAX_PLY, Score};
use crate::search::{RootMove, RootMoves, TablebaseProbe};
use crate::tablebase::{FiftyMoveResult, Outcome, Wdl};

/// From this clock on (in plies), a win by Syzygy files is played by the shortest way to the next zeroing move. Before that,
/// the search may choose among all winning moves, which looks better and does no harm.
const HURRY_FROM_CLOCK: u32 = 16;

/// If the clock leaves fewer plies than this beyond a win, the shortest way is played, too: one ply because the distance may be
/// too short, and one that a slower move loses.
const SPARE_PLIES: u32 = 2;

/// The most positions to look up, for all root moves, if one ply decides whether a result comes in time: some milliseconds.
const MOST_PROBES: u32 = 500;

/// What the tables know of the root.
pub(super) enum Decision {
    /// They do not know it.
    Unknown,
    /// They know the result. The root keeps only the moves with that result.
    Result(Wdl),
    /// They know the mates of the moves, best first.
    Mate(Vec<RootMove>),
}

/// What a root move leads to.
#[derive(Clone, Copy, Debug)]
struct Prospect {
    /// The result for the side to move at the root, with the current clock.
    result: FiftyMoveResult,
    /// Plies from the root to the next zeroing move or mate; 0 in a draw.
    plies: u32,
}

impl Prospect {
    const DRAW: Prospect = Prospect { result: FiftyMoveResult::Draw, plies: 0 };
}

/// Decides the root if the tables can; otherwise its moves stay unchanged. If several lines are wanted, it keeps that many
/// moves, best first.
pub(super) fn decide(
    exact: &TablebaseProbe<'_>,
    game: &Game,
    root: &mut RootMoves,
    lines: usize,
    evaluator: &mut Evaluator,
) -> Decision {
    let Some(prospects) = prospects(exact, game, root) else { return Decision::Unknown };
    let Some(best) = prospects.iter().map(|prospect| prospect.result).max() else { return Decision::Unknown };
    if let Some(decided) = decide_by_mates(exact, game, root, &prospects, best, lines) {
        return Decision::Mate(decided);
    }
    let is_own = game.board().men() <= exact.own_men || exact.distance(game.board()).is_some();
    let rank = |prospect: &Prospect, played: Move, evaluator: &mut Evaluator| match best {
        FiftyMoveResult::Win if is_own || is_in_a_hurry(game, prospect.plies) => -i64::from(prospect.plies),
        // A rounded distance that may be too late is in time only by the shortest way.
        FiftyMoveResult::CursedWin if is_own || is_in_a_hurry(game, prospect.plies) => {
            -i64::from(prospect.plies)
        }
        FiftyMoveResult::Draw if game.board().men() <= exact.own_men => {
            trouble(exact, &game.board().after(played), evaluator)
        }
        FiftyMoveResult::Loss if is_own => i64::from(prospect.plies),
        FiftyMoveResult::BlessedLoss if is_own || is_in_a_hurry(game, prospect.plies) => {
            i64::from(prospect.plies)
        }
        _ => 0,
    };
    let ranks = prospects.iter().zip(&mut root.moves).map(|(prospect, root)| {
        root.result = Some(counted(prospect.result));
        let within = if prospect.result == best { rank(prospect, root.played, evaluator) } else { 0 };
        (prospect.result, within)
    });
    let ranks = ranks.collect();
    root.keep_best(ranks, lines);
    Decision::Result(counted(best))
}

/// With the current clock, a win that comes too late is no win, and a late loss is no loss.
const fn counted(result: FiftyMoveResult) -> Wdl {
    match result {
        FiftyMoveResult::Win => Wdl::Win,
        FiftyMoveResult::Loss => Wdl::Loss,
        _ => Wdl::Draw,
    }
}

fn is_in_a_hurry(game: &Game, plies: u32) -> bool {
    let clock = game.board().halfmove_clock();
    clock >= HURRY_FROM_CLOCK || clock + plies + SPARE_PLIES > CLOCK_LIMIT
}

/// What each root move leads to, by lucena's own tables before Syzygy files; `None` if any move is unknown.
fn prospects(exact: &TablebaseProbe<'_>, game: &Game, root: &RootMoves) -> Option<Vec<Prospect>> {
    let mut history = game.history().clone();
    history.push(game.board());
    let mut probes = MOST_PROBES;
    let mut prospect = |root: &RootMove| {
        let child = game.board().after(root.played);
        if history.is_third_occurrence(&child) {
            return Some(Prospect::DRAW);
        }
        if child.men() <= exact.own_men {
            return own_prospect(exact, game.board(), root.played, &child);
        }
        built_prospect(exact, game.board(), &child)
            .or_else(|| syzygy_prospect(exact, game.board(), root.played, &child, &mut probes))
    };
    root.moves.iter().map(&mut prospect).collect()
}

fn own_prospect(exact: &TablebaseProbe<'_>, board: &Board, played: Move, child: &Board) -> Option<Prospect> {
    let result = -exact.embedded.result(child)?;
    if result == Wdl::Draw {
        return Some(Prospect::DRAW);
    }
    let plies = if played.is_zeroing() { 1 } else { 1 + exact.embedded.plies_to_zeroing(child)? };
    let result = FiftyMoveResult::from(result).on_the_clock(board.halfmove_clock(), plies);
    Some(Prospect { result, plies })
}

/// What a built table of five men knows. It has distances to mate but none to zeroing, so the line to mate has to fit into the
/// clock.
fn built_prospect(exact: &TablebaseProbe<'_>, board: &Board, child: &Board) -> Option<Prospect> {
    let outcome = exact.distance(child)?;
    if outcome.wdl == Wdl::Draw {
        return Some(Prospect::DRAW);
    }
    let result = FiftyMoveResult::from(-outcome.wdl);
    let plies = outcome.plies + 1;
    let by_mate = result.on_the_clock(board.halfmove_clock(), plies);
    let fits = by_mate == result || is_in_time(child, &exact.line(child)?);
    Some(Prospect { result: if fits { result } else { by_mate }, plies })
}

fn syzygy_prospect(
    exact: &TablebaseProbe<'_>,
    board: &Board,
    played: Move,
    child: &Board,
    probes: &mut u32,
) -> Option<Prospect> {
    if child.men() > exact.syzygy.largest() {
        return None;
    }
    if child.is_checkmate() {
        return Some(Prospect { result: FiftyMoveResult::Win, plies: 1 });
    }
    let tables = &exact.syzygy.tables;
    let (after, plies) = if played.is_zeroing() {
        (tables.result(child)?, 0)
    } else if exact.syzygy.fifty_move_rule {
        let clocked = tables.on_the_clock(child, probes)?;
        (clocked.result, clocked.plies)
    } else {
        let distance = tables.distance(child)?;
        (distance.result, distance.plies)
    };
    if after == FiftyMoveResult::Draw {
        return Some(Prospect::DRAW);
    }
    let (result, plies) = (-after, plies + 1);
    if !exact.syzygy.fifty_move_rule {
        return Some(Prospect { result: exact.syzygy.counted(result).into(), plies });
    }
    // The zeroing move itself must come in time.
    let is_late = board.halfmove_clock() >= CLOCK_LIMIT;
    Some(Prospect { result: if is_late { result.spoilt() } else { result }, plies })
}

/// The difficulty of a drawn position for the side to move: first the share of its moves that lose, then the evaluation.
///
/// This bets that the opponent errs as if playing at random. A defender who knows the ending does not.
fn trouble(exact: &TablebaseProbe<'_>, child: &Board, evaluator: &mut Evaluator) -> i64 {
    let replies = child.legal_moves();
    let loses = |reply: &&Move| exact.embedded.result(&child.after(**reply)) == Some(Wdl::Win);
    let share = 1000 * replies.iter().filter(loses).count() / replies.len().max(1);
    share as i64 * 100_000 - i64::from(evaluator.evaluate(child).value())
}

/// The root's moves with their mates, best first, as many as lines are wanted; `None` if the distances are not in memory, or if
/// the 50-move rule and repetition leave no way to mate for the best move.
fn decide_by_mates(
    exact: &TablebaseProbe<'_>,
    game: &Game,
    root: &RootMoves,
    prospects: &[Prospect],
    best: FiftyMoveResult,
    lines: usize,
) -> Option<Vec<RootMove>> {
    if !matches!(best, FiftyMoveResult::Win | FiftyMoveResult::Loss) {
        return None;
    }
    let outcome = exact.distance(game.board()).filter(|outcome| outcome.wdl != Wdl::Draw)?;
    let mut mates = Vec::new();
    let mut others = Vec::new();
    for (root, prospect) in root.moves.iter().zip(prospects) {
        let mate = mate_after(exact, game.board(), root.played);
        match mate.filter(|_| prospect.result == best) {
            Some(score) => mates.push((score, root)),
            None => others.push((root, counted(prospect.result), mate)),
        }
    }
    // A win needs one move that surely wins; a loss is known only if the end of every move is.
    if outcome.wdl == Wdl::Loss && !others.is_empty() {
        return None;
    }
    mates.sort_by_key(|(score, _)| Reverse(*score));
    let mut decided: Vec<RootMove> = Vec::new();
    for (score, root) in mates {
        if decided.len() >= lines.max(1) {
            return Some(decided);
        }
        match with_line(exact, game, root, score) {
            Some(mate) => decided.push(mate),
            None if outcome.wdl == Wdl::Loss => return None,
            None => others.push((root, Wdl::Win, None)),
        }
    }
    if decided.is_empty() {
        return None;
    }
    if decided.len() < lines {
        let others =
            others.into_iter().map(|(root, result, mate)| with_result(exact, game, root, result, mate));
        let mut others: Vec<RootMove> = others.collect();
        others.sort_by_key(|root| Reverse(root.score));
        decided.extend(others);
    }
    decided.truncate(lines.max(1));
    Some(decided)
}

/// A root move that does not lead to the best result, or to no mate that can be shown: with its own mate and line if there is
/// one, otherwise with its result.
fn with_result(
    exact: &TablebaseProbe<'_>,
    game: &Game,
    root: &RootMove,
    result: Wdl,
    mate: Option<Score>,
) -> RootMove {
    let mate = mate.filter(|_| result != Wdl::Draw).and_then(|score| with_line(exact, game, root, score));
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
fn mate_after(exact: &TablebaseProbe<'_>, board: &Board, played: Move) -> Option<Score> {
    let outcome: Outcome = exact.distance(&board.after(played))?;
    let plies = outcome.plies as usize + 1;
    match outcome.wdl {
        _ if plies > MAX_PLY => None,
        Wdl::Loss => Some(Score::mate_in(plies)),
        Wdl::Draw => None,
        Wdl::Win => Some(Score::mated_in(plies)),
    }
}

/// A root move with its mate; `None` if the rules would stop the line before its end.
fn with_line(exact: &TablebaseProbe<'_>, game: &Game, root: &RootMove, score: Score) -> Option<RootMove> {
    let mut after = game.clone();
    after.play(root.played);
    let line = exact.line_of_game(&after)?;
    if !is_in_time(after.board(), &line) {
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

/// Whether a line can reach mate before the 50-move rule ends the game.
fn is_in_time(board: &Board, line: &[Move]) -> bool {
    let mut clock = board.halfmove_clock();
    for played in line {
        if clock >= CLOCK_LIMIT {
            return false;
        }
        clock = if played.is_zeroing() { 0 } else { clock + 1 };
    }
    // Mate comes before the rule: the last move may be the hundredth ply.
    true
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::evaluation::Parameters;
    use crate::search::SyzygySettings;
    use crate::tablebase::{DtmTables, EmbeddedTables, Syzygy};

    /// The files that tests name. To run these tests: `LUCENA_SYZYGY=FOLDER cargo test --lib by_syzygy_files_alone --
    /// --ignored`.
    fn files() -> SyzygySettings {
        let (tables, _) = Syzygy::open(&[std::env::var("LUCENA_SYZYGY").unwrap().into()]);
        SyzygySettings { tables: Arc::new(tables), minimum_depth: 1, men: 7, fifty_move_rule: true }
    }

    #[test]
    #[ignore = "needs Syzygy files of three and four men"]
    fn by_syzygy_files_alone_the_engine_says_the_same_of_the_fifty_move_rule() {
        let (syzygy, own) = (files(), DtmTables::new());
        let mut exact = TablebaseProbe::new(EmbeddedTables::built_in(), &own, &syzygy);
        exact.own_men = 0;
        let mut evaluator = Evaluator::new(Parameters::built_in());
        for row in include_str!("../../tests/data/fifty_move_results.txt").lines() {
            let Some((position, results)) = row.split_once('\t') else { continue };
            for (result, clock) in results.chars().zip(90..) {
                let game = Game::new(Board::from_fen(&format!("{position} {clock} 90"), false).unwrap());
                let mut root = RootMoves::new(game.board(), &[]);
                let decision = decide(&exact, &game, &mut root, 1, &mut evaluator);
                let told = match decision {
                    Decision::Result(Wdl::Win) => 'W',
                    Decision::Result(Wdl::Draw) => 'D',
                    Decision::Result(Wdl::Loss) => 'L',
                    Decision::Unknown | Decision::Mate(_) => '?',
                };
                assert_eq!(told, result, "{}", game.board().fen());
            }
        }
    }

    #[test]
    #[ignore = "needs Syzygy files of three and four men"]
    fn by_syzygy_files_alone_the_win_is_kept_within_the_fifty_move_rule() {
        let syzygy = files();
        let own = DtmTables::new();
        let mut exact = TablebaseProbe::new(EmbeddedTables::built_in(), &own, &syzygy);
        exact.own_men = 0;
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
