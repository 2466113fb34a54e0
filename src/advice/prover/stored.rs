//! A proof with its playbook as bytes: what is kept in files and inside the program.
//!
//! The form: [`MAGIC`], a checksum of all that follows, the length of the header, the header as JSON, and the
//! columns of every page one after the other, packed.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::error::ProveError;
use super::options::ProveOptions;
use super::playbook::{Columns, Kind, Page, Playbook};
use super::proof::Proof;
use super::session::prove_for_play;
use crate::advice::language::{AdviceTable, words};
use crate::advice::registry::Registry;
use crate::advice::text_hash::text_hash;

/// The first bytes; the number grows with the form.
const MAGIC: &[u8; 8] = b"lucprf01";
/// Where the checksum ends.
const CHECKED_FROM: usize = MAGIC.len() + 4;
/// The proof is packed once and read often.
const COMPRESSION_LEVEL: i32 = 19;

/// A proof, and what to play where the table is proven.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredProof {
    /// The figures.
    pub proof: Proof,
    /// The moves; empty where the table is not proven.
    pub playbook: Playbook,
}

/// Why bytes are no proof of a table.
#[derive(Debug, Error)]
pub enum StoredError {
    /// They are not what was written.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    /// The table or one it hands over to has changed since.
    #[error("it is about another text of the table")]
    OtherText,
    /// Another version of the program wrote it, whose words may mean something else.
    #[error("it is from another version")]
    OtherVersion,
    /// It could not be packed.
    #[error("it cannot be packed")]
    Packing(#[from] std::io::Error),
}

#[derive(Serialize, Deserialize)]
struct Header {
    /// Words may change their meaning with the program: its version and a hash of their descriptions.
    language: String,
    proof: Proof,
    pages: Vec<PageHeader>,
}

#[derive(Serialize, Deserialize)]
struct PageHeader {
    table: String,
    kinds: Vec<Kind>,
}

/// Returns what the words of the language mean in this version of the program.
pub(super) fn language() -> String {
    format!("{} {:016x}", env!("CARGO_PKG_VERSION"), text_hash(&words()))
}

impl StoredProof {
    /// Proves a table, and keeps what play needs.
    ///
    /// # Errors
    /// As [`super::prove`].
    pub fn prove(
        registry: &Registry,
        table: &AdviceTable,
        options: ProveOptions<'_>,
    ) -> Result<StoredProof, ProveError> {
        let (proof, playbook) = prove_for_play(registry, table, options)?;
        let playbook = if proof.proven { playbook } else { Playbook::default() };
        Ok(StoredProof { proof, playbook })
    }

    /// Returns the bytes. They are the same for the same table, however long the proof took.
    ///
    /// # Errors
    /// Where packing fails, which takes a lack of memory.
    pub fn encode(&self) -> Result<Vec<u8>, StoredError> {
        let pages = self.playbook.pages();
        let header = Header {
            language: language(),
            proof: Proof { seconds: 0.0, ..self.proof.clone() },
            pages: pages
                .map(|(table, page)| PageHeader { table: table.to_owned(), kinds: page.kinds.clone() })
                .collect(),
        };
        let header = serde_json::to_vec(&header).map_err(std::io::Error::from)?;
        let mut columns = Vec::new();
        for (_, page) in self.playbook.pages() {
            for column in [&page.columns.moves, &page.columns.kinds, &page.columns.steps] {
                columns.extend_from_slice(column);
            }
        }
        let mut rest = (header.len() as u32).to_le_bytes().to_vec();
        rest.extend(header);
        rest.extend(zstd::bulk::compress(&columns, COMPRESSION_LEVEL)?);
        Ok([&MAGIC[..], &crc32fast::hash(&rest).to_le_bytes(), &rest].concat())
    }

    /// Reads bytes that were written by this very version of the program, as those in the cache must be.
    ///
    /// # Errors
    /// Where they are damaged, or not about this table as it is now.
    pub fn decode(
        bytes: &[u8],
        registry: &Registry,
        table: &AdviceTable,
    ) -> Result<StoredProof, StoredError> {
        let (header, columns) = split(bytes)?;
        if header.language != language() {
            return Err(StoredError::OtherVersion);
        }
        read(header, columns, registry, table)
    }

    /// Reads bytes that are part of the program; a test holds that they are what the prover finds.
    pub(super) fn decode_built_in(
        bytes: &[u8],
        registry: &Registry,
        table: &AdviceTable,
    ) -> Result<StoredProof, StoredError> {
        let (header, columns) = split(bytes)?;
        read(header, columns, registry, table)
    }
}

fn split(bytes: &[u8]) -> Result<(Header, &[u8]), StoredError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(StoredError::Damaged("it does not begin as a proof does"))?;
    let (checksum, rest) = rest.split_first_chunk::<4>().ok_or(StoredError::Damaged("it is cut off"))?;
    if *checksum != crc32fast::hash(&bytes[CHECKED_FROM..]).to_le_bytes() {
        return Err(StoredError::Damaged("its checksum is wrong"));
    }
    let (length, rest) = rest.split_first_chunk::<4>().ok_or(StoredError::Damaged("it is cut off"))?;
    let (header, columns) = rest
        .split_at_checked(u32::from_le_bytes(*length) as usize)
        .ok_or(StoredError::Damaged("it is cut off"))?;
    let header =
        serde_json::from_slice(header).map_err(|_| StoredError::Damaged("its header cannot be read"))?;
    Ok((header, columns))
}

fn read(
    header: Header,
    packed: &[u8],
    registry: &Registry,
    table: &AdviceTable,
) -> Result<StoredProof, StoredError> {
    if header.proof.text_hash != registry.text_hash(table) || header.proof.table != table.name {
        return Err(StoredError::OtherText);
    }
    let mut tables = Vec::new();
    for page in header.pages {
        tables.push((registry.find(&page.table).ok_or(StoredError::OtherText)?, page.kinds));
    }
    let sizes: Vec<usize> = tables.iter().map(|(table, _)| Page::positions(table)).collect();
    let size = sizes.iter().sum::<usize>() * 3;
    let columns =
        zstd::bulk::decompress(packed, size).map_err(|_| StoredError::Damaged("it cannot be unpacked"))?;
    if columns.len() != size {
        return Err(StoredError::Damaged("it is too short"));
    }
    let mut playbook = Playbook::default();
    let mut rest = columns.as_slice();
    for ((table, kinds), size) in tables.into_iter().zip(sizes) {
        let mut column = || {
            let (column, after) = rest.split_at(size);
            rest = after;
            column.to_vec()
        };
        let columns = Columns { moves: column(), kinds: column(), steps: column() };
        playbook.insert(&table.name, Page::from_parts(table, kinds, columns));
    }
    Ok(StoredProof { proof: header.proof, playbook })
}
