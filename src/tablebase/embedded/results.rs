//! Win, draw or loss of every position of up to four men, from embedded data.
//!
//! `write_embedded` makes the data (see `embedded_wdl_pack.rs`). A table is decompressed when it is first needed, or earlier in
//! the background.

use std::sync::OnceLock;

use shakmaty::{Board as Pieces, Color, EnPassantMode, Position};
use thiserror::Error;

use super::sealed::{self, Magic, SealError};
use crate::board::Board;
use crate::tablebase::index::Layout;
use crate::tablebase::material::Material;
use crate::tablebase::rows::Rows;
use crate::tablebase::table::{board_of, mark_passing, place, turned};
use crate::tablebase::value::Wdl;

/// The most men, kings included, of the embedded results.
pub const EMBEDDED_MEN: usize = 4;

/// The first bytes of the data. They end with the version of the format.
pub(in crate::tablebase) const MAGIC: Magic = *b"lucenaW2";

/// Bytes of a table in the directory: the order of its groups, and for each side its kind and its length.
pub(in crate::tablebase) const ENTRY_BYTES: usize = 1 + 2 * 5;

/// The sets of values that a side can have, by their number in the directory. One value needs no bits per position, two need
/// one, three need two: smaller tables stay longer in the processor's cache.
pub(in crate::tablebase) const CHOICES: [&[Wdl]; 7] = [
    &[Wdl::Loss],
    &[Wdl::Draw],
    &[Wdl::Win],
    &[Wdl::Loss, Wdl::Draw],
    &[Wdl::Loss, Wdl::Win],
    &[Wdl::Draw, Wdl::Win],
    &[Wdl::Loss, Wdl::Draw, Wdl::Win],
];

/// In the directory: a side that is found by exchanging colours, because both sides have the same men.
pub(in crate::tablebase) const MIRRORED: u8 = 255;

/// Slots in the map from material keys to tables: a power of two, several times the number of materials.
const KEY_PLACES: usize = 512;

static DATA: &[u8] = include_bytes!("../embedded.bin");

/// The embedded data differs from what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EmbeddedError {
    /// The data as a whole is damaged.
    #[error("the embedded tables are damaged: {0}")]
    Seal(#[from] SealError),
    /// The directory names tables that the data cannot hold.
    #[error("the embedded tables are damaged: the directory does not fit")]
    Directory,
    /// A table cannot be opened.
    #[error("the embedded tables are damaged: a table cannot be decompressed")]
    Table,
}

/// The embedded results, opened table by table.
#[derive(Debug)]
pub struct EmbeddedWdl {
    data: &'static [u8],
    tables: Vec<EmbeddedTable>,
    /// The table of each material key. Keys that collide take the next free slot.
    keys: Vec<Option<KeyPlace>>,
}

/// A table for one assignment of colours.
#[derive(Clone, Copy, Debug)]
struct KeyPlace {
    key: u64,
    table: usize,
    /// Whether Black is the stronger side.
    reversed: bool,
}

#[derive(Debug)]
struct EmbeddedTable {
    layout: Layout,
    symmetric: bool,
    both_have_pawns: bool,
    sides: [ResultsOfSide; 2],
}

/// The positions with one side to move.
#[derive(Debug)]
enum ResultsOfSide {
    Constant(Wdl),
    Packed {
        choice: &'static [Wdl],
        compressed: &'static [u8],
        /// `None` inside if the data turned out to be damaged.
        values: OnceLock<Option<Rows>>,
    },
    /// The other side answers instead.
    Mirrored,
}

impl EmbeddedWdl {
    /// Returns the embedded results without opening a table.
    pub(in crate::tablebase) fn new() -> EmbeddedWdl {
        EmbeddedWdl::from_bytes(DATA)
    }

    /// Opens every table, even if an earlier one fails; returns whether all are open.
    pub(in crate::tablebase) fn open_all(&self) -> bool {
        let sides = self.tables.iter().flat_map(|table| table.sides.iter().map(|side| (side, &table.layout)));
        sides.filter(|(side, layout)| !side.open(layout)).count() == 0
    }

