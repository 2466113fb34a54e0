//! Holds that the README tells the truth about engine.toml.

#![allow(clippy::unwrap_used, reason = "a test that fails says so")]

use lucena::config::{Config, Kind, Setting};

const README: &str = include_str!("../README.md");

/// The README's row of an option, up to its description.
fn row_end(setting: &Setting) -> String {
    let range = match &setting.kind {
        Kind::Integer { minimum, maximum } => format!("{minimum}..{maximum} {}", setting.unit),
        Kind::Boolean => "true or false".to_owned(),
        Kind::Choice(choices) => choices.join(", "),
        Kind::Text => "text".to_owned(),
    };
    let default = setting.default.to_string();
    let is_word = matches!(setting.kind, Kind::Choice(_));
    let default = if is_word { default.trim_matches('"') } else { &default };
    format!(" | `{}` | {} | {} | ", setting.key, range.trim(), default)
}

#[test]
fn the_readme_lists_every_option_with_its_range_and_default() {
    let config = Config::built_in();
    for setting in config.schema.settings().iter().filter(|setting| setting.section == "options") {
        let row = row_end(setting);
        assert!(
            README.lines().any(|line| line.starts_with("| ") && line.contains(&row)),
            "no row with {row:?}"
        );
    }
}

#[test]
fn the_readmes_example_of_a_configuration_has_no_problems() {
    let example = README.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let config = Config::from_text(example, std::path::Path::new("engine.toml"));
    assert_eq!(config.problems, []);
    assert_eq!((config.options.hash, config.options.threads), (256, 4));
}
