//! A solved graph as other rooms query it: the bounds of any of its positions.

use shakmaty::Color;

use super::arrangement::bound::Bound;
use super::arrangement::layout::Arrangement;
use super::disk::{self, DiskError, Left};
use super::graph::{Graph, GraphSize};
use super::lookahead::facts::Shown;
use super::solution::Proven;
use crate::board::Board;
use crate::tablebase::Wdl;
use crate::text::outputs::{OutputError, OutputPath};

/// The results of all positions that a solved position can reach, where a proof needed them.
#[derive(Debug)]
pub struct SolvedGraph {
    pub(super) graph: Graph,
}

impl SolvedGraph {
    /// Begins a graph whose results go to a file once memory runs short, or goes on with what an earlier run left there. Returns
    /// with it how many bytes at the end of the file were not complete and are cut off.
    ///
    /// # Errors
    /// If the file is of another kind or version, in use or damaged, or cannot be read or written.
    pub fn in_file(output: &OutputPath, force: bool, board: &Board) -> Result<(SolvedGraph, u64), DiskError> {
        let (file, Left { mut graph, bytes_cut }) = disk::open(output, force, board)?;
        graph.use_file(file);
        Ok((SolvedGraph { graph }, bytes_cut))
    }

    /// Why nothing more went to the file, as on a full disk; `None` if nothing failed. Nothing proven is lost by it.
    pub fn write_failure(&self) -> Option<&OutputError> {
        self.graph.file_failure()
    }

    /// Why results cannot be read from the file any more; `None` if they can. If they cannot, nothing that the graph says counts.
    pub fn read_failure(&self) -> Option<&DiskError> {
        self.graph.read_failure()
    }

    /// The size of the graph.
    pub fn size(&self) -> GraphSize {
        self.graph.size()
    }

    /// Returns a number of moves that is enough for a winning side to reach the next capture, pawn move or mate, in all positions
    /// with a distance. Where work went on after a first proof, the longest way may be shorter.
    pub fn longest_way(&self) -> u32 {
        self.graph.longest()
    }

    /// Returns whether wins may rest on Syzygy results that the 50-move rule turns into draws.
    pub fn may_be_spoilt(&self) -> bool {
        self.graph.may_be_spoilt()
    }

    /// The most plies that the proof of a single position takes to reach what it rests on.
    pub(super) fn longest_proof(&self) -> u32 {
        let plies = |(_, shown)| match shown {
            Shown::Won { plies } => u32::from(plies),
            Shown::Held => 0,
        };
        self.graph.facts().flat_map(|(_, facts)| facts.all().map(plies)).max().unwrap_or(0)
    }

    /// Whether the position or its arrangement is solved for at least one side, or tables know it.
    pub fn knows(&self, board: &Board) -> bool {
        let is_solved = Color::ALL.into_iter().any(|attacker| {
            let node = Arrangement::locate(board, attacker)
                .and_then(|located| self.graph.find(&located.arrangement));
            node.is_some_and(|node| self.graph.is_solved(node)) || self.graph.known(board, attacker).is_some()
        });
        is_solved || board.men() <= self.graph.table_men()
    }

    /// Returns what is proven of a position, without the 50-move rule. Cheap: a few table look-ups.
    pub fn proven(&self, board: &Board) -> Proven {
        let (us, them) = (board.turn(), !board.turn());
        if self.graph.is_won(board, us, Bound::Least) {
            return Proven { least: Wdl::Win, most: Wdl::Win };
        }
        if self.graph.is_won(board, them, Bound::Least) {
            return Proven { least: Wdl::Loss, most: Wdl::Loss };
        }
        let most = if self.graph.is_won(board, us, Bound::Most) { Wdl::Win } else { Wdl::Draw };
        let least = if self.graph.is_won(board, them, Bound::Most) { Wdl::Loss } else { Wdl::Draw };
        let proven = Proven { least, most };
        // A mate or stalemate at the end of a proof need not be in an opened arrangement.
        if proven.value().is_none() && board.legal_moves().is_empty() {
            let value = if board.is_check() { Wdl::Loss } else { Wdl::Draw };
            return Proven { least: value, most: value };
        }
        proven
    }
}