    /// Reads the directory. Data of another form gives no tables, so nothing is known and nothing wrong is returned.
    pub(in crate::tablebase) fn from_bytes(data: &'static [u8]) -> EmbeddedWdl {
        let mut embedded = EmbeddedWdl { data, tables: Vec::new(), keys: vec![None; KEY_PLACES] };
        embedded.tables = read_directory(data).unwrap_or_default();
        for table in 0..embedded.tables.len() {
            embedded.add_keys(table);
        }
        embedded
    }

    /// Verifies the checksum over all data and opens every table, which takes a fraction of a second.
    ///
    /// # Errors
    /// If the data differs from what was written.
    pub fn verify(&self) -> Result<(), EmbeddedError> {
        sealed::verify(self.data, MAGIC)?;
        if self.tables.is_empty() {
            return Err(EmbeddedError::Directory);
        }
        if !self.open_all() {
            return Err(EmbeddedError::Table);
        }
        Ok(())
    }

    /// Returns the value of a position for the side to move, without the 50-move rule; `None` with more than four men or with
    /// castling rights.
    #[inline]
    pub fn probe(&self, board: &Board) -> Option<Wdl> {
        let position = board.position();
        if board.men() > EMBEDDED_MEN || position.castles().any() {
            return None;
        }
        self.probe_few_men(board)
    }

    fn probe_few_men(&self, board: &Board) -> Option<Wdl> {
        let position = board.position();
        let passing = || position.ep_square(EnPassantMode::PseudoLegal).map(u8::from);
        self.value(board.keys().material, position.board(), position.turn(), passing)
    }

    /// Returns the value of a legal position without castling or en passant rights, given by its men, for callers that ask for
    /// many of one material. `material` is [`Keys::material`](crate::board::Keys).
    #[inline]
    pub fn probe_men(&self, material: u64, men: &Pieces, turn: Color) -> Option<Wdl> {
        self.value(material, men, turn, || None)
    }

    #[inline]
    fn value(
        &self,
        material: u64,
        men: &Pieces,
        turn: Color,
        passing: impl Fn() -> Option<u8>,
    ) -> Option<Wdl> {
        let found = self.find(material)?;
        let table = self.tables.get(found.table)?;
        let black_moves = turn.is_black();
        // With the same men on both sides, the side to move counts as the stronger one.
        let reversed = if table.symmetric { black_moves } else { found.reversed };
        let side = &table.sides[usize::from(black_moves != reversed)];
        if let ResultsOfSide::Constant(value) = side {
            return Some(*value);
        }
        let mut squares = place(&table.layout, men, reversed);
        if table.both_have_pawns
            && let Some(target) = passing()
        {
            mark_passing(&table.layout, &mut squares, target ^ turned(reversed));
        }
        side.value(table.layout.index(&squares), &table.layout)
    }

    /// Returns the memory of the open tables, in bytes.
    pub fn bytes(&self) -> usize {
        let opened = |side: &ResultsOfSide| match side {
            ResultsOfSide::Packed { values, .. } => {
                values.get().and_then(Option::as_ref).map_or(0, Rows::bytes)
            }
            _ => 0,
        };
        self.tables.iter().flat_map(|table| &table.sides).map(opened).sum()
    }

    #[inline]
    fn find(&self, key: u64) -> Option<&KeyPlace> {
        let mut index = key as usize % KEY_PLACES;
        loop {
            let place = self.keys[index].as_ref()?;
            if place.key == key {
                return Some(place);
            }
            index = (index + 1) % KEY_PLACES;
        }
    }

