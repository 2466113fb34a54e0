//! Reads the published file of a network: header, views, small layers.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::inputs::INPUTS;
use super::numbers::Numbers;
use super::shape::{STACKS, UNITS};
use super::stack::Stack;
use crate::text::system_reason;

/// The version that begins every file of the format.
const VERSION: u32 = 0x7AF3_2F20;
/// The mark of inputs HalfKAv2_hm with 1024 units.
const VIEWS_MARK: u32 = 0x7F23_44B8;
/// A description is a line or two.
const MOST_DESCRIPTION: usize = 1 << 16;

/// Why a file is not a network that can teach.
#[derive(Debug, Error)]
pub enum NetworkFileError {
    /// The file cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason, and what to do.
        reason: String,
    },
    /// The file has another format.
    #[error(
        "{} is not a network in the format of Stockfish 15.1; let that program write one: export_net FILE",
        path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The network has the format and another shape.
    #[error(
        "{} holds a network of another shape; lucena reads HalfKAv2_hm with 1024 units and eight stacks, as Stockfish 15.1 has it",
        path.display()
    )]
    OtherShape {
        /// The file.
        path: PathBuf,
    },
    /// The file is cut off or too long.
    #[error("{} is damaged: it is shorter or longer than its network; write it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
}

/// All weights of a network.
pub(super) struct Layers {
    /// The name of the file, and the checksum of its content.
    pub name: String,
    pub biases: Box<[i16; UNITS]>,
    /// For each input, what it adds to each unit.
    pub units: Box<[[i16; UNITS]]>,
    /// For each input, what it adds to the value in each stack, without the small layers.
    pub material: Box<[[i32; STACKS]]>,
    pub stacks: Box<[Stack]>,
}

/// What is wrong with the bytes of a file.
#[derive(Debug)]
pub(super) enum Fault {
    Foreign,
    OtherShape,
    Damaged,
}

impl Layers {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Layers, NetworkFileError> {
        let owned = || path.to_owned();
        let stem = path.file_name().unwrap_or_default().to_string_lossy();
        let bytes = std::fs::read(path)
            .map_err(|error| NetworkFileError::Unreadable { path: owned(), reason: system_reason(&error) })?;
        let name = format!("network {stem} ({:08x})", crc32fast::hash(&bytes));
        Layers::of_bytes(&bytes, name).map_err(|fault| match fault {
            Fault::Foreign => NetworkFileError::Foreign { path: owned() },
            Fault::OtherShape => NetworkFileError::OtherShape { path: owned() },
            Fault::Damaged => NetworkFileError::Damaged { path: owned() },
        })
    }

    pub(super) fn of_bytes(bytes: &[u8], name: String) -> Result<Layers, Fault> {
        let mut numbers = Numbers::new(bytes);
        if numbers.word().ok_or(Fault::Foreign)? != VERSION {
            return Err(Fault::Foreign);
        }
        // The mark of the whole network repeats those of its parts.
        numbers.word().ok_or(Fault::Damaged)?;
        let length = numbers.word().ok_or(Fault::Damaged)? as usize;
        if length > MOST_DESCRIPTION {
            return Err(Fault::Foreign);
        }
        numbers.bytes(length).ok_or(Fault::Damaged)?;
        if numbers.word().ok_or(Fault::Damaged)? != VIEWS_MARK {
            return Err(Fault::OtherShape);
        }
        let layers = Layers::of_numbers(&mut numbers, name).ok_or(Fault::Damaged)?;
        if numbers.are_all_read() { Ok(layers) } else { Err(Fault::Damaged) }
    }

    fn of_numbers(numbers: &mut Numbers<'_>, name: String) -> Option<Layers> {
        Some(Layers {
            name,
            biases: Box::new(numbers.row()?),
            units: (0..INPUTS).map(|_| numbers.row()).collect::<Option<_>>()?,
            material: (0..INPUTS).map(|_| numbers.wide_row()).collect::<Option<_>>()?,
            stacks: (0..STACKS).map(|_| Stack::read(numbers)).collect::<Option<_>>()?,
        })
    }
}
