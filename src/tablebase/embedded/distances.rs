//! Distances to zeroing of every decided position of up to four men, from embedded data: plies until a capture or pawn move
//! that keeps the win, or until mate.
//!
//! They show whether a win fits into the 50-move rule, and lead to it before any distance table is built. For each material the
//! data stores either the positions that the side to move wins or those that it loses, whichever is smaller; the others follow
//! from their moves. `write_zeroing` makes the data.

use std::collections::HashMap;
use std::sync::OnceLock;

use shakmaty::Position;

use super::results::{EmbeddedWdl, embedded_materials, ordered_layout};
use super::sealed::{self, Magic};
use crate::board::Board;
use crate::tablebase::generation::zeroing_distances::PliesToZeroing;
use crate::tablebase::index::Layout;
use crate::tablebase::material::Material;
use crate::tablebase::table::locate;
use crate::tablebase::value::Wdl;

/// The first bytes of the data. They end with the version of the format.
pub(in crate::tablebase) const MAGIC: Magic = *b"lucenaZ1";

/// Bytes of a table in the directory: the order of its groups, the kind of positions, the lengths of both sides.
pub(in crate::tablebase) const ENTRY_BYTES: usize = 2 + 2 * 4;

static DATA: &[u8] = include_bytes!("../zeroing.bin");

/// Which positions a table stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tablebase) enum StoredPositions {
    /// Those that the side to move wins, except where it can zero the clock or mate at once.
    Won,
    /// Those that the side to move loses, except where it is mated.
    Lost,
}

impl StoredPositions {
    /// Both kinds, by their number in the directory.
    pub const ALL: [StoredPositions; 2] = [StoredPositions::Won, StoredPositions::Lost];

    /// Returns the plies that a table of this kind must store for a position with this value; `None` if any number will do.
    pub fn plies(self, value: PliesToZeroing) -> Option<u8> {
        let PliesToZeroing { wdl, plies } = value;
        match self {
            StoredPositions::Won => (wdl == Wdl::Win && plies > 1).then_some(plies),
            StoredPositions::Lost => (wdl == Wdl::Loss && plies > 0).then_some(plies),
        }
    }
}

/// The embedded distances, opened table by table.
#[derive(Debug)]
pub struct EmbeddedDtz {
    tables: HashMap<Material, ZeroingTable>,
}

#[derive(Debug)]
struct ZeroingTable {
    layout: Layout,
    stored: StoredPositions,
    /// By side to move. Empty if no position of that side is stored.
    sides: [PliesOfSide; 2],
}

#[derive(Debug)]
struct PliesOfSide {
    compressed: &'static [u8],
    /// `None` inside if the data turned out to be damaged.
    plies: OnceLock<Option<Vec<u8>>>,
}

impl EmbeddedDtz {
    /// Returns the embedded distances without opening a table.
    pub(in crate::tablebase) fn new() -> EmbeddedDtz {
        EmbeddedDtz::from_bytes(DATA)
    }

    /// Reads the directory. Data of another form gives no tables, so nothing is known and nothing wrong is returned.
    fn from_bytes(data: &'static [u8]) -> EmbeddedDtz {
        EmbeddedDtz { tables: read_directory(data).unwrap_or_default() }
    }

    /// As [`EmbeddedTables::plies_to_zeroing`](crate::tablebase::EmbeddedTables::plies_to_zeroing), with these results.
    pub(in crate::tablebase) fn plies(&self, results: &EmbeddedWdl, board: &Board) -> Option<u32> {
        let (material, _) = Material::of_board(board.position().board())?;
        let table = self.tables.get(&material)?;
        match (results.probe(board)?, table.stored) {
            (Wdl::Draw, _) => None,
            (Wdl::Win, StoredPositions::Won) if can_end_at_once(results, board) => Some(1),
            (Wdl::Loss, _) if board.is_checkmate() => Some(0),
            (Wdl::Win, StoredPositions::Won) | (Wdl::Loss, StoredPositions::Lost) => {
                table.stored_plies(board)
            }
            (Wdl::Win, StoredPositions::Lost) => {
                self.plies_by_moves(results, board, Wdl::Loss)?.into_iter().min()
            }
            (Wdl::Loss, StoredPositions::Won) => {
                self.plies_by_moves(results, board, Wdl::Win)?.into_iter().max()
            }
        }
    }

    /// As [`EmbeddedTables::takes_longer`](crate::tablebase::EmbeddedTables::takes_longer), with these results.
    pub(in crate::tablebase) fn takes_longer(
        &self,
        results: &EmbeddedWdl,
        board: &Board,
        plies: u32,
    ) -> bool {
        let Some((material, _)) = Material::of_board(board.position().board()) else { return false };
        let Some(table) = self.tables.get(&material) else { return false };
        let is_longer = || table.stored_plies(board).is_some_and(|stored| stored > plies);
        match (results.probe(board), table.stored) {
            // Tables store nothing for positions that can end at once.
            (Some(Wdl::Win), StoredPositions::Won) => is_longer() && !can_end_at_once(results, board),
            (Some(Wdl::Loss), StoredPositions::Lost) => is_longer() && !board.is_checkmate(),
            _ => false,
        }
    }

    /// Returns the distance through each move to a position with this result for the opponent.
    fn plies_by_moves(&self, results: &EmbeddedWdl, board: &Board, result: Wdl) -> Option<Vec<u32>> {
        let mut distances = Vec::new();
        for played in board.legal_moves() {
            let child = board.after(played);
            if results.probe(&child) == Some(result) {
                distances.push(if played.is_zeroing() { 1 } else { 1 + self.plies(results, &child)? });
            }
        }
        Some(distances)
    }
}

