//! Makes an engine for tests: engine.toml's parameters, a small table, and ranges that fit a test machine.

use lucena::engine::options::{Declaration, Kind, Role, declarations};
use lucena::engine::{Engine, Options};

use crate::support::configuration;

/// A fresh engine with a table of one MiB.
pub fn engine() -> Engine {
    let mut configuration = configuration();
    configuration.options.hash = 1;
    Engine::new(configuration).unwrap()
}

/// The options, with as much memory and as many threads and lines as a test may take.
pub fn options() -> Vec<Declaration<Options>> {
    let mut options = declarations();
    for option in &mut options {
        let most = match option.name {
            "Hash" | "MultiPV" => 4,
            "Threads" => 2,
            "Table Cache Limit" => 1024,
            _ => continue,
        };
        if let Role::Sets(field) = &mut option.role
            && let Kind::Integer { maximum, .. } = &mut field.kind
        {
            *maximum = most;
        }
    }
    options
}
