//! Faults that were found from outside and mended: each test is named by what is right, and failed before.

mod analysis;
mod crowded;
mod failures;