impl ZeroingTable {
    /// Returns the stored plies of a position, which must be of the kind that is stored.
    fn stored_plies(&self, board: &Board) -> Option<u32> {
        let (side, squares) = locate(&self.layout, board)?;
        let PliesOfSide { compressed, plies } = &self.sides[side];
        let plies = plies.get_or_init(|| open(compressed, &self.layout)).as_ref()?;
        plies.get(self.layout.index(&squares)).map(|&plies| u32::from(plies))
    }
}

/// Returns whether a won position allows mate or a zeroing move at once: tables of wins leave these out.
fn can_end_at_once(results: &EmbeddedWdl, board: &Board) -> bool {
    board.legal_moves().into_iter().any(|played| {
        let child = board.after(played);
        child.is_checkmate() || played.is_zeroing() && results.probe(&child) == Some(Wdl::Loss)
    })
}

/// Decompresses a side; `None` if the data is damaged (the compression has its own checksum).
#[cold]
fn open(compressed: &[u8], layout: &Layout) -> Option<Vec<u8>> {
    let plies = zstd::bulk::decompress(compressed, layout.size()).ok()?;
    (plies.len() == layout.size()).then_some(plies)
}

fn read_directory(data: &'static [u8]) -> Option<HashMap<Material, ZeroingTable>> {
    let rest = sealed::content(data, MAGIC).ok()?;
    let materials = embedded_materials();
    let (directory, mut rest) = rest.split_at_checked(materials.len() * ENTRY_BYTES)?;
    let mut tables = HashMap::new();
    for (material, entry) in materials.into_iter().zip(directory.chunks_exact(ENTRY_BYTES)) {
        let mut side = |length: &[u8]| {
            Some(PliesOfSide { compressed: sealed::take(&mut rest, length)?, plies: OnceLock::new() })
        };
        let sides = [side(&entry[2..6])?, side(&entry[6..])?];
        let stored = *StoredPositions::ALL.get(usize::from(entry[1]))?;
        tables.insert(
            material,
            ZeroingTable { layout: ordered_layout(material, entry[0] == 1), stored, sides },
        );
    }
    rest.is_empty().then_some(tables)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::tablebase::generation::generate::{Build, generate_zeroing};
    use crate::tablebase::table::board_of;
    use crate::tablebase::tables::DtmTables;

    /// Returns whether the data is, byte for byte, what was written.
    fn is_whole(data: &'static [u8]) -> bool {
        sealed::verify(data, MAGIC).is_ok() && !EmbeddedDtz::from_bytes(data).tables.is_empty()
    }

    #[test]
    fn both_embedded_files_together_keep_within_four_mebibytes() {
        assert!(is_whole(DATA));
        assert!(DATA.len() + include_bytes!("../embedded.bin").len() <= 4 << 20, "{} bytes", DATA.len());
    }

    #[test]
    fn damaged_distances_give_no_value_instead_of_a_wrong_one() {
        let rook_wins = Board::from_fen("8/8/8/8/8/2k5/8/K6R w - - 0 1", false).unwrap();
        let results = EmbeddedWdl::new();
        assert!(EmbeddedDtz::new().plies(&results, &rook_wins).is_some());
        for cut in [0, 5, DATA.len() / 2, DATA.len() - 1] {
            let damaged = &DATA[..cut];
            assert!(!is_whole(damaged));
            assert_eq!(EmbeddedDtz::from_bytes(damaged).plies(&results, &rook_wins), None);
        }
        let changed: &[u8] = DATA.to_vec().leak();
        assert!(is_whole(changed));
        let mut changed = DATA.to_vec();
        let last = changed.len() - 100;
        changed[last] ^= 0x10;
        assert!(!is_whole(changed.leak()));
    }

    /// Compares the embedded file with newly computed distances, for both kinds of stored positions and the derived ones.
    #[test]
    fn rebuilt_distances_are_equal_to_the_embedded_ones() {
        let cancel = AtomicBool::new(false);
        let build = Build { threads: 2, gives_way: false, cancel: &cancel, progress: &|_| {} };
        let tables = DtmTables::new();
        let (embedded, results) = (EmbeddedDtz::new(), EmbeddedWdl::new());
        for (name, step) in
            [("KRvK", 1), ("KPvK", 1), ("KQvK", 1), ("KBBvK", 97), ("KRvKB", 101), ("KQvKR", 89)]
        {
            let material: Material = name.parse().unwrap();
            tables.provide(material, None, &build).unwrap();
            let known = material.with_dependencies().into_iter();
            let known: HashMap<_, Arc<_>> =
                known.filter_map(|material| Some((material, tables.get(material)?))).collect();
            let rebuilt = generate_zeroing(material, &known, &build).unwrap();
            for side in 0..2 {
                for number in (0..rebuilt.layout().size()).step_by(step) {
                    // A mirrored position has its own number, which is unused.
                    let board = board_of(rebuilt.layout(), side, number, false);
                    let (Some(board), Some(value)) = (board, rebuilt.of_number(side, number)) else {
                        continue;
                    };
                    let expected = (value.wdl != Wdl::Draw).then(|| u32::from(value.plies));
                    assert_eq!(embedded.plies(&results, &board), expected, "{}", board.fen());
                }
            }
        }
    }
}
