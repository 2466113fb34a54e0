//! Encodes a proof with its playbook as bytes, for files and for the program itself.
//!
//! The format: [`MAGIC`], a checksum of all that follows, the length of the header, the header as JSON, and the packed
//! columns of every page: three bytes for every position, then two bits for each piece of endless advice, and one for each
//! other that goals ask about. If a proof reached only some positions, the columns of their numbers come first.

use std::io::Read as _;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::playbook::{Columns, Kind, Page, Playbook};
use crate::advice::language::{AdviceTable, Span, words};
use crate::advice::position::region::Region;
use crate::advice::position::side::Side;
use crate::advice::position::space::Space;
use crate::advice::prover::positions::Positions;
use crate::advice::prover::proof::Proof;
use crate::advice::registry::Registry;
use crate::advice::satisfy::survey::{Page as SurveyPage, Roots, Survey, SurveyAnswers};
use crate::advice::text_hash::text_hash;

/// The first bytes; the number grows with the format.
const MAGIC: &[u8; 8] = b"lucprf01";
/// How many bytes of the magic every version shares.
const MAGIC_NAME: usize = 6;
/// The offset of the end of the checksum, in bytes.
const CHECKED_FROM: usize = MAGIC.len() + 4;
/// A proof is packed once and read often.
const BEST_COMPRESSION: i32 = 19;
/// Packing more bytes than this as well as can be takes up to a minute, and saves an eighth to two fifths of the size.
const LARGE: usize = 64 << 20;
const COMPRESSION_OF_LARGE: i32 = 9;

/// A proof, and what to play where the table keeps its promise.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredProof {
    /// The figures.
    pub proof: Proof,
    /// The moves, also of a table that keeps only part of its promise.
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
    /// The program's version and a hash of the words' descriptions, because both may change what words mean.
    language: String,
    proof: Proof,
    pages: Vec<PageHeader>,
}

#[derive(Serialize, Deserialize)]
struct PageHeader {
    table: String,
    kinds: Vec<Kind>,
    /// How many positions the proof reached; `None` if it went through all of the material.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reached: Option<u32>,
    /// Which pieces of advice are for ever, as indices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    endless: Vec<usize>,
    /// Which other pieces of advice goals ask about, as indices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    stages: Vec<usize>,
}

/// Returns a text that changes with the meaning of the language's words in this version of the program.
pub(in crate::advice::prover) fn language() -> String {
    format!("{} {:016x}", env!("CARGO_PKG_VERSION"), text_hash(&words()))
}

impl StoredProof {
    /// Returns whether bytes begin like a stored proof, of any version.
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC[..MAGIC_NAME])
    }

    /// Returns the bytes. They are the same for the same table, however long the proof took.
    ///
    /// # Errors
    /// If packing fails, for lack of memory.
    pub fn encode(&self) -> Result<Vec<u8>, StoredError> {
        let pages = self.playbook.pages();
        let page_header = |(table, page): (&str, &Page)| PageHeader {
            table: table.to_owned(),
            kinds: page.kinds.clone(),
            reached: page.positions().numbers().map(|numbers| numbers.len() as u32),
            endless: self.playbook.endless(table).map(|(advice, _)| advice).collect(),
            stages: self.playbook.stages(table).map(|(advice, _)| advice).collect(),
        };
        let header = Header {
            language: language(),
            proof: Proof { seconds: 0.0, ..self.proof.clone() },
            pages: pages.map(page_header).collect(),
        };
        let header = serde_json::to_vec(&header).map_err(std::io::Error::from)?;
        let mut columns = Vec::new();
        for (table, page) in self.playbook.pages() {
            columns.extend(page.positions().numbers().map(packed_numbers).unwrap_or_default());
            for column in [&page.columns.moves, &page.columns.kinds, &page.columns.steps] {
                columns.extend_from_slice(column);
            }
            for (_, page) in self.playbook.endless(table) {
                columns.extend([Side::Us, Side::Them].map(|turn| page.bits(turn)).concat());
            }
            for (_, roots) in self.playbook.stages(table) {
                columns.extend_from_slice(roots.bits());
            }
        }
        let level = if columns.len() > LARGE { COMPRESSION_OF_LARGE } else { BEST_COMPRESSION };
        let mut rest = (header.len() as u32).to_le_bytes().to_vec();
        rest.extend(header);
        rest.extend(zstd::bulk::compress(&columns, level)?);
        Ok([&MAGIC[..], &crc32fast::hash(&rest).to_le_bytes(), &rest].concat())
    }

    /// Reads bytes that this very version of the program wrote, as those in the cache must be.
    ///
    /// # Errors
    /// If they are damaged, of another version, or not about this table as it is now.
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

    /// Reads bytes that are part of the program; a test checks that the prover finds the same.
    pub(in crate::advice::prover) fn decode_built_in(
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
    let tables = tables_of(header.pages, registry, table)?;
    let size = tables.iter().map(|(_, page, space)| page.bytes(space)).sum();
    let columns = unpacked(packed, size)?;
    let mut playbook = Playbook::default();
    let mut rest = Rest(&columns);
    for (table, PageHeader { kinds, reached, endless, stages, .. }, space) in tables {
        let positions = positions(space.clone(), reached, &mut rest)?;
        let mut column = || rest.take(positions.len()).to_vec();
        let columns = Columns { moves: column(), kinds: column(), steps: column() };
        playbook.insert(&table.name, Page::from_parts(positions, kinds, columns));
        if !(endless.is_empty() && stages.is_empty()) {
            playbook.insert_survey(&table.name, survey(table, space, [&endless, &stages], &mut rest));
        }
    }
    Ok(StoredProof { proof: header.proof, playbook })
}

