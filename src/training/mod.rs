//! What networks are taught with: positions with results and scores, packed, in files that survive an interruption.

mod file;
mod record;

pub use file::{Block, POSITIONS, PositionFileError, PositionReader, PositionWriter};
pub use record::{
    DECIDED, GameResult, Knowledge, Origin, PackError, RECORD_BYTES, Record, UnpackError, estimate,
};
