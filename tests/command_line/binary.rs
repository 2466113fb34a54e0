//! Runs the binary with its own home, so that the user's cache and engine.toml do not change a test.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use assert_cmd::Command;

use crate::user_folders;

/// Empty when the tests begin.
static HOME: LazyLock<PathBuf> = LazyLock::new(|| {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("command_line_home");
    // It may not be there yet.
    let _ = std::fs::remove_dir_all(&home);
    std::fs::create_dir_all(&home).unwrap();
    home
});

/// The environment with that home.
pub fn environment() -> impl Iterator<Item = (&'static str, &'static Path)> {
    user_folders::at(&HOME)
}

/// The path of the binary, for whom another program starts it.
pub fn binary_path() -> PathBuf {
    assert_cmd::cargo::cargo_bin("lucena")
}

/// The binary, without arguments.
pub fn binary() -> Command {
    let mut command = Command::cargo_bin("lucena").unwrap();
    command.envs(environment());
    command
}
