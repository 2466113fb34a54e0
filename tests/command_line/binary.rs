//! The binary with a home of its own: what the user's cache keeps, and what their engine.toml says, changes no test.

use std::path::PathBuf;
use std::sync::LazyLock;

use assert_cmd::Command;

/// Empty when the tests begin.
static HOME: LazyLock<PathBuf> = LazyLock::new(|| {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("command_line_home");
    // It may not be there yet.
    let _ = std::fs::remove_dir_all(&home);
    std::fs::create_dir_all(&home).unwrap();
    home
});

/// Where the binary looks for the user's folders, and where that is in the tests.
pub fn user_folders() -> impl Iterator<Item = (&'static str, PathBuf)> {
    let names = ["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA", "USERPROFILE"];
    names.into_iter().map(|name| (name, HOME.clone()))
}

/// The binary, without arguments.
pub fn binary() -> Command {
    let mut command = Command::cargo_bin("lucena").unwrap();
    command.envs(user_folders());
    command
}
