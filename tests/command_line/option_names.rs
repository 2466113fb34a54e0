//! The same option has one name and one form everywhere, by clap's own list.

use clap::{Arg, Command, CommandFactory as _};
use lucena::cli::Cli;

use crate::binary::binary;
use crate::outputs::is_output;

/// Outputs that stand beside the result of a command, or of which it has several.
const NAMED_OUTPUTS: [&str; 5] = ["html", "held-out", "escapes", "save", "disk"];
/// What takes a value of this form wherever it stands.
const FORMS: [(&str, &str); 8] = [
    ("nodes", "N"),
    ("depth", "N"),
    ("movetime", "MS"),
    ("workers", "N"),
    ("threads", "N"),
    ("hash", "MIB"),
    ("memory", "GIB"),
    ("seed", "S"),
];

/// Every option of every command, with the command's name.
fn options() -> Vec<(String, Arg)> {
    fn collect(command: &Command, found: &mut Vec<(String, Arg)>) {
        let name = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned();
        let options = command.get_arguments().filter(|argument| argument.get_long().is_some());
        found.extend(options.map(|argument| (name.clone(), argument.clone())));
        command.get_subcommands().for_each(|below| collect(below, found));
    }
    let mut command = Cli::command();
    command.build();
    let mut found = Vec::new();
    collect(&command, &mut found);
    assert!(found.len() > 80, "{}", found.len());
    found
}

#[test]
fn a_result_is_written_to_out_and_what_stands_beside_it_has_a_name() {
    let mut results = 0;
    for (command, option) in options() {
        let long = option.get_long().unwrap();
        let is_named = long == "out" || NAMED_OUTPUTS.contains(&long);
        assert_eq!(is_output(&option) && option.get_action().takes_values(), is_named, "{command} --{long}");
        results += usize::from(long == "out");
    }
    assert!(results >= 6, "{results}");
}

#[test]
fn resume_is_a_switch_wherever_a_command_can_continue() {
    let resumes: Vec<_> =
        options().into_iter().filter(|(_, option)| option.get_long() == Some("resume")).collect();
    assert!(resumes.len() >= 4, "{}", resumes.len());
    for (command, option) in resumes {
        assert!(!option.get_action().takes_values(), "{command}");
    }
}

#[test]
fn an_option_of_one_name_takes_values_of_one_form() {
    for (command, option) in options() {
        let long = option.get_long().unwrap();
        let Some((_, form)) = FORMS.into_iter().find(|(name, _)| *name == long) else { continue };
        let values = option.get_value_names().unwrap_or_default();
        assert_eq!(values, [form], "{command} --{long}");
    }
}

#[test]
fn no_command_takes_zero_threads_or_workers() {
    let rest = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";
    let mut asked = 0;
    for (command, option) in options() {
        let Some(long @ ("threads" | "workers")) = option.get_long() else { continue };
        let words = command.split(' ').skip(1);
        let ran = binary().args(words).arg(format!("--{long}=0")).arg(rest).output().unwrap();
        let errors = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{command} --{long} 0: {errors}");
        assert!(errors.contains("allowed") && errors.contains("--"), "{command} --{long} 0: {errors}");
        asked += 1;
    }
    assert!(asked >= 10, "{asked}");
}
