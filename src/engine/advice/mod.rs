//! Tables of advice at play: decides whether one of them answers a `go`, and what it has to say otherwise.

mod objection;
mod proofs;
mod remark;
mod shelf;

use std::sync::Arc;

use serde::Deserialize;
use shakmaty::Move;

use super::options::AdviceMode;
use super::thread::SearchJob;
use crate::advice::{AdviceTable, Advised, Player, Position, Proven, longest_line, table_for};
use crate::board::{Board, Game};
use crate::score::Score;
use crate::search::{Bound, LineReport, Report, ReportSink};
use crate::tablebase::EmbeddedWdl;
use proofs::{ProofSupply, State};
pub(super) use remark::Remark;
use shelf::Shelf;

/// Which tables of advice play, and where the user's are; section `[advice]` of engine.toml.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdviceSettings {
    /// The names of the tables that play, with commas between.
    pub play: String,
    /// A folder of the user's own tables; empty means none.
    pub folder: String,
    /// Whether proofs are kept on disk.
    pub cache: bool,
    /// Where; empty means the user's cache folder.
    pub cache_folder: String,
}

/// What the tables of advice make of a `go`.
pub(super) enum Counsel {
    /// A proven table wins from here, and plays.
    Plays(Win),
    /// Others play. A table that is listed for play has said why; any other may have something to say about the move.
    Leaves(Option<Remark>),
}

/// A win by a proven table.
pub(super) struct Win {
    /// Which rule and which advice play.
    pub note: String,
    /// The moves against the longest defence, ours first, to the mate.
    pub line: Vec<Move>,
}

/// The tables of one engine, their proofs, and the game that is being played.
pub(super) struct Adviser {
    shelf: Arc<Shelf>,
    proofs: ProofSupply,
    player: Player,
    /// What is wrong with the user's tables, until it has been told.
    problems: Vec<String>,
}

impl Adviser {
    pub fn new(settings: &AdviceSettings) -> Adviser {
        let (shelf, problems) = Shelf::new(settings);
        let shelf = Arc::new(shelf);
        Adviser {
            proofs: ProofSupply::new(settings, Arc::clone(&shelf)),
            shelf,
            player: Player::default(),
            problems,
        }
    }

    /// Forgets the game.
    pub fn forget(&mut self) {
        self.player.forget();
    }

    /// Decides who answers.
    pub fn consult(&mut self, job: &SearchJob) -> Counsel {
        let mode = job.options.advice;
        let board = job.game.board();
        if mode == AdviceMode::Off {
            return Counsel::Leaves(None);
        }
        for problem in self.problems.drain(..) {
            job.sink.accept(Report::Note(problem));
        }
        let Some(position) = Position::from_board(board, board.turn()) else { return Counsel::Leaves(None) };
        // Who analyses wants the shortest mate, and to be told what a table would do.
        if mode == AdviceMode::Play && !job.is_analysis() {
            let shelf = Arc::clone(&self.shelf);
            let mut is_listed = false;
            for table in shelf.listed().filter(|table| table_for(&shelf.registry, table, &position).is_some())
            {
                is_listed = true;
                match self.win(job, table, &position) {
                    Ok(win) => return Counsel::Plays(win),
                    Err(reason) => job.sink.accept(Report::Note(format!("advice {}: {reason}", table.name))),
                }
            }
            if is_listed {
                return Counsel::Leaves(None);
            }
        }
        Counsel::Leaves(self.remark(&job.game, &position))
    }

    /// The win by a table that is listed for play; else, in words, why others have to play.
    fn win(&mut self, job: &SearchJob, table: &AdviceTable, position: &Position) -> Result<Win, String> {
        let stored = match self.proofs.of(table, &*job.sink) {
            State::Proven(stored) => stored,
            State::Without(reason) => return Err(format!("{reason}; exact play meanwhile")),
        };
        let proven = Proven { registry: &self.shelf.registry, table, playbook: &stored.playbook };
        let escapes = || "it does not win from here; others play".to_owned();
        let registry = &self.shelf.registry;
        let ask = |position: &Position| proven.ask(position);
        let advised = self.player.advise(registry, table, position, ask).ok_or_else(escapes)?;
        let line = longest_line(&proven, position, &advised).ok_or_else(escapes)?;
        let board = job.game.board();
        let line = on_board(board, &line).ok_or_else(escapes)?;
        match objection::objection(job, &line) {
            Some(reason) => Err(format!("{reason}; exact play takes over")),
            None => Ok(Win { note: self.reason(table, &advised), line }),
        }
    }

    /// The table that is followed, its rule and its advice.
    fn reason(&self, table: &AdviceTable, advised: &Advised) -> String {
        let followed =
            self.player.followed().and_then(|name| self.shelf.registry.find(name)).unwrap_or(table);
        format!("advice {}: {}", followed.name, remark::rule_and_advice(followed, advised))
    }

    /// What a table would play here, where one knows the material and there is something to win, with the clock as it
    /// stands: a table takes longest over positions in which it finds nothing.
    fn remark(&self, game: &Game, position: &Position) -> Option<Remark> {
        let board = game.board();
        if EmbeddedWdl::shared().probe(board).is_some() && !objection::is_won_in_time(board) {
            return None;
        }
        let knows = |table: &&AdviceTable| table_for(&self.shelf.registry, table, position).is_some();
        let mut tables = self.shelf.listed().chain(self.shelf.registry.for_board(board));
        let table = tables.find(knows)?;
        Remark::new(&self.shelf.registry, table, self.proofs.at_hand(table).as_deref(), game, position)
    }
}

impl Win {
    /// Tells the win: the advice, then the mate with its line. `elapsed` is since the `go`.
    pub fn tell(&self, sink: &dyn ReportSink, elapsed: std::time::Duration) {
        sink.accept(Report::Note(self.note.clone()));
        let plies = self.line.len();
        sink.accept(Report::Line(LineReport {
            depth: plies as u32,
            selective_depth: plies as u32,
            multi_pv: 1,
            score: Score::mate_in(plies),
            bound: Bound::Exact,
            is_proven_draw: false,
            nodes: 0,
            table_hits: 0,
            hash_permille: 0,
            elapsed,
            line: self.line.clone(),
        }));
    }
}

/// Moves of the table as moves of the board whose side to move has the advice.
fn on_board(board: &Board, steps: &[crate::advice::Step]) -> Option<Vec<Move>> {
    let us = board.turn();
    let mut board = board.clone();
    let mut line = Vec::with_capacity(steps.len());
    for step in steps {
        let played = step.on_board(&board, us)?;
        board = board.after(played);
        line.push(played);
    }
    Some(line)
}
