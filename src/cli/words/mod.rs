//! The words of the command line that several commands share: files, outputs, positions, and the machine's limits.

pub(super) mod input;
pub(super) mod machine;
pub(super) mod named_files;
pub(super) mod outputs;
pub(super) mod position;
pub(super) mod syzygy;
