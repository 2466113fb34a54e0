//! Shuffles files of positions that are larger than memory, drops duplicates and holds out whole games.
//!
//! A position goes to the bucket that its hash names. Duplicates meet in one bucket, and a bucket fits into memory. Buckets are
//! mixed one after the other; together they are a mixture of all positions.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

use fastrand::Rng;

use super::error::TrainingError;
use super::file::{POSITIONS, PositionFileError, PositionReader, PositionWriter};
use super::record::{RECORD_BYTES, Record};
use crate::text::outputs::OutputPath;

/// Bytes that a record takes while its bucket is mixed, including its place among those seen.
const BYTES_IN_MEMORY: u64 = 2 * RECORD_BYTES as u64 + 48;

/// The most files to open at the same time.
const MOST_BUCKETS: u64 = 512;

/// Marks, in the buckets, a position of a game that is held out. Files do not use this bit of a record's state.
const HELD_OUT: u8 = 1 << 7;
const STATE: usize = 24;

/// What to shuffle, and how.
#[derive(Clone, Debug)]
pub struct Shuffling {
    /// Files of positions, with the positions of each game together.
    pub files: Vec<PathBuf>,
    /// How many of a thousand games are held out.
    pub held_out_share: u64,
    /// Seed of the shuffling.
    pub seed: u64,
    /// Memory for shuffling, in bytes.
    pub memory: u64,
    /// Whether an output may replace a file of any kind.
    pub force: bool,
}

/// The counts of a shuffling, in positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shuffled {
    /// Positions to learn from.
    pub kept: u64,
    /// Positions of games that are held out.
    pub held_out: u64,
    /// Duplicates that were dropped.
    pub doubles: u64,
    /// Positions without a score, which teach nothing.
    pub without_score: u64,
}

/// The two stages of shuffling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Positions go to the buckets of their hashes.
    Distribute,
    /// Buckets are mixed, one after the other.
    Mix,
}

impl Shuffling {
    /// Shuffles the files into an output, and the games that are held out into another; without that one, no game is held out.
    /// `progress` is called with the stage, the amount done and the whole amount.
    ///
    /// # Errors
    /// If a file cannot be read or written, or the files have scores of different teachers.
    pub fn run(
        &self,
        out: &OutputPath,
        held_out: Option<&OutputPath>,
        progress: impl Fn(Stage, u64, u64),
    ) -> Result<Shuffled, TrainingError> {
        let (maker, bytes) = look_at(&self.files)?;
        let mut outputs = Outputs::create(out, held_out, &maker, self.force)?;
        let folder = out.scratch_folder()?;
        let needed = bytes / RECORD_BYTES as u64 * BYTES_IN_MEMORY;
        let count = needed.div_ceil(self.memory.max(1)).clamp(1, MOST_BUCKETS);
        let mut buckets = Buckets::create(folder.path(), count)?;
        let share = held_out.map(|_| self.held_out_share);
        let without_score =
            self.fill(&mut buckets, share, &|read| progress(Stage::Distribute, read, bytes))?;
        let shuffled = buckets.mix(self.seed, &mut outputs, &|done| progress(Stage::Mix, done, count))?;
        outputs.finish()?;
        Ok(Shuffled { without_score, ..shuffled })
    }

    /// Distributes all positions with a score, and returns how many have none. `progress` is called with the bytes read.
    fn fill(
        &self,
        buckets: &mut Buckets,
        held_out_share: Option<u64>,
        progress: &dyn Fn(u64),
    ) -> Result<u64, TrainingError> {
        let (mut before, mut without_score) = (0, 0);
        for path in &self.files {
            let mut reader = PositionReader::open(path)?;
            let mut is_held_out = false;
            while let Some(block) = reader.next_block()? {
                for mut record in block.records {
                    if record.is_first_of_game() {
                        let chance = record.hash(!self.seed) % 1000;
                        is_held_out = held_out_share.is_some_and(|share| chance < share);
                    }
                    if record.score().is_none() {
                        without_score += 1;
                        continue;
                    }
                    record.set_first_of_game(false);
                    buckets.add(&record, is_held_out)?;
                }
                progress(before + reader.offset());
            }
            before += reader.length();
        }
        Ok(without_score)
    }
}

/// Returns the maker of all files and their total length in bytes.
fn look_at(files: &[PathBuf]) -> Result<(String, u64), TrainingError> {
    let mut maker: Option<String> = None;
    let mut bytes = 0;
    for path in files {
        let reader = PositionReader::open(path)?;
        bytes += reader.length();
        let known = maker.get_or_insert_with(|| reader.maker().to_owned());
        if known != reader.maker() {
            let reason = format!(
                "{} has scores by \"{}\", and the files before it by \"{known}\"; shuffle files of one teacher",
                path.display(),
                reader.maker()
            );
            return Err(TrainingError::WrongFile(reason));
        }
    }
    Ok((maker.unwrap_or_default(), bytes))
}

