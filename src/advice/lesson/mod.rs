//! Lessons about whole endings: the author's idea, each rule with positions, a long game, and exercises with every move judged.
//!
//! The data are here, with two renderers: [`html`](Lesson::to_html) and JSON ([`told`](Lesson::told)).

mod comments;
mod exercises;
mod gather;
mod html;
mod samples;
mod told;

pub use gather::{Lesson, LongGame, TaughtAdvice, TaughtMeasure, TaughtRule, Teacher};
pub use told::ToldLesson;
