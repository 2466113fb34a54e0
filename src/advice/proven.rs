//! A proven table at play: the move is looked up in what the proof left behind, and only forcing trees that hold
//! more than one move of ours are built anew.

use super::forcing_tree::{Advised, Tree};
use super::language::{AdviceTable, Aim};
use super::player::table_for;
use super::position::Position;
use super::prover::Playbook;
use super::registry::Registry;

/// A table, the tables around it, and the moves of its proof.
#[derive(Clone, Copy, Debug)]
pub struct Proven<'a> {
    /// Where the tables are that it hands over to.
    pub registry: &'a Registry,
    /// The table.
    pub table: &'a AdviceTable,
    /// What its proof left behind.
    pub playbook: &'a Playbook,
}

impl Proven<'_> {
    /// Returns what the table plays in a position with our side to move; `None` if it does not win from there.
    ///
    /// The tree of a move after which the table is asked anew in any case, or can be, is left empty.
    pub fn ask(&self, position: &Position) -> Option<Advised> {
        let table = table_for(self.registry, self.table, position)?;
        let entry = self.playbook.entry(table, position)?;
        if entry.is_deep && !can_be_asked_anew(table) {
            return table.advise_as(position, entry.rule, entry.advice, entry.step);
        }
        Some(Advised { rule: entry.rule, advice: entry.advice, step: entry.step, tree: Tree::Reached })
    }

    /// Returns our moves to mate against the longest defence, our side to move, the table asked anew; `None` if it does
    /// not win.
    pub fn moves(&self, position: &Position) -> Option<u32> {
        self.playbook.moves(table_for(self.registry, self.table, position)?, position)
    }
}

/// Returns whether a proven table may be asked anew inside its forcing trees too: it holds whatever is drawn, and what lies
/// in its trees is. Where it keeps something for ever, the trees would take too long for a game to build.
fn can_be_asked_anew(table: &AdviceTable) -> bool {
    let holds_everything = table.promise.aim == Aim::Holds && table.promise.part.is_none();
    holds_everything && table.advice.iter().any(|advice| advice.endless)
}
