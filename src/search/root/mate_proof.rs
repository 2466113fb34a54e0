//! The proof of a mate beside a search: one prover with two uses.
//!
//! If a mate is asked for (`go mate N`), the proof has its own thread, and the shorter mate of proof and search is
//! played.
//!
//! In every other search it gets turns. A search by depth misses mates that lie behind quiet moves with few replies, or
//! where everything else wins as well: its bets leave out the mating moves. A proof-number search goes straight for
//! them. It gets turns as long as its proof number stays small for the work done. In balanced endings that number grows
//! with the square root of the positions searched (which are four to five times its square); where there is a mate it
//! can grow much more slowly (they are then 15 to 350 times its square). So balanced endings cost one percent of the
//! search in the median.
//!
//! Bets that small proof numbers show a mate early. It fails where many defences must be refuted one by one. It costs
//! up to a third of the search in studies where the losing king hardly moves and yet is not mated.

use std::time::Instant;

use super::proven_mates::ProvenMates;
use super::report::{MateNotice, Report, ReportSink};
use crate::board::Game;
use crate::search::parameters::SearchParameters;
use crate::search::proof::{
    LONG_WALK, MateResult, ProofBudget, ProvenMate, Prover, ProverSettings, SHORT_WALK,
};

/// Memory of a proof with its own thread, in MiB. It is taken in addition to Hash, so it is small.
const TABLE_WHERE_ASKED: usize = 32;
/// Memory of a proof that gets turns, in MiB. Every search takes it anew, so it is small. Within 100,000 nodes 4 MiB found
/// 270 of 300 mates in endings. 1 MiB replaces too much (259), 16 MiB gains little (272); without proofs it was 248.
const TABLE_OF_TURNS: usize = 4;
/// The longest mate that turns look for, in moves. Of 250 mates in up to nine moves, this limit found 193 within
/// 300,000 positions, 20 moves 181, and 30 moves 166. A lower limit misses the long ones.
const WITHIN_TURNS: u32 = 15;

/// This many positions of the proof take as long as a node of the ordinary search.
const POSITIONS_PER_NODE: u64 = 4;
/// While the positions searched are at least this many times the square of the proof number, a mate seems near, and
/// only the proof's share of the search ends its turns.
const WORK_WHERE_NEAR: u64 = 16;
/// Between two turns the search grows by one part in this many.
const GROWTH_BETWEEN_TURNS: u64 = 8;

/// A proof beside a search.
pub(in crate::search) struct MateProof<'a> {
    game: &'a Game,
    stop: &'a dyn Fn() -> bool,
    settings: ProverSettings,
    /// `None` until it is first needed, because allocating its memory takes time.
    prover: Option<Prover<'a>>,
    /// Nodes of the search at which the next turn is due.
    next_turn: u64,
}

impl<'a> MateProof<'a> {
    /// Makes the proof of a mate in `moves` moves that was asked for.
    pub fn of_asked(game: &'a Game, moves: u32, stop: &'a dyn Fn() -> bool) -> MateProof<'a> {
        let settings =
            ProverSettings { within: moves, table_mebibytes: TABLE_WHERE_ASKED, longest_walk: LONG_WALK };
        MateProof { game, stop, settings, prover: None, next_turn: 0 }
    }

    /// Makes the proof of a mate that may be near, shorter than a mate already known.
    pub fn in_turns(
        game: &'a Game,
        known: Option<&ProvenMate>,
        stop: &'a dyn Fn() -> bool,
        parameters: &SearchParameters,
    ) -> MateProof<'a> {
        let within = known.map_or(WITHIN_TURNS, |mate| WITHIN_TURNS.min(mate.moves - 1));
        let settings = ProverSettings { within, table_mebibytes: TABLE_OF_TURNS, longest_walk: SHORT_WALK };
        MateProof { game, stop, settings, prover: None, next_turn: parameters.near_mate_first_look }
    }

    fn prover(&mut self) -> &mut Prover<'a> {
        let MateProof { game, stop, settings, .. } = *self;
        self.prover.get_or_insert_with(|| Prover::new(game, settings, stop))
    }

    /// Searches until the shortest mate is shown, or that there is none, or until it is stopped.
    pub fn run(mut self, mates: &ProvenMates, started: Instant, sink: &dyn ReportSink) {
        let mut found = |mate: &ProvenMate| mates.add(mate.clone(), started);
        match self.prover().find_shortest(ProofBudget::UNLIMITED, &mut found) {
            MateResult::NoMateWithin(moves) => {
                sink.accept(Report::Mate(MateNotice::NoneWithin(moves)));
            }
            MateResult::Mate(mate) if mate.is_shortest => {
                sink.accept(Report::Mate(MateNotice::Shortest(mate.moves)));
            }
            MateResult::Mate(_) | MateResult::Unknown { .. } => return,
        }
        mates.settle();
    }

    /// Takes a turn if one is due, after `nodes` nodes of the search with at most `left` still allowed. Returns a mate
    /// that is shorter than any before; `None` if there is none.
    pub fn take_turn(&mut self, nodes: u64, left: u64, parameters: &SearchParameters) -> Option<ProvenMate> {
        if nodes < self.next_turn {
            return None;
        }
        self.next_turn = nodes + nodes / GROWTH_BETWEEN_TURNS;
        let prover = self.prover();
        let hope = (nodes / parameters.near_mate_work).max(prover.positions() / WORK_WHERE_NEAR).isqrt();
        prover.find_any(ProofBudget {
            positions: (nodes * parameters.near_mate_share / 100)
                .min(prover.positions().saturating_add(left.saturating_mul(POSITIONS_PER_NODE))),
            deadline: None,
            hope: u32::try_from(hope).unwrap_or(u32::MAX),
        })
    }

    /// Returns what its turns have cost, in nodes of the search.
    pub fn cost(&self) -> u64 {
        self.prover.as_ref().map_or(0, Prover::positions) / POSITIONS_PER_NODE
    }
}
