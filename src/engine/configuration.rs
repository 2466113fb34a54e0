//! What an engine is made from.

use std::sync::Arc;

use super::advice::AdviceSettings;
use super::options::Options;
use super::tablebase_supply::TableSettings;
use crate::evaluation::Parameters as EvaluationParameters;
use crate::search::SearchParameters;
use crate::tablebase::EmbeddedTables;

/// All that is set before an engine starts.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// The options that count until others are set.
    pub options: Options,
    /// The search's numbers.
    pub search: SearchParameters,
    /// The evaluation's numbers.
    pub evaluation: Arc<EvaluationParameters>,
    /// The tables inside the program.
    pub embedded: Arc<EmbeddedTables>,
    /// How exact tables are used.
    pub tables: TableSettings,
    /// Which tables of advice play, and where the user's are.
    pub advice: AdviceSettings,
}
