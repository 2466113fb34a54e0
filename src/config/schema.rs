//! The schema of engine.toml: the kind, range, unit, comment and default of each key.
//!
//! The section of the options comes from their declarations. In the other sections, the comment above each key of the built-in
//! file holds range and unit, so the file that a person reads and the checks of the program cannot differ.

use thiserror::Error;
use toml_edit::{Document, Item};

use crate::engine::Options;
use crate::engine::options::{Declaration, Kind, Role, Value, declarations};

/// The section whose keys are declared options.
pub(super) const OPTIONS: &str = "options";

/// The repository's engine.toml.
const BUILT_IN: &str = include_str!("../../engine.toml");

/// Every setting of engine.toml, in the file's order.
#[derive(Clone, Debug)]
pub struct Schema {
    settings: Vec<Setting>,
}

/// One key of engine.toml.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its section.
    pub section: String,
    /// Its name in the section.
    pub key: String,
    /// The allowed values.
    pub kind: Kind,
    /// What it does, in one sentence.
    pub comment: String,
    /// The default.
    pub default: Value,
}

/// Why a text is not a schema.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SchemaError {
    /// It is not TOML.
    #[error("not TOML: {0}")]
    Syntax(String),
    /// Something at the top level is not a section.
    #[error("{0} is not a section")]
    NoSection(String),
    /// The line above a key is not a comment of the required form.
    #[error(
        "line {line}: the line above {key} must be \"# [MIN..MAX UNIT] Text\", \"# [true or false] Text\", \
         \"# [this, that or other] Text\" or \"# [text] Text\""
    )]
    Comment {
        /// The key's line, from 1.
        line: usize,
        /// The key.
        key: String,
    },
    /// The default does not fit the comment.
    #[error("line {line}: the default of {key} is not {allowed}")]
    Default {
        /// The key's line, from 1.
        line: usize,
        /// The key.
        key: String,
        /// The values that the comment allows.
        allowed: String,
    },
}

impl Schema {
    /// Returns the schema of the declared options and the built-in engine.toml.
    #[allow(clippy::expect_used, reason = "the built-in file is part of the program and a test reads it")]
    pub fn built_in() -> Schema {
        let file = Schema::parse(BUILT_IN).expect("the built-in engine.toml is well formed");
        let mut settings = declared();
        settings.extend(file.settings.into_iter().filter(|setting| setting.section != OPTIONS));
        Schema { settings }
    }

    /// Reads a word as the value of an option of this key that takes whole numbers. The error says which are allowed.
    ///
    /// # Errors
    /// If the word is no such number, or there is no such option.
    pub fn read_number(key: &str, word: &str) -> Result<usize, String> {
        let schema = Schema::built_in();
        let setting = schema.setting(OPTIONS, key).ok_or_else(|| format!("there is no option {key}"))?;
        match setting.read(word) {
            Some(Value::Integer(number)) => usize::try_from(number).map_err(|error| error.to_string()),
            _ => Err(format!("allowed: {}", setting.allowed())),
        }
    }

    /// Reads a schema from a text in engine.toml's form.
    ///
    /// # Errors
    /// If the text is not TOML, the comment of a key is missing or malformed, or a default does not fit its comment.
    pub fn parse(text: &str) -> Result<Schema, SchemaError> {
        let document =
            Document::parse(text).map_err(|error| SchemaError::Syntax(error.message().to_owned()))?;
        let lines: Vec<&str> = text.lines().collect();
        let mut settings = Vec::new();
        for (section, item) in document.iter() {
            let table = item.as_table().ok_or_else(|| SchemaError::NoSection(section.to_owned()))?;
            for (key, item) in table.iter() {
                let line =
                    table.key(key).and_then(|key| key.span()).map_or(0, |span| line_at(text, span.start));
                let above = line.checked_sub(2).and_then(|index| lines.get(index)).copied().unwrap_or("");
                settings.push(read_setting(section, key, item, line, above)?);
            }
        }
        Ok(Schema { settings })
    }

    /// All settings, in the order of the file.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// One setting; `None` if it does not exist.
    pub fn setting(&self, section: &str, key: &str) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.section == section && setting.key == key)
    }

    /// The names of the sections, in the order of the file.
    pub fn sections(&self) -> Vec<&str> {
        let mut sections: Vec<&str> = self.settings.iter().map(|setting| setting.section.as_str()).collect();
        sections.dedup();
        sections
    }

    /// The names of a section's keys, in the order of the file.
    pub fn keys(&self, section: &str) -> Vec<&str> {
        let of_section = self.settings.iter().filter(|setting| setting.section == section);
        of_section.map(|setting| setting.key.as_str()).collect()
    }
}

