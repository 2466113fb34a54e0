//! The source of scores: lucena itself on the calling thread, a published network, or an engine in its own process.

use super::effort::TeacherEffort;
use super::engine::UciEngine;
use crate::analysis::{Player, nodes_each};
use crate::board::{Board, Game};
use crate::config::Config;
use crate::evaluation::{Evaluator, Parameters};
use crate::score::Score;
use crate::search::Limits;
use crate::training::error::TrainingError;
use crate::training::published_network::PublishedNetwork;
use crate::training::record::{DECIDED, estimate};

/// One teacher. Several can work at the same time, independently.
pub struct Teacher(Kind);

enum Kind {
    /// lucena's static value.
    Evaluator(Box<Evaluator>),
    /// lucena's search.
    Search(Box<Player>, Limits),
    /// The network of another program.
    Network(Box<PublishedNetwork>),
    /// Another engine.
    Engine(Box<UciEngine>, TeacherEffort),
}

impl Teacher {
    /// Makes lucena a teacher, on the calling thread.
    ///
    /// # Errors
    /// If the transposition table does not fit into memory.
    pub fn lucena(config: &Config, effort: TeacherEffort) -> Result<Teacher, TrainingError> {
        let limits = match effort {
            TeacherEffort::Static => {
                return Ok(Teacher(Kind::Evaluator(Box::new(Evaluator::new(Parameters::built_in())))));
            }
            TeacherEffort::Nodes(nodes) => nodes_each(nodes),
            TeacherEffort::Depth(depth) => Limits { depth: Some(depth), ..Limits::default() },
        };
        Ok(Teacher(Kind::Search(Box::new(Player::new(config)?), limits)))
    }

    /// Makes a network of another program the teacher, by its static value.
    pub fn network(network: PublishedNetwork) -> Teacher {
        Teacher(Kind::Network(Box::new(network)))
    }

    /// Starts a UCI engine in its own process by this command, with these options (name, value).
    ///
    /// # Errors
    /// If it cannot be started or does not speak UCI.
    pub fn engine(
        command: &str,
        options: &[(String, String)],
        effort: TeacherEffort,
    ) -> Result<Teacher, TrainingError> {
        Ok(Teacher(Kind::Engine(Box::new(UciEngine::start(command, options)?), effort)))
    }

    /// Returns the teacher's own name.
    pub fn name(&self) -> String {
        match &self.0 {
            Kind::Engine(engine, _) => engine.name().to_owned(),
            Kind::Network(network) => network.name(),
            Kind::Evaluator(_) | Kind::Search(..) => format!("lucena {}", env!("CARGO_PKG_VERSION")),
        }
    }

    /// Returns White's value of each position, in centipawns; `None` if the teacher gives none.
    ///
    /// # Errors
    /// If an engine has ended.
    pub fn values(&mut self, boards: &[Board]) -> Result<Vec<Option<i16>>, TrainingError> {
        Ok(match &mut self.0 {
            Kind::Evaluator(evaluator) => boards.iter().map(|board| static_value(evaluator, board)).collect(),
            Kind::Network(network) => boards.iter().map(|board| network_value(network, board)).collect(),
            Kind::Search(player, limits) => {
                boards.iter().map(|board| searched_value(player, board, limits)).collect()
            }
            Kind::Engine(engine, effort) => engine.values(boards, *effort)?,
        })
    }
}

fn static_value(evaluator: &mut Evaluator, board: &Board) -> Option<i16> {
    (!board.is_check()).then(|| white_score(board, evaluator.evaluate(board)))
}

/// No program asks its network in check.
fn network_value(network: &mut PublishedNetwork, board: &Board) -> Option<i16> {
    let value = |network: &mut PublishedNetwork| estimate(network.centipawns(board).into());
    (!board.is_check()).then(|| value(network)).map(|value| board.turn().fold_wb(value, -value))
}

/// Searches as if there had been no search before.
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
