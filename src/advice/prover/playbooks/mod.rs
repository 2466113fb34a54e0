//! The result of a proof that play needs, stored in files and inside the program.

pub(super) mod built_in;
pub(super) mod cache;
pub(super) mod playbook;
pub(super) mod stored;
