//! Decides whether a table of advice answers a `go`, and otherwise what it says about the move that is played.

use std::collections::BTreeSet;
use std::sync::Arc;

use shakmaty::Move;

use super::library::AdviceLibrary;
use super::proofs::{ProofSupply, State};
use super::remark::{self, Remark};
use super::settings::AdviceSettings;
use super::steps::on_board;
use super::veto;
use crate::advice::{
    AdviceTable, Advised, Aim, Player, Position, Proven, Step, longest_line, plies_to_zeroing,
};
use crate::board::Game;
use crate::engine::job::SearchJob;
use crate::engine::notice::{AdviceNotice, Notice, ProofFailure, Unproven, Veto};
use crate::engine::options::AdviceMode;
use crate::engine::report::{Report, Sink};
use crate::score::Score;
use crate::search::{Effort, LineReport};
use crate::tablebase::{EmbeddedTables, Wdl};

/// What the tables of advice decide about a `go`.
pub(in crate::engine) enum AdviceDecision {
    /// A proven table wins or holds from here, and plays.
    Plays(Answer),
    /// Something else plays. A table listed for play has said why it does not; any other may comment on the move.
    Leaves(Option<Remark>),
}

/// A proven table's answer.
pub(in crate::engine) struct Answer {
    /// The table, rule and advice that play.
    notice: Notice,
    /// Whether the table wins or holds.
    aim: Aim,
    /// For a win, the moves to mate against the longest defence, ours first; for a hold, the one move.
    pub line: Vec<Move>,
}

/// The tables of one engine, their proofs, and the game in progress.
pub(in crate::engine) struct Adviser {
    library: Arc<AdviceLibrary>,
    proofs: ProofSupply,
    player: Player,
    embedded: Arc<EmbeddedTables>,
    /// The listed tables that have said that their proof has to be stored beforehand: once is enough.
    without_proof: BTreeSet<String>,
    /// Problems with the user's tables that are not reported yet.
    problems: Vec<Notice>,
}

impl Adviser {
    pub fn new(settings: &AdviceSettings, embedded: Arc<EmbeddedTables>) -> Adviser {
        let (library, problems) = AdviceLibrary::new(settings);
        let library = Arc::new(library);
        Adviser {
            proofs: ProofSupply::new(settings, Arc::clone(&library)),
            library,
            player: Player::default(),
            embedded,
            without_proof: BTreeSet::new(),
            problems,
        }
    }

    /// Forgets the game.
    pub fn forget(&mut self) {
        self.player.forget();
    }

    /// Decides whether a table answers.
    pub fn consult(&mut self, job: &SearchJob) -> AdviceDecision {
        let mode = job.options.advice;
        let board = job.game.board();
        if mode == AdviceMode::Off {
            return AdviceDecision::Leaves(None);
        }
        for problem in self.problems.drain(..) {
            job.sink.accept(Report::Notice(problem));
        }
        let Some(position) = Position::from_board(board, board.turn()) else {
            return AdviceDecision::Leaves(None);
        };
        // An analysis wants the shortest mate, and only a comment from the table.
        if mode == AdviceMode::Play && !job.is_analysis() {
            let library = Arc::clone(&self.library);
            let mut is_listed = false;
            for table in library.listed() {
                if !self.player.speaks_for(&library.registry, table, &position) {
                    continue;
                }
                match self.answer(job, table, &position) {
                    Ok(answer) => return AdviceDecision::Plays(answer),
                    Err(veto) if lacks_stored_proof(&veto) => self.report_once(job, table, veto),
                    Err(veto) => {
                        is_listed = true;
                        report(job, table, veto);
                    }
                }
            }
            if is_listed {
                return AdviceDecision::Leaves(None);
            }
        }
        AdviceDecision::Leaves(self.remark(&job.game, &position))
    }

    /// Reports that a table's proof has to be stored beforehand, unless it has said so. It may still comment on the move.
    fn report_once(&mut self, job: &SearchJob, table: &AdviceTable, veto: Veto) {
        if self.without_proof.insert(table.name.clone()) {
            report(job, table, veto);
        }
    }

