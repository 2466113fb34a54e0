//! Measures the search over fixed positions: nodes to a fixed depth, the search's fingerprint, and nodes in a fixed time.
//! `lucena bench` and the session's `bench` and `speedtest` call it.

mod bench;
mod measured;
mod positions;
mod speed;

pub use bench::{BENCH_DEPTH, BENCH_HASH, bench};
pub use measured::{Measured, Step};
pub use speed::speed;