    /// Enters the material keys of a table's positions, for both assignments of colours.
    fn add_keys(&mut self, table: usize) {
        let layout = &self.tables[table].layout;
        let example = (0..layout.size()).find_map(|number| board_of(layout, 0, number, false));
        let reversed = (0..layout.size()).find_map(|number| board_of(layout, 0, number, true));
        for (board, reversed) in [(example, false), (reversed, true)] {
            let Some(key) = board.map(|board| board.keys().material) else { continue };
            if self.find(key).is_none() {
                let mut index = key as usize % KEY_PLACES;
                while self.keys[index].is_some() {
                    index = (index + 1) % KEY_PLACES;
                }
                self.keys[index] = Some(KeyPlace { key, table, reversed });
            }
        }
    }
}

impl ResultsOfSide {
    /// Opens the side if necessary; returns whether it is open.
    fn open(&self, layout: &Layout) -> bool {
        match self {
            ResultsOfSide::Constant(_) | ResultsOfSide::Mirrored => true,
            ResultsOfSide::Packed { choice, compressed, values } => {
                rows(values, compressed, choice, layout).is_some()
            }
        }
    }

    #[inline]
    fn value(&self, number: usize, layout: &Layout) -> Option<Wdl> {
        match self {
            ResultsOfSide::Constant(value) => Some(*value),
            ResultsOfSide::Mirrored => None,
            ResultsOfSide::Packed { choice, compressed, values } => {
                let number = rows(values, compressed, choice, layout)?.get(number)?;
                choice.get(usize::from(number)).copied()
            }
        }
    }
}

/// Returns the rows of a side, decompressed now if necessary. It does not wait for another thread that does the same, since a
/// background thread may take long.
#[inline]
fn rows<'a>(
    values: &'a OnceLock<Option<Rows>>,
    compressed: &[u8],
    choice: &[Wdl],
    layout: &Layout,
) -> Option<&'a Rows> {
    if let Some(rows) = values.get() {
        return rows.as_ref();
    }
    let rows = decompressed(compressed, choice, layout);
    values.get_or_init(|| rows).as_ref()
}

/// Decompresses a side; `None` if the data is damaged (the compression has its own checksum).
#[cold]
fn decompressed(compressed: &[u8], choice: &[Wdl], layout: &Layout) -> Option<Rows> {
    let bits = bits_for(choice);
    let bytes = (layout.size() * bits).div_ceil(8);
    let packed = zstd::bulk::decompress(compressed, bytes).ok()?;
    if packed.len() == bytes { Rows::new(&packed, bits, layout.innermost()) } else { None }
}

/// Returns the materials of the embedded tables in the order of the directory.
pub(in crate::tablebase) fn embedded_materials() -> Vec<Material> {
    (2..=EMBEDDED_MEN).flat_map(Material::all_of).collect()
}

/// Returns a layout with its groups in order, or in reverse if that compresses better.
pub(in crate::tablebase) fn ordered_layout(material: Material, reverse: bool) -> Layout {
    let layout = Layout::new(material);
    let mut order: Vec<usize> = (0..layout.group_count()).collect();
    if reverse {
        order.reverse();
    }
    layout.with_group_order(&order)
}

/// Returns the bits of a value with this many choices.
#[inline]
pub(in crate::tablebase) const fn bits_for(choice: &[Wdl]) -> usize {
    if choice.len() < 3 { 1 } else { 2 }
}

