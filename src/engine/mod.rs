//! The engine: it decides who answers, owns the search's threads and knows no text; protocol and command line are
//! built on it.

mod advice;
mod facade;
mod job;
mod options;
mod root_tablebase;
mod strength;
mod tables;
mod thread;
mod who_answers;

pub use advice::AdviceSettings;
pub use facade::{Engine, EngineError};
pub use job::BestMove;
pub use options::{AdviceMode, Options};
pub use tables::TableSettings;
pub use who_answers::{DirectEngine, Question, SearchSettings};
