//! Makes the embedded distances to zeroing: analyses every table of up to four men from the finished distance tables, reduces
//! it to the positions that determine the rest, and compresses it.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use super::distances::{MAGIC, StoredPositions};
use super::pack_results::{EmbedError, FINAL_LEVEL, compress_checked, write_sealed};
use super::results::{embedded_materials, ordered_layout};
use crate::tablebase::cache::Cache;
use crate::tablebase::generation::generate::{Build, generate_zeroing};
use crate::tablebase::generation::zeroing_distances::ZeroingDistances;
use crate::tablebase::tables::DtmTables;

/// A table in its smallest form.
struct Packed {
    reverse: bool,
    stored: usize,
    sides: [Vec<u8>; 2],
}

/// Builds the distances of all materials of up to four men and writes the file that the program embeds
/// (`src/tablebase/zeroing.bin`). Tables in the cache need no building. Returns the size in bytes.
///
/// # Errors
/// If a table cannot be built, the build is cancelled, or the file cannot be written.
pub fn write_zeroing(path: &Path, cache: Option<&Cache>, build: &Build<'_>) -> Result<usize, EmbedError> {
    let tables = DtmTables::new();
    let mut directory = Vec::new();
    let mut contents = Vec::new();
    for material in embedded_materials() {
        let mut known = HashMap::new();
        for needed in material.with_dependencies() {
            tables.provide(needed, cache, build)?;
            known.extend(tables.get(needed).map(|table| (needed, table)));
        }
        let distances = generate_zeroing(material, &known, build)?;
        let packed = densest(&distances).map_err(|source| EmbedError::Compress { material, source })?;
        directory.extend([u8::from(packed.reverse), packed.stored as u8]);
        for side in packed.sides {
            directory.extend((side.len() as u32).to_le_bytes());
            contents.extend(side);
        }
    }
    write_sealed(path, MAGIC, &[directory, contents].concat())
}

/// Returns the shortest form over all orders of groups and kinds of positions.
fn densest(distances: &ZeroingDistances) -> io::Result<Packed> {
    let mut best: Option<Packed> = None;
    for reverse in [false, true] {
        for (number, stored) in StoredPositions::ALL.into_iter().enumerate() {
            let sides =
                [pack_side(distances, 0, reverse, stored)?, pack_side(distances, 1, reverse, stored)?];
            let packed = Packed { reverse, stored: number, sides };
            let length = |packed: &Packed| packed.sides.iter().map(Vec::len).sum::<usize>();
            if best.as_ref().is_none_or(|best| length(&packed) < length(best)) {
                best = Some(packed);
            }
        }
    }
    best.ok_or_else(|| io::Error::other("there is nothing to choose from"))
}

/// Returns the plies of a side's positions by number. Positions that do not matter repeat the value before them.
fn pack_side(
    distances: &ZeroingDistances,
    side: usize,
    reverse: bool,
    stored: StoredPositions,
) -> io::Result<Vec<u8>> {
    if side == 1 && distances.material().is_symmetric() {
        return Ok(Vec::new());
    }
    let layout = ordered_layout(distances.material(), reverse);
    let mut before = 0;
    let mut plies = Vec::with_capacity(layout.size());
    for number in 0..layout.size() {
        before = distances
            .of_squares(side, &layout.squares(number))
            .and_then(|value| stored.plies(value))
            .unwrap_or(before);
        plies.push(before);
    }
    compress_checked(&plies, FINAL_LEVEL)
}
