//! The engine's options in the protocol's words: the lines that announce them, and the reading of `setoption`.

use std::fmt;

use super::command::Command;
use super::quoted::quoted;
use crate::engine::Options;
use crate::engine::options::{Declaration, Field, Kind, Role, Value};
use crate::text::{did_you_mean, shown};

/// The effect of a `setoption`.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The new options.
    Options(Box<Options>),
    /// Forget what earlier searches found.
    Forget,
    /// Nothing: the option only informs.
    Nothing,
}

/// Why a `setoption` changes nothing.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// What is wrong, and what is allowed.
    pub problem: String,
    /// The value that the option keeps; `None` if there is no such option.
    pub kept: Option<String>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ignored: {}", self.problem)?;
        self.kept.as_ref().map_or(Ok(()), |kept| write!(formatter, "; it stays {kept}"))
    }
}

/// The protocol's word for an empty text.
const EMPTY: &str = "<empty>";

/// The options with their defaults.
pub(super) struct OptionTable {
    declarations: Vec<Declaration<Options>>,
    defaults: Options,
}

impl OptionTable {
    /// A table of these options with these defaults.
    pub(super) fn new(declarations: Vec<Declaration<Options>>, defaults: Options) -> OptionTable {
        OptionTable { declarations, defaults }
    }

    /// Returns the lines that announce the options.
    pub(super) fn announcement(&self) -> Vec<String> {
        self.declarations.iter().map(|option| self.announced(option)).collect()
    }

    fn announced(&self, option: &Declaration<Options>) -> String {
        let kind = match &option.role {
            Role::Sets(field) => announced_kind(&field.kind, &(field.read)(&self.defaults)),
            Role::Button => "button".to_owned(),
            Role::About(text) => format!("string default {text}"),
        };
        format!("option name {} type {kind}", option.name)
    }

    /// Returns the effect of a `setoption`.
    ///
    /// # Errors
    /// If there is no such option, or it does not take this value.
    pub(super) fn change(
        &self,
        name: &str,
        value: Option<&str>,
        current: &Options,
    ) -> Result<Change, Refusal> {
        let option = self.named(name)?;
        match &option.role {
            Role::Sets(field) => changed(option.name, field, value, current),
            Role::Button => Ok(Change::Forget),
            Role::About(_) => Ok(Change::Nothing),
        }
    }

    /// Returns the key of the field that an option sets; `None` if there is no such option, or it sets none.
    pub(super) fn key(&self, name: &str) -> Option<&'static str> {
        match &self.named(name).ok()?.role {
            Role::Sets(field) => Some(field.key),
            Role::Button | Role::About(_) => None,
        }
    }

    /// Returns the lines that make these options of the built-in ones, without the option of this key.
    pub(super) fn changes_of(&self, options: &Options, without: &str) -> Vec<String> {
        let built_in = Options::default();
        let line = |option: &Declaration<Options>| {
            let Role::Sets(field) = &option.role else { return None };
            let value = (field.read)(options);
            let is_told = field.key != without && value != (field.read)(&built_in);
            let command = || Command::SetOption { name: option.name.to_owned(), value: Some(plain(&value)) };
            is_told.then(|| command().to_string())
        };
        self.declarations.iter().filter_map(line).collect()
    }

    fn named(&self, name: &str) -> Result<&Declaration<Options>, Refusal> {
        self.declarations.iter().find(|option| option.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            let names: Vec<&str> = self.declarations.iter().map(|option| option.name).collect();
            let hint = did_you_mean(name, names.iter().copied());
            let problem = format!("unknown option {}{hint}; allowed: {}", quoted(name), names.join(", "));
            Refusal { problem, kept: None }
        })
    }
}

fn changed(
    name: &str,
    field: &Field<Options>,
    sent: Option<&str>,
    current: &Options,
) -> Result<Change, Refusal> {
    let mut options = Box::new(current.clone());
    read_value(&field.kind, sent)
        .and_then(|new| (field.write)(&mut options, &new))
        .map(|()| Change::Options(options))
        .ok_or_else(|| {
            let kept = Some(plain(&(field.read)(current)));
            Refusal { problem: problem(name, sent.map(str::trim), &allowed(&field.kind)), kept }
        })
}

/// Returns the type of an option, its default and its range in the protocol's words.
fn announced_kind(kind: &Kind, default: &Value) -> String {
    let default = plain(default);
    match kind {
        Kind::Integer { minimum, maximum, .. } => {
            format!("spin default {default} min {minimum} max {maximum}")
        }
        Kind::Boolean => format!("check default {default}"),
        Kind::Choice(choices) => format!("combo default {default} var {}", choices.join(" var ")),
        Kind::Text => {
            let default = shown(&default);
            format!("string default {}", if default.is_empty() { EMPTY } else { &default })
        }
    }
}

