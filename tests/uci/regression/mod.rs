//! Faults that were found from outside and fixed: each test is named by the right behaviour, and failed before.

mod analysis;
mod crowded;
mod failures;
