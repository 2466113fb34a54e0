//! `lucena positions shuffle`: mixes files larger than the memory, drops doubles and holds whole games out.
//!
//! A position goes to the bucket that its hash names: doubles meet in one bucket, and a bucket fits in memory. Buckets one
//! after the other, each mixed, are a mixture of all.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

use fastrand::Rng;

use super::CommandError;
use crate::cli::input;
use crate::cli::outputs::Force;
use crate::cli::progress;
use crate::text::outputs::OutputPath;
use crate::training::{POSITIONS, PositionFileError, PositionReader, PositionWriter, RECORD_BYTES, Record};

/// Bytes that a record takes while its bucket is mixed, its place among those seen included.
const BYTES_IN_MEMORY: u64 = 2 * RECORD_BYTES as u64 + 48;

const MEBIBYTE: u64 = 1 << 20;

/// As many files are open at the same time.
const MOST_BUCKETS: u64 = 512;

/// In the buckets: the position is of a game that is held out. Files have no use for this bit of a record's state.
const HELD_OUT: u8 = 1 << 7;
const STATE: usize = 24;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Two positions are the same if men, side to move, castling rights and en passant agree; the first one \
    stays. Whole games are held out, chosen by their first positions: the same game is held out whatever other \
    files there are. A position of a game that is held out appears in no other game. Positions without a score teach nothing \
    and are left out. All files must have scores of the same teacher. Meanwhile a folder beside the output holds the \
    positions and takes as much space as they do."
)]
pub(super) struct Arguments {
    /// Files of positions, with the positions of each game together
    #[arg(required = true, value_parser = input::path())]
    files: Vec<PathBuf>,

    /// Write the shuffled positions to this file
    #[arg(long, value_name = "FILE", value_parser = input::output())]
    out: OutputPath,

    /// Write the positions of games that are held out to this file
    #[arg(long, value_name = "FILE", value_parser = input::output())]
    held_out: Option<OutputPath>,

    #[command(flatten)]
    force: Force,

    /// Hold out this many of a thousand games
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=500))]
    held_out_share: u64,

    /// Seed for shuffling
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Memory for shuffling, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(16..))]
    memory: u64,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let (maker, bytes) = look_at(&arguments.files)?;
    let mut outputs = Outputs::create(arguments, &maker)?;
    let folder = arguments.out.scratch_folder()?;
    let needed = bytes / RECORD_BYTES as u64 * BYTES_IN_MEMORY;
    let count = needed.div_ceil(arguments.memory * MEBIBYTE).clamp(1, MOST_BUCKETS);
    let mut buckets = Buckets::create(folder.path(), count)?;
    let without_score = fill(arguments, &mut buckets, bytes)?;
    let Tally { kept, held_out, doubles } = buckets.mix(arguments.seed, &mut outputs)?;
    outputs.finish()?;
    eprintln!(
        "{kept} positions, {held_out} held out; {doubles} doubles and {without_score} without score left out"
    );
    Ok(())
}

/// The maker of all files, and their lengths together.
fn look_at(files: &[PathBuf]) -> Result<(String, u64), CommandError> {
    let mut maker: Option<String> = None;
    let mut bytes = 0;
    for path in files {
        let reader = PositionReader::open(path)?;
        bytes += reader.length();
        let known = maker.get_or_insert_with(|| reader.maker().to_owned());
        if known != reader.maker() {
            let reason =
                format!("{}: scores by \"{}\", others by \"{known}\"", path.display(), reader.maker());
            return Err(CommandError::Usage(reason));
        }
    }
    Ok((maker.unwrap_or_default(), bytes))
}