/// Unpacks as many bytes as are needed; memory follows what is there, not what a header says.
fn unpacked(packed: &[u8], size: usize) -> Result<Vec<u8>, StoredError> {
    let cannot = |_| StoredError::Damaged("it cannot be unpacked");
    let mut columns = Vec::new();
    let reader = zstd::stream::read::Decoder::with_buffer(packed).map_err(cannot)?;
    reader.take(size as u64 + 1).read_to_end(&mut columns).map_err(cannot)?;
    if columns.len() == size { Ok(columns) } else { Err(StoredError::Damaged("it is too short or too long")) }
}

/// Returns ascending numbers as the steps from each to the next, in four columns of bytes, which pack well.
fn packed_numbers(numbers: &[u32]) -> Vec<u8> {
    let before = std::iter::once(&0).chain(numbers);
    let steps: Vec<[u8; 4]> =
        numbers.iter().zip(before).map(|(number, before)| (number - before).to_le_bytes()).collect();
    (0..4).flat_map(|byte| steps.iter().map(move |step| step[byte])).collect()
}

/// Reads what positions a page is about.
fn positions(space: Space, reached: Option<u32>, rest: &mut Rest<'_>) -> Result<Positions, StoredError> {
    let Some(count) = reached else { return Ok(Positions::all(space)) };
    let columns = [(); 4].map(|()| rest.take(count as usize));
    let mut last: Option<u32> = None;
    let mut numbers = Vec::with_capacity(count as usize);
    for place in 0..count as usize {
        let step = u32::from_le_bytes(columns.map(|column| column[place]));
        let number = last.unwrap_or(0).checked_add(step).filter(|number| (*number as usize) < space.len());
        let number = number.filter(|number| last.is_none_or(|last| last < *number));
        let number = number.ok_or(StoredError::Damaged("its positions are out of order"))?;
        numbers.push(number);
        last = Some(number);
    }
    Ok(Positions::reached(space, numbers))
}

/// The pages with their tables. Each is one that the proof can have: nothing is taken in, and no memory for it, on the word of
/// the header alone.
fn tables_of<'a>(
    pages: Vec<PageHeader>,
    registry: &'a Registry,
    table: &'a AdviceTable,
) -> Result<Vec<(&'a AdviceTable, PageHeader, Space)>, StoredError> {
    if !pages.is_sorted_by(|one, next| one.table < next.table) {
        return Err(StoredError::Damaged("its pages are out of order"));
    }
    let known = registry.with_handed_over(table);
    let table_of = |page: PageHeader| {
        let table = known.iter().find(|table| table.name == page.table);
        let table = table.ok_or(StoredError::Damaged("it has a page of another table"))?;
        if page.is_of(table) {
            Ok((*table, page, Space::of(table)))
        } else {
            Err(StoredError::Damaged("it is about rules or advice that its table does not have"))
        }
    };
    pages.into_iter().map(table_of).collect()
}