fn read_directory(data: &'static [u8]) -> Option<Vec<EmbeddedTable>> {
    let rest = sealed::content(data, MAGIC).ok()?;
    let materials = embedded_materials();
    let (directory, mut rest) = rest.split_at_checked(materials.len() * ENTRY_BYTES)?;
    let mut tables = Vec::new();
    for (material, entry) in materials.into_iter().zip(directory.chunks_exact(ENTRY_BYTES)) {
        let mut side = |entry: &[u8]| {
            let compressed = sealed::take(&mut rest, &entry[1..])?;
            if entry[0] == MIRRORED {
                return Some(ResultsOfSide::Mirrored);
            }
            match *CHOICES.get(usize::from(entry[0]))? {
                [value] => Some(ResultsOfSide::Constant(*value)),
                choice => Some(ResultsOfSide::Packed { choice, compressed, values: OnceLock::new() }),
            }
        };
        let sides = [side(&entry[1..6])?, side(&entry[6..])?];
        tables.push(EmbeddedTable {
            layout: ordered_layout(material, entry[0] == 1),
            symmetric: material.is_symmetric(),
            both_have_pawns: material.both_have_pawns(),
            sides,
        });
    }
    rest.is_empty().then_some(tables)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::tablebase::generation::generate::Build;
    use crate::tablebase::tables::DtmTables;
    use crate::tablebase::value::Code;

    fn leaked(change: impl FnOnce(&mut Vec<u8>)) -> EmbeddedWdl {
        let mut data = DATA.to_vec();
        change(&mut data);
        EmbeddedWdl::from_bytes(data.leak())
    }

    #[test]
    fn embedded_data_is_whole_and_small() {
        EmbeddedWdl::new().verify().unwrap();
        assert!(DATA.len() <= 2 << 20, "{} bytes", DATA.len());
    }

    #[test]
    fn all_tables_can_be_opened_before_they_are_asked_for() {
        let embedded = leaked(|_| {});
        assert_eq!(embedded.bytes(), 0);
        assert!(embedded.open_all());
        let is_open = |side: &ResultsOfSide| match side {
            ResultsOfSide::Packed { values, .. } => values.get().is_some(),
            ResultsOfSide::Constant(_) | ResultsOfSide::Mirrored => true,
        };
        assert!(embedded.tables.iter().flat_map(|table| &table.sides).all(is_open));
        let mebibytes = embedded.bytes() >> 20;
        assert!((1..=16).contains(&mebibytes), "{mebibytes} MiB");
    }

    #[test]
    fn rebuilt_tables_are_equal_to_the_embedded_ones() {
        let cancel = AtomicBool::new(false);
        let build = Build { threads: 2, gives_way: false, cancel: &cancel, progress: &|_| {} };
        let tables = DtmTables::new();
        for name in ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KBNvK", "KQvKR", "KRvKR"] {
            let material: Material = name.parse().unwrap();
            tables.provide(material, None, &build).unwrap();
            let table = tables.get(material).unwrap();
            let embedded = EmbeddedWdl::new();
            let place = embedded.tables.iter().position(|entry| entry.layout.material() == material).unwrap();
            let entry = &embedded.tables[place];
            for (side, codes) in table.codes().iter().enumerate() {
                let side = &entry.sides[side];
                if matches!(side, ResultsOfSide::Mirrored) {
                    continue;
                }
                for (number, &code) in
                    codes.iter().enumerate().filter(|&(_, &code)| Code(code) != Code::ILLEGAL)
                {
                    let there = entry.layout.index(&table.layout().squares(number));
                    let expected = Code(code).outcome().unwrap().wdl;
                    assert_eq!(side.value(there, &entry.layout), Some(expected), "{name} {number}");
                }
            }
        }
    }

    #[test]
    fn damaged_data_gives_no_value_instead_of_a_wrong_one() {
        let queen_wins: Board = Board::from_fen("8/8/8/8/8/2k5/8/K6Q w - - 0 1", false).unwrap();
        let known = EmbeddedWdl::new().probe(&queen_wins);
        assert_eq!(known, Some(Wdl::Win));
        for damaged in [
            leaked(|data| data.truncate(data.len() / 2)),
            leaked(|data| data[0] ^= 1),
            leaked(Vec::clear),
            leaked(|data| data.push(0)),
        ] {
            assert!(damaged.verify().is_err());
            assert_eq!(damaged.probe(&queen_wins), None);
        }
        let pawns = Board::from_fen("8/3k4/3p4/8/8/3P4/3K4/8 w - - 0 1", false).unwrap();
        let damaged = leaked(|data| {
            let last = data.len() - 100;
            data[last] ^= 0x10;
        });
        assert!(damaged.verify().is_err());
        assert_eq!(damaged.probe(&pawns), None);
    }
}
