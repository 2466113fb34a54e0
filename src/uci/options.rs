//! The option table: each option's name, kind and place among the engine's options, declared once. The session
//! announces it and sets options through it.

use super::quoted::quoted;
use crate::engine::{AdviceMode, Options};
use crate::text::shown;

/// What an integer option may be. Comes from engine.toml's `[options]`, by key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionRange {
    /// The lowest value.
    pub minimum: i64,
    /// The highest value.
    pub maximum: i64,
}

/// What setting an option asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// These options from now on.
    Options(Box<Options>),
    /// Forget what earlier searches found.
    Forget,
    /// Nothing: the option only informs.
    Nothing,
}

enum Kind {
    Spin { key: &'static str, read: fn(&Options) -> i64, write: fn(&mut Options, i64) },
    Check { read: fn(&Options) -> bool, write: fn(&mut Options, bool) },
    Text { read: fn(&Options) -> &str, write: fn(&mut Options, String) },
    Combo { names: fn() -> Vec<&'static str>, read: fn(&Options) -> &'static str, write: Choose },
    Button,
    About(&'static str),
}

/// Sets an option by one of its names; nothing where there is no such name.
type Choose = fn(&mut Options, &str) -> Option<()>;

struct Declaration {
    name: &'static str,
    kind: Kind,
}

const ABOUT: &str = concat!(
    "lucena ",
    env!("CARGO_PKG_VERSION"),
    ", a UCI chess engine for endings, ",
    env!("CARGO_PKG_LICENSE")
);

const DECLARATIONS: [Declaration; 20] = [
    spin("Hash", "hash", |options| integer(options.hash), |options, value| options.hash = size(value)),
    spin(
        "Threads",
        "threads",
        |options| integer(options.threads),
        |options, value| options.threads = size(value),
    ),
    Declaration { name: "Clear Hash", kind: Kind::Button },
    spin(
        "MultiPV",
        "multi_pv",
        |options| integer(options.multi_pv),
        |options, value| options.multi_pv = size(value),
    ),
    check("Ponder", |options| options.ponder, |options, value| options.ponder = value),
    spin(
        "Move Overhead",
        "move_overhead",
        |options| i64::try_from(options.move_overhead).unwrap_or(i64::MAX),
        |options, value| options.move_overhead = value.max(0).unsigned_abs(),
    ),
    check("UCI_Chess960", |options| options.chess960, |options, value| options.chess960 = value),
    check("UCI_ShowWDL", |options| options.show_wdl, |options, value| options.show_wdl = value),
    check("UCI_AnalyseMode", |options| options.analyse_mode, |options, value| options.analyse_mode = value),
    check(
        "UCI_LimitStrength",
        |options| options.limit_strength,
        |options, value| options.limit_strength = value,
    ),
    spin(
        "UCI_Elo",
        "elo",
        |options| i64::from(options.elo),
        |options, value| options.elo = u32::try_from(value.max(0)).unwrap_or(u32::MAX),
    ),
    check("Table Cache", |options| options.table_cache, |options, value| options.table_cache = value),
    text(
        "Table Cache Folder",
        |options| &options.table_cache_folder,
        |options, value| options.table_cache_folder = value,
    ),
    spin(
        "Table Cache Limit",
        "table_cache_limit",
        |options| i64::try_from(options.table_cache_limit).unwrap_or(i64::MAX),
        |options, value| options.table_cache_limit = value.max(0).unsigned_abs(),
    ),
    text("SyzygyPath", |options| &options.syzygy_path, |options, value| options.syzygy_path = value),
    spin(
        "SyzygyProbeDepth",
        "syzygy_probe_depth",
        |options| i64::from(options.syzygy_probe_depth),
        |options, value| options.syzygy_probe_depth = u32::try_from(value.max(0)).unwrap_or(u32::MAX),
    ),
    spin(
        "SyzygyProbeLimit",
        "syzygy_probe_limit",
        |options| integer(options.syzygy_probe_limit),
        |options, value| options.syzygy_probe_limit = size(value),
    ),
    check(
        "Syzygy50MoveRule",
        |options| options.syzygy_50_move_rule,
        |options, value| options.syzygy_50_move_rule = value,
    ),
    Declaration {
        name: "Advice",
        kind: Kind::Combo {
            names: || AdviceMode::ALL.map(AdviceMode::name).to_vec(),
            read: |options| options.advice.name(),
            write: |options, name| {
                options.advice = AdviceMode::from_name(name)?;
                Some(())
            },
        },
    },
    Declaration { name: "UCI_EngineAbout", kind: Kind::About(ABOUT) },
];

/// How the protocol writes a text that is empty.
const EMPTY: &str = "<empty>";

const fn spin(
    name: &'static str,
    key: &'static str,
    read: fn(&Options) -> i64,
    write: fn(&mut Options, i64),
) -> Declaration {
    Declaration { name, kind: Kind::Spin { key, read, write } }
}

const fn text(
    name: &'static str,
    read: fn(&Options) -> &str,
    write: fn(&mut Options, String),
) -> Declaration {
    Declaration { name, kind: Kind::Text { read, write } }
}

const fn check(name: &'static str, read: fn(&Options) -> bool, write: fn(&mut Options, bool)) -> Declaration {
    Declaration { name, kind: Kind::Check { read, write } }
}

fn integer(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn size(value: i64) -> usize {
    usize::try_from(value.max(0)).unwrap_or(usize::MAX)
}

/// The options with their ranges and defaults.
pub(super) struct OptionTable {
    rows: Vec<(Declaration, OptionRange)>,
    defaults: Options,
}

impl OptionTable {
    /// The table with these defaults. An integer whose range is not known cannot be changed.
    pub(super) fn new(defaults: Options, range_of: &dyn Fn(&str) -> Option<OptionRange>) -> OptionTable {
        let range = |kind: &Kind| match kind {
            Kind::Spin { key, read, .. } => range_of(key).unwrap_or_else(|| {
                let only = read(&defaults);
                OptionRange { minimum: only, maximum: only }
            }),
            _ => OptionRange { minimum: 0, maximum: 0 },
        };
        let rows = DECLARATIONS
            .into_iter()
            .map(|row| {
                let range = range(&row.kind);
                (row, range)
            })
            .collect();
        OptionTable { rows, defaults }
    }

    /// The lines that announce the options.
    pub(super) fn announcement(&self) -> Vec<String> {
        self.rows.iter().map(|(row, range)| self.announced(row, *range)).collect()
    }

    fn announced(&self, row: &Declaration, OptionRange { minimum, maximum }: OptionRange) -> String {
        let name = row.name;
        match row.kind {
            Kind::Spin { read, .. } => {
                let default = read(&self.defaults).clamp(minimum, maximum);
                format!("option name {name} type spin default {default} min {minimum} max {maximum}")
            }
            Kind::Check { read, .. } => {
                format!("option name {name} type check default {}", read(&self.defaults))
            }
            Kind::Combo { names, read, .. } => {
                let choices = names().join(" var ");
                format!("option name {name} type combo default {} var {choices}", read(&self.defaults))
            }
            Kind::Button => format!("option name {name} type button"),
            Kind::Text { read, .. } => {
                let default = shown(read(&self.defaults));
                let default = if default.is_empty() { EMPTY } else { &default };
                format!("option name {name} type string default {default}")
            }
            Kind::About(text) => format!("option name {name} type string default {text}"),
        }
    }

    /// What a `setoption` asks for.
    ///
    /// # Errors
    /// In words for the user: what is wrong and what is allowed.
    pub(super) fn change(
        &self,
        name: &str,
        value: Option<&str>,
        current: &Options,
    ) -> Result<Change, String> {
        let Some((row, range)) = self.rows.iter().find(|(row, _)| row.name.eq_ignore_ascii_case(name)) else {
            let names: Vec<&str> = self.rows.iter().map(|(row, _)| row.name).collect();
            return Err(format!(
                "ignored: unknown option {}; allowed are {}",
                quoted(name),
                names.join(", ")
            ));
        };
        let mut options = Box::new(current.clone());
        // Only a text may have white space of its own.
        let as_it_came = value;
        let value = value.map(str::trim);
        match row.kind {
            Kind::Spin { read, write, .. } => {
                let new = parse_spin(value, *range).ok_or_else(|| {
                    refusal(row.name, value, &allowed_integers(*range), &read(current).to_string())
                })?;
                write(&mut options, new);
            }
            Kind::Check { read, write } => {
                let new = value
                    .and_then(parse_check)
                    .ok_or_else(|| refusal(row.name, value, "true or false", &read(current).to_string()))?;
                write(&mut options, new);
            }
            Kind::Combo { names, read, write } => value
                .and_then(|value| write(&mut options, value))
                .ok_or_else(|| refusal(row.name, value, &names().join(", "), read(current)))?,
            Kind::Button => return Ok(Change::Forget),
            Kind::Text { write, .. } => {
                // No value and the protocol's word for it are the same to GUIs.
                let text = as_it_came.filter(|_| value != Some(EMPTY));
                write(&mut options, text.unwrap_or_default().to_owned());
            }
            Kind::About(_) => return Ok(Change::Nothing),
        }
        Ok(Change::Options(options))
    }
}

fn parse_spin(value: Option<&str>, range: OptionRange) -> Option<i64> {
    let value = value?.parse::<i64>().ok()?;
    (range.minimum..=range.maximum).contains(&value).then_some(value)
}

fn parse_check(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

fn allowed_integers(OptionRange { minimum, maximum }: OptionRange) -> String {
    format!("whole numbers from {minimum} to {maximum}")
}

fn refusal(name: &str, value: Option<&str>, allowed: &str, kept: &str) -> String {
    let asked = value.map_or("without a value".to_owned(), |value| format!("value {}", quoted(value)));
    format!("ignored: option {name} {asked}; allowed are {allowed}; it stays {kept}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defaults() -> Options {
        Options {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            move_overhead: 10,
            chess960: false,
            show_wdl: false,
            analyse_mode: false,
            limit_strength: false,
            elo: 1800,
            table_cache: true,
            table_cache_folder: String::new(),
            table_cache_limit: 2048,
            syzygy_path: String::new(),
            syzygy_probe_depth: 1,
            syzygy_probe_limit: 7,
            syzygy_50_move_rule: true,
            advice: AdviceMode::Play,
        }
    }

    fn table() -> OptionTable {
        OptionTable::new(defaults(), &|key| {
            (key != "elo")
                .then_some(OptionRange { minimum: 1, maximum: if key == "hash" { 1024 } else { 256 } })
        })
    }

    fn changed(name: &str, value: &str) -> Options {
        match table().change(name, Some(value), &defaults()) {
            Ok(Change::Options(options)) => *options,
            other => panic!("{name}: {other:?}"),
        }
    }

    #[test]
    fn options_are_announced_as_the_protocol_wants() {
        let lines = table().announcement();
        assert_eq!(lines.len(), 20);
        assert_eq!(lines[0], "option name Hash type spin default 16 min 1 max 1024");
        assert_eq!(lines[2], "option name Clear Hash type button");
        assert_eq!(lines[4], "option name Ponder type check default false");
        assert_eq!(lines[10], "option name UCI_Elo type spin default 1800 min 1800 max 1800");
        assert_eq!(lines[14], "option name SyzygyPath type string default <empty>");
        assert_eq!(lines[18], "option name Advice type combo default play var play var explain var off");
        assert!(lines[19].starts_with("option name UCI_EngineAbout type string default lucena "));
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
        assert_eq!(table().change("clear hash", None, &defaults()), Ok(Change::Forget));
        assert_eq!(table().change("UCI_EngineAbout", Some("x"), &defaults()), Ok(Change::Nothing));
    }

    #[test]
    fn what_is_refused_is_told_with_what_is_allowed() {
        let refusal = |name, value| table().change(name, value, &defaults()).unwrap_err();
        assert_eq!(
            refusal("Hash", Some("0")),
            "ignored: option Hash value \"0\"; allowed are whole numbers from 1 to 1024; it stays 16"
        );
        assert_eq!(
            refusal("Ponder", None),
            "ignored: option Ponder without a value; allowed are true or false; it stays false"
        );
        assert_eq!(
            refusal("Advice", Some("always")),
            "ignored: option Advice value \"always\"; allowed are play, explain, off; it stays play"
        );
        for value in ["1025", "-1", "", "1e3", "99999999999999999999", "sixteen"] {
            assert!(refusal("Hash", Some(value)).contains("from 1 to 1024"), "{value}");
        }
        assert!(refusal("Hsah", Some("1")).contains("allowed are Hash, Threads, Clear Hash"));
    }
}
