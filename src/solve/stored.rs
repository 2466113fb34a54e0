//! Solved graphs on disk: one checked file, written completely or not at all.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use shakmaty::Bitboard;
use thiserror::Error;

use super::arrangement::layout::{Arrangement, ProofSide};
use super::arrangement::packing::bitboards_of_bytes;
use super::arrangement::wins::Wins;
use super::graph::{Bounds, Graph};
use super::lookahead::facts::Facts;
use super::lookahead::stored_facts::{read_facts, write_facts};
use super::solved_graph::SolvedGraph;
use super::stored_bounds::BoundsHead;
use crate::board::Board;
use crate::tablebase::EMBEDDED_MEN;
use crate::text::checked::{Fault, read_array, read_checked, reader, write_checked};
use crate::text::outputs::Kind;
use crate::text::system_reason;

/// The first bytes of a file. The last two are the version of the format.
const MAGIC: [u8; 8] = *b"lucsol04";
/// The bytes of it that all versions share.
const MAGIC_NAME: usize = 6;
/// Sets of squares compress well at the fastest level.
const COMPRESSION_LEVEL: i32 = 1;
/// A header holds a position and some numbers.
const MOST_HEADER_BYTES: usize = 1 << 12;

/// What is wrong with a file of solved positions.
#[derive(Debug, Error)]
pub enum StoredError {
    /// The file cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason, and what to do.
        reason: String,
    },
    /// The file is of another program, or of another version of this one.
    #[error(
        "{} is not a file of solved positions of this version of lucena; name a file that lucena solve --save has written",
        path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file is shorter than it was written, or its bytes have changed.
    #[error("{} is damaged: it was altered or cut off, so lucena does not use it; solve anew with --save", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
}

impl StoredError {
    /// Whether the content of the file is wrong, rather than the access to it.
    pub fn is_wrong_file(&self) -> bool {
        matches!(self, StoredError::Foreign { .. } | StoredError::Damaged { .. })
    }
}

/// The header before the results.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    /// The program that wrote it.
    lucena: String,
    /// The position that was solved.
    fen: String,
    table_men: usize,
    arrangements: usize,
    /// Arrangements in which single positions were proven.
    with_facts: usize,
    /// Whether wins may rest on some that the 50-move rule turns into draws.
    #[serde(default)]
    may_be_spoilt: bool,
}

/// Files of solved positions, of this version or another.
pub const SOLVED_POSITIONS: Kind = Kind {
    name: "a file of solved positions",
    begins: |beginning| beginning.starts_with(&MAGIC[..MAGIC_NAME]),
};

impl SolvedGraph {
    /// Reads a saved graph. Once it uses half of `bytes` bytes of memory, the rest stays packed.
    ///
    /// # Errors
    /// If the file cannot be read, or differs in any byte from what was written.
    pub fn load(path: &Path, bytes: usize) -> Result<SolvedGraph, StoredError> {
        let path_of = || path.to_owned();
        read(path, bytes).map_err(|fault| match fault {
            Fault::Foreign => StoredError::Foreign { path: path_of() },
            Fault::Damaged => StoredError::Damaged { path: path_of() },
            Fault::Io(error) => StoredError::Unreadable { path: path_of(), reason: system_reason(&error) },
        })
    }

    /// Writes what is proven, with the position that was solved.
    ///
    /// # Errors
    /// If writing fails.
    pub fn save(&self, output: &mut impl Write, board: &Board) -> io::Result<()> {
        let solved: Vec<(&Arrangement, &Bounds)> = self.graph.solved_arrangements().collect();
        let facts: Vec<(&Arrangement, &Facts)> = self.graph.facts().collect();
        let header = serde_json::to_vec(&Header {
            lucena: env!("CARGO_PKG_VERSION").to_owned(),
            fen: board.fen(),
            table_men: self.graph.table_men(),
            arrangements: solved.len(),
            with_facts: facts.len(),
            may_be_spoilt: self.graph.may_be_spoilt(),
        })?;
        write_checked(output, |checked| {
            checked.write_all(&MAGIC)?;
            checked.write_all(&(header.len() as u32).to_le_bytes())?;
            checked.write_all(&header)?;
            let mut encoder = zstd::Encoder::new(checked, COMPRESSION_LEVEL)?;
            for (arrangement, bounds) in solved {
                write_bounds(&mut encoder, arrangement, bounds)?;
            }
            for (arrangement, facts) in facts {
                write_facts(&mut encoder, arrangement, facts)?;
            }
            encoder.finish().map(|_| ())?;
            // Results that could not be read from a file look like empty ones.
            self.read_failure().map_or(Ok(()), |failure| Err(io::Error::other(failure.to_string())))
        })
    }
}

