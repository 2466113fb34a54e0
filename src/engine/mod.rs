//! The engine: decides who answers, owns the search's threads, and knows no text; `uci` and `cli` are built on it.

mod advice;
mod configuration;
mod facade;
mod job;
mod last_score;
pub mod measuring;
mod notice;
pub mod options;
mod question;
mod report;
mod root_solved;
mod root_tablebase;
mod searcher;
mod solved;
mod solved_files;
mod solver_supply;
mod strength;
mod tablebase_supply;
mod thread;
mod who_answers;

pub use advice::AdviceSettings;
pub use configuration::Configuration;
pub use facade::{Engine, EngineError};
pub use job::BestMove;
pub use last_score::LastScore;
pub use notice::{
    AdviceNotice, AskedOtherwise, Notice, ProofFailure, RuleAndAdvice, RulesVeto, SolvedBy, SolvedNotice,
    Unproven, Veto,
};
pub use options::{AdviceMode, Options};
pub use question::{Question, SearchSettings};
pub use report::{Report, Sink};
pub use searcher::{Answer, Notices, SearchFailed, Searcher};
pub use solved::Solved;
pub use tablebase_supply::TableSettings;
pub use who_answers::DirectEngine;
