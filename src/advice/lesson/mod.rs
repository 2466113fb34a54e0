//! Lessons about whole endings: the author's idea, each rule with positions, a long game, and exercises with every move judged.
//!
//! The data are here, with one renderer: [`html`](Lesson::to_html).

mod comments;
mod exercises;
mod gather;
mod html;
mod samples;

pub use gather::{Lesson, LongGame, TaughtAdvice, TaughtMeasure, TaughtRule, Teacher};
