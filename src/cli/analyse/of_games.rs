//! Games as questions: every position of each, from the one it begins from to the last, with the move that was played there.

use std::io::{self, Read};
use std::ops::ControlFlow;

use super::answer::in_uci;
use super::question::{Asked, Give, Question};
use crate::games::{Games, RecordedGame};

/// Asks about all positions of all games. A game that cannot be read asks one question, which says why.
pub(super) fn ask_all<R: Read>(
    games: Games<R>,
    place: &Question,
    give: &mut Give<'_>,
) -> io::Result<ControlFlow<()>> {
    for game in games {
        let flow = match game? {
            Ok(game) => ask_of(&game, place, give),
            Err(broken) => {
                let game = Some(broken.number as u64).filter(|number| *number > 0);
                let place = Question { line: Some(broken.line as u64), game, ..place.clone() };
                give(Asked::wrong(&broken.reason, place))
            }
        };
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn ask_of(game: &RecordedGame, place: &Question, give: &mut Give<'_>) -> ControlFlow<()> {
    let mut board = game.start.clone();
    let mut next = game.moves.iter().map(|told| told.played);
    for ply in 0.. {
        let played = next.next();
        let question = Question {
            game: Some(game.number as u64),
            ply: Some(ply),
            played: played.map(|played| in_uci(&board, played)),
            played_san: played.map(|played| board.notation(played).to_string()),
            ..place.clone()
        };
        give(Asked::about(board.clone(), question))?;
        let Some(played) = played else { break };
        board = board.after(played);
    }
    ControlFlow::Continue(())
}
