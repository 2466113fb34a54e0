//! Plays weaker on request: fewer nodes, and sometimes a move that is not the best, as strength.toml says; elementary mates
//! stay at full strength and won games do not repeat.

use std::sync::LazyLock;

use serde::Deserialize;

use shakmaty::Position as _;

use crate::board::{Board, Game};
use crate::score::Score;
use crate::search::{Limits, RootMove, RootMoves};

const BUILT_IN: &str = include_str!("strength.toml");

/// The contents of strength.toml, which explains each key.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Knowledge {
    smallest_error: i32,
    won: i32,
    levels: Vec<Level>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Level {
    elo: u32,
    nodes: u64,
    candidates: usize,
    error: i32,
}

impl Knowledge {
    fn built_in() -> &'static Knowledge {
        static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(|| match toml_edit::de::from_str(BUILT_IN) {
            Ok(knowledge) => knowledge,
            // The text is part of the program, and a test reads it.
            Err(error) => unreachable!("the built-in levels of strength are malformed: {error}"),
        });
        &KNOWLEDGE
    }

    /// The level for this Elo, interpolated between its neighbours; outside the range, the nearest level.
    fn level(&self, elo: u32) -> Level {
        let above = self.levels.partition_point(|level| level.elo < elo).clamp(1, self.levels.len() - 1);
        let (low, high) = (self.levels[above - 1], self.levels[above]);
        let elo = elo.clamp(low.elo, high.elo);
        let way = f64::from(elo - low.elo) / f64::from(high.elo - low.elo);
        let nodes = low.nodes as f64 * (high.nodes as f64 / low.nodes as f64).powf(way);
        let between = |low: f64, high: f64| (low + (high - low) * way).round();
        let candidates = between(low.candidates as f64, high.candidates as f64) as usize;
        let error = between(f64::from(low.error), f64::from(high.error)) as i32;
        Level { elo, nodes: nodes.round() as u64, candidates, error }
    }
}

/// Whether every player knows how to win this: a queen or a rook, and perhaps more, against a bare king.
pub(super) fn is_elementary_win(board: &Board) -> bool {
    let men = board.position().board();
    let heavy = men.rooks_and_queens() & men.by_color(board.turn());
    heavy.any() && men.by_color(!board.turn()).count() == 1
}

/// Removes moves that repeat a position for the third time, if the side to move seems to win and has other moves. With few
/// nodes the search may not reach the others.
pub(super) fn avoid_repetition(root: &mut RootMoves, game: &Game, static_value: i32) {
    if static_value <= Knowledge::built_in().won {
        return;
    }
    let mut history = game.history().clone();
    history.push(game.board());
    let repeats = |played| history.is_third_occurrence(&game.board().after(played));
    if root.moves.iter().any(|root| !repeats(root.played)) {
        root.moves.retain(|root| !repeats(root.played));
    }
}

/// A limited strength.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    nodes: u64,
    lines: usize,
    error: i32,
    won: i32,
}

impl Strength {
    /// The strength of a player of this Elo.
    pub fn new(elo: u32) -> Strength {
        let knowledge = Knowledge::built_in();
        let Level { nodes, candidates, error, .. } = knowledge.level(elo);
        let lines = if error > knowledge.smallest_error { candidates } else { 1 };
        Strength { nodes, lines, error, won: knowledge.won }
    }

    /// Adds the node limit of this strength to the limits.
    pub fn limit(self, limits: &Limits) -> Limits {
        Limits {
            nodes: Some(limits.nodes.map_or(self.nodes, |asked| asked.min(self.nodes))),
            ..limits.clone()
        }
    }

    /// The number of lines to search in order to choose among them.
    pub fn lines(self) -> usize {
        self.lines
    }

    /// Returns the index of the move to play: the best one after a random error is added to each candidate's value. Every
    /// player sees a proven win or loss, and, in a won game, a position that has occurred before.
    pub fn choose(self, root: &RootMoves, game: &Game) -> usize {
        let candidates = root.moves.iter().take(self.lines).enumerate();
        let known = candidates.filter(|(_, candidate)| candidate.score > -Score::INFINITE);
        let is_won = known.clone().any(|(_, candidate)| candidate.score.value() > self.won);
        let mut history = game.history().clone();
        history.push(game.board());
        let misjudged = |candidate: &RootMove| {
            if is_won && history.has_occurred(&game.board().after(candidate.played)) {
                Score::DRAW
            } else if candidate.score.is_decisive() {
                candidate.score
            } else {
                candidate.score + fastrand::i32(0..=self.error)
            }
        };
        known.max_by_key(|(_, candidate)| misjudged(candidate)).map_or(0, |(place, _)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_of_a_higher_elo_see_more_and_err_less() {
        let levels = &Knowledge::built_in().levels;
        assert!(levels.is_sorted_by(|low, high| low.elo < high.elo));
        let (weakest, strongest) = (levels[0].elo, levels[levels.len() - 1].elo);
        let players: Vec<Strength> = (weakest..=strongest).map(Strength::new).collect();
        assert!(players.is_sorted_by_key(|player| player.nodes));
        assert!(players.is_sorted_by(|weaker, stronger| weaker.error >= stronger.error));
        assert!(players[0].nodes < players[players.len() - 1].nodes && players[0].error > 0);
    }

    #[test]
    fn levels_are_met_and_an_elo_halfway_lies_between_them() {
        let knowledge = Knowledge {
            levels: vec![
                Level { elo: 1000, nodes: 100, candidates: 8, error: 90 },
                Level { elo: 1200, nodes: 400, candidates: 4, error: 30 },
            ],
            smallest_error: 10,
            won: 200,
        };
        let found = [900, 1000, 1100, 1200, 3000].map(|elo| knowledge.level(elo));
        let found = found.map(|level| (level.nodes, level.candidates, level.error));
        let (low, halfway, high) = ((100, 8, 90), (200, 6, 60), (400, 4, 30));
        assert_eq!(found, [low, low, halfway, high, high]);
    }

    #[test]
    fn levels_reach_over_the_whole_range_of_the_option() {
        let range = include_str!("../../engine.toml").split("[options]").nth(1).unwrap();
        let levels = &Knowledge::built_in().levels;
        let written = format!("[{}..{} Elo]", levels[0].elo, levels[levels.len() - 1].elo);
        assert!(range.contains(&written), "{written}");
    }
}
