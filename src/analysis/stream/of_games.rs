//! Turns games into questions: every position of each game from first to last, with the move played there.

use std::io::{self, Read};
use std::ops::ControlFlow;

use super::question::{Asked, Give, Question};
use crate::games::{Games, RecordedGame};

/// A null move in UCI's notation.
const NULL_MOVE: &str = "0000";

/// Asks about all positions of all games. A game that cannot be read gives one question, which says why.
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
    let mut next = game.moves.iter();
    for ply in 0.. {
        let made = next.next();
        let question = Question {
            game: Some(game.number as u64),
            ply: Some(ply),
            played: made.map(|made| made.played.map_or(NULL_MOVE.to_owned(), |played| board.uci(played))),
            played_san: made.map(|made| made.notation(&board)),
            ..place.clone()
        };
        give(Asked::about(board.clone(), question))?;
        let Some(made) = made else { break };
        board = made.after(&board);
    }
    ControlFlow::Continue(())
}
