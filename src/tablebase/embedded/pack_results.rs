//! Makes the embedded results: builds every table of up to four men, reduces it to win, draw or loss, and compresses it.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::results::{CHOICES, ENTRY_BYTES, MAGIC, MIRRORED, bits_for, embedded_materials, ordered_layout};
use super::sealed::{self, Magic};
use crate::tablebase::cache::Cache;
use crate::tablebase::generation::generate::{Build, GenerateError};
use crate::tablebase::material::Material;
use crate::tablebase::table::DtmTable;
use crate::tablebase::tables::DtmTables;
use crate::tablebase::value::Wdl;

/// The slowest and densest level of the compressor, since this runs once for all users.
pub(in crate::tablebase) const FINAL_LEVEL: i32 = 22;

/// The level for comparing the orders of a table's groups.
const TRIAL_LEVEL: i32 = 9;

/// Why the embedded results could not be made.
#[derive(Debug, Error)]
pub enum EmbedError {
    /// A table could not be built.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// The compressor failed.
    #[error("cannot compress {material}: {source}")]
    Compress {
        /// The table.
        material: Material,
        /// The reason.
        source: io::Error,
    },
    /// The file could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

/// Builds all tables of up to four men and writes the file that the program embeds (`src/tablebase/embedded.bin`). Tables in
/// the cache need no building. Returns the size in bytes.
///
/// # Errors
/// If a table cannot be built, the build is cancelled, or the file cannot be written.
pub fn write_embedded(path: &Path, cache: Option<&Cache>, build: &Build<'_>) -> Result<usize, EmbedError> {
    let tables = DtmTables::new();
    let mut directory = Vec::new();
    let mut contents = Vec::new();
    for material in embedded_materials() {
        tables.provide(material, cache, build)?;
        let Some(table) = tables.get(material) else { continue };
        let compress = |source| EmbedError::Compress { material, source };
        let reverse = is_denser_in_reverse(&table).map_err(compress)?;
        directory.push(u8::from(reverse));
        for side in 0..2 {
            let (kind, content) = pack_side(&table, side, reverse, FINAL_LEVEL).map_err(compress)?;
            directory.push(kind);
            directory.extend((content.len() as u32).to_le_bytes());
            contents.extend(content);
        }
    }
    debug_assert_eq!(directory.len(), embedded_materials().len() * ENTRY_BYTES);
    write_sealed(path, MAGIC, &[directory, contents].concat())
}

/// Writes a file that the program embeds; returns its size in bytes.
pub(in crate::tablebase) fn write_sealed(
    path: &Path,
    magic: Magic,
    content: &[u8],
) -> Result<usize, EmbedError> {
    sealed::write(path, magic, content).map_err(|source| EmbedError::Write { path: path.to_owned(), source })
}

/// Which of two similar sequences is shorter depends on the pieces: a knight in the innermost group gives longer repeats.
fn is_denser_in_reverse(table: &DtmTable) -> io::Result<bool> {
    let mut lengths = [0; 2];
    if table.layout().group_count() < 2 {
        return Ok(false);
    }
    for (reverse, length) in [false, true].into_iter().zip(&mut lengths) {
        for side in 0..2 {
            *length += pack_side(table, side, reverse, TRIAL_LEVEL)?.1.len();
        }
    }
    Ok(lengths[1] < lengths[0])
}

/// Returns a side's kind for the directory, and its compressed content.
fn pack_side(table: &DtmTable, side: usize, reverse: bool, level: i32) -> io::Result<(u8, Vec<u8>)> {
    if side == 1 && table.material().is_symmetric() {
        return Ok((MIRRORED, Vec::new()));
    }
    let values = filled_values(table, side, reverse);
    let occurring: Vec<Wdl> =
        [Wdl::Loss, Wdl::Draw, Wdl::Win].into_iter().filter(|value| values.contains(value)).collect();
    // The last choice covers every other combination.
    let number = CHOICES.iter().position(|choice| **choice == occurring).unwrap_or(CHOICES.len() - 1);
    let kind = number as u8;
    let choice = CHOICES[number];
    if choice.len() == 1 {
        return Ok((kind, Vec::new()));
    }
    let bits = bits_for(choice);
    let packed: Vec<u8> = values.chunks(8 / bits).map(|values| pack_byte(values, choice, bits)).collect();
    Ok((kind, compress_checked(&packed, level)?))
}

/// Compresses with a checksum, so that damage is noticed.
pub(in crate::tablebase) fn compress_checked(content: &[u8], level: i32) -> io::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(level)?;
    compressor.set_parameter(zstd::zstd_safe::CParameter::ChecksumFlag(true))?;
    compressor.compress(content)
}

fn pack_byte(values: &[Wdl], choice: &[Wdl], bits: usize) -> u8 {
    values.iter().enumerate().fold(0, |byte, (place, value)| {
        let number = choice.iter().position(|choosable| choosable == value).unwrap_or(0);
        byte | (number as u8) << (bits * place)
    })
}

/// Returns the values by number. Illegal positions repeat the value before them, which compresses best.
fn filled_values(table: &DtmTable, side: usize, reverse: bool) -> Vec<Wdl> {
    let layout = ordered_layout(table.material(), reverse);
    let value_of = |number| table.code(side, &layout.squares(number)).outcome().map(|outcome| outcome.wdl);
    let first = (0..layout.size()).find_map(value_of).unwrap_or(Wdl::Draw);
    let mut before = first;
    (0..layout.size())
        .map(|number| {
            before = value_of(number).unwrap_or(before);
            before
        })
        .collect()
}