/// Returns the value that was sent; `None` if it is not allowed. Only a text may begin or end with white space.
fn read_value(kind: &Kind, sent: Option<&str>) -> Option<Value> {
    let word = sent.map(str::trim);
    match kind {
        Kind::Integer { minimum, maximum, .. } => {
            let number = word?.parse::<i64>().ok()?;
            (minimum..=maximum).contains(&&number).then_some(Value::Integer(number))
        }
        Kind::Boolean => word?.to_ascii_lowercase().parse().ok().map(Value::Boolean),
        Kind::Choice(choices) => {
            let chosen =
                choices.iter().find(|choice| choice.eq_ignore_ascii_case(word.unwrap_or_default()))?;
            Some(Value::Text(chosen.clone()))
        }
        Kind::Text => {
            // GUIs treat no value and `<empty>` alike.
            let text = sent.filter(|_| word != Some(EMPTY));
            Some(Value::Text(text.unwrap_or_default().to_owned()))
        }
    }
}

/// Returns the allowed values in words.
fn allowed(kind: &Kind) -> String {
    match kind {
        Kind::Integer { minimum, maximum, .. } => format!("whole numbers from {minimum} to {maximum}"),
        Kind::Boolean => "true or false".to_owned(),
        Kind::Choice(choices) => choices.join(", "),
        Kind::Text => "texts".to_owned(),
    }
}

/// Returns a value as the protocol writes it, without quotation marks.
fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Integer(_) | Value::Boolean(_) => value.to_string(),
    }
}

fn problem(name: &str, value: Option<&str>, allowed: &str) -> String {
    match value {
        Some(value) => format!("{name} {} is invalid; allowed: {allowed}", quoted(value)),
        None => format!("{name} has no value; allowed: {allowed}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::AdviceMode;
    use crate::engine::options::declarations;

    fn table() -> OptionTable {
        OptionTable::new(declarations(), Options::default())
    }

    fn changed(name: &str, value: &str) -> Options {
        match table().change(name, Some(value), &Options::default()) {
            Ok(Change::Options(options)) => *options,
            other => panic!("{name}: {other:?}"),
        }
    }

    #[test]
    fn options_are_announced_as_the_protocol_wants() {
        let lines = table().announcement();
        for line in [
            "option name Hash type spin default 16 min 1 max 33554432",
            "option name Clear Hash type button",
            "option name Ponder type check default false",
            "option name SyzygyPath type string default <empty>",
            "option name Advice type combo default play var play var explain var off",
        ] {
            assert!(lines.iter().any(|known| known == line), "{line}");
        }
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with("option name UCI_EngineAbout type string default lucena "))
        );
    }

    #[test]
    fn what_the_engine_starts_with_is_announced_as_the_default() {
        let defaults = Options { threads: 3, syzygy_path: "/a b".to_owned(), ..Options::default() };
        let lines = OptionTable::new(declarations(), defaults).announcement();
        for line in [
            "option name Threads type spin default 3 min 1 max 256",
            "option name SyzygyPath type string default /a b",
        ] {
            assert!(lines.iter().any(|known| known == line), "{line}");
        }
    }

    #[test]
    fn names_are_read_in_any_case_and_values_reach_their_place() {
        assert_eq!(changed("hash", "1024").hash, 1024);
        assert_eq!(changed("MULTIPV", "3").multi_pv, 3);
        assert_eq!(changed("move overhead", "200").move_overhead, 200);
        assert!(changed("uci_chess960", "True").chess960);
        assert!(changed("Ponder", "true").ponder);
        assert_eq!(changed("syzygypath", "/some where;/else").syzygy_path, "/some where;/else");
        assert_eq!(changed("SyzygyPath", "<empty>").syzygy_path, "");
        assert_eq!(changed("advice", "Explain").advice, AdviceMode::Explain);
        assert_eq!(table().change("clear hash", None, &Options::default()), Ok(Change::Forget));
        assert_eq!(table().change("UCI_EngineAbout", Some("x"), &Options::default()), Ok(Change::Nothing));
    }

    #[test]
    fn a_refusal_names_what_is_allowed() {
        let refusal = |name, value| table().change(name, value, &Options::default()).unwrap_err().to_string();
        assert_eq!(
            refusal("hash", Some("0")),
            "ignored: Hash \"0\" is invalid; allowed: whole numbers from 1 to 33554432; it stays 16"
        );
        assert_eq!(
            refusal("Ponder", None),
            "ignored: Ponder has no value; allowed: true or false; it stays false"
        );
        assert_eq!(
            refusal("Advice", Some("always")),
            "ignored: Advice \"always\" is invalid; allowed: play, explain, off; it stays play"
        );
        for value in ["33554433", "-1", "", "1e3", "99999999999999999999", "sixteen"] {
            assert!(refusal("Hash", Some(value)).contains("from 1 to 33554432"), "{value}");
        }
        let unknown = refusal("Treads", Some("1"));
        let wanted = "ignored: unknown option \"Treads\" (did you mean \"Threads\"?); allowed: Hash, Threads, Clear Hash";
        assert!(unknown.starts_with(wanted), "{unknown}");
    }
}