impl Setting {
    /// Whether a value may be set.
    pub fn allows(&self, value: &Value) -> bool {
        match (&self.kind, value) {
            (Kind::Integer { minimum, maximum, .. }, Value::Integer(number)) => {
                (minimum..=maximum).contains(&number)
            }
            (Kind::Choice(choices), Value::Text(text)) => choices.contains(text),
            (Kind::Boolean, Value::Boolean(_)) | (Kind::Text, Value::Text(_)) => true,
            _ => false,
        }
    }

    /// Returns the value of a word from the command line; `None` if it is not allowed.
    pub fn read(&self, word: &str) -> Option<Value> {
        let value = match self.kind {
            Kind::Integer { .. } => Value::Integer(word.trim().parse().ok()?),
            Kind::Boolean => Value::Boolean(word.trim().parse().ok()?),
            Kind::Choice(_) | Kind::Text => Value::Text(word.to_owned()),
        };
        self.allows(&value).then_some(value)
    }

    /// Returns the allowed values in words: `a whole number from 1 to 256 threads`.
    pub fn allowed(&self) -> String {
        match &self.kind {
            Kind::Integer { minimum, maximum, unit } => {
                format!("a whole number from {minimum} to {maximum} {unit}").trim_end().to_owned()
            }
            Kind::Boolean => "true or false".to_owned(),
            Kind::Choice(choices) => {
                let quoted: Vec<String> = choices.iter().map(|choice| format!("{choice:?}")).collect();
                quoted.join(" or ")
            }
            Kind::Text => "a text in quotes".to_owned(),
        }
    }
}

/// The settings of the section of options.
fn declared() -> Vec<Setting> {
    let defaults = Options::default();
    declarations().into_iter().filter_map(|option| declared_setting(option, &defaults)).collect()
}

/// Returns the setting of an option; `None` if the option stores no value.
fn declared_setting(option: Declaration<Options>, defaults: &Options) -> Option<Setting> {
    let Role::Sets(field) = option.role else { return None };
    Some(Setting {
        section: OPTIONS.to_owned(),
        key: field.key.to_owned(),
        kind: field.kind,
        comment: option.does.to_owned(),
        default: (field.read)(defaults),
    })
}

/// Returns a TOML item as a value; `None` if it is of another kind.
pub(super) fn value_of(item: &Item) -> Option<Value> {
    if let Some(number) = item.as_integer() {
        Some(Value::Integer(number))
    } else if let Some(flag) = item.as_bool() {
        Some(Value::Boolean(flag))
    } else {
        item.as_str().map(|text| Value::Text(text.to_owned()))
    }
}

/// Returns a value as a TOML item.
pub(super) fn item_of(value: &Value) -> Item {
    match value {
        Value::Integer(number) => toml_edit::value(*number),
        Value::Boolean(flag) => toml_edit::value(*flag),
        Value::Text(text) => toml_edit::value(text.as_str()),
    }
}

/// Returns the line of a byte, from 1.
pub(super) fn line_at(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|letter| *letter == b'\n').count() + 1
}

fn read_setting(
    section: &str,
    key: &str,
    item: &Item,
    line: usize,
    above: &str,
) -> Result<Setting, SchemaError> {
    let no_comment = || SchemaError::Comment { line, key: key.to_owned() };
    let (kind, comment) = read_comment(above).ok_or_else(no_comment)?;
    let default = value_of(item);
    let mut setting = Setting {
        section: section.to_owned(),
        key: key.to_owned(),
        kind,
        comment,
        default: Value::Boolean(false),
    };
    match default {
        Some(value) if setting.allows(&value) => setting.default = value,
        _ => return Err(SchemaError::Default { line, key: key.to_owned(), allowed: setting.allowed() }),
    }
    Ok(setting)
}

/// Reads `# [MIN..MAX UNIT] Text`, `# [true or false] Text`, `# [this, that or other] Text` or `# [text] Text`.
fn read_comment(line: &str) -> Option<(Kind, String)> {
    let (range, text) = line.strip_prefix("# [")?.split_once("] ")?;
    if text.trim().is_empty() {
        return None;
    }
    Some((read_kind(range)?, text.trim().to_owned()))
}

fn read_kind(range: &str) -> Option<Kind> {
    match range {
        "true or false" => Some(Kind::Boolean),
        "text" => Some(Kind::Text),
        choices if choices.contains(" or ") => {
            let words = choices.split(", ").flat_map(|part| part.split(" or "));
            Some(Kind::Choice(words.map(str::to_owned).collect()))
        }
        _ => {
            let (bounds, unit) = range.split_once(' ').unwrap_or((range, ""));
            let (minimum, maximum) = bounds.split_once("..")?;
            let (minimum, maximum) = (minimum.parse().ok()?, maximum.parse().ok()?);
            (minimum < maximum).then(|| Kind::Integer { minimum, maximum, unit: unit.to_owned() })
        }
    }
}
