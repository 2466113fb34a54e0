//! Manages the memory of a graph: packs what is solved before memory runs out, or moves it to a file.

use super::bounds::Bounds;
use super::node::{EXIT_BYTES, NodeId, State};
use super::store::Graph;
use crate::solve::disk::{BlockFile, DiskError, WorkFile};
use crate::tablebase::in_parallel;
use crate::text::outputs::OutputError;

/// The sets are packed once they take one part in this many of the memory for results: new ones need space.
const PACKED_AT: usize = 2;
/// They are packed again only after growing by one part in this many of it: freeing less is not worth the time.
const PACKED_AGAIN_AT: usize = 8;
/// Sets of fewer placements stay unpacked in memory.
const LEAST_PLACEMENTS: usize = 1 << 12;
/// With a file, what is solved moves there at the latest after so many further placements, some minutes of work: an interruption
/// costs no more.
const KEPT_AT: usize = 1 << 27;
/// Placements of the arrangements that are packed together on their way to a file, so that this takes little memory.
const MOVED_TOGETHER: usize = 1 << 21;

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

    /// Packs everything solved, or moves it to the file if there is one. Returns whether that leaves enough memory to continue.
    pub fn pack(&mut self, threads: usize) -> bool {
        if self.work_file.is_none() || !self.move_to_file(threads) {
            self.pack_in_memory(threads);
        }
        (self.bytes_packed, self.work_packed) = (self.size.bytes, self.work);
        self.size.bytes < self.most_bytes - self.most_bytes / PACKED_AGAIN_AT
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

    /// Moves everything solved to the file, and drops what can be computed again. Returns whether that succeeded; if not, the
    /// file is given up, and what it does not hold stays in memory.
    fn move_to_file(&mut self, threads: usize) -> bool {
        // What was concluded from results that could not be read must not be kept.
        if self.read_failure().is_some() {
            return true;
        }
        self.forget_all_exits();
        let Some(mut file) = self.work_file.take() else { return false };
        let moved = self.append_to(&mut file, threads);
        match moved {
            Ok(()) => self.work_file = Some(file),
            Err(error) => self.file_failure = Some(error),
        }
        self.work_file.is_some()
    }

    fn append_to(&mut self, file: &mut WorkFile, threads: usize) -> Result<(), OutputError> {
        let mut left: &[usize] = &self.in_memory();
        while !left.is_empty() {
            let (now, later) = left.split_at(self.moved_together(left));
            self.append_some(file, now, threads)?;
            left = later;
        }
        file.append_facts(self.facts(), self.may_be_spoilt())
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
                *bounds = kept;
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
}
