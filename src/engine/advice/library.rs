//! The available tables, built-in and the user's, and those that are listed for play.

use super::settings::AdviceSettings;
use crate::advice::{AdviceTable, Registry};
use crate::engine::notice::Notice;
use crate::text::paths;

/// All tables, and the names of those that play.
pub(super) struct AdviceLibrary {
    pub registry: Registry,
    listed: Vec<String>,
}

impl AdviceLibrary {
    /// Reads the user's folder. Returns the library, and a notice for every file that gives no table.
    pub fn new(settings: &AdviceSettings) -> (AdviceLibrary, Vec<Notice>) {
        let mut registry = Registry::built_in();
        let mut problems = Vec::new();
        if !settings.folder.is_empty() {
            let left_out = registry.add_folder(&paths::path(&settings.folder));
            problems.extend(left_out.into_iter().map(Notice::AdviceLeftOut));
        }
        let mut listed = Vec::new();
        for name in settings.play.split([',', ' ']).filter(|name| !name.is_empty()) {
            if registry.find(name).is_some() {
                listed.push(name.to_owned());
            } else {
                let known = registry.tables().iter().map(|shelved| shelved.table.name.clone()).collect();
                problems.push(Notice::NoSuchAdvice { name: name.to_owned(), known });
            }
        }
        (AdviceLibrary { registry, listed }, problems)
    }

    /// The tables that play, in the user's order.
    pub fn listed(&self) -> impl Iterator<Item = &AdviceTable> {
        self.listed.iter().filter_map(|name| self.registry.find(name))
    }
}
