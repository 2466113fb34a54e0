//! Outputs that never destroy what is there: every file that lucena writes is opened here.
//!
//! A command names its outputs by [`OutputPath`]; [`refuse_overlap`] compares them with what it reads. A finished file takes its
//! name in one step ([`Claim`], [`replace`]), and a file that can be continued grows in the open ([`GrowingFile`]).

mod error;
mod growing;
mod kind;
mod overlap;
mod path;
mod whole;

pub use error::OutputError;
pub use growing::GrowingFile;
pub use kind::Kind;
pub use overlap::{Named, refuse_overlap};
pub use path::{Claim, Output, OutputPath};
pub use whole::{is_unfinished, replace};

#[cfg(test)]
mod tests;
