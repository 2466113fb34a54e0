//! Solves the open arrangements of a graph, lowest potential first, and derives layers and wins from them.

use shakmaty::Bitboard;

use super::bounds::Bounds;
use super::guesses::{is_assumed_won, is_followed};
use super::king_sets::Part;
use super::node::{Node, NodeId, State};
use super::store::Graph;
use crate::solve::arrangement::bound::{Bound, Wanted};
use crate::solve::arrangement::exit_results::ExitResults;
use crate::solve::arrangement::exits_of_row::{Oracle, Question};
use crate::solve::arrangement::ground::Ground;
use crate::solve::arrangement::layout::{Arrangement, Located, ProofSide};
use crate::solve::arrangement::reach::Reach;
use crate::solve::arrangement::retrograde::{Analysed, Asked, Given, analyse};
use crate::solve::arrangement::row::RowSets;
use crate::solve::arrangement::wins::{Layers, Wins};
use crate::solve::stop::{Stop, Stopped};
use crate::tablebase::in_parallel;

/// Placements above which an arrangement is worth several threads.
const WORTH_THREADS: usize = 1 << 15;

impl Graph {
    /// Solves everything that waits and everything that this changes; returns whether any bounds changed. Calls `report` after
    /// each level.
    ///
    /// # Errors
    /// If it was stopped; arrangements not solved keep their old bounds.
    pub fn solve(
        &mut self,
        threads: usize,
        stop: &Stop<'_>,
        report: &mut dyn FnMut(&Graph),
    ) -> Result<bool, Stopped> {
        let mut has_changed = false;
        while let Some(level) = self.next_level() {
            let solved = self.solve_level(&level, threads, stop);
            if self.read_failure().is_some() {
                return Err(Stopped);
            }
            for (&node, bounds) in level.iter().zip(solved) {
                match bounds {
                    Some(bounds) => has_changed |= self.store(node, bounds),
                    None => self.wait(node),
                }
            }
            self.pack_in_time(threads);
            if stop.is_set() {
                return Err(Stopped);
            }
            report(self);
        }
        Ok(has_changed)
    }

    fn next_level(&mut self) -> Option<Vec<NodeId>> {
        let nodes = &self.nodes;
        self.worklist.take_level(|node| nodes[node as usize].arrangement.placements())
    }

    /// Arrangements of equal potential never lead to each other.
    fn solve_level(&self, level: &[NodeId], threads: usize, stop: &Stop<'_>) -> Vec<Option<Bounds>> {
        let for_each = threads.div_ceil(level.len().max(1));
        in_parallel(threads, level.len(), |place| self.solved(level[place], for_each, stop).ok())
    }

    /// Stores new bounds; returns whether they differ from the old ones.
    fn store(&mut self, node: NodeId, bounds: Bounds) -> bool {
        let stored = &mut self.nodes[node as usize];
        let placements = stored.arrangement.placements();
        self.work += placements;
        let State::Open(old) = &mut stored.state else { return false };
        if old.as_deref() == Some(&bounds) {
            return false;
        }
        let old_bytes = old.as_ref().map_or(Wins::bytes(placements), |old| old.bytes());
        self.size.bytes = self.size.bytes + bounds.bytes() - old_bytes;
        *old = Some(Box::new(bounds));
        if self.is_exact(node) {
            self.forget_exits(node);
        }
        for parent in self.nodes[node as usize].parents.clone() {
            self.wait(parent);
        }
        true
    }