/// Distributes all positions with a score, and answers how many have none.
fn fill(arguments: &Arguments, buckets: &mut Buckets, bytes: u64) -> Result<u64, CommandError> {
    let bar = progress::bar(usize::try_from(bytes).unwrap_or(usize::MAX), "distribute");
    let (mut before, mut without_score) = (0, 0);
    for path in &arguments.files {
        let mut reader = PositionReader::open(path)?;
        let mut is_held_out = false;
        while let Some(block) = reader.next_block()? {
            for mut record in block.records {
                if record.is_first_of_game() {
                    let chance = hash(&record, !arguments.seed) % 1000;
                    is_held_out = arguments.held_out.is_some() && chance < arguments.held_out_share;
                }
                if record.score().is_none() {
                    without_score += 1;
                    continue;
                }
                record.set_first_of_game(false);
                buckets.add(&record, is_held_out)?;
            }
            bar.set_position(before + reader.offset());
        }
        before += reader.length();
    }
    bar.finish_and_clear();
    Ok(without_score)
}

#[derive(Default)]
struct Tally {
    kept: u64,
    held_out: u64,
    doubles: u64,
}

/// Where the mixed positions go.
struct Outputs {
    kept: PositionWriter,
    held_out: Option<PositionWriter>,
}

impl Outputs {
    fn create(arguments: &Arguments, maker: &str) -> Result<Outputs, CommandError> {
        // Neither is begun where the other cannot be.
        arguments.force.claim(Some(&arguments.out), &POSITIONS)?;
        arguments.force.claim(arguments.held_out.as_ref(), &POSITIONS)?;
        let create = |path| PositionWriter::create(path, maker, arguments.force.force);
        Ok(Outputs {
            kept: create(&arguments.out)?,
            held_out: arguments.held_out.as_ref().map(create).transpose()?,
        })
    }

    fn finish(self) -> Result<(), PositionFileError> {
        self.kept.finish()?;
        self.held_out.map_or(Ok(()), PositionWriter::finish)
    }
}

/// The files that positions wait in.
struct Buckets {
    folder: PathBuf,
    files: Vec<BufWriter<File>>,
}

impl Buckets {
    fn create(folder: &Path, count: u64) -> Result<Buckets, CommandError> {
        let create = |number| {
            let path = bucket_path(folder, number);
            File::create(&path).map(BufWriter::new).map_err(|source| system(&path, source))
        };
        let files = (0..count as usize).map(create).collect::<Result<_, _>>()?;
        Ok(Buckets { folder: folder.to_owned(), files })
    }

    fn add(&mut self, record: &Record, is_held_out: bool) -> Result<(), CommandError> {
        let number = (hash(record, 0) % self.files.len() as u64) as usize;
        let mut bytes = *record.bytes();
        bytes[STATE] |= if is_held_out { HELD_OUT } else { 0 };
        let written = self.files[number].write_all(&bytes);
        written.map_err(|source| system(&bucket_path(&self.folder, number), source).into())
    }

    /// Mixes bucket by bucket into the outputs.
    fn mix(mut self, seed: u64, outputs: &mut Outputs) -> Result<Tally, CommandError> {
        let mut random = Rng::with_seed(seed);
        let mut tally = Tally::default();
        let bar = progress::bar(self.files.len(), "mix");
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
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(tally)
    }
}

/// A bucket's positions, each once: those to learn from, those held out, and how many doubles there were.
fn read_bucket(path: &Path) -> Result<(Vec<Record>, Vec<Record>, u64), CommandError> {
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
    // What is held out comes first: the others must not have it.
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
) -> Result<u64, CommandError> {
    random.shuffle(&mut records);
    for part in records.chunks(PART) {
        out.push(part, out.written() + part.len() as u64)?;
    }
    Ok(records.len() as u64)
}

/// Records handed over at once.
const PART: usize = 1024;

fn bucket_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{number}"))
}

fn system(path: &Path, source: std::io::Error) -> PositionFileError {
    PositionFileError::System { path: path.to_owned(), source }
}

/// A number that depends on every part of what makes the position another, the same on every machine.
fn hash(record: &Record, seed: u64) -> u64 {
    /// Odd constants with well-mixed bits, of Murmur's finaliser.
    const MIX: [u64; 2] = [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53];
    record.identity().chunks(8).fold(seed, |sum, bytes| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let mut mixed = sum ^ u64::from_le_bytes(word);
        mixed = (mixed ^ mixed >> 33).wrapping_mul(MIX[0]);
        mixed = (mixed ^ mixed >> 33).wrapping_mul(MIX[1]);
        mixed ^ mixed >> 33
    })
}
