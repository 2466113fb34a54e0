//! The threads of a search: what each of them keeps, what they share, how they are steered.

pub(super) mod control;
pub(super) mod interruption;
pub(super) mod iteration_sync;
pub(super) mod pause;
pub(super) mod shared;
pub(super) mod task;
pub(super) mod thread_data;
pub(super) mod thread_pool;
pub(super) mod worker;