fn survey(
    table: &AdviceTable,
    space: Space,
    [endless, stages]: [&[usize]; 2],
    rest: &mut Rest<'_>,
) -> Survey {
    let survey = Survey::new(Region::all(space), table.advice.len());
    let mut bits = || rest.take(SurveyPage::bytes_of_bits(survey.region.len()));
    for advice in endless {
        let page = SurveyPage::of_bits(&survey.region, [Side::Us, Side::Them].map(|_| bits()));
        survey.add(*advice, SurveyAnswers::Page(page));
    }
    for advice in stages {
        survey.add(*advice, SurveyAnswers::Roots(Roots::of_bits(bits())));
    }
    survey
}

impl PageHeader {
    /// Whether a table has the rules and the advice that it is about. What is for ever is so in the table, and each is named once.
    fn is_of(&self, table: &AdviceTable) -> bool {
        let are_of = |numbers: &[usize], spans: &[Span]| {
            let known =
                |number: &usize| table.advice.get(*number).is_some_and(|advice| spans.contains(&advice.span));
            numbers.is_sorted_by(|one, next| one < next) && numbers.iter().all(known)
        };
        let kinds_are_of = self.kinds.iter().all(|kind| kind.is_of(table));
        // Only with many men does a proof go through some positions alone, and then it surveys nothing.
        let is_large = table.material.has_many_men();
        let surveys_nothing = self.endless.is_empty() && self.stages.is_empty();
        self.reached.is_some() == is_large
            && (surveys_nothing || !is_large)
            && kinds_are_of
            && are_of(&self.endless, &[Span::ForEver])
            && are_of(&self.stages, &[Span::UntilReached, Span::Soonest])
    }

    /// Returns how many bytes the columns of a page have.
    fn bytes(&self, space: &Space) -> usize {
        let bits = 2 * self.endless.len() + self.stages.len();
        let columns = self.reached.map_or(3 * space.len(), |reached| 7 * reached as usize);
        columns + bits * SurveyPage::bytes_of_bits(space.len())
    }
}

