//! What the user sets of the tables of advice.

use serde::Deserialize;

/// Which tables of advice play, and where the user's are; section `[advice]` of engine.toml.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdviceSettings {
    /// The names of the tables that play, with commas between.
    pub play: String,
    /// A folder of the user's own tables; empty means none.
    pub folder: String,
    /// Whether proofs are kept on disk.
    pub cache: bool,
    /// Where; empty means the user's cache folder.
    pub cache_folder: String,
}
