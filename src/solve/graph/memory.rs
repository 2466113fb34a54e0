//! Manages the memory of a graph: packs what is solved before memory runs out, or moves it to a file.

use std::sync::atomic::Ordering;

use super::bounds::Bounds;
use super::node::{EXIT_BYTES, Node, NodeId, State};
use super::store::Graph;
use crate::solve::arrangement::exits::Exits;
use crate::solve::disk::{BlockFile, DiskError, WorkFile};
use crate::tablebase::in_parallel;
use crate::text::outputs::OutputError;

/// The sets are packed once they take one part in this many of the memory for results: new ones need space.
const PACKED_AT: usize = 2;
/// They are packed again only after growing by one part in this many of it: freeing less is not worth the time.
const PACKED_AGAIN_AT: usize = 8;
/// Once half of the memory is used, exits stay only until they take one part in this many of it.
const EXITS_DROPPED_AT: usize = 16;
/// Sets of fewer placements stay unpacked in memory.
const LEAST_PLACEMENTS: usize = 1 << 12;
/// With a file, what is solved moves there at the latest after so many further placements, some minutes of work: an interruption
/// costs no more.
const KEPT_AT: usize = 1 << 27;
/// Placements of the arrangements that are packed together on their way to a file, so that this takes little memory.
const MOVED_TOGETHER: usize = 1 << 21;

impl Graph {
    /// Limits arrangements, their exits and results to this many bytes together from now on.
    pub fn limit(&mut self, most_bytes: usize) {
        self.most_bytes = most_bytes;
    }

    /// Whether nothing more may be opened.
    pub(super) fn is_full(&self) -> bool {
        self.bytes() >= self.most_bytes
    }

