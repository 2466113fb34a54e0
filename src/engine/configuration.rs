//! The configuration of an engine.

use std::sync::Arc;

use super::advice::AdviceSettings;
use super::options::Options;
use super::tablebase_supply::TableSettings;
use crate::evaluation::{Networks, Parameters as EvaluationParameters};
use crate::search::SearchParameters;
use crate::tablebase::EmbeddedTables;

/// Everything that is set before an engine starts.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// The options at the start.
    pub options: Options,
    /// The parameters of the search.
    pub search: SearchParameters,
    /// The parameters of the evaluation.
    pub evaluation: Arc<EvaluationParameters>,
    /// The networks; `None` means the built-in ones. The file that the options name goes before them.
    pub networks: Option<Networks>,
    /// The embedded tables.
    pub embedded: Arc<EmbeddedTables>,
    /// How exact tables are used.
    pub tables: TableSettings,
    /// Which tables of advice play, and where the user's tables are.
    pub advice: AdviceSettings,
}
