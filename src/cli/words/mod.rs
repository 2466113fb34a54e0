//! The words of the command line that several commands have: files, outputs, positions, and what the machine can give.

pub(super) mod input;
pub(super) mod machine;
pub(super) mod named_files;
pub(super) mod outputs;
pub(super) mod position;