/// The bytes that have not been read yet; there are as many as the header says.
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
    use crate::advice::satisfy::subgoals::Subgoals;

    /// The king stays before the pawn for ever, where it can, or comes there.
    const STAYS: &str = "material K v KP\nholds where can stay\nsymmetric\n\
        rule always: if any_position then take, stay, come\n\
        advice take: better: their_men = 1 holding: any_position us: depth = 0 and capture them: none\n\
        advice stay for ever: better: their_men = 1 or our_stalemate or stalemate or can take\n\
        holding: us_to_move or before_their_pawn >= 1 us: legal them: legal\n\
        advice come: better: us_to_move and can stay holding: they_have_pawn\n\
        us: depth < 3 and legal them: depth < 4 and legal\n";
    const STAY: usize = 1;
    const COME: usize = 2;

    /// The table in its registry, its proof, and the proof as read from its file.
    fn proven_and_stored() -> (Registry, StoredProof, StoredProof) {
        let mut registry = Registry::default();
        registry.add(check("stays", STAYS).table.unwrap(), Origin::BuiltIn);
        let table = registry.find("stays").unwrap();
        let found = StoredProof::prove(&registry, table, ProveOptions::default()).unwrap();
        let stored = StoredProof::decode(&found.encode().unwrap(), &registry, table).unwrap();
        (registry, found, stored)
    }

    #[test]
    fn what_holds_for_ever_is_stored_with_the_proof() {
        let (registry, found, stored) = proven_and_stored();
        let table = registry.find("stays").unwrap();
        assert!(found.proof.proven);
        assert!(stored.playbook == found.playbook);
        let (survey, subgoals) = (stored.playbook.survey(table).unwrap(), Subgoals::new(table));
        let space = Space::of(table);
        let mut counts = [0, 0];
        for position in (0..space.len()).filter_map(|number| space.position(number)) {
            let holds = subgoals.satisfiable(STAY, &position, &position, 0);
            assert_eq!(survey.answer(STAY, &position, 0), Some(holds), "{position:?}");
            counts[usize::from(holds)] += 1;
        }
        assert!(counts.iter().all(|count| *count > 1000), "{counts:?}");
    }

    /// A proof with another header, and the right checksum.
    fn with_pages(stored: &StoredProof, change: impl Fn(&mut Vec<PageHeader>)) -> Vec<u8> {
        let encoded = stored.encode().unwrap();
        let (mut header, columns) = split(&encoded).unwrap();
        change(&mut header.pages);
        let header = serde_json::to_vec(&header).unwrap();
        let rest = [&(header.len() as u32).to_le_bytes(), header.as_slice(), columns].concat();
        [&MAGIC[..], &crc32fast::hash(&rest).to_le_bytes(), &rest].concat()
    }

    #[test]
    fn the_positions_that_a_proof_reached_are_read_as_they_were_written_or_not_at_all() {
        let (registry, _, _) = proven_and_stored();
        let space = Space::of(registry.find("stays").unwrap());
        let read = |bytes: &[u8], count| positions(space.clone(), Some(count), &mut Rest(bytes));
        for numbers in [vec![], vec![0], vec![7, 8, 70_000, 200_000]] {
            let bytes = packed_numbers(&numbers);
            assert_eq!(read(&bytes, numbers.len() as u32).unwrap().numbers().unwrap(), numbers);
        }
        let beyond = u32::try_from(space.len()).unwrap();
        for wrong in [[3, 0], [3, beyond - 3], [beyond, 1]] {
            let bytes: Vec<u8> =
                (0..4).flat_map(|byte| wrong.map(|step: u32| step.to_le_bytes()[byte])).collect();
            assert!(matches!(read(&bytes, 2), Err(StoredError::Damaged(_))), "{wrong:?}");
        }
    }

    type Change<'a> = &'a dyn Fn(&mut Vec<PageHeader>);

    #[test]
    fn pages_that_no_proof_of_the_table_has_are_damage_however_right_the_checksum() {
        let (registry, found, _) = proven_and_stored();
        let table = registry.find("stays").unwrap();
        let read = |change: Change| StoredProof::decode(&with_pages(&found, change), &registry, table);
        assert!(read(&|_| {}).is_ok());
        let again = |pages: &mut Vec<PageHeader>| {
            let PageHeader { table, kinds, .. } = &pages[0];
            let page = || PageHeader {
                table: table.clone(),
                kinds: kinds.clone(),
                reached: None,
                endless: vec![],
                stages: vec![],
            };
            *pages = (0..1_000_000).map(|_| page()).collect();
        };
        let changes: [Change; 6] = [
            &again,
            &|pages| pages[0].table = "another".to_owned(),
            &|pages| pages[0].kinds.push(Kind::of(9, 0)),
            &|pages| pages[0].stages.push(9),
            &|pages| pages[0].endless.push(STAY),
            &|pages| pages[0].stages = vec![STAY],
        ];
        for (number, change) in changes.into_iter().enumerate() {
            assert!(matches!(read(change), Err(StoredError::Damaged(_))), "change {number}");
        }
    }

    #[test]
    fn where_a_stage_can_begin_is_stored_with_the_proof() {
        let (registry, _, stored) = proven_and_stored();
        let table = registry.find("stays").unwrap();
        let (survey, subgoals) = (stored.playbook.survey(table).unwrap(), Subgoals::new(table));
        let space = Space::of(table);
        let mut begins = [0, 0];
        for position in (0..space.len()).step_by(7).filter_map(|number| space.position(number)) {
            let answer = |depth| survey.answer(COME, &position, depth);
            let searched = |depth| subgoals.satisfiable(COME, &position, &position, depth);
            assert_eq!(answer(0), Some(searched(0)), "{position:?}");
            // What cannot begin cannot go on; what can begin may not have the time to end.
            assert!(answer(2).is_none_or(|goes_on| goes_on == searched(2)), "{position:?}");
            assert_eq!(answer(2).is_none(), searched(0), "{position:?}");
            begins[usize::from(searched(0))] += 1;
        }
        assert!(begins.iter().all(|count| *count > 100), "{begins:?}");
    }
}