    /// Memory of results, of the arrangements and of their exits, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.size.bytes + self.exit_bytes.load(Ordering::Relaxed)
    }

    /// Drops exits and packs what is solved if memory is about to run out.
    pub fn pack_in_time(&mut self, threads: usize) {
        let exit_bytes = self.exit_bytes.load(Ordering::Relaxed);
        if self.is_time_to_pack() && exit_bytes > self.most_bytes / EXITS_DROPPED_AT {
            self.forget_all_exits();
        }
        let has_grown = self.size.bytes > self.bytes_packed.saturating_add(self.most_bytes / PACKED_AGAIN_AT);
        let is_time_to_keep = self.work_file.is_some() && self.work - self.work_packed > KEPT_AT;
        if self.is_time_to_pack() && has_grown || is_time_to_keep {
            self.pack(threads);
        }
    }

    /// The same for bounds that come from a file, one by one.
    pub(super) fn packed_in_time(&self, bounds: Bounds, placements: usize) -> Bounds {
        let is_packed = self.is_time_to_pack() && placements >= LEAST_PLACEMENTS;
        is_packed.then(|| bounds.packed(&self.unpacked)).flatten().unwrap_or(bounds)
    }

    fn is_time_to_pack(&self) -> bool {
        self.bytes() > self.most_bytes / PACKED_AT
    }

    /// The exits of an arrangement, found when they are needed.
    pub(super) fn exits<'a>(&self, node: &'a Node) -> &'a Exits {
        node.exits.get_or_init(|| {
            let exits = Box::new(Exits::of(&node.arrangement));
            self.exit_bytes.fetch_add(exits.children.len() * EXIT_BYTES, Ordering::Relaxed);
            exits
        })
    }

    /// Drops the exits of an arrangement; [`Graph::exits`] finds them again on demand.
    pub(super) fn forget_exits(&mut self, node: NodeId) {
        if let Some(exits) = self.nodes[node as usize].exits.take() {
            *self.exit_bytes.get_mut() -= exits.children.len() * EXIT_BYTES;
        }
    }

    /// Drops all exits.
    pub fn forget_all_exits(&mut self) {
        for node in 0..self.nodes.len() {
            self.forget_exits(node as NodeId);
        }
    }

    /// Drops exits and packs everything solved, or moves it to the file if there is one. Returns whether that leaves enough
    /// memory to continue.
    pub fn pack(&mut self, threads: usize) -> bool {
        self.forget_all_exits();
        if self.work_file.is_none() || !self.move_to_file(threads) {
            self.pack_in_memory(threads);
        }
        (self.bytes_packed, self.work_packed) = (self.size.bytes, self.work);
        self.bytes() < self.most_bytes - self.most_bytes / PACKED_AGAIN_AT
    }

    /// Whether more can be opened, if need be once everything solved is packed.
    pub fn has_space(&mut self, threads: usize) -> bool {
        !self.is_full() || self.pack(threads)
    }

    /// Uses a file for what is solved from now on.
    pub fn use_file(&mut self, file: WorkFile) {
        self.work_file = Some(file);
    }

    /// Moves everything to the file, if there is one, and completes it.
    pub fn complete_file(&mut self, threads: usize) {
        if self.work_file.is_none() || !self.move_to_file(threads) {
            return;
        }
        if let Some(Err(error)) = self.work_file.take().map(WorkFile::finish) {
            self.file_failure = Some(error);
        }
    }

    /// Why nothing more goes to the file; `None` if nothing failed.
    pub fn file_failure(&self) -> Option<&OutputError> {
        self.file_failure.as_ref()
    }

    /// Why results cannot be read from the file any more; `None` if they can.
    pub fn read_failure(&self) -> Option<&DiskError> {
        self.unpacked.file().and_then(BlockFile::failure)
    }

    /// Moves everything solved to the file. Returns whether that succeeded; if not, the file is given up, and what it does not
    /// hold stays in memory.
    fn move_to_file(&mut self, threads: usize) -> bool {
        // What was concluded from results that could not be read must not be kept.
        if self.read_failure().is_some() {
            return true;
        }
        let Some(mut file) = self.work_file.take() else { return false };
        let moved = self.append_to(&mut file, threads);
        match moved {
            Ok(()) => self.work_file = Some(file),
            Err(error) => self.file_failure = Some(error),
        }
        self.work_file.is_some()
    }

    /// Appends proofs and whether wins may be spoilt first: the bounds rest on them, and an interruption may come in between.
    fn append_to(&mut self, file: &mut WorkFile, threads: usize) -> Result<(), OutputError> {
        file.append_facts(self.facts(), self.may_be_spoilt())?;
        let mut left: &[usize] = &self.in_memory();
        while !left.is_empty() {
            let (now, later) = left.split_at(self.moved_together(left));
            self.append_some(file, now, threads)?;
            left = later;
        }
        Ok(())
    }

    /// The solved arrangements whose results are in memory.
    fn in_memory(&self) -> Vec<usize> {
        let is_in_memory =
            |place: &usize| self.nodes[*place].bounds().is_some_and(|bounds| !bounds.are_in_file());
        (0..self.nodes.len()).filter(is_in_memory).collect()
    }

    /// How many of these arrangements are moved together, at least one.
    fn moved_together(&self, places: &[usize]) -> usize {
        let mut placements = 0;
        let has_space = |place: &&usize| {
            placements += self.nodes[**place].arrangement.placements();
            placements <= MOVED_TOGETHER
        };
        places.iter().take_while(has_space).count().max(1)
    }

    fn append_some(
        &mut self,
        file: &mut WorkFile,
        places: &[usize],
        threads: usize,
    ) -> Result<(), OutputError> {
        let (places, packed): (Vec<usize>, Vec<_>) = places
            .iter()
            .zip(self.packed(places, threads))
            .filter_map(|(&place, packed)| Some((place, (&self.nodes[place].arrangement, packed?))))
            .unzip();
        let stored = file.append(&packed, &self.unpacked)?;
        self.replace(&places, stored);
        Ok(())
    }

    fn pack_in_memory(&mut self, threads: usize) {
        let is_large = |place: &usize| self.nodes[*place].arrangement.placements() >= LEAST_PLACEMENTS;
        let large: Vec<usize> = (0..self.nodes.len()).filter(is_large).collect();
        let packed = self.packed(&large, threads);
        self.replace(&large, packed);
    }

    /// The bounds of these arrangements, packed; `None` for those that are not solved or are packed already.
    fn packed(&self, places: &[usize], threads: usize) -> Vec<Option<Bounds>> {
        in_parallel(threads, places.len(), |at| self.nodes[places[at]].bounds()?.packed(&self.unpacked))
    }

    /// Keeps the same bounds of these arrangements in another form; `None` leaves them as they are.
    fn replace(&mut self, places: &[usize], kept: Vec<Option<Bounds>>) {
        for (&place, kept) in places.iter().zip(kept) {
            if let (State::Open(Some(bounds)), Some(kept)) = (&mut self.nodes[place].state, kept) {
                self.size.bytes = self.size.bytes + kept.bytes() - bounds.bytes();
                **bounds = kept;
            }
        }
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
        assert!(graph.nodes[node as usize].bounds() == Some(&packed));
    }

    /// The memory of the exits that arrangements hold, counted one by one.
    fn exit_bytes_held(graph: &Graph) -> usize {
        let held = graph.nodes.iter().filter_map(|node| node.exits.get());
        held.map(|exits| exits.children.len() * EXIT_BYTES).sum()
    }

    #[test]
    fn exits_count_wherever_they_are_held_and_are_dropped_once_memory_runs_short() {
        let board = Board::from_fen("8/7p/8/8/2k2pp1/8/P5P1/6K1 w - - 0 1", false).unwrap();
        let (located, stop) = (Arrangement::locate(&board, Color::White).unwrap(), Stop::never());
        let mut graph = Graph::new(3);
        let node = graph.node(located.arrangement);
        graph.open(&[(node, Reach::of(&located))], usize::MAX, &stop);
        graph.solve(1, &stop, &mut |_| {}).unwrap();
        let held = exit_bytes_held(&graph);
        assert!(held > 0);
        assert_eq!(graph.size().bytes, graph.size.bytes + held);
        graph.limit(PACKED_AT * graph.size().bytes);
        graph.pack_in_time(1);
        assert_eq!(exit_bytes_held(&graph), held, "memory is only half full");
        graph.limit(graph.size().bytes);
        graph.pack_in_time(1);
        assert_eq!(exit_bytes_held(&graph), 0);
        assert_eq!(graph.size().bytes, graph.size.bytes);
    }
}