    /// Solves one arrangement. What earlier bounds decide stays decided, and only the rest is asked and analysed again.
    pub(super) fn solved(&self, node: NodeId, threads: usize, stop: &Stop<'_>) -> Result<Bounds, Stopped> {
        let node = &self.nodes[node as usize];
        let ground = Ground::of(&node.arrangement, self.exits(node), node.reach, stop)?;
        let before = node.bounds().filter(|before| before.reach == node.reach);
        let won = before.map(|before| before.least.unpacked());
        let undecided = before.zip(won.as_ref()).map(|(before, won)| Ground::between(won, &before.most));
        let undecided = undecided.as_ref().unwrap_or(&ground);
        let exits = self.exits_of(node, undecided, threads, stop)?;
        let analysed = |bound, won: Option<&Wins>| {
            let given = Given { ground: &ground, undecided, won };
            analyse(&node.arrangement, given, &exits, bound, Asked::default(), stop)
        };
        let Analysed { wins: least, longest, .. } = analysed(Bound::Least, won.as_ref())?;
        let longest = match before {
            Some(before) if won.as_ref() == Some(&least) => before.longest,
            // A new win may lead to one that was known.
            Some(before) => before.longest + longest,
            None => longest,
        };
        // Each bound contains the one before it.
        let more = |bound, last, won: &Wins| {
            if !exits.has(bound) || exits.are_equal(last, bound) {
                return Ok(None);
            }
            Ok(Some(analysed(bound, Some(won))?.wins).filter(|wins| wins != won))
        };
        let assumed = more(Bound::Assumed, Bound::Least, &least)?;
        let most = more(Bound::Most, Bound::Assumed, assumed.as_ref().unwrap_or(&least))?;
        Ok(Bounds::of_wins(least, assumed, most, longest, node.reach))
    }

    /// The results of the exits of some positions: by the lower bound alone if it is exact.
    fn exits_of(
        &self,
        node: &Node,
        positions: &Ground,
        threads: usize,
        stop: &Stop<'_>,
    ) -> Result<ExitResults, Stopped> {
        let threads = if node.arrangement.placements() < WORTH_THREADS { 1 } else { threads };
        let results_of = |wanted| self.exit_results(node, positions, wanted, false, threads, stop);
        if self.are_exits_exact(node) {
            let exits = results_of(Wanted::only(Bound::Least))?;
            // Gaps of tables show only at look-up.
            if self.are_exits_exact(node) {
                return Ok(exits);
            }
        }
        results_of(Wanted::ALL)
    }

    fn exit_results(
        &self,
        node: &Node,
        ground: &Ground,
        wanted: Wanted,
        keeps_pieces: bool,
        threads: usize,
        stop: &Stop<'_>,
    ) -> Result<ExitResults, Stopped> {
        let Node { arrangement, children, .. } = node;
        let known = ChildResults { graph: self, arrangement, children, keeps_pieces };
        ExitResults::of(arrangement, self.exits(node), ground, &known, wanted, threads, stop)
    }

    /// Returns the layers of an open arrangement; `None` if it is not open. With `keeps_pieces`, it counts only ways on which
    /// the attacker loses no piece, which do not find all wins.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn layers(
        &self,
        node: NodeId,
        bound: Bound,
        keeps_pieces: bool,
        stop: &Stop<'_>,
    ) -> Result<Option<Layers>, Stopped> {
        let node = &self.nodes[node as usize];
        if !matches!(node.state, State::Open(_)) {
            return Ok(None);
        }
        let ground = Ground::of(&node.arrangement, self.exits(node), node.reach, stop)?;
        let exits = self.exit_results(node, &ground, Wanted::only(bound), keeps_pieces, 1, stop)?;
        let asked = Asked { layers: true, ..Asked::default() };
        Ok(analyse(&node.arrangement, Given::ground(&ground), &exits, bound, asked, stop)?.layers)
    }

    /// Returns what the attacker may win in a solved arrangement without passing through one of its positions, with the
    /// attacker to move; `None` if the arrangement is not solved. Any other win passes through that position.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn wins_without(&self, never: &Located, stop: &Stop<'_>) -> Result<Option<Wins>, Stopped> {
        let Some(node) = self.find(&never.arrangement).filter(|node| self.is_solved(*node)) else {
            return Ok(None);
        };
        let node = &self.nodes[node as usize];
        let ground = Ground::of(&node.arrangement, self.exits(node), node.reach, stop)?;
        let exits = self.exit_results(node, &ground, Wanted::only(Bound::Most), false, 1, stop)?;
        let number = never.placement.number(node.arrangement.piece_count());
        let asked = Asked { never: Some((number, never.king)), ..Asked::default() };
        let given = Given::ground(&ground);
        Ok(Some(analyse(&node.arrangement, given, &exits, Bound::Most, asked, stop)?.wins))
    }

    /// Whether the results of all exits of an open arrangement are known.
    pub fn has_exact_exits(&self, node: NodeId) -> bool {
        self.are_exits_exact(&self.nodes[node as usize])
    }

    fn are_exits_exact(&self, node: &Node) -> bool {
        let kings = self.exits(node).arrivals_of_kings(&node.arrangement, node.reach);
        let is_exact = |(&child, kings): (&NodeId, Option<Reach>)| {
            kings.is_none_or(|kings| self.is_exact(child) && !self.is_closed_to(child, kings))
        };
        node.children.iter().zip(kings).all(is_exact)
    }

    /// Whether an arrangement is fully known, for all squares of the kings that it was opened for.
    pub(super) fn is_exact(&self, node: NodeId) -> bool {
        match &self.nodes[node as usize].state {
            State::Bare => true,
            State::Table(table) => !table.has_gaps(),
            State::Built(table) => !table.has_gaps(),
            State::Syzygy(file) => !file.has_gaps(),
            State::Closed | State::Open(None) => false,
            State::Open(Some(bounds)) => {
                bounds.are_exact() && bounds.reach == self.nodes[node as usize].reach
            }
        }
    }
}

