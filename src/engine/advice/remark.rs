//! What a table has to say about a move that it did not choose.

use shakmaty::Move;

use crate::advice::prover::StoredProof;
use crate::advice::{Advised, Position, Proven, Registry, Table, table_for};
use crate::board::Board;

/// A table without a proof at hand is asked no longer than this: some two milliseconds.
const MOST_NODES: u64 = 4_000;

/// A table's own move, and why.
pub(in crate::engine) struct Remark {
    table: String,
    reason: String,
    played: Move,
    notation: String,
}

impl Remark {
    /// What the table would play; nothing where it has no advice, or none that can be found quickly.
    pub(super) fn new(
        registry: &Registry,
        table: &Table,
        stored: Option<&StoredProof>,
        board: &Board,
        position: &Position,
    ) -> Option<Remark> {
        let by_proof =
            |stored: &StoredProof| Proven { registry, table, playbook: &stored.playbook }.ask(position);
        let table = table_for(registry, table, position)?;
        let advised = stored.and_then(by_proof).or_else(|| table.advise_within(position, MOST_NODES))?;
        let played = advised.step.on_board(board, board.turn())?;
        Some(Remark {
            table: table.name.clone(),
            reason: rule_and_advice(table, &advised),
            played,
            notation: board.notation(played).to_string(),
        })
    }

    /// In words, when this move is played.
    pub fn about(&self, best: Option<Move>) -> String {
        let Remark { table, reason, notation, .. } = self;
        if best == Some(self.played) {
            format!("advice {table} agrees: {reason}")
        } else {
            format!("advice {table} would play {notation}: {reason}")
        }
    }
}

/// Rule and advice by name, and what the advice is for.
pub(super) fn rule_and_advice(table: &Table, advised: &Advised) -> String {
    let (rule, advice) = (&table.rules[advised.rule].name, &table.advice[advised.advice]);
    let colon = if advice.purpose.is_empty() { "" } else { ": " };
    format!("rule {rule}, {}{colon}{}", advice.name, advice.purpose)
}
