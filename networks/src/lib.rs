//! The neural networks of lucena, a chess engine for endings, as the program contains them: packed by zstd.
//!
//! They are a crate of their own because crates.io takes at most 10 MiB for one. The form of the numbers is lucena's own affair and
//! changes with it, so each version of lucena asks for the same version of this crate.

/// The network of endings, of up to 16 men.
pub static ENDINGS: &[u8] = include_bytes!("../endings.bin.zst");

/// The network of the whole board.
pub static WHOLE_BOARD: &[u8] = include_bytes!("../whole_board.bin.zst");
