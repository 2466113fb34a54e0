//! Puts the user's folders for the binary in one place, so that the user's own cache and settings do not change a test.

#![allow(dead_code)]

use std::path::Path;
use std::process::Command;

const NAMES: [&str; 6] =
    ["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA", "USERPROFILE"];

/// The environment of a binary whose user has this home.
pub fn at(home: &Path) -> impl Iterator<Item = (&'static str, &Path)> {
    NAMES.into_iter().map(move |name| (name, home))
}

/// The binary of a user who has this home, without arguments.
pub fn program(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lucena"));
    command.envs(at(home));
    command
}
