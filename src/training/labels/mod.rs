//! Labels positions with a teacher's scores, and with exact results where tables know them.

mod coherence;
mod effort;
mod engine;
mod teacher;

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use parking_lot::Mutex;

use super::changes::Changes;
use super::error::TrainingError;
use super::file::{Block, PositionReader, PositionWriter};
use super::record::{DECIDED, Record};
use crate::board::Board;
use crate::exact::{Allowed, Doubt, ExactResults, Sources};
use crate::search::SyzygySettings;
use crate::tablebase::{Cache, DtmTables, EMBEDDED_MEN, EmbeddedTables, Wdl, in_parallel};
use crate::threads::BrokenOff;
use coherence::Coherence;
pub use effort::TeacherEffort;
pub use engine::TeacherError;
pub use teacher::Teacher;

/// The counts of a labelling.
#[derive(Debug, Default)]
pub struct Tally {
    /// Positions of the input, including those of earlier runs.
    seen: u64,
    labelled: u64,
    exact: u64,
    left_out: u64,
    coherence: Coherence,
}

impl Tally {
    fn add(&mut self, block: &Labelled) {
        self.seen += block.seen as u64;
        self.labelled += block.records.len() as u64;
        self.exact += block.exact as u64;
        self.left_out += (block.asked - block.records.len()) as u64;
        block.records.iter().for_each(|record| self.coherence.add(record));
    }

    /// Returns whether, over many positions, better scores go with worse results of their games.
    #[must_use]
    pub fn is_contradiction(&self) -> bool {
        self.coherence.is_contradiction()
    }
}

impl Display for Tally {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Tally { labelled, exact, left_out, .. } = self;
        write!(formatter, "{labelled} labelled, {exact} of them exactly, {left_out} left out")?;
        match self.coherence.correlation() {
            Some(found) => write!(formatter, ", correlation with results {found:.2}"),
            None => Ok(()),
        }
    }
}

/// What to label the positions of a file with.
pub struct Labelling<'a> {
    /// As many blocks are labelled at a time.
    pub teachers: &'a mut [Teacher],
    /// Built tables to use beside those inside the program; `None` without them.
    pub cache: Option<&'a Cache>,
    /// Syzygy files to use beside them.
    pub syzygy: SyzygySettings,
    /// How to change the positions; `None` labels them as they are.
    pub changes: Option<Changes>,
}

impl Labelling<'_> {
    /// Labels a file, block by block. It skips the positions that an earlier run has labelled. `read` is called with the bytes of
    /// the input read so far.
    ///
    /// # Errors
    /// If a file or a table cannot be read, the output cannot be written or was made from another input, or a teacher has ended.
    pub fn run(
        self,
        input: &mut PositionReader,
        output: &mut PositionWriter,
        read: impl Fn(u64),
    ) -> Result<Tally, TrainingError> {
        let exact = exact_results(self.cache, self.syzygy)?;
        let mut tally = Tally { seen: output.mark(), ..Tally::default() };
        skip(input, output.mark())?;
        loop {
            read(input.offset());
            let blocks = read_blocks(input, tally.seen, self.teachers.len())?;
            if blocks.is_empty() {
                return Ok(tally);
            }
            for labelled in label_together(&blocks, self.teachers, &exact, self.changes) {
                let labelled = labelled?;
                tally.add(&labelled);
                output.push(&labelled.records, tally.seen)?;
            }
        }
    }
}

/// Skips the positions that an earlier run has labelled.
fn skip(input: &mut PositionReader, positions: u64) -> Result<(), TrainingError> {
    let mut skipped = 0;
    while skipped < positions {
        let Some(block) = input.next_block()? else { break };
        skipped += block.records.len() as u64;
    }
    if skipped == positions {
        return Ok(());
    }
    Err(TrainingError::WrongFile(format!(
        "the output ends after position {positions} of the input, inside a block; name the input it was made from"
    )))
}

/// Positions of the input.
struct Unlabelled {
    /// The number of the first.
    first: u64,
    records: Vec<Record>,
}

impl Unlabelled {
    /// Returns them as they are, or changed.
    fn asked(&self, changes: Option<Changes>) -> Result<Cow<'_, [Record]>, TrainingError> {
        let Some(changes) = changes else { return Ok(Cow::Borrowed(&self.records)) };
        let mut all = Vec::new();
        for (number, record) in (self.first..).zip(&self.records) {
            all.extend(changes.of(record, number)?);
        }
        Ok(Cow::Owned(all))
    }
}

