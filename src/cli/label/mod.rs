//! `lucena label`: gives the positions of a file the scores of a teacher, and exact results where tables know them.

mod arguments;
mod coherence;
mod engine;
mod question;
mod teacher;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use parking_lot::Mutex;

pub(super) use arguments::Arguments;
pub use engine::TeacherError;

use super::{CommandError, progress};
use crate::board::Board;
use crate::config::Config;
use crate::exact::{Allowed, Doubt, ExactResults, Sources};
use crate::search::SyzygySettings;
use crate::tablebase::{Cache, DtmTables, EMBEDDED_MEN, EmbeddedTables, Wdl, in_parallel};
use crate::threads::as_many;
use crate::training::{DECIDED, PositionReader, PositionWriter, Record};
use coherence::Coherence;
use teacher::Teacher;

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let mut input = PositionReader::open(&arguments.positions)?;
    let cache = arguments.tables.then(|| config.options.open_cache()).flatten();
    let exact = exact_results(cache.as_ref())?;
    let mut teachers = as_many(
        arguments.processes,
        || Teacher::new(config, arguments),
        CommandError::is_shortage_of_threads,
    )?;
    let name = teachers.first().map(Teacher::name).unwrap_or_default();
    let maker = format!("{name}, {}", arguments.question().words());
    let force = arguments.force.force;
    let mut output = PositionWriter::open(&arguments.out, &maker, arguments.resume, force)?;
    let mut tally = Tally { seen: output.mark(), ..Tally::default() };
    skip(&mut input, output.mark())?;
    label_all(&mut input, &mut teachers, &exact, &mut output, &mut tally)?;
    output.finish()?;
    tally.tell(&maker)
}

/// What has been done.
#[derive(Default)]
struct Tally {
    /// Positions of the input, those of earlier runs among them.
    seen: u64,
    labelled: u64,
    exact: u64,
    left_out: u64,
    coherence: Coherence,
}

impl Tally {
    fn add(&mut self, block: &Labelled) {
        self.seen += block.asked as u64;
        self.labelled += block.records.len() as u64;
        self.exact += block.exact as u64;
        self.left_out += (block.asked - block.records.len()) as u64;
        block.records.iter().for_each(|record| self.coherence.add(record));
    }

    fn tell(&self, maker: &str) -> Result<(), CommandError> {
        let Tally { labelled, exact, left_out, .. } = self;
        let agreement = self.coherence.correlation();
        let words =
            agreement.map_or_else(String::new, |found| format!(", correlation with results {found:.2}"));
        eprintln!("{maker}: {labelled} labelled, {exact} of them exactly, {left_out} left out{words}");
        if self.coherence.is_contradiction() {
            return Err(CommandError::Failed(
                "the scores contradict the games' results; check the engine".to_owned(),
            ));
        }
        Ok(())
    }
}

/// Passes over the positions that an earlier run has labelled.
fn skip(input: &mut PositionReader, positions: u64) -> Result<(), CommandError> {
    let mut skipped = 0;
    while skipped < positions {
        let Some(block) = input.next_block()? else { break };
        skipped += block.records.len() as u64;
    }
    if skipped == positions {
        return Ok(());
    }
    let reason = format!(
        "the output ends after position {positions} of the input, inside a block; name the input it was made from"
    );
    Err(CommandError::Usage(reason))
}

/// Labels block by block, as many at a time as there are teachers.
fn label_all(
    input: &mut PositionReader,
    teachers: &mut [Teacher],
    exact: &ExactResults,
    output: &mut PositionWriter,
    tally: &mut Tally,
) -> Result<(), CommandError> {
    let bar = progress::bar(usize::try_from(input.length()).unwrap_or(usize::MAX), "label");
    bar.set_position(input.offset());
    bar.reset_eta();
    loop {
        let blocks = read_blocks(input, teachers.len())?;
        if blocks.is_empty() {
            bar.finish_and_clear();
            return Ok(());
        }
        for labelled in label_together(&blocks, teachers, exact) {
            let labelled = labelled?;
            tally.add(&labelled);
            output.push(&labelled.records, tally.seen)?;
        }
        bar.set_position(input.offset());
    }
}

/// So many blocks, fewer at the end.
fn read_blocks(input: &mut PositionReader, count: usize) -> Result<Vec<Vec<Record>>, CommandError> {
    let mut blocks = Vec::new();
    while blocks.len() < count
        && let Some(block) = input.next_block()?
    {
        blocks.push(block.records);
    }
    Ok(blocks)
}

/// Labels each block by a teacher of its own, and answers in the order of the blocks.
fn label_together(
    blocks: &[Vec<Record>],
    teachers: &mut [Teacher],
    exact: &ExactResults,
) -> Vec<Result<Labelled, CommandError>> {
    let work: Vec<_> = blocks.iter().zip(teachers.iter_mut().map(Mutex::new)).collect();
    in_parallel(work.len(), work.len(), |number| {
        let (records, teacher) = &work[number];
        let crashed = |_| Err(CommandError::Internal("a thread that labels has failed".to_owned()));
        catch_unwind(AssertUnwindSafe(|| label(records, &mut teacher.lock(), exact))).unwrap_or_else(crashed)
    })
}

/// The records of a block with their new scores.
struct Labelled {
    records: Vec<Record>,
    asked: usize,
    exact: usize,
}

fn label(records: &[Record], teacher: &mut Teacher, exact: &ExactResults) -> Result<Labelled, CommandError> {
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
    let mut labelled = Labelled { records: Vec::new(), asked: records.len(), exact: 0 };
    let mut begins_game = false;
    for (record, result) in records.iter().zip(results) {
        let mut record = *record;
        // Where the first position of a game is left out, the next one is the first.
        begins_game |= record.is_first_of_game();
        let Some(score) = result.or_else(|| values.next().flatten()) else { continue };
        record.set_score(Some(score), result.is_some());
        record.set_first_of_game(begins_game);
        begins_game = false;
        labelled.exact += usize::from(result.is_some());
        labelled.records.push(record);
    }
    Ok(labelled)
}

/// Whoever knows exact results: the tables inside the program, and all of more men that are in the cache.
///
/// # Errors
/// If a table in the cache cannot be read.
fn exact_results(cache: Option<&Cache>) -> Result<ExactResults, CommandError> {
    let built = DtmTables::new();
    for cached in cache.map(Cache::tables).unwrap_or_default() {
        let Some(cache) = cache.filter(|_| cached.material.men() > EMBEDDED_MEN) else { continue };
        if let Some(table) = cache.load(cached.material)? {
            built.insert(table);
        }
    }
    let (embedded, syzygy) = (Arc::clone(EmbeddedTables::built_in()), SyzygySettings::default());
    let allowed = Allowed { own_men: EMBEDDED_MEN, positions: 0, doubt: Doubt::IsUnknown };
    Ok(ExactResults::new(Sources { embedded, built: Arc::new(built), syzygy }, allowed))
}

/// The exact result as White's score, in centipawns. A network sees no clock, so it does not count.
fn score(exact: &ExactResults, board: &Board) -> Option<i16> {
    let mover = match exact.without_clock(board)?.counted() {
        Wdl::Win => DECIDED,
        Wdl::Draw => 0,
        Wdl::Loss => -DECIDED,
    };
    Some(board.turn().fold_wb(mover, -mover))
}
