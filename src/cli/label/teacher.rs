//! Who gives the scores: lucena itself, on the thread that asks, or an engine in a process of its own.

use super::arguments::Arguments;
use super::engine::UciEngine;
use super::question::Question;
use crate::analysis::{Player, nodes_each};
use crate::board::{Board, Game};
use crate::cli::CommandError;
use crate::config::Config;
use crate::evaluation::{Evaluator, Parameters};
use crate::score::Score;
use crate::search::Limits;
use crate::training::{DECIDED, estimate};

/// One teacher; several answer at the same time, each for itself.
pub(super) enum Teacher {
    /// lucena's static value.
    Evaluator(Box<Evaluator>),
    /// lucena's search.
    Search(Box<Player>, Limits),
    /// Another engine.
    Engine(Box<UciEngine>, Question),
}

impl Teacher {
    /// The teacher that the command line names.
    ///
    /// # Errors
    /// Where an engine cannot be started, or there is no memory for a table.
    pub fn new(config: &Config, arguments: &Arguments) -> Result<Teacher, CommandError> {
        let question = arguments.question();
        if let Some(command) = &arguments.engine {
            let engine = UciEngine::start(command, &arguments.option)?;
            return Ok(Teacher::Engine(Box::new(engine), question));
        }
        let limits = match question {
            Question::Static => {
                return Ok(Teacher::Evaluator(Box::new(Evaluator::new(Parameters::built_in()))));
            }
            Question::Nodes(nodes) => nodes_each(nodes),
            Question::Depth(depth) => Limits { depth: Some(depth), ..Limits::default() },
        };
        Ok(Teacher::Search(Box::new(Player::new(config)?), limits))
    }

    /// What the teacher calls itself.
    pub fn name(&self) -> String {
        match self {
            Teacher::Engine(engine, _) => engine.name().to_owned(),
            Teacher::Evaluator(_) | Teacher::Search(..) => format!("lucena {}", env!("CARGO_PKG_VERSION")),
        }
    }

    /// The values of positions for White, in centipawns; nothing where the teacher tells none.
    ///
    /// # Errors
    /// Where an engine has gone.
    pub fn values(&mut self, boards: &[Board]) -> Result<Vec<Option<i16>>, CommandError> {
        Ok(match self {
            Teacher::Evaluator(evaluator) => {
                boards.iter().map(|board| static_value(evaluator, board)).collect()
            }
            Teacher::Search(player, limits) => {
                boards.iter().map(|board| searched_value(player, board, limits)).collect()
            }
            Teacher::Engine(engine, question) => engine.values(boards, *question)?,
        })
    }
}

fn static_value(evaluator: &mut Evaluator, board: &Board) -> Option<i16> {
    (!board.is_check()).then(|| white_score(board, evaluator.evaluate(board)))
}

/// Each search begins as if there had been none before.
fn searched_value(player: &mut Player, board: &Board, limits: &Limits) -> Option<i16> {
    player.forget();
    let score = player.search(&Game::new(board.clone()), limits).score?;
    Some(white_score(board, score))
}

fn white_score(board: &Board, score: Score) -> i16 {
    let value = match score {
        win if win.is_win() => DECIDED,
        loss if loss.is_loss() => -DECIDED,
        score => estimate(score.value().into()),
    };
    board.turn().fold_wb(value, -value)
}
