//! Who knows, for a proof of advice, what can be won with more men than the tables inside the program: results that were built,
//! and Syzygy files.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::board::Board;
use crate::config::Config;
use crate::search::SyzygySettings;
use crate::tablebase::{Results, StoredResults, Wdl};

/// The name of the results that lucena built.
const BUILT: &str = "lucena's results";

/// Results of more than four men.
pub(super) struct LargeResults {
    /// The results that were built, if there are any.
    built: Option<StoredResults>,
    /// Whether they have answered a question.
    has_answered: AtomicBool,
    syzygy: SyzygySettings,
}

impl LargeResults {
    /// Opens what the configuration names.
    pub fn of(config: &Config) -> LargeResults {
        let built = config.options.open_results();
        LargeResults { built, has_answered: AtomicBool::new(false), syzygy: config.options.open_syzygy().0 }
    }

    /// Returns the names of what has answered so far; `None` if nothing has.
    pub fn sources(&self) -> Option<String> {
        let built = self.has_answered.load(Ordering::Relaxed).then(|| BUILT.to_owned());
        let names: Vec<String> = built.into_iter().chain(self.syzygy.tables.asked()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    fn built_result(&self, board: &Board) -> Option<Wdl> {
        let result = self.built.as_ref()?.result(board)?;
        self.has_answered.store(true, Ordering::Relaxed);
        Some(result)
    }
}

impl Results for LargeResults {
    fn result(&self, board: &Board) -> Option<Wdl> {
        let by_file = || Some(self.syzygy.tables.result(board)?.without_rule());
        self.built_result(board).or_else(by_file)
    }

    fn plies_to_zeroing(&self, _: &Board) -> Option<u32> {
        None
    }
}
