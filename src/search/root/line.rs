//! The lines of best play that principal nodes pass up to the root.

use arrayvec::ArrayVec;
use shakmaty::Move;

use crate::score::MAX_PLY;

/// A line of moves.
pub(in crate::search) type Line = ArrayVec<Move, MAX_PLY>;

/// One line for each ply.
pub(in crate::search) struct Lines {
    lines: Vec<Line>,
}

impl Lines {
    pub fn new() -> Lines {
        Lines { lines: vec![Line::new(); MAX_PLY + 1] }
    }

    /// Returns the line from a ply on.
    pub fn at(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }

    /// Notes that the node at this ply has no line yet.
    pub fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Sets the node's line to this move and then the child's line.
    pub fn extend(&mut self, ply: usize, best: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(best);
        let space = line.remaining_capacity();
        line.extend(below[0].iter().take(space).copied());
    }
}
