//! The data that a thread stores from search to search.

use shakmaty::Move;

use crate::evaluation::Evaluator;
use crate::score::{MAX_PLY, Score};
use crate::search::histories::correction::CorrectionHistory;
use crate::search::histories::move_histories::Histories;
use crate::search::parameters::SearchParameters;
use crate::search::root::line::Lines;
use crate::search::root::principal_tree::PvTree;

/// What a thread has learned, and the memory that it works with.
pub(in crate::search) struct ThreadData {
    pub evaluator: Evaluator,
    pub histories: Histories,
    pub corrections: CorrectionHistory,
    pub lines: Lines,
    pub pv_tree: PvTree,
    pub stack: Box<[Ply]>,
}

/// What a node leaves for its descendants, by ply.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::search) struct Ply {
    /// `None` in check.
    pub static_value: Option<Score>,
    /// The move being searched; `None` for a null move.
    pub current: Option<Move>,
}

impl ThreadData {
    /// Makes the data of a thread that has learned nothing.
    pub fn new(parameters: &SearchParameters, evaluator: Evaluator) -> ThreadData {
        ThreadData {
            evaluator,
            histories: Histories::new(),
            corrections: CorrectionHistory::new(),
            lines: Lines::new(),
            pv_tree: PvTree::new(parameters.pv_tree),
            stack: vec![Ply::default(); MAX_PLY + 2].into_boxed_slice(),
        }
    }

    /// Forgets everything learned from earlier searches.
    pub fn forget(&mut self) {
        self.histories.forget();
        self.corrections.forget();
        self.pv_tree.forget();
    }

    /// Prepares for a new search.
    pub fn begin_search(&mut self) {
        self.histories.fade();
        self.stack.fill(Ply::default());
    }
}
