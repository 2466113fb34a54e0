//! Makes an exercise of a move that lost half a point, with an answer to every move.

use shakmaty::Move;

use crate::analysis::review::account_words::percent;
use crate::analysis::review::judge::JudgedMove;
use crate::analysis::review::value::Value;
use crate::analysis::review::verdict::result_in_words;
use crate::board::Board;
use crate::page::{Exercise, ExerciseStep, JudgedAnswer, Verdict};

/// A move that expects this much less than the best one gives something away.
const GIVEN_AWAY: f64 = 0.15;

/// Returns the exercise of a move; `None` if its alternatives are not judged.
pub(super) fn task(judged: &JudgedMove, line: &str) -> Option<Exercise> {
    let &best = judged.better.first()?;
    if judged.answers.is_empty() {
        return None;
    }
    let board = judged.game.board();
    let was = if result_in_words(judged.before.expected) == "won" { "wins" } else { "draws" };
    let certainty = if judged.before.exact.is_some() { "" } else { ", by search" };
    let moves = judged.answers.iter().map(|(played, after)| {
        let verdict = if *played == best { Verdict::Right } else { verdict(&judged.before, after) };
        (board.uci(*played), answer(board, *played, verdict, after))
    });
    let step = ExerciseStep {
        fen: board.fen(),
        right: board.uci(best),
        task: format!("Find the move that {was}{certainty}."),
        solution: format!("Right is {line}."),
        moves: moves.collect(),
    };
    Some(Exercise { steps: vec![step] })
}

fn verdict(before: &Value, after: &Value) -> Verdict {
    if before.expected - after.for_other() < GIVEN_AWAY { Verdict::Also } else { Verdict::Lost }
}

fn answer(board: &Board, played: Move, verdict: Verdict, after: &Value) -> JudgedAnswer {
    let san = board.notation(played).to_string();
    let next = board.after(played);
    let reply = after.line.first().map(|&reply| (reply, next.notation(reply).to_string()));
    let result = match (after.exact, result_in_words(after.for_other())) {
        (None, _) => format!("{} are expected, by search", percent(after.for_other())),
        (Some(_), "won") => "it wins".to_owned(),
        (Some(_), "lost") => "it loses".to_owned(),
        (Some(_), _) => "it is a draw".to_owned(),
    };
    let with_reply = match (&reply, verdict) {
        (Some((_, notation)), Verdict::Lost) => format!("after {notation} "),
        _ => String::new(),
    };
    let words = match verdict {
        Verdict::Right => format!("Right: {san}; {result}."),
        Verdict::Also => format!("{san} is as good as the move that lucena found; {result}."),
        Verdict::Lost => format!("{san} gives something away: {with_reply}{result}."),
    };
    let reply = reply.map(|(reply, _)| next.uci(reply));
    JudgedAnswer { san, verdict, words, reply: reply.unwrap_or_default() }
}
