//! Makes an engine for tests: engine.toml's parameters, a small table, and ranges that fit a test machine.

use std::sync::OnceLock;

use lucena::config::Config;
use lucena::engine::options::{Declaration, Kind, Role, declarations};
use lucena::engine::{Configuration, Engine, Options, TableSettings};

/// A fresh engine with a table of one MiB.
pub fn engine() -> Engine {
    static BUILT_IN: OnceLock<Config> = OnceLock::new();
    let built_in = BUILT_IN.get_or_init(Config::built_in).engine();
    let options = Options { hash: 1, table_cache: false, ..built_in.options };
    let tables = TableSettings { build: false, ..built_in.tables };
    Engine::new(Configuration { options, tables, ..built_in }).unwrap()
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