/// Reads this many blocks, or fewer at the end. `first` is the number of the first position.
fn read_blocks(
    input: &mut PositionReader,
    mut first: u64,
    count: usize,
) -> Result<Vec<Unlabelled>, TrainingError> {
    let mut blocks = Vec::new();
    while blocks.len() < count
        && let Some(Block { records, .. }) = input.next_block()?
    {
        let next = first + records.len() as u64;
        blocks.push(Unlabelled { first, records });
        first = next;
    }
    Ok(blocks)
}

/// Labels each block by its own teacher; returns them in the order of the blocks.
fn label_together(
    blocks: &[Unlabelled],
    teachers: &mut [Teacher],
    exact: &ExactResults,
    changes: Option<Changes>,
) -> Vec<Result<Labelled, TrainingError>> {
    let work: Vec<_> = blocks.iter().zip(teachers.iter_mut().map(Mutex::new)).collect();
    in_parallel(work.len(), work.len(), |number| {
        let (block, teacher) = &work[number];
        let crashed = |_| Err(BrokenOff.into());
        catch_unwind(AssertUnwindSafe(|| label(block, &mut teacher.lock(), exact, changes)))
            .unwrap_or_else(crashed)
    })
}

/// A block's records with their new scores.
struct Labelled {
    records: Vec<Record>,
    /// Positions of the input.
    seen: usize,
    /// Those and what they were changed to.
    asked: usize,
    exact: usize,
}

fn label(
    block: &Unlabelled,
    teacher: &mut Teacher,
    exact: &ExactResults,
    changes: Option<Changes>,
) -> Result<Labelled, TrainingError> {
    let records = block.asked(changes)?;
    let boards =
        records.iter().map(|record| record.without_clock().board()).collect::<Result<Vec<_>, _>>()?;
    let results: Vec<Option<i16>> = boards.iter().map(|board| score(exact, board)).collect();
    let unknown: Vec<Board> = boards
        .into_iter()
        .zip(&results)
        .filter(|(_, result)| result.is_none())
        .map(|(board, _)| board)
        .collect();
    let mut values = teacher.values(&unknown)?.into_iter();
    let seen = block.records.len();
    let mut labelled = Labelled { records: Vec::new(), seen, asked: records.len(), exact: 0 };
    let mut begins_game = false;
    for (record, result) in records.iter().zip(results) {
        let mut record = *record;
        // If the first position of a game is left out, the next one counts as the first.
        begins_game |= record.is_first_of_game();
        let Some(score) = result.or_else(|| values.next().flatten()) else { continue };
        record.set_score(Some(score), result.is_some());
        if changes.is_some() && Changes::leave_out(&record) {
            continue;
        }
        record.set_first_of_game(begins_game);
        begins_game = false;
        labelled.exact += usize::from(result.is_some());
        labelled.records.push(record);
    }
    Ok(labelled)
}

/// Returns the exact results: the tables inside the program, all larger ones in the cache, and Syzygy files.
///
/// # Errors
/// If a table in the cache cannot be read.
fn exact_results(cache: Option<&Cache>, syzygy: SyzygySettings) -> Result<ExactResults, TrainingError> {
    let built = DtmTables::new();
    for cached in cache.map(Cache::tables).unwrap_or_default() {
        let Some(cache) = cache.filter(|_| cached.material.men() > EMBEDDED_MEN) else { continue };
        if let Some(table) = cache.load(cached.material)? {
            built.insert(table);
        }
    }
    let embedded = Arc::clone(EmbeddedTables::built_in());
    let allowed = Allowed { own_men: EMBEDDED_MEN, positions: 0, doubt: Doubt::IsUnknown };
    Ok(ExactResults::new(Sources { embedded, built: Arc::new(built), syzygy }, allowed))
}

/// Returns the exact result as White's score, in centipawns. It ignores the clock, which a network does not see.
fn score(exact: &ExactResults, board: &Board) -> Option<i16> {
    let mover = match exact.without_clock(board)?.counted() {
        Wdl::Win => DECIDED,
        Wdl::Draw => 0,
        Wdl::Loss => -DECIDED,
    };
    Some(board.turn().fold_wb(mover, -mover))
}
