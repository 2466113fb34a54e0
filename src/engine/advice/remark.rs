//! What a table says about a move that it did not choose.

use shakmaty::Move;
use shakmaty::san::SanPlus;

use super::steps::on_board;
use super::veto;
use crate::advice::prover::StoredProof;
use crate::advice::{
    AdviceTable, Advised, Aim, Position, Proven, Registry, longest_line, plies_to_zeroing, table_for,
};
use crate::board::{Board, Game};
use crate::engine::notice::{AdviceNotice, Notice, RuleAndAdvice, RulesVeto};
use crate::tablebase::EmbeddedTables;

/// The most nodes for a table without a proof: about two milliseconds.
const MOST_NODES: u64 = 4_000;

/// A table's own move and the reason for it.
pub(in crate::engine) struct Remark {
    table: String,
    reason: RuleAndAdvice,
    played: Move,
    notation: SanPlus,
    /// Why the rules would stop the table's line before its end.
    doubt: Option<RulesVeto>,
}

impl Remark {
    /// Returns what the table would play; `None` if it has no advice, or none that it finds quickly.
    pub(super) fn new(
        registry: &Registry,
        table: &AdviceTable,
        stored: Option<&StoredProof>,
        game: &Game,
        position: &Position,
    ) -> Option<Remark> {
        let board = game.board();
        let proven = stored.map(|stored| Proven { registry, table, playbook: &stored.playbook });
        let table = table_for(registry, table, position)?;
        let by_proof = proven.as_ref().and_then(|proven| proven.ask(position));
        let advised = by_proof.or_else(|| table.advise_within(position, MOST_NODES))?;
        let played = advised.step.on_board(board, board.turn())?;
        let wins = proven.as_ref().filter(|_| table.promise.aim == Aim::Wins);
        let line = wins.and_then(|proven| longest_line(proven, position, &advised));
        let line = line.and_then(|line| on_board(board, &line));
        let zeroing = || plies_to_zeroing(proven.as_ref()?, position, &advised);
        Some(Remark {
            table: table.name.clone(),
            reason: rule_and_advice(table, &advised),
            played,
            notation: board.notation(played),
            doubt: line.and_then(|line| veto::rules(game, &line, zeroing)),
        })
    }

    /// Whether the exact tables know that the move gives away the win or draw that the table promises.
    pub(super) fn gives_away(&self, aim: Aim, embedded: &EmbeddedTables, board: &Board) -> bool {
        let keeps = match aim {
            Aim::Wins => veto::keeps_win_in_time(embedded, board, self.played),
            Aim::Holds => veto::keeps_draw(embedded, board, self.played),
        };
        keeps == Some(false)
    }

    /// Returns the comment on a move that is played.
    pub fn about(&self, best: Option<Move>) -> Notice {
        let instead = (best != Some(self.played)).then_some(self.notation);
        let says = AdviceNotice::Remark { instead, reason: self.reason.clone(), doubt: self.doubt };
        Notice::Advice { table: self.table.clone(), says }
    }
}

/// The names of rule and advice, and the purpose of the advice.
pub(super) fn rule_and_advice(table: &AdviceTable, advised: &Advised) -> RuleAndAdvice {
    let (rule, advice) = (&table.rules[advised.rule].name, &table.advice[advised.advice]);
    RuleAndAdvice { rule: rule.clone(), advice: advice.name.clone(), purpose: advice.purpose.clone() }
}
