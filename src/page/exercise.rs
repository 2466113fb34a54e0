//! Exercises: positions in which the reader moves, with an answer to every legal move.

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde::{Deserialize, Serialize};

use super::board::{ShownBoard, picture};

/// A position and its continuation by the right moves. The page's data has it in the list `exercises`.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Exercise {
    /// Positions with the reader to move, each after the last one's right move and the reply to it.
    pub steps: Vec<ExerciseStep>,
}

/// A position with the reader to move.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ExerciseStep {
    /// The position.
    pub fen: String,
    /// The right move, in UCI notation.
    pub right: String,
    /// The task, in a sentence.
    pub task: String,
    /// The right move and its purpose, in a sentence.
    pub solution: String,
    /// Every legal move, in UCI notation, with its answer.
    pub moves: BTreeMap<String, JudgedAnswer>,
}

/// The answer to a move.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct JudgedAnswer {
    /// The move in standard algebraic notation.
    pub san: String,
    /// The judgement in one word.
    pub verdict: Verdict,
    /// The judgement in a sentence.
    pub words: String,
    /// The best reply, in UCI notation; empty if there is none.
    pub reply: String,
}

/// How good a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The right move.
    Right,
    /// Another move that keeps the result.
    Also,
    /// A move that gives the result away.
    Lost,
}

/// Returns how the reader enters moves, in a sentence.
pub const HOW_TO_MOVE: &str = "Drag a man, or click it and then its square; or choose the board with Tab, move the frame with the \
    arrow keys and press Enter; or type the move.";

/// Returns the number of solved exercises, which the script writes, and a note for readers without scripts.
pub fn solved_exercises() -> Markup {
    html! {
        p id="solved" aria-live="polite" {}
        noscript { p { "Exercises need a browser with scripts." } }
    }
}

/// Returns the board of an exercise; the script adds the task and everything to answer with. `number` is its place in the page's
/// data, from 0.
pub fn exercise(number: usize, exercise: &Exercise, below: &Markup) -> Markup {
    let label = format!(
        "Exercise {}: board. Arrow keys move the frame, Enter takes up a man and puts it down, Escape lets go.",
        number + 1
    );
    html! {
        @if let Some(step) = exercise.steps.first() {
            div.pair.exercise data-exercise=(number) {
                div.left {
                    div.keys tabindex="0" role="application" aria-label=(label) {
                        (picture(&ShownBoard::new(step.fen.clone())))
                    }
                }
                div.right { (below) }
            }
        }
    }
}
