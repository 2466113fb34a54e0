//! Manages the memory of a graph: packs what is solved before memory runs out.

use super::bounds::Bounds;
use super::node::{EXIT_BYTES, NodeId, State};
use super::store::Graph;
use crate::tablebase::in_parallel;

/// The sets are packed once they take one part in this many of the memory for results: new ones need space.
const PACKED_AT: usize = 2;
/// They are packed again only after growing by one part in this many of it: freeing less is not worth the time.
const PACKED_AGAIN_AT: usize = 8;
/// Sets of fewer placements stay unpacked.
const LEAST_PLACEMENTS: usize = 1 << 12;

impl Graph {
    /// Limits results to this many bytes from now on.
    pub fn limit(&mut self, most_bytes: usize) {
        self.most_bytes = most_bytes;
    }

    /// Whether nothing more may be opened.
    pub(super) fn is_full(&self) -> bool {
        self.size.bytes >= self.most_bytes
    }

    /// Packs what is solved if memory is about to run out.
    pub(super) fn pack_in_time(&mut self, threads: usize) {
        let has_grown = self.size.bytes > self.bytes_packed.saturating_add(self.most_bytes / PACKED_AGAIN_AT);
        if self.is_time_to_pack() && has_grown {
            self.pack(threads);
        }
    }

    /// The same for bounds that come from a file, one by one.
    pub(super) fn packed_in_time(&self, bounds: Bounds, placements: usize) -> Bounds {
        let is_packed = self.is_time_to_pack() && placements >= LEAST_PLACEMENTS;
        is_packed.then(|| bounds.packed(&self.unpacked)).flatten().unwrap_or(bounds)
    }

    fn is_time_to_pack(&self) -> bool {
        self.size.bytes > self.most_bytes / PACKED_AT
    }

    /// Drops the exits of an arrangement that is unlikely to be solved again; [`Node::exits`] recomputes them on demand.
    pub(super) fn forget_exits(&mut self, node: NodeId) {
        let node = &mut self.nodes[node as usize];
        node.exits.take();
        if std::mem::take(&mut node.are_exits_counted) {
            self.size.bytes -= node.children.len() * EXIT_BYTES;
        }
    }

    /// Drops all exits, as if everything were solved.
    pub fn forget_all_exits(&mut self) {
        for node in 0..self.nodes.len() {
            self.forget_exits(node as NodeId);
        }
    }

    /// Packs everything solved; returns whether that leaves enough memory to continue.
    pub fn pack(&mut self, threads: usize) -> bool {
        let is_large = |place: &usize| self.nodes[*place].arrangement.placements() >= LEAST_PLACEMENTS;
        let large: Vec<usize> = (0..self.nodes.len()).filter(is_large).collect();
        let packed = in_parallel(threads, large.len(), |place| match &self.nodes[large[place]].state {
            State::Open(Some(bounds)) => bounds.packed(&self.unpacked),
            _ => None,
        });
        for (place, packed) in large.into_iter().zip(packed) {
            if let (State::Open(Some(bounds)), Some(packed)) = (&mut self.nodes[place].state, packed) {
                self.size.bytes = self.size.bytes + packed.bytes() - bounds.bytes();
                *bounds = packed;
            }
        }
        self.bytes_packed = self.size.bytes;
        self.size.bytes < self.most_bytes - self.most_bytes / PACKED_AGAIN_AT
    }
}

#[cfg(test)]
mod tests {

    use shakmaty::Color;

    use super::*;
    use crate::board::Board;
    use crate::solve::arrangement::bound::Wanted;
    use crate::solve::arrangement::layout::{Arrangement, Placement, ProofSide};
    use crate::solve::arrangement::reach::Reach;
    use crate::solve::stop::Stop;

    #[test]
    fn what_is_packed_takes_less_space_and_says_the_same_and_what_leads_to_it_is_solved_as_before() {
        let board = Board::from_fen("8/8/8/1k6/8/q3p3/4P3/1K6 w - - 0 1", false).unwrap();
        let stop = Stop::never();
        let located = Arrangement::locate(&board, Color::Black).unwrap();
        let mut graph = Graph::new(3);
        let node = graph.node(located.arrangement);
        graph.open(&[(node, Reach::of(&located))], usize::MAX, &stop);
        graph.solve(2, &stop, &mut |_| {}).unwrap();
        let sets = |graph: &Graph| -> Vec<_> {
            let places = (0..located.arrangement.placements()).map(|number| Placement::of(number, 1));
            let of = |at: Placement| {
                ProofSide::BOTH.map(|mover| graph.king_sets(node, &at, mover, Wanted::ALL).unwrap())
            };
            places.map(of).collect()
        };
        let (before, whole) = (graph.size.bytes, sets(&graph));
        assert!(graph.pack(2));
        assert!(graph.size.bytes < before);
        assert_eq!(sets(&graph), whole);
        graph.limit(graph.size.bytes);
        assert!(!graph.pack(2), "all is packed, and takes all the memory");
        let packed = graph.solved(node, 1, &stop).unwrap();
        let State::Open(Some(bounds)) = &graph.nodes[node as usize].state else { panic!("not solved") };
        assert!(*bounds == packed);
    }
}
