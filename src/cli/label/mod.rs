//! `lucena label`: gives the positions of a file the scores of a teacher, and exact results where tables know them.

mod coherence;
mod engine;
mod exact;
mod teacher;

pub use engine::TeacherError;

use std::path::PathBuf;

use super::positions::{PositionReader, PositionWriter, Record};
use super::{CommandError, progress};
use crate::board::Board;
use crate::cli::input;
use crate::config::Config;
use coherence::Coherence;
use exact::ExactResults;
use teacher::Teacher;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A teacher is lucena itself or, with --engine, any UCI engine. Without --nodes and --depth it is asked \
    for its static value (of an engine: by `eval`, as Stockfish understands it). Positions of up to four men get their \
    exact results and are no question to the teacher. Positions for which the teacher tells no value, because they are \
    in check, are left out and counted. The clock of the 50-move rule counts as zero: a network does not see it.\n\
    --resume goes on where the output ends; positions that have come to the input since are labelled, too.\n\
    Exit code 1 where the new scores contradict the games' results: then they are those of the wrong side."
)]
pub(super) struct Arguments {
    /// The file of positions, as `lucena selfplay --purpose network` writes it
    #[arg(value_parser = input::path())]
    positions: PathBuf,

    /// Where the labelled positions go
    #[arg(long, value_name = "FILE", value_parser = input::path())]
    out: PathBuf,

    /// A UCI engine as teacher, with its arguments; without it lucena teaches
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,

    /// An option for the engine, several times where wanted
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    option: Vec<(String, String)>,

    /// Ask for searches of so many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "depth")]
    nodes: Option<u64>,

    /// Ask for searches of this depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=128))]
    depth: Option<u32>,

    /// Teachers that answer at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::searcher::threads)]
    processes: usize,

    /// Ask the tables of five men in the cache, too (lucena tablebase build); they are read into memory
    #[arg(long)]
    tables: bool,

    /// Go on with the output of an earlier run of the same teacher
    #[arg(long)]
    resume: bool,
}

/// What a teacher is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// The value without a search.
    Static,
    /// A search of so many nodes.
    Nodes(u64),
    /// A search of this depth.
    Depth(u32),
}

impl Question {
    fn words(self) -> String {
        match self {
            Question::Static => "static".to_owned(),
            Question::Nodes(nodes) => format!("{nodes} nodes"),
            Question::Depth(depth) => format!("depth {depth}"),
        }
    }
}

impl Arguments {
    fn question(&self) -> Question {
        match (self.nodes, self.depth) {
            (Some(nodes), _) => Question::Nodes(nodes),
            (None, Some(depth)) => Question::Depth(depth),
            (None, None) => Question::Static,
        }
    }
}

fn name_and_value(word: &str) -> Result<(String, String), String> {
    let (name, value) = word.split_once('=').ok_or("allowed is NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let mut input = PositionReader::open(&arguments.positions)?;
    let cache = arguments.tables.then(|| config.options.open_cache()).flatten();
    let exact = ExactResults::new(cache.as_ref())?;
    let mut teachers = (0..arguments.processes)
        .map(|_| Teacher::new(config, arguments))
        .collect::<Result<Vec<_>, CommandError>>()?;
    let name = teachers.first().map(Teacher::name).unwrap_or_default();
    let maker = format!("{name}, {}", arguments.question().words());
    let open = if arguments.resume { PositionWriter::resume } else { PositionWriter::create };
    let mut output = open(&arguments.out, &maker)?;
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
            return Err(CommandError::Failed("the scores contradict the games' results".to_owned()));
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
    let reason = format!("the output ends behind position {positions} of the input, where no block ends");
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
    std::thread::scope(|scope| {
        let work = blocks.iter().zip(teachers);
        let running: Vec<_> =
            work.map(|(records, teacher)| scope.spawn(|| label(records, teacher, exact))).collect();
        let crashed = |_| Err(CommandError::Internal("a thread that labels has failed".to_owned()));
        running.into_iter().map(|thread| thread.join().unwrap_or_else(crashed)).collect()
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
    let results: Vec<Option<i16>> = boards.iter().map(|board| exact.score(board)).collect();
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