    /// Returns the answer of a table that is listed for play, or the reason why something else has to play.
    fn answer(&mut self, job: &SearchJob, table: &AdviceTable, position: &Position) -> Result<Answer, Veto> {
        let aim = table.promise.aim;
        let stored = match self.proofs.of(table, &*job.sink) {
            State::Proven(stored) => stored,
            State::Without(unproven) => return Err(Veto::Unproven(unproven)),
        };
        let proven = Proven { registry: &self.library.registry, table, playbook: &stored.playbook };
        let registry = &self.library.registry;
        let ask = |position: &Position| proven.ask(position);
        let advised = self.player.advise(registry, table, position, ask).ok_or(Veto::NotFromHere(aim))?;
        let line = line(&proven, position, &advised).ok_or(Veto::NotFromHere(aim))?;
        let board = job.game.board();
        let line = on_board(board, &line).ok_or(Veto::NotFromHere(aim))?;
        let veto = match aim {
            Aim::Wins => veto::veto(job, &line, || plies_to_zeroing(&proven, position, &advised)),
            // The 50-move rule and repetitions do no harm here.
            Aim::Holds => veto::asked_otherwise(job, &line, aim).map(Veto::Asked),
        };
        match veto {
            Some(veto) => Err(veto),
            None => Ok(Answer { notice: self.reason(table, &advised), aim, line }),
        }
    }

    /// Names the table that is followed, its rule and its advice.
    fn reason(&self, table: &AdviceTable, advised: &Advised) -> Notice {
        let followed =
            self.player.followed().and_then(|name| self.library.registry.find(name)).unwrap_or(table);
        let says = AdviceNotice::Plays(remark::rule_and_advice(followed, advised));
        Notice::Advice { table: followed.name.clone(), says }
    }

    /// Returns what a table would play here, if one covers the material and the result can be reached with the current clock. A
    /// table takes longest over positions in which it finds nothing.
    fn remark(&self, game: &Game, position: &Position) -> Option<Remark> {
        let board = game.board();
        let registry = &self.library.registry;
        let mut tables = self.library.listed().chain(registry.for_board(board));
        let table = tables.find(|table| self.player.speaks_for(registry, table, position))?;
        let result = self.embedded.result(board);
        let has_aim = match table.promise.aim {
            Aim::Wins => veto::is_won_in_time(&self.embedded, board),
            Aim::Holds => result == Some(Wdl::Draw),
        };
        if result.is_some() && !has_aim {
            return None;
        }
        let remark = Remark::new(registry, table, self.proofs.at_hand(table).as_deref(), game, position)?;
        (!remark.gives_away(table.promise.aim, &self.embedded, board)).then_some(remark)
    }
}

/// Returns the line to report: to mate against the longest defence, or the one move that holds.
fn line(proven: &Proven<'_>, position: &Position, advised: &Advised) -> Option<Vec<Step>> {
    match proven.table.promise.aim {
        Aim::Wins => longest_line(proven, position, advised),
        Aim::Holds => Some(vec![advised.step]),
    }
}

/// Returns whether a table does not play because its proof takes too long to be made in a game.
fn lacks_stored_proof(veto: &Veto) -> bool {
    matches!(veto, Veto::Unproven(Unproven::Failed(reason)) if matches!(**reason, ProofFailure::OnlyBeforehand))
}

/// Reports why a table that is listed for play does not play.
fn report(job: &SearchJob, table: &AdviceTable, veto: Veto) {
    let says = AdviceNotice::Leaves(veto);
    job.sink.accept(Report::Notice(Notice::Advice { table: table.name.clone(), says }));
}

impl Answer {
    /// Reports the advice, then the mate with its line, or the draw. `elapsed` counts from the `go`.
    pub fn report(self, sink: &Sink, elapsed: std::time::Duration) {
        sink.accept(Report::Notice(self.notice));
        let effort = Effort { elapsed, ..Effort::default() };
        let line = match self.aim {
            Aim::Wins => LineReport::mate(&self.line, effort),
            Aim::Holds => {
                LineReport { is_proven_draw: true, ..LineReport::new(Score::DRAW, self.line, effort) }
            }
        };
        sink.accept(Report::Line(line));
    }
}
