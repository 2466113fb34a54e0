//! Opens arrangements: those that are wanted, and with them the nearest that cost little.

use std::collections::VecDeque;

use super::guesses::is_cheap;
use super::node::{CHILD_BYTES, NodeId, State};
use super::store::{Graph, GraphSize};
use crate::solve::arrangement::layout::Arrangement;
use crate::solve::arrangement::reach::Reach;
use crate::solve::arrangement::wins::Wins;
use crate::solve::stop::Stop;

impl Graph {
    /// Opens arrangements, each for kings on these squares, as long as memory allows. With them it opens the cheap ones that
    /// they lead to, nearest first, up to `most_placements`: endings of many pawns have millions, and most of them never
    /// matter. Returns the cheap ones that are left, also those that memory had no space for. [`Graph::solve`] solves the
    /// opened ones.
    pub fn open(
        &mut self,
        wanted: &[(NodeId, Reach)],
        most_placements: usize,
        stop: &Stop<'_>,
    ) -> VecDeque<(NodeId, Reach)> {
        let mut left = VecDeque::new();
        for &(node, kings) in wanted {
            self.open_for(node, kings, &mut left, stop);
        }
        self.open_left(left, most_placements, stop)
    }

    /// Continues with what [`Graph::open`] left.
    pub fn open_left(
        &mut self,
        mut left: VecDeque<(NodeId, Reach)>,
        most_placements: usize,
        stop: &Stop<'_>,
    ) -> VecDeque<(NodeId, Reach)> {
        let (mut placements, mut beyond) = (0, VecDeque::new());
        while let Some((node, kings)) = left.pop_front() {
            let is_new = self.can_be_opened(node);
            if self.is_full() || is_new && placements >= most_placements {
                beyond.push_back((node, kings));
                continue;
            }
            if is_new {
                placements += self.nodes[node as usize].arrangement.placements();
            }
            self.open_for(node, kings, &mut left, stop);
        }
        beyond
    }

    /// Opens an arrangement, or extends it to more squares of the kings, and adds the cheap ones that it leads to.
    fn open_for(
        &mut self,
        node: NodeId,
        kings: Reach,
        left: &mut VecDeque<(NodeId, Reach)>,
        stop: &Stop<'_>,
    ) {
        if self.is_full() || stop.is_set() {
            return;
        }
        let is_new = self.can_be_opened(node);
        let is_open = matches!(self.nodes[node as usize].state, State::Open(_));
        if !(is_new || is_open && self.is_closed_to(node, kings)) {
            return;
        }
        if is_new {
            self.open_alone(node);
        }
        let opened = &mut self.nodes[node as usize];
        opened.reach = opened.reach.with(kings).spread(&opened.arrangement);
        let opened = &self.nodes[node as usize];
        let next = self.exits(opened).arrivals_of_kings(&opened.arrangement, opened.reach);
        for (&child, kings) in opened.children.iter().zip(next) {
            if let Some(kings) = kings
                && is_cheap(&self.nodes[child as usize].arrangement)
            {
                left.push_back((child, kings));
            }
        }
        self.wait(node);
    }

    /// Opens everything that arrangements of the graph lead to, whatever it costs, to count it. Returns the size; `None` if
    /// there are more than `most_arrangements`.
    pub fn opened_to_the_end(mut self, most_arrangements: usize) -> Option<GraphSize> {
        let (mut next, mut exit_bytes) = (0, 0);
        while next < self.nodes.len() {
            if self.size.arrangements > most_arrangements {
                return None;
            }
            if self.can_be_opened(next as NodeId) {
                self.open_alone(next as NodeId);
            }
            exit_bytes += *self.exit_bytes.get_mut();
            self.forget_exits(next as NodeId);
            next += 1;
        }
        Some(GraphSize { bytes: self.size.bytes + exit_bytes, ..self.size })
    }

    pub(super) fn open_alone(&mut self, node: NodeId) {
        let children: Vec<Arrangement> = self.exits(&self.nodes[node as usize]).children.clone();
        let children: Vec<NodeId> = children.into_iter().map(|child| self.node(child)).collect();
        for &child in &children {
            self.nodes[child as usize].parents.push(node);
        }
        let opened = &mut self.nodes[node as usize];
        let placements = opened.arrangement.placements();
        self.size.arrangements += 1;
        self.size.positions += 2 * 64 * placements as u64;
        self.size.bytes += Wins::bytes(placements) + children.len() * CHILD_BYTES;
        opened.children = children.into();
        opened.state = State::Open(None);
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;
    use crate::board::Board;
    use crate::solve::arrangement::bound::Bound;

    /// Both sides have eight pawns on their first squares.
    const MANY_PAWNS: &str = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
    /// Two passed pawns.
    const FEW_PAWNS: &str = "8/7p/8/8/2k5/8/P7/6K1 w - - 0 1";

    /// A solved graph, opened from a position with this many further placements.
    fn opened(fen: &str, most_placements: usize) -> (Graph, Board) {
        let (mut graph, stop) = (Graph::new(4), Stop::never());
        let board = Board::from_fen(fen, false).unwrap();
        let located = Arrangement::locate(&board, Color::White).unwrap();
        let node = graph.node(located.arrangement);
        graph.open(&[(node, Reach::of(&located))], most_placements, &stop);
        graph.solve(1, &stop, &mut |_| {}).unwrap();
        (graph, board)
    }

    #[test]
    fn of_what_many_pawns_lead_to_the_nearest_arrangements_are_opened_and_no_more_than_were_asked_for() {
        let (graph, board) = opened(MANY_PAWNS, 64 * 100);
        assert_eq!(graph.size().arrangements, 101);
        let potential =
            |board: &Board| Arrangement::locate(board, Color::White).unwrap().arrangement.potential();
        let lowest = graph.solved_arrangements().map(|(arrangement, _)| arrangement.potential()).min();
        // None of them is more than some steps away.
        assert!(lowest.unwrap() + 12 > potential(&board));
    }

    #[test]
    fn what_memory_has_no_space_for_is_opened_once_it_has() {
        let (whole, board) = opened(FEW_PAWNS, usize::MAX);
        let (mut graph, stop) = (Graph::new(4), Stop::never());
        graph.limit(whole.size().bytes / 4);
        let located = Arrangement::locate(&board, Color::White).unwrap();
        let node = graph.node(located.arrangement);
        let left = graph.open(&[(node, Reach::of(&located))], usize::MAX, &stop);
        assert!(graph.size().arrangements < whole.size().arrangements);
        graph.limit(usize::MAX);
        assert!(graph.open_left(left, usize::MAX, &stop).is_empty());
        assert_eq!(graph.size().arrangements, whole.size().arrangements);
    }

    #[test]
    fn what_was_opened_in_part_never_claims_more_than_the_whole() {
        let (part, board) = opened(FEW_PAWNS, 64 * 20);
        let (whole, _) = opened(FEW_PAWNS, usize::MAX);
        assert!(part.size().arrangements < whole.size().arrangements);
        for board in board.legal_moves().into_iter().map(|played| board.after(played)) {
            let is_won = |graph: &Graph, bound| graph.is_won(&board, Color::White, bound);
            assert!(is_won(&part, Bound::Least) <= is_won(&whole, Bound::Least));
            assert!(is_won(&part, Bound::Most) >= is_won(&whole, Bound::Most));
        }
    }
}
