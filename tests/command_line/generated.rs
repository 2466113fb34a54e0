//! Compares the options in docs/commands.md with clap's own list, or rewrites them if `LUCENA_WRITE_GENERATED` is set.

use std::fmt::Write as _;
use std::path::Path;

use clap::{Arg, Command, CommandFactory as _};
use lucena::cli::Cli;

/// The environment variable that asks for rewriting.
const WRITE: &str = "LUCENA_WRITE_GENERATED";
/// Where the options begin in the page; they go to its end.
const HEADING: &str = "## Every option\n";

#[test]
fn the_page_of_commands_has_every_option_as_clap_describes_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/commands.md");
    let page = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let (before, found) = page.split_once(HEADING).unwrap();
    let mut command = Cli::command();
    command.build();
    let mut wanted =
        "\nEvery command also takes `--config PATH`, which names an engine.toml, and `--help`.\n".to_owned();
    describe(&command, &mut wanted);
    if std::env::var_os(WRITE).is_some() {
        return std::fs::write(&path, format!("{before}{HEADING}{wanted}")).unwrap();
    }
    assert_eq!(found, wanted, "docs/commands.md differs; {WRITE}=1 cargo test generated writes it");
}

/// Describes a command that does something itself, and those below it.
fn describe(command: &Command, text: &mut String) {
    let own = |argument: &&Arg| {
        !argument.is_hide_set() && !matches!(argument.get_id().as_str(), "help" | "version" | "config")
    };
    let arguments: Vec<&Arg> = command.get_arguments().filter(own).collect();
    if !arguments.is_empty() {
        let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
        write!(text, "\n### {name}\n\n| argument | meaning |\n|---|---|\n").unwrap();
        for argument in arguments {
            writeln!(text, "| `{}` | {} |", form(argument), meaning(argument)).unwrap();
        }
    }
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        describe(below, text);
    }
}

/// Returns how an argument is written, as in `--nodes N` or `FILE...`.
fn form(argument: &Arg) -> String {
    let takes_value = argument.get_action().takes_values();
    let values = argument.get_value_names().unwrap_or_default();
    let value = values.iter().map(|name| name.to_string()).collect::<Vec<_>>().join(" ");
    let many =
        argument.is_positional() && argument.get_num_args().is_some_and(|range| range.max_values() > 1);
    let value = if many { format!("{value}…") } else { value };
    match argument.get_long() {
        Some(long) if takes_value => format!("--{long} {value}"),
        Some(long) => format!("--{long}"),
        None => value,
    }
    .replace('|', "\\|")
}

/// Returns what an argument means, with its default and choices, as `--help` says it.
fn meaning(argument: &Arg) -> String {
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let choices: Vec<String> = argument
        .get_possible_values()
        .iter()
        .filter(|_| argument.get_action().takes_values())
        .map(|choice| format!("`{}`", choice.get_name()))
        .collect();
    let default =
        argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect::<Vec<_>>();
    let mut meaning = help;
    if !choices.is_empty() {
        write!(meaning, ": {}", choices.join(", ")).unwrap();
    }
    if !default.is_empty() && !argument.get_action().takes_values().eq(&false) {
        write!(meaning, " [default: {}]", default.join(" ")).unwrap();
    }
    meaning.replace('|', "\\|")
}
