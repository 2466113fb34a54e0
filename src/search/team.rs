//! stub
use super::*;
use crate::board::Game;
use crate::evaluation::Parameters as EvaluationParameters;
use shakmaty::Move;
use std::sync::Arc;
use std::time::Duration;
/// What the user set that shapes a search.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// lines
    pub multi_pv: usize,
    /// overhead
    pub move_overhead: Duration,
    /// limited strength
    pub elo: Option<u32>,
}
/// The answer of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct BestMove {
    /// best
    pub best: Option<Move>,
    /// reply
    pub ponder: Option<Move>,
}
/// The threads of a search and what they share.
pub struct Team {}
impl Team {
    /// new
    pub fn new(_search: SearchParameters, _evaluation: &Arc<EvaluationParameters>) -> Team {
        Team {}
    }
    /// forget
    pub fn forget(&mut self) {}
    /// resize
    pub fn resize(&mut self, _hash_mib: usize, _threads: usize) -> Result<(), std::io::Error> {
        Ok(())
    }
    /// search
    pub fn search(
        &mut self,
        game: &Game,
        _limits: &Limits,
        _settings: &SearchSettings,
        _control: &Control,
        sink: &dyn ReportSink,
    ) -> BestMove {
        let moves = game.board().legal_moves();
        let best = moves.first().copied();
        sink.accept(Report::Line(LineReport {
            depth: 1,
            selective_depth: 1,
            multi_pv: 1,
            score: crate::score::Score::DRAW,
            bound: Bound::Exact,
            nodes: 1,
            table_hits: 0,
            hash_permille: 0,
            elapsed: Duration::ZERO,
            line: best.into_iter().collect(),
        }));
        BestMove { best, ponder: None }
    }
}
/// The largest table, in MiB
pub fn largest_hash_mib() -> usize {
    65536
}
