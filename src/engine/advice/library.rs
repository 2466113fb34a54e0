//! The available tables, built-in and the user's, and those that are listed for play.

use super::settings::AdviceSettings;
use crate::advice::{AdviceTable, Registry};
use crate::engine::notice::Notice;

/// All tables, and the names of those that play.
pub(super) struct AdviceLibrary {
    pub registry: Registry,
    listed: Vec<String>,
}

impl AdviceLibrary {
    /// Reads the user's folder. Returns the library, and a notice for every file that gives no table.
    pub fn new(settings: &AdviceSettings) -> (AdviceLibrary, Vec<Notice>) {
        let (registry, left_out) = settings.registry();
        let mut problems: Vec<Notice> = left_out.into_iter().map(Notice::AdviceLeftOut).collect();
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
