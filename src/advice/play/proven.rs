//! Plays a proven table: looks up its moves in the playbook, and builds only forcing trees with more than one move of ours.

use super::player::table_for;
use crate::advice::language::{AdviceTable, Aim};
use crate::advice::position::view::Position;
use crate::advice::prover::Playbook;
use crate::advice::registry::Registry;
use crate::advice::satisfy::forcing_tree::Advised;

/// A table, the tables it hands over to, and the moves of its proof.
#[derive(Clone, Copy, Debug)]
pub struct Proven<'a> {
    /// The registry with the tables that it hands over to.
    pub registry: &'a Registry,
    /// The table.
    pub table: &'a AdviceTable,
    /// The playbook of its proof.
    pub playbook: &'a Playbook,
}

impl Proven<'_> {
    /// Returns what the table plays in a position with our side to move; `None` if it neither wins nor holds it.
    ///
    /// The tree is empty if the table is asked anew after the move, or can be.
    pub fn ask(&self, position: &Position) -> Option<Advised> {
        let table = table_for(self.registry, self.table, position)?;
        let entry = self.playbook.entry(table, position)?;
        if entry.is_deep && !can_be_asked_anew(table) {
            return table.advise_as(position, entry.rule, entry.advice, entry.step);
        }
        Some(entry.asked_anew())
    }

    /// Returns the number of our moves to mate against the longest defence, with our side to move and the table asked anew;
    /// `None` if it does not win.
    pub fn moves(&self, position: &Position) -> Option<u32> {
        self.playbook.moves(table_for(self.registry, self.table, position)?, position)
    }
}

/// Returns whether a proven table is asked anew inside its forcing trees too. It may be if it holds everything drawn,
/// because its trees contain only drawn positions. With endless advice a game has no time to build the trees.
fn can_be_asked_anew(table: &AdviceTable) -> bool {
    let holds_everything = table.promise.aim == Aim::Holds && table.promise.part.is_none();
    holds_everything && table.advice.iter().any(|advice| advice.is_endless())
}
