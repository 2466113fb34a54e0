//! An engine for tests: engine.toml's parameters, a small table, ranges that a test machine can bear.

use std::sync::OnceLock;

use lucena::engine::{AdviceSettings, Engine, Options, TableSettings};
use lucena::evaluation::Parameters;
use lucena::search::SearchParameters;
use lucena::uci::OptionRange;
use serde::Deserialize;

#[derive(Deserialize)]
struct EngineFile {
    options: Options,
    search: SearchParameters,
    tablebase: TableSettings,
    advice: AdviceSettings,
}

/// A fresh engine with a table of one MiB.
pub fn engine() -> Engine {
    static FILE: OnceLock<EngineFile> = OnceLock::new();
    let file = FILE.get_or_init(|| {
        toml_edit::de::from_str(include_str!("../../engine.toml"))
            .expect("engine.toml is read by its own types")
    });
    let options = Options { hash: 1, table_cache: false, ..file.options.clone() };
    let tables = TableSettings { build: false, ..file.tablebase.clone() };
    Engine::new(options, file.search.clone(), Parameters::built_in(), tables, file.advice.clone())
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
