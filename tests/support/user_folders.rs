//! Where the binary looks for the user's folders, all at one place: the user's own cache and settings change no test.

use std::path::Path;

const NAMES: [&str; 6] =
    ["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA", "USERPROFILE"];

/// The environment of a binary whose user has this home.
pub fn at(home: &Path) -> impl Iterator<Item = (&'static str, &Path)> {
    NAMES.into_iter().map(move |name| (name, home))
}
