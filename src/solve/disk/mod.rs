//! Keeps what is solved in a file once memory runs short, and goes on from that file after an interruption.

mod blocks;
mod error;
mod opening;
mod records;
mod work_file;

pub(super) use blocks::{BlockFile, Span};
pub use error::DiskError;
pub(super) use opening::{Left, open};
pub(super) use work_file::WorkFile;
