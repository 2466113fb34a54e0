//! A whole ending as a lesson: the idea in the author's words, each rule with positions that it fires in, the longest win or a
//! long defence, and exercises whose every move is judged. Data here, and one renderer: [`html`](Lesson::to_html).

mod comments;
mod exercises;
mod gather;
mod html;
mod samples;

pub use exercises::{Exercise, ExerciseStep, JudgedAnswer, Verdict};
pub use gather::{Lesson, LongGame, TaughtAdvice, TaughtMeasure, TaughtRule, Teacher};
