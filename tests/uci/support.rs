//! An engine for tests: engine.toml's parameters, a small table, ranges that a test machine can bear.

use std::sync::OnceLock;

use lucena::config::Config;
use lucena::engine::{Engine, Options, TableSettings};
use lucena::evaluation::Parameters;
use lucena::uci::OptionRange;

/// A fresh engine with a table of one MiB.
pub fn engine() -> Engine {
    static BUILT_IN: OnceLock<Config> = OnceLock::new();
    let config = BUILT_IN.get_or_init(Config::built_in).clone();
    let options = Options { hash: 1, table_cache: false, ..config.options };
    let tables = TableSettings { build: false, ..config.tables };
    Engine::new(options, config.search, Parameters::built_in(), tables, config.advice)
}

/// What the options may be in tests.
pub fn range_of(key: &str) -> Option<OptionRange> {
    let maximum = match key {
        "hash" => 4,
        "threads" => 2,
        "multi_pv" => 4,
        "move_overhead" => 5000,
        "elo" => 2800,
        "table_cache_limit" => 1024,
        "syzygy_probe_depth" => 100,
        "syzygy_probe_limit" => 7,
        _ => return None,
    };
    Some(OptionRange { minimum: if key == "move_overhead" { 0 } else { 1 }, maximum })
}
