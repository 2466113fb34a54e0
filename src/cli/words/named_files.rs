//! Finds the files that a command line names, in clap's own list, and refuses an output that would replace an input before
//! anything is read.

use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use crate::text::outputs::{Named, OutputError, OutputPath, refuse_overlap};
use crate::text::paths;

/// Options whose file may be both read and written: what is saved includes everything that was loaded.
const CONTINUED: [(&str, &str); 1] = [("--save", "--load")];

/// The files that a command line reads and writes.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct NamedFiles {
    inputs: Vec<Named<PathBuf>>,
    outputs: Vec<Named<OutputPath>>,
}

impl NamedFiles {
    /// Finds the files of a command line and its subcommands. Each word that is not an output counts as an input: an advice table
    /// may be named by its file.
    pub fn of(command: &Command, matches: &ArgMatches) -> NamedFiles {
        let mut files = NamedFiles::default();
        files.add(command, matches);
        files
    }

    /// Refuses an output that the command reads, also as its configuration, and two outputs to the same file.
    ///
    /// # Errors
    /// For the first such pair.
    pub fn refuse_overlap(&self, configuration: Option<PathBuf>) -> Result<(), OutputError> {
        let configuration = configuration.map(|path| Named { option: "settings".to_owned(), path });
        let inputs: Vec<Named<PathBuf>> = self.inputs.iter().cloned().chain(configuration).collect();
        refuse_overlap(&inputs, &self.outputs, |output, input| CONTINUED.contains(&(output, input)))
    }

    fn add(&mut self, command: &Command, matches: &ArgMatches) {
        for argument in command.get_arguments() {
            self.add_argument(argument, matches);
        }
        if let Some((name, matches)) = matches.subcommand()
            && let Some(command) = command.find_subcommand(name)
        {
            self.add(command, matches);
        }
    }

    fn add_argument(&mut self, argument: &Arg, matches: &ArgMatches) {
        let id = argument.get_id().as_str();
        if !argument.get_action().takes_values()
            || !matches!(matches.try_contains_id(id), Ok(true))
            || matches.value_source(id) != Some(ValueSource::CommandLine)
        {
            return;
        }
        let option = shown(argument);
        if let Ok(Some(paths)) = matches.try_get_many::<OutputPath>(id) {
            let named = |path: &OutputPath| Named { option: option.clone(), path: path.clone() };
            self.outputs.extend(paths.map(named));
        } else if let Ok(Some(words)) = matches.try_get_raw(id) {
            let named = |word: &std::ffi::OsStr| Named {
                option: option.clone(),
                path: paths::under_home(word.into()),
            };
            self.inputs.extend(words.map(named));
        }
    }
}

/// Returns an argument as help shows it: `--out`, `GAMES.pgn`.
fn shown(argument: &Arg) -> String {
    match (argument.get_long(), argument.get_value_names()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some([name, ..])) => name.to_string(),
        (None, _) => argument.get_id().as_str().to_uppercase(),
    }
}
