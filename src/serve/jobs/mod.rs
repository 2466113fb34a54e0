//! Jobs: work that takes its time. As many run as the machine has cores, some wait, and everybody can watch.

mod job;
mod journals;
mod list;
pub mod prove;
pub mod review;
pub mod routes;
pub mod solve;

pub use journals::Journals;
pub use list::{Jobs, MOST_WAITING};
