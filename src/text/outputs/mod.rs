//! Opens every file that lucena writes, so that an output never destroys an earlier file by accident.
//!
//! A command names its outputs by [`OutputPath`], and [`refuse_overlap`] compares them with its inputs. A finished file takes its
//! name in one step ([`Claim`], [`replace`]); a file that can be continued grows where users see it ([`GrowingFile`]).

mod append;
mod error;
mod growing;
mod kind;
mod overlap;
mod path;
mod whole;

pub(crate) use append::append;
pub use error::OutputError;
pub use growing::GrowingFile;
pub use kind::Kind;
pub use overlap::{Named, refuse_overlap};
pub use path::{Claim, Output, OutputPath};
pub use whole::{is_unfinished, replace};

#[cfg(test)]
mod tests;
