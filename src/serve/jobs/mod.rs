//! Jobs: work that takes its time. A few run at the same time, some wait, and everybody can watch.

mod job;
mod journals;
mod list;
pub mod prove;
mod question;
mod record;
pub mod review;
pub mod routes;
pub mod solve;

pub use journals::Journals;
pub use list::{Jobs, MOST_WAITING};
pub use record::Interrupted;