fn read(path: &Path, bytes: usize) -> Result<SolvedGraph, Fault> {
    let mut file = reader(File::open(path).map_err(Fault::Io)?);
    let mut magic = [0; MAGIC.len()];
    file.read_exact(&mut magic).map_err(|_| Fault::Foreign)?;
    if magic != MAGIC {
        return Err(Fault::Foreign);
    }
    let graph = read_checked(file, &MAGIC, |checked| {
        let header = read_header(checked)?;
        read_graph(checked, &header, bytes)
    })?;
    Ok(SolvedGraph { graph })
}

fn read_header(from: &mut impl Read) -> Result<Header, Fault> {
    let length = u32::from_le_bytes(read_array(from)?) as usize;
    if length > MOST_HEADER_BYTES {
        return Err(Fault::Damaged);
    }
    let mut header = vec![0; length];
    from.read_exact(&mut header)?;
    serde_json::from_slice(&header).map_err(|_| Fault::Damaged)
}

fn read_graph(from: &mut impl Read, header: &Header, bytes: usize) -> Result<Graph, Fault> {
    // Of more men the program has no tables: whatever is asked would seem to be known.
    if header.table_men > EMBEDDED_MEN {
        return Err(Fault::Damaged);
    }
    let mut decoder = zstd::Decoder::new(from)?;
    let mut graph = Graph::new(header.table_men);
    graph.limit(bytes);
    graph.restore_spoilt(header.may_be_spoilt);
    for _ in 0..header.arrangements {
        let (arrangement, bounds) = read_bounds(&mut decoder)?;
        if !graph.restore(arrangement, bounds) {
            return Err(Fault::Damaged);
        }
    }
    for _ in 0..header.with_facts {
        let (arrangement, facts) = read_facts(&mut decoder)?;
        if !facts.into_iter().all(|(place, shown)| graph.restore_fact(arrangement, place, shown)) {
            return Err(Fault::Damaged);
        }
    }
    // Nothing may follow.
    if decoder.read(&mut [0])? == 0 { Ok(graph) } else { Err(Fault::Damaged) }
}

fn write_bounds(to: &mut impl Write, arrangement: &Arrangement, bounds: &Bounds) -> io::Result<()> {
    BoundsHead::of(arrangement, bounds).write(to)?;
    let sets = bounds.sets();
    for squares in sets.iter().flat_map(|set| ProofSide::BOTH.map(|mover| set.all_squares(mover))) {
        for bits in squares.iter() {
            to.write_all(&bits.0.to_le_bytes())?;
        }
    }
    Ok(())
}

fn read_bounds(from: &mut impl Read) -> Result<(Arrangement, Bounds), Fault> {
    let head = BoundsHead::read(from)?;
    let mut sets = Vec::new();
    for _ in 0..head.sets {
        let mut squares = || read_bitboards(from, head.arrangement.placements());
        sets.push(Wins { attacker_to_move: squares()?, defender_to_move: squares()? });
    }
    let bounds = Bounds::of_sets(sets, head.longest, head.reach).ok_or(Fault::Damaged)?;
    Ok((head.arrangement, bounds))
}

fn read_bitboards(from: &mut impl Read, count: usize) -> Result<Box<[Bitboard]>, Fault> {
    let mut bytes = vec![0; size_of::<u64>() * count];
    from.read_exact(&mut bytes)?;
    Ok(bitboards_of_bytes(&bytes).collect())
}
