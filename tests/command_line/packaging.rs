//! Completion scripts and manual pages, as shells and packages get them.

use std::path::Path;
use std::process::Command as Program;

use clap::{Command, CommandFactory as _};
use lucena::cli::Cli;

use crate::binary::binary;

fn script(shell: &str) -> String {
    let run = binary().args(["completions", shell]).output().unwrap();
    assert!(run.status.success(), "{shell}");
    String::from_utf8(run.stdout).unwrap()
}

/// Runs `lucena man` for a folder; returns its exit code and what it wrote on stderr.
fn write_pages(folder: &Path, more: &[&str]) -> (Option<i32>, String) {
    let run = binary().arg("man").arg(folder).args(more).output().unwrap();
    (run.status.code(), String::from_utf8(run.stderr).unwrap())
}

/// Whether a program is on this machine.
fn is_there(program: &str) -> bool {
    Program::new(program).arg("--version").output().is_ok()
}

/// The names of all commands that have a page, as in `lucena-tablebase-build`.
fn names() -> Vec<String> {
    fn collect(command: &Command, above: &str, found: &mut Vec<String>) {
        let name = format!("{above}{}", command.get_name());
        for below in command.get_subcommands() {
            collect(below, &format!("{name}-"), found);
        }
        found.push(name);
    }
    let mut found = Vec::new();
    collect(&Cli::command(), "", &mut found);
    assert!(found.len() > 25, "{found:?}");
    found
}

#[test]
fn every_shell_gets_a_script_with_the_commands_and_their_options() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = script(shell);
        for word in ["tablebase", "review", "completions", "syzygy", "held-out"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let refused = binary().args(["completions", "tcsh"]).output().unwrap();
    let errors = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && errors.contains("possible values: bash"), "{errors}");
}

/// Completes the last of these words as bash does once it has loaded the script.
fn completed(words: &[&str]) -> Vec<String> {
    let count = words.len();
    let (last, before) = (words[count - 1], words[count - 2]);
    let run = format!(
        "{}\nCOMP_WORDS=({}); COMP_CWORD={}; _lucena lucena '{last}' '{before}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script("bash"),
        words.join(" "),
        count - 1,
    );
    let output = Program::new("bash").args(["-c", &run]).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.is_empty(), "{errors}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
#[cfg(unix)]
fn bash_completes_a_command_a_command_below_it_and_an_option() {
    if !is_there("bash") {
        return;
    }
    assert_eq!(completed(&["lucena", "rev"]), ["review"]);
    assert_eq!(completed(&["lucena", "tablebase", "ver"]), ["verify"]);
    assert_eq!(completed(&["lucena", "review", "--ht"]), ["--html"]);
    assert_eq!(completed(&["lucena", "completions", "fi"]), ["fish"]);
}

#[test]
fn every_command_has_a_page_that_names_its_options() {
    let folder = tempfile::tempdir().unwrap();
    // The folder is made.
    let pages = folder.path().join("share/man1");
    assert_eq!(write_pages(&pages, &[]), (Some(0), String::new()));
    let mut found: Vec<String> = std::fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut wanted: Vec<String> = names().iter().map(|name| format!("{name}.1")).collect();
    found.sort();
    wanted.sort();
    assert_eq!(found, wanted);
    let review = std::fs::read_to_string(pages.join("lucena-review.1")).unwrap();
    for word in ["\\-\\-html", "GAMES", "\\-\\-help"] {
        assert!(review.contains(word), "{word} is missing in\n{review}");
    }
}

#[test]
fn pages_are_the_same_whenever_a_package_asks_for_a_date() {
    let page = |date: &str| {
        let folder = tempfile::tempdir().unwrap();
        let run = binary().arg("man").arg(folder.path()).env("SOURCE_DATE_EPOCH", date).output().unwrap();
        assert!(run.status.success());
        std::fs::read_to_string(folder.path().join("lucena.1")).unwrap()
    };
    assert!(page("951782400").contains(" 2000-02-29 "), "{}", page("951782400"));
    assert_eq!(page("951782400"), page("951782400"));
}

#[test]
#[cfg(unix)]
fn man_and_mandoc_read_every_page_without_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(write_pages(folder.path(), &[]).0, Some(0));
    for name in names() {
        let page = folder.path().join(format!("{name}.1"));
        if is_there("man") {
            let run =
                Program::new("man").args(["--warnings", "-l"]).arg(&page).env("LC_ALL", "C.UTF-8").output();
            let run = run.unwrap();
            assert!(
                run.status.success() && run.stderr.is_empty(),
                "{}",
                String::from_utf8_lossy(&run.stderr)
            );
        }
        if Program::new("mandoc").stdin(std::process::Stdio::null()).output().is_ok() {
            let run =
                Program::new("mandoc").args(["-T", "lint", "-W", "warning"]).arg(&page).output().unwrap();
            assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stdout));
        }
    }
}

#[test]
fn pages_replace_pages_and_nothing_else_without_force() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    assert_eq!(write_pages(folder.path(), &[]).0, Some(0));
    std::fs::write(path("notes.txt"), "Buy milk.\n").unwrap();
    std::fs::write(path("lucena-review.1"), "Buy milk.\n").unwrap();
    std::fs::remove_file(path("lucena-analyse.1")).unwrap();
    let (code, errors) = write_pages(folder.path(), &[]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(
        errors.contains("lucena-review.1 is there already and is not a manual page of lucena"),
        "{errors}"
    );
    // Where one must not be written, none is.
    assert!(!path("lucena-analyse.1").exists());
    assert_eq!(std::fs::read_to_string(path("lucena-review.1")).unwrap(), "Buy milk.\n");
    assert_eq!(write_pages(folder.path(), &["--force"]).0, Some(0));
    assert!(std::fs::read_to_string(path("lucena-review.1")).unwrap().contains(".TH lucena"));
    assert_eq!(std::fs::read_to_string(path("notes.txt")).unwrap(), "Buy milk.\n");
    let (code, errors) = write_pages(&path("notes.txt"), &[]);
    assert!(code == Some(2) && errors.contains("notes.txt"), "{errors}");
}
