//! Files of positions: a header that names the maker of the scores, and blocks of whole games, each with its checksum.

mod error;
mod format;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

pub use error::PositionFileError;
pub use format::POSITIONS;
pub use reader::{Block, PositionReader};
pub use writer::PositionWriter;
