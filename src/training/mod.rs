//! Makes the training data of networks: self-played games, teachers' scores, and the files of positions that hold both.

mod census;
mod changes;
mod error;
mod file;
mod free_square;
mod labels;
mod openings;
mod published_network;
mod quiet;
mod record;
mod self_play;
mod shuffle;
mod text;

pub use census::Census;
pub use changes::Changes;
pub use error::TrainingError;
pub use file::{Block, POSITIONS, PositionFileError, PositionReader, PositionWriter};
pub use labels::{Labelling, Tally, Teacher, TeacherEffort, TeacherError};
pub use openings::{BalancedPositions, Book, OPENING_LIMIT};
pub use published_network::{NetworkFileError, PublishedNetwork};
pub use record::{
    DECIDED, GameResult, Knowledge, Origin, PackError, RECORD_BYTES, Record, UnpackError, estimate,
};
pub use self_play::{Plan, Shares, endings, play_all};
pub use shuffle::{Shuffled, Shuffling, Stage};
pub use text::as_text;