/// The files that mixed positions go to.
struct Outputs {
    kept: PositionWriter,
    held_out: Option<PositionWriter>,
}

impl Outputs {
    fn create(
        out: &OutputPath,
        held_out: Option<&OutputPath>,
        maker: &str,
        force: bool,
    ) -> Result<Outputs, TrainingError> {
        // Check both outputs before either begins.
        for output in [Some(out), held_out].into_iter().flatten() {
            output.claim(&POSITIONS, force)?;
        }
        let create = |path| PositionWriter::create(path, maker, force);
        Ok(Outputs { kept: create(out)?, held_out: held_out.map(create).transpose()? })
    }

    fn finish(self) -> Result<(), PositionFileError> {
        self.kept.finish()?;
        self.held_out.map_or(Ok(()), PositionWriter::finish)
    }
}

/// The files in which positions wait for mixing.
struct Buckets {
    folder: PathBuf,
    files: Vec<BufWriter<File>>,
}

impl Buckets {
    fn create(folder: &Path, count: u64) -> Result<Buckets, TrainingError> {
        let create = |number| {
            let path = bucket_path(folder, number);
            File::create(&path).map(BufWriter::new).map_err(|source| system(&path, source))
        };
        let files = (0..count as usize).map(create).collect::<Result<_, _>>()?;
        Ok(Buckets { folder: folder.to_owned(), files })
    }

    fn add(&mut self, record: &Record, is_held_out: bool) -> Result<(), TrainingError> {
        let number = (record.hash(0) % self.files.len() as u64) as usize;
        let mut bytes = *record.bytes();
        bytes[STATE] |= if is_held_out { HELD_OUT } else { 0 };
        let written = self.files[number].write_all(&bytes);
        written.map_err(|source| system(&bucket_path(&self.folder, number), source).into())
    }

    /// Mixes one bucket after the other into the outputs.
    fn mix(
        mut self,
        seed: u64,
        outputs: &mut Outputs,
        progress: &dyn Fn(u64),
    ) -> Result<Shuffled, TrainingError> {
        let mut random = Rng::with_seed(seed);
        let mut tally = Shuffled::default();
        for (number, file) in self.files.drain(..).enumerate() {
            let path = bucket_path(&self.folder, number);
            file.into_inner().map_err(|error| system(&path, error.into_error()))?;
            let (kept, held, doubles) = read_bucket(&path)?;
            tally.doubles += doubles;
            tally.kept += push_mixed(kept, &mut outputs.kept, &mut random)?;
            if let Some(held_out) = &mut outputs.held_out {
                tally.held_out += push_mixed(held, held_out, &mut random)?;
            }
            std::fs::remove_file(&path).map_err(|source| system(&path, source))?;
            progress(number as u64 + 1);
        }
        Ok(tally)
    }
}

/// Returns a bucket's positions without duplicates: those to learn from and those held out, and the number of duplicates.
fn read_bucket(path: &Path) -> Result<(Vec<Record>, Vec<Record>, u64), TrainingError> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.map_err(|source| system(path, source))?;
    let (records, _) = bytes.as_chunks::<RECORD_BYTES>();
    let mut seen = HashSet::with_capacity(records.len());
    let mut once = |held_out: bool| {
        let of_kind = records.iter().filter(|bytes| (bytes[STATE] & HELD_OUT != 0) == held_out);
        let records = of_kind.map(|bytes| without_mark(*bytes));
        records.filter(|record| seen.insert(record.identity())).collect::<Vec<Record>>()
    };
    // Positions held out come first: the others must not contain them.
    let held = once(true);
    let kept = once(false);
    let doubles = (records.len() - held.len() - kept.len()) as u64;
    Ok((kept, held, doubles))
}

fn without_mark(mut bytes: [u8; RECORD_BYTES]) -> Record {
    bytes[STATE] &= !HELD_OUT;
    Record::from_bytes(bytes)
}

fn push_mixed(
    mut records: Vec<Record>,
    out: &mut PositionWriter,
    random: &mut Rng,
) -> Result<u64, TrainingError> {
    random.shuffle(&mut records);
    for part in records.chunks(PART) {
        out.push(part, out.written() + part.len() as u64)?;
    }
    Ok(records.len() as u64)
}

/// Records to write at once.
const PART: usize = 1024;

fn bucket_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{number}"))
}

fn system(path: &Path, source: std::io::Error) -> PositionFileError {
    PositionFileError::System { path: path.to_owned(), source }
}