/// What the graph knows of the children of an open arrangement.
struct ChildResults<'a> {
    graph: &'a Graph,
    arrangement: &'a Arrangement,
    children: &'a [NodeId],
    /// Whether a capture of one of the attacker's pieces counts as not won.
    keeps_pieces: bool,
}

impl Oracle for ChildResults<'_> {
    fn answer(&self, question: &Question<'_>, won: &mut RowSets) {
        let node = self.children[question.child];
        let mut part = Part::from(question);
        if self.loses_piece(node) {
            return won.set_each(part.kings, part.wanted, |_| Bitboard::EMPTY);
        }
        part.kings = self.graph.known_sets(node, &part, won);
        if part.kings.is_empty() {
            return;
        }
        let next = self.graph.arrangement(node);
        let is_entered = part.mover == ProofSide::Attacker || is_followed(self.arrangement, next);
        self.graph.closed_sets(node, &part, is_entered && is_assumed_won(next), won);
    }
}

impl ChildResults<'_> {
    /// Whether ways into a child do not count, because the attacker has lost a piece on them.
    fn loses_piece(&self, node: NodeId) -> bool {
        let pieces = |arrangement: &Arrangement| arrangement.pieces_of(ProofSide::Attacker).count();
        self.keeps_pieces && pieces(self.graph.arrangement(node)) < pieces(self.arrangement)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;
    use crate::board::Board;
    use crate::solve::arrangement::layout::Placement;
    use crate::solve::lookahead::facts::Shown;

    #[test]
    fn several_threads_find_in_one_arrangement_what_one_finds() {
        let board = Board::from_fen("8/8/8/1k6/8/q3p3/4P3/1K1Q4 w - - 0 1", false).unwrap();
        let located = Arrangement::locate(&board, Color::White).unwrap();
        assert!(located.arrangement.placements() >= WORTH_THREADS);
        let stop = Stop::never();
        let solved = |threads| {
            let mut graph = Graph::new(4);
            let node = graph.node(located.arrangement);
            graph.open(&[(node, Reach::of(&located))], usize::MAX, &stop);
            graph.solved(node, threads, &stop).unwrap()
        };
        assert!(solved(1) == solved(3));
    }

    /// Double steps and en passant captures, promotions, pieces of both sides.
    const PARTLY_SOLVED: [&str; 4] = [
        "8/7p/8/8/2k2pp1/8/P5P1/6K1 w - - 0 1",
        "8/8/8/3p4/4k3/1P6/4n3/6K1 w - - 0 1",
        "8/2R5/8/8/1k6/p7/P3p3/6K1 w - - 0 1",
        "8/8/1k6/8/3r4/1p6/1P1R3p/6K1 w - - 0 1",
    ];

    /// What an arrangement of a graph in which nothing waits would be if it were solved for the first time.
    fn anew(graph: &mut Graph, node: NodeId, stop: &Stop<'_>) -> Bounds {
        let State::Open(known) = std::mem::replace(&mut graph.nodes[node as usize].state, State::Open(None))
        else {
            panic!("not open");
        };
        let bounds = graph.solved(node, 1, stop).unwrap();
        graph.nodes[node as usize].state = State::Open(known);
        bounds
    }

    #[test]
    fn an_arrangement_solved_step_by_step_has_the_bounds_of_one_solved_at_once() {
        let (stop, mut solved_again) = (Stop::never(), 0);
        for fen in PARTLY_SOLVED {
            let mut graph = Graph::new(3);
            let board = Board::from_fen(fen, false).unwrap();
            let located = Arrangement::locate(&board, Color::White).unwrap();
            let node = graph.node(located.arrangement);
            let mut left = graph.open(&[(node, Reach::of(&located))], 1, &stop);
            for step in 0..6 {
                graph.solve(1, &stop, &mut |_| {}).unwrap();
                let work = graph.work();
                let after: Vec<Board> =
                    board.legal_moves().into_iter().map(|played| board.after(played)).collect();
                let shown = if step % 2 == 0 { Shown::Held } else { Shown::Won { plies: 3 } };
                graph.learn(&after[step % after.len()], Color::White, shown);
                graph.solve(1, &stop, &mut |_| {}).unwrap();
                solved_again += graph.work() - work;
                for node in 0..graph.nodes.len() {
                    if let Some(known) = graph.nodes[node].bounds() {
                        let longest = known.longest;
                        let anew = anew(&mut graph, node as NodeId, &stop);
                        assert!(graph.nodes[node].bounds() == Some(&anew), "{fen}");
                        assert!(longest >= anew.longest, "{fen}");
                    }
                }
                left = graph.open_left(left, 64 * 64, &stop);
            }
        }
        assert!(solved_again > 0);
    }

    /// Whether a capture or pawn move decides a position by a bound: won for the attacker, held for the defender.
    fn is_decided_by_moves(graph: &Graph, board: &Board, bound: Bound) -> bool {
        let decides = Color::White == board.turn();
        let mut leaving = board.legal_moves().into_iter().filter(|played| played.is_zeroing());
        leaving.any(|played| graph.is_won(&board.after(played), Color::White, bound) == decides)
    }

    #[test]
    fn the_exits_of_an_arrangement_decide_what_the_moves_of_each_position_decide() {
        let (mut random, stop, mut decided) = (fastrand::Rng::with_seed(2), Stop::never(), [0; 2]);
        for fen in PARTLY_SOLVED {
            let mut graph = Graph::new(4);
            let board = Board::from_fen(fen, false).unwrap();
            let located = Arrangement::locate(&board, Color::White).unwrap();
            let node = graph.node(located.arrangement);
            graph.open(&[(node, Reach::of(&located))], usize::MAX, &stop);
            graph.solve(1, &stop, &mut |_| {}).unwrap();
            let open: Vec<&Node> =
                graph.nodes.iter().filter(|node| matches!(node.state, State::Open(_))).collect();
            for node in open.iter().take(20) {
                let ground = Ground::of(&node.arrangement, graph.exits(node), node.reach, &stop).unwrap();
                let exits = graph.exit_results(node, &ground, Wanted::ALL, false, 1, &stop).unwrap();
                for _ in 0..200 {
                    let number = random.usize(..node.arrangement.placements());
                    let at = Placement::of(number, node.arrangement.piece_count());
                    for (mover, decided) in ProofSide::BOTH.into_iter().zip(&mut decided) {
                        let (squares, results) = match mover {
                            ProofSide::Attacker => (&ground.attacker_to_move, &exits.wins),
                            ProofSide::Defender => (&ground.defender_to_move, &exits.escapes),
                        };
                        for king in squares[number] {
                            let board = node.arrangement.board(&at, king, mover).unwrap();
                            for bound in [Bound::Least, Bound::Most] {
                                let by_exits = results[bound as usize][number].contains(king);
                                let by_moves = is_decided_by_moves(&graph, &board, bound);
                                assert_eq!(by_exits, by_moves, "{bound:?} {}", board.fen());
                                *decided += usize::from(by_exits);
                            }
                        }
                    }
                }
            }
        }
        assert!(decided.into_iter().all(|count| count > 1000), "{decided:?}");
    }
}
