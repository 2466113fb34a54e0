//! Compares the generated texts (the section of engine.toml, docs/options.md) with the declared options, or rewrites them if
//! `LUCENA_WRITE_GENERATED` is set.

use std::path::Path;

use super::*;
use crate::engine::options::{Declaration, Kind, Role, Value, declarations};

/// The environment variable that asks for rewriting.
const WRITE: &str = "LUCENA_WRITE_GENERATED";

/// Checks that the text between two marks in a file is as wanted, or writes it.
fn hold(file: &str, from: &str, to: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let (before, rest) = text.split_once(from).unwrap_or_else(|| panic!("{file}: no {from:?}"));
    let (found, after) = rest.split_once(to).unwrap_or_else(|| panic!("{file}: no {to:?} behind {from:?}"));
    if std::env::var_os(WRITE).is_some() {
        return std::fs::write(&path, format!("{before}{from}{wanted}{to}{after}")).unwrap();
    }
    assert_eq!(found, wanted, "{file} differs; {WRITE}=1 cargo test generated writes it");
}

/// Returns the allowed values in engine.toml's short form.
fn range(kind: &Kind) -> String {
    match kind {
        Kind::Integer { minimum, maximum, unit } => {
            format!("{minimum}..{maximum} {unit}").trim_end().to_owned()
        }
        Kind::Boolean => "true or false".to_owned(),
        Kind::Choice(choices) => {
            let (last, others) = choices.split_last().unwrap();
            format!("{} or {last}", others.join(", "))
        }
        Kind::Text => "text".to_owned(),
    }
}

/// Returns a default as a table shows it: in quotation marks only if any text is allowed.
fn default(kind: &Kind, value: &Value) -> String {
    match (kind, value) {
        (Kind::Choice(_), Value::Text(text)) => text.clone(),
        _ => value.to_string(),
    }
}

fn engine_toml(schema: &Schema) -> String {
    let options = schema.settings().iter().filter(|setting| setting.section == "options");
    let entry = |setting: &Setting| {
        format!("# [{}] {}\n{} = {}\n", range(&setting.kind), setting.comment, setting.key, setting.default)
    };
    options.map(entry).collect()
}

fn option_row(option: &Declaration<Options>) -> String {
    let (key, range, default) = match &option.role {
        Role::Sets(field) => {
            let value = (field.read)(&Options::default());
            (format!("`{}`", field.key), range(&field.kind), default(&field.kind, &value))
        }
        Role::Button => ("–".to_owned(), "button".to_owned(), "–".to_owned()),
        Role::About(_) => ("–".to_owned(), "text to read".to_owned(), "–".to_owned()),
    };
    format!(
        "| {} | {key} | {range} | {default} | {} | {} |\n",
        option.name,
        option.does,
        option.effect.words()
    )
}

fn option_table() -> String {
    let head = "| UCI name | key in engine.toml | range | default | does | takes effect |\n|---|---|---|---|---|---|\n";
    declarations().iter().fold(head.to_owned(), |table, option| table + &option_row(option))
}

fn setting_table(schema: &Schema, sections: &[&str]) -> String {
    let head = "| section | key | range | default | does |\n|---|---|---|---|---|\n";
    let settings = schema.settings().iter().filter(|setting| sections.contains(&setting.section.as_str()));
    let row = |setting: &Setting| {
        let Setting { section, key, kind, comment, default: value } = setting;
        format!("| `[{section}]` | `{key}` | {} | {} | {comment} |\n", range(kind), default(kind, value))
    };
    settings.map(row).fold(head.to_owned(), |table, row| table + &row)
}

#[test]
fn engine_toml_shows_every_declared_option() {
    hold("engine.toml", "[options]\n", "\n[search]\n", &engine_toml(&Schema::built_in()));
}

#[test]
fn the_documentation_shows_every_declared_option_and_the_settings_of_tables() {
    hold("docs/options.md", "<!-- options, generated -->\n", "<!-- end of options -->", &option_table());
    let settings = setting_table(&Schema::built_in(), &["tablebase", "advice", "review"]);
    hold("docs/options.md", "<!-- settings, generated -->\n", "<!-- end of settings -->", &settings);
}

#[test]
fn the_documented_example_of_a_configuration_has_no_problems() {
    let example = include_str!("../../docs/options.md");
    let example = example.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let config = Config::from_text(example, Path::new("engine.toml"));
    assert_eq!(config.problems, []);
    assert_eq!((config.options.hash, config.options.threads), (256, 4));
}
