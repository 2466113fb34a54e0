//! Who knows what can be won, for proofs, explanations and lessons: the tables inside the program, and for more men results that
//! were built and Syzygy files.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::advice::AdviceTable;
use crate::board::Board;
use crate::config::Config;
use crate::search::SyzygySettings;
use crate::tablebase::{EMBEDDED_MEN, EmbeddedTables, Results, StoredResults, Wdl};

/// The name of the results that lucena built.
const BUILT: &str = "lucena's results";

/// All results at hand.
pub struct ResultsAtHand {
    /// The results that were built, if there are any.
    built: Option<StoredResults>,
    /// Whether they have answered a question.
    has_answered: AtomicBool,
    syzygy: SyzygySettings,
}

impl ResultsAtHand {
    /// Opens what the configuration names and a table needs.
    pub fn of(config: &Config, table: &AdviceTable) -> ResultsAtHand {
        ResultsAtHand::with(config, table, || config.options.open_syzygy().0)
    }

    /// Opens the results that were built where the configuration says, beside Syzygy files. With so few men that the tables inside
    /// the program know everything, nothing is opened.
    pub fn with(
        config: &Config,
        table: &AdviceTable,
        open: impl FnOnce() -> SyzygySettings,
    ) -> ResultsAtHand {
        let is_large = table.material.men() > EMBEDDED_MEN;
        let (built, syzygy) =
            if is_large { (config.options.open_results(), open()) } else { Default::default() };
        ResultsAtHand { built, has_answered: AtomicBool::new(false), syzygy }
    }

    /// Returns the Syzygy files.
    pub const fn syzygy(&self) -> &SyzygySettings {
        &self.syzygy
    }

    /// Returns the names of what has answered about more men than the tables inside the program hold; `None` if nothing has.
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

impl Results for ResultsAtHand {
    fn result(&self, board: &Board) -> Option<Wdl> {
        let by_file = || Some(self.syzygy.tables.result(board)?.without_rule());
        EmbeddedTables::built_in().result(board).or_else(|| self.built_result(board)).or_else(by_file)
    }

    fn plies_to_zeroing(&self, board: &Board) -> Option<u32> {
        EmbeddedTables::built_in().plies_to_zeroing(board)
    }
}
