//! The proof of a mate that is looked for beside a search: one prover with two uses.
//!
//! Where a mate is asked for (`go mate N`), the proof has a thread of its own, and the shorter mate of proof and search is
//! played.
//!
//! Every other search gives it turns. The search by depth is blind for mates that lie behind quiet moves with few replies, or
//! where everything else wins as well: its bets leave out what mates. A proof-number search goes straight for them. It gets
//! turns as long as its proof number stays small for the work. In balanced endings that number grows with the square root of
//! the positions looked at (they are four to five times its square), where a mate can be found much slower (15 to 350 times),
//! so that balanced endings cost a percent of the search in the median.
//!
//! Bets that a mate shows itself early by small proof numbers; fails where many defences have to be refuted one by one, and
//! costs up to a third of the search in studies where the losing king hardly moves and yet is not mated.

use std::time::Instant;

use super::parameters::SearchParameters;
use super::proof::{LONG_WALK, MateResult, ProofBudget, ProvenMate, Prover, ProverSettings, SHORT_WALK};
use super::proven_mates::ProvenMates;
use super::report::{MateNotice, Report, ReportSink};
use crate::board::Game;

/// Memory of a proof with a thread of its own, in MiB: it comes on top of Hash, so it is small.
const TABLE_WHERE_ASKED: usize = 32;
/// Memory of a proof that gets turns, in MiB. Every search takes it anew, so it is small; with 1 MiB the table gives up too much
/// (259 of 300 mates in endings within 100,000 nodes, with 4 MiB 270, with 16 MiB 272, without proofs 248).
const TABLE_OF_TURNS: usize = 4;
/// The longest mate that is looked for in turns, in moves. Of 250 mates in up to nine moves 193 were found within 300,000
/// positions with this limit, 181 with 20 moves and 166 with 30; with fewer the long ones are missed.
const WITHIN_TURNS: u32 = 15;

/// So many positions of the proof take as long as a node of the ordinary search.
const POSITIONS_PER_NODE: u64 = 4;
/// A proof goes on as long as it has looked at so many times the square of its proof number of positions: then a mate
/// seems near, and only the share of the search ends its turns.
const WORK_WHERE_NEAR: u64 = 16;
/// Between two turns the search grows by one part in so many.
const GROWTH_BETWEEN_TURNS: u64 = 8;

/// A proof beside a search.
pub(super) struct MateProof<'a> {
    game: &'a Game,
    stop: &'a dyn Fn() -> bool,
    settings: ProverSettings,
    /// Nothing before it is first needed: its memory takes time.
    prover: Option<Prover<'a>>,
    /// Nodes of the search at which the next turn is due.
    next_turn: u64,
}

impl<'a> MateProof<'a> {
    /// The proof of a mate in so many moves that is asked for.
    pub fn of_asked(game: &'a Game, moves: u32, stop: &'a dyn Fn() -> bool) -> MateProof<'a> {
        let settings =
            ProverSettings { within: moves, table_mebibytes: TABLE_WHERE_ASKED, longest_walk: LONG_WALK };
        MateProof { game, stop, settings, prover: None, next_turn: 0 }
    }

    /// The proof of a mate that may be near, shorter than the one that is known.
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

    /// Goes on until the shortest mate is shown, or that there is none, or the proof is stopped.
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

    /// Takes a turn when one is due, after so many nodes of the search, of which at most so many are left. Returns a mate
    /// if one was found, shorter than any before.
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

    /// What its turns have cost, in nodes of the search.
    pub fn cost(&self) -> u64 {
        self.prover.as_ref().map_or(0, Prover::positions) / POSITIONS_PER_NODE
    }
}
