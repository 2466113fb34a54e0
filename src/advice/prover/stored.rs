//! A proof with its playbook as bytes: what is kept in files and inside the program.
//!
//! The form: [`MAGIC`], a checksum of all that follows, the length of the header, the header as JSON, and the
//! columns of every page one after the other, packed: three bytes for every position, and then two bits for each piece of
//! advice that is for ever.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::playbook::{Columns, Kind, Page, Playbook};
use super::proof::Proof;
use crate::advice::language::{AdviceTable, words};
use crate::advice::registry::Registry;
use crate::advice::side::Side;
use crate::advice::space::Space;
use crate::advice::survey::{Page as SurveyPage, Survey};
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
    /// Which pieces of advice are for ever, as indices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    endless: Vec<usize>,
}

/// Returns what the words of the language mean in this version of the program.
pub(super) fn language() -> String {
    format!("{} {:016x}", env!("CARGO_PKG_VERSION"), text_hash(&words()))
}

impl StoredProof {
    /// Returns the bytes. They are the same for the same table, however long the proof took.
    ///
    /// # Errors
    /// Where packing fails, which takes a lack of memory.
    pub fn encode(&self) -> Result<Vec<u8>, StoredError> {
        let pages = self.playbook.pages();
        let page_header = |(table, page): (&str, &Page)| PageHeader {
            table: table.to_owned(),
            kinds: page.kinds.clone(),
            endless: self.playbook.surveyed(table).map(|(advice, _)| advice).collect(),
        };
        let header = Header {
            language: language(),
            proof: Proof { seconds: 0.0, ..self.proof.clone() },
            pages: pages.map(page_header).collect(),
        };
        let header = serde_json::to_vec(&header).map_err(std::io::Error::from)?;
        let mut columns = Vec::new();
        for (table, page) in self.playbook.pages() {
            for column in [&page.columns.moves, &page.columns.kinds, &page.columns.steps] {
                columns.extend_from_slice(column);
            }
            for (_, surveyed) in self.playbook.surveyed(table) {
                columns.extend([Side::Us, Side::Them].map(|turn| surveyed.bits(turn)).concat());
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
        let table = registry.find(&page.table).ok_or(StoredError::OtherText)?;
        tables.push((table, page, Space::of(table)));
    }
    let sizes = tables
        .iter()
        .map(|(_, page, space)| 3 * space.len() + 2 * page.endless.len() * SurveyPage::bytes_of_bits(space));
    let size = sizes.sum();
    let columns =
        zstd::bulk::decompress(packed, size).map_err(|_| StoredError::Damaged("it cannot be unpacked"))?;
    if columns.len() != size {
        return Err(StoredError::Damaged("it is too short"));
    }
    let mut playbook = Playbook::default();
    let mut rest = Rest(&columns);
    for (table, PageHeader { kinds, endless, .. }, space) in tables {
        let mut column = || rest.take(space.len()).to_vec();
        let columns = Columns { moves: column(), kinds: column(), steps: column() };
        playbook.insert(&table.name, Page::from_parts(table, kinds, columns));
        if !endless.is_empty() {
            playbook.insert_survey(&table.name, survey(table, space, &endless, &mut rest));
        }
    }
    Ok(StoredProof { proof: header.proof, playbook })
}

fn survey(table: &AdviceTable, space: Space, endless: &[usize], rest: &mut Rest<'_>) -> Survey {
    let survey = Survey::new(space, table.advice.len());
    for advice in endless {
        let bits = [Side::Us, Side::Them].map(|_| rest.take(SurveyPage::bytes_of_bits(&survey.space)));
        survey.add(*advice, SurveyPage::of_bits(&survey.space, bits));
    }
    survey
}

/// What has not been read yet, of as many bytes as the header says.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, size: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(size);
        self.0 = rest;
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::language::check;
    use crate::advice::prover::ProveOptions;
    use crate::advice::registry::Origin;
    use crate::advice::subgoals::Subgoals;

    /// The king stays before the pawn for ever, where it can.
    const STAYS: &str = "material K v KP\nholds where can stay\nsymmetric\n\
        rule always: if any_position then take, stay\n\
        advice take: better: their_men = 1 holding: any_position us: depth = 0 and capture them: none\n\
        advice stay for ever: better: their_men = 1 or our_stalemate or stalemate or can take\n\
        holding: us_to_move or before_their_pawn >= 1 us: legal them: legal\n";
    const STAY: usize = 1;

    #[test]
    fn what_can_be_kept_for_ever_is_kept_with_the_proof() {
        let mut registry = Registry::default();
        registry.add(check("stays", STAYS).table.unwrap(), Origin::BuiltIn);
        let table = registry.find("stays").unwrap();
        let found = StoredProof::prove(&registry, table, ProveOptions::default()).unwrap();
        assert!(found.proof.proven);
        let kept = StoredProof::decode(&found.encode().unwrap(), &registry, table).unwrap();
        assert!(kept.playbook == found.playbook);
        let (survey, subgoals) = (kept.playbook.survey(table).unwrap(), Subgoals::new(table));
        let space = Space::of(table);
        let mut lasting = [0, 0];
        for position in (0..space.len()).filter_map(|number| space.position(number)) {
            let lasts = subgoals.satisfiable(STAY, &position, &position, 0);
            assert_eq!(survey.answer(STAY, &position, 0), Some(lasts), "{position:?}");
            lasting[usize::from(lasts)] += 1;
        }
        assert!(lasting.iter().all(|count| *count > 1000), "{lasting:?}");
    }
}
