//! Tests of the configuration: the built-in file, the overlay and its messages.

use super::*;
use crate::engine::options::{Kind, Value};

fn read(text: &str) -> Config {
    Config::from_text(text, Path::new("engine.toml"))
}

fn messages(config: &Config) -> Vec<String> {
    config.problems.iter().map(Problem::to_string).collect()
}

#[test]
fn every_key_of_the_built_in_file_has_its_range_above_it() {
    let schema = Schema::parse(include_str!("../../engine.toml")).unwrap();
    assert!(schema.settings().len() > 30);
    for setting in schema.settings() {
        assert!(setting.allows(&setting.default), "{setting:?}");
        assert!(setting.comment.len() > 10, "{setting:?}");
    }
}

#[test]
fn sections_of_the_built_in_file_match_the_structs_both_ways() {
    // The structs refuse unknown fields and have no defaults, so reading them is the comparison.
    let config = Config::built_in();
    assert_eq!(Schema::built_in().sections(), ["options", "search", "tablebase", "advice", "review"]);
    assert_eq!(config.problems, []);
    assert_eq!(config.source, None);
    let schema = Schema::built_in();
    let hash = schema.setting("options", "hash").unwrap();
    assert_eq!(hash.kind, Kind::Integer { minimum: 1, maximum: 33_554_432, unit: "MiB".to_owned() });
    assert_eq!(hash.default, Value::Integer(16));
    assert_eq!(config.options.hash, 16);
}

#[test]
fn a_section_that_misses_a_field_or_has_one_too_many_is_noticed() {
    let parse = |text: &str| toml_edit::de::from_str::<Options>(text);
    let whole = Overlay::new(&Schema::built_in()).section("options").to_string();
    assert!(parse(&whole).is_ok());
    assert!(parse(&whole.replace("hash", "hush")).is_err());
    assert!(parse(&whole.replace("hash = 16\n", "")).is_err());
}

#[test]
fn a_schema_without_a_range_or_with_a_default_outside_it_is_refused() {
    let refused = |text: &str| Schema::parse(text).unwrap_err();
    assert!(matches!(refused("[a]\nb = 1\n"), SchemaError::Comment { line: 2, .. }));
    assert!(matches!(refused("[a]\n# [1..2] Text.\n\nb = 1\n"), SchemaError::Comment { line: 4, .. }));
    assert!(matches!(refused("[a]\n# [2..1] Text.\nb = 1\n"), SchemaError::Comment { line: 3, .. }));
    assert!(matches!(refused("[a]\n# [1..2 x]\nb = 1\n"), SchemaError::Comment { line: 3, .. }));
    assert!(matches!(refused("[a]\n# [1..2 x] Text.\nb = 3\n"), SchemaError::Default { line: 3, .. }));
    assert!(matches!(refused("[a]\n# [text] Text.\nb = true\n"), SchemaError::Default { line: 3, .. }));
    assert!(matches!(refused("a = 1\n"), SchemaError::NoSection(_)));
    assert!(matches!(refused("[a]\n# [x or y] Text.\nb = \"z\"\n"), SchemaError::Default { line: 3, .. }));
    assert!(Schema::parse("[a]\n# [x, y or z] Text.\nb = \"y\"\n").is_ok());
    assert!(Schema::parse("[a]\n# [text] Text.\nb = \"c\"\n# [-3..2 x y] Text.\nd = -3\n").is_ok());
}

#[test]
fn a_users_file_counts_key_by_key() {
    let config = read("[options]\nhash = 128\n[search]\naspiration_window = 33\n");
    assert_eq!(config.problems, []);
    assert_eq!((config.options.hash, config.search.aspiration_window), (128, 33));
    assert_eq!(config.options.threads, Config::built_in().options.threads);
    assert_eq!(config.source.as_deref(), Some(Path::new("engine.toml")));
}

#[test]
fn what_is_wrong_is_reported_with_its_line_and_what_is_allowed_and_the_rest_counts() {
    let text = "[options]\nhash = 0\nthread = 2\nponder = 1\n\n[serach]\nx = 1\n[search]\naspiration_window = 20.5\n\
                reduction_base = 61\n";
    let config = read(text);
    let keys = Schema::built_in().keys("options").join(" ");
    assert!(keys.starts_with("hash threads multi_pv ponder "), "{keys}");
    assert_eq!(
        messages(&config),
        [
            "engine.toml:2: [options] hash = 0 is invalid; allowed: a whole number from 1 to 33554432 MiB; \
             the default 16 is used",
            &format!(
                "engine.toml:3: unknown key \"thread\" in [options] (did you mean \"threads\"?); allowed: {keys}"
            ),
            "engine.toml:4: [options] ponder = 1 is invalid; allowed: true or false; lucena uses the default false",
            "engine.toml:6: unknown section [serach] (did you mean \"search\"?); allowed: [options] [search] \
             [tablebase] [advice] [review]",
            "engine.toml:9: [search] aspiration_window = 20.5 is invalid; allowed: a whole number from 5 to \
             500 centipawns; the default 13 is used",
        ]
    );
    assert_eq!((config.options.hash, config.search.reduction_base), (16, 61));
}

#[test]
fn lines_that_are_not_toml_are_left_out_and_the_others_count() {
    let text = "[options]\nhash = \nthreads = 4\r\nhash = 64\nhash = 32\nmulti_pv 3\nelo = \"x\nponder = true\nx = 1";
    let config = read(text);
    let lines: Vec<usize> = config.problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [2, 5, 6, 7, 9], "{:?}", messages(&config));
    assert_eq!((config.options.threads, config.options.hash, config.options.ponder), (4, 64, true));
}

#[test]
fn keys_outside_a_section_and_files_of_another_kind_are_reported() {
    let config = read("hash = 5\n");
    assert_eq!(
        messages(&config),
        [
            "engine.toml:1: key \"hash\" is outside any section; put it below one of [options] [search] [tablebase] [advice] [review]"
        ]
    );
    let config = read(&"%%%\n".repeat(1000));
    assert_eq!((config.problems.len(), config.options.hash), (101, 16));
    assert_eq!(read("").problems, []);
}

#[test]
fn the_first_file_found_counts_and_a_folder_in_its_place_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let (missing, first) = (folder.path().join("none.toml"), folder.path().join("first.toml"));
    std::fs::write(&first, "[options]\nhash = 7\n").unwrap();
    let config = Config::find_in(&[missing.clone(), first.clone()]);
    assert_eq!((config.options.hash, config.source), (7, Some(first)));
    let config = Config::find_in(&[folder.path().to_owned()]);
    assert_eq!((config.problems.len(), config.options.hash), (1, 16));
    assert_eq!(Config::find_in(&[missing]).source, None);
}

#[test]
fn a_named_file_that_is_missing_is_an_error() {
    let error = Config::load(Some(Path::new("no/such/engine.toml"))).unwrap_err();
    assert_eq!(error.to_string(), "cannot read the configuration file no/such/engine.toml");
}

#[test]
fn a_word_of_the_command_line_is_read_within_the_range() {
    let schema = Schema::built_in();
    let threads = schema.setting("options", "threads").unwrap();
    assert_eq!(threads.read("256"), Some(Value::Integer(256)));
    assert_eq!((threads.read("257"), threads.read("two"), threads.read("")), (None, None, None));
    let ponder = schema.setting("options", "ponder").unwrap();
    assert_eq!((ponder.read("true"), ponder.read("1")), (Some(Value::Boolean(true)), None));
}
