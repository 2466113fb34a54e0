//! The tables at hand: the built-in ones and the user's, and which of them are listed for play.

use super::AdviceSettings;
use crate::advice::{AdviceTable, Registry};
use crate::text::paths;

/// All tables, and the names of those that play.
pub(super) struct Shelf {
    pub registry: Registry,
    listed: Vec<String>,
}

impl Shelf {
    /// Reads the user's folder. What gives no table is left out and told.
    pub fn new(settings: &AdviceSettings) -> (Shelf, Vec<String>) {
        let mut registry = Registry::built_in();
        let mut problems = Vec::new();
        if !settings.folder.is_empty() {
            let left_out = registry.add_folder(&paths::path(&settings.folder));
            let lines = left_out.into_iter().flat_map(|left_out| left_out.problems);
            problems.extend(lines.map(|problem| format!("advice left out: {problem}")));
        }
        let mut listed = Vec::new();
        for name in settings.play.split([',', ' ']).filter(|name| !name.is_empty()) {
            if registry.find(name).is_some() {
                listed.push(name.to_owned());
            } else {
                let known: Vec<&str> =
                    registry.tables().iter().map(|shelved| shelved.table.name.as_str()).collect();
                problems.push(format!(
                    "advice: there is no table {name:?} to play; there are {}",
                    known.join(", ")
                ));
            }
        }
        (Shelf { registry, listed }, problems)
    }

    /// The tables that play, in the user's order.
    pub fn listed(&self) -> impl Iterator<Item = &AdviceTable> {
        self.listed.iter().filter_map(|name| self.registry.find(name))
    }
}
