//! Finds what is missing in the proof of a position, and opens it.

use shakmaty::Color;

use super::probing::Probed;
use super::work::{Step, Work};
use crate::board::Board;
use crate::solve::arrangement::bound::Bound;
use crate::solve::arrangement::reach::Reach;
use crate::solve::graph::NodeId;
use crate::solve::solution::StoppedBy;
use crate::solve::walk::{Found, Trail, Walk};

/// Visiting one position on a walk costs as much as solving this many placements.
const PLACEMENTS_PER_VISIT: usize = 2;

impl Work<'_> {
    /// Walks through the proof, tries what is costly on the way, opens the best of what is lacking, and solves that.
    pub(super) fn narrow(&mut self, board: &Board) -> Step {
        let mut trails = self.trails(board);
        let mut found = self.walk(&mut trails);
        if let Some(lacking) = self.worth_building(&found) {
            return self.build(&lacking);
        }
        if self.is_small() && self.is_costly(&found) {
            return self.begin_with_single_positions();
        }
        let probed = self.probe_and_walk_on(&mut found, &mut trails);
        let wanted = self.chosen(&found, probed);
        self.open(&wanted);
        let has_changed = self.solve_with_stale(&found);
        if self.is_any_refused(&wanted) {
            return self.make_space();
        }
        if probed != Probed::Nothing || has_changed || !wanted.is_empty() {
            return Step::Taken;
        }
        if self.stop.is_set() {
            return Step::NotPossible;
        }
        match self.lacking(&found) {
            Some(lacking) => self.build(&lacking),
            None => self.end_by(StoppedBy::Pieces),
        }
    }

    /// Ends the part of the work that only opens arrangements, because the next ones cost much.
    fn begin_with_single_positions(&mut self) -> Step {
        self.small_work = self.solved.graph.work();
        Step::Taken
    }

    /// Tries costly positions. As long as their proofs agree with what was assumed and nothing cheap is lacking, it walks on
    /// past them: only solving their arrangements again shows whether the proof now holds, and that costs more.
    fn probe_and_walk_on(&mut self, found: &mut Found, trails: &mut [Trail]) -> Probed {
        let mut probed = self.probe(found);
        while probed == Probed::AsAssumed && !self.has_cheap(found) && !self.is_spent() {
            found.costly.retain(|costly| self.solved.graph.known(&costly.board, costly.attacker).is_none());
            found.add(self.walk(trails));
            probed = self.probe(found);
        }
        probed
    }

    fn open(&mut self, wanted: &[(NodeId, Reach)]) {
        for &(node, _) in wanted {
            if self.costs_much(node) {
                self.probes.count_opened(self.solved.graph.arrangement(node).placements());
            }
        }
        self.free_memory();
        self.solved.graph.open(wanted, self.opened_at_once(), self.stop);
    }

    /// Solves what was opened and what was found stale; returns whether that changed any bounds.
    fn solve_with_stale(&mut self, found: &Found) -> bool {
        for &node in &found.stale {
            self.solved.graph.wait(node);
        }
        self.solve()
    }

    /// Whether memory kept any of these arrangements closed.
    fn is_any_refused(&self, wanted: &[(NodeId, Reach)]) -> bool {
        let graph = &self.solved.graph;
        !self.stop.is_set() && wanted.iter().any(|&(node, kings)| graph.is_closed_to(node, kings))
    }

    /// Packs what is solved, so that more can be opened.
    fn make_space(&mut self) -> Step {
        let has_space = self.solved.graph.pack(self.limits.threads);
        if has_space { Step::Taken } else { self.end_by(StoppedBy::Memory) }
    }

    /// Whether only costly arrangements are lacking.
    fn is_costly(&self, found: &Found) -> bool {
        !found.costly.is_empty() && !self.has_cheap(found)
    }

    /// The starts of walks for the side that is assumed to win, or for both if neither is.
    fn trails(&self, board: &Board) -> Vec<Trail> {
        let graph = &self.solved.graph;
        let is_open = |attacker: &Color| {
            graph.is_won(board, *attacker, Bound::Most) && !graph.is_won(board, *attacker, Bound::Least)
        };
        let open: Vec<Color> = self.attackers().iter().copied().filter(is_open).collect();
        let assumed = open.iter().find(|attacker| graph.is_won(board, **attacker, Bound::Assumed));
        let walked = assumed.map_or(open.clone(), |attacker| vec![*attacker]);
        walked.into_iter().map(|attacker| Trail::from(graph, board, attacker)).collect()
    }

    /// Continues walks until enough is found.
    fn walk(&mut self, trails: &mut [Trail]) -> Found {
        let mut found = Found::default();
        for trail in trails {
            let begin = trail.length();
            found.add(Walk::along(&self.solved.graph, trail, self.stop));
            self.solved.graph.count_work((trail.length() - begin) * PLACEMENTS_PER_VISIT);
        }
        for (arrangement, met) in std::mem::take(&mut found.missing) {
            found.closed.insert(self.solved.graph.node(arrangement), met);
        }
        found
    }
}
