//! Limits how large a file and a folder may grow before they are split along their ideas.

use std::path::{Path, PathBuf};

use super::sources;

/// The most lines of a source file.
const MOST_LINES: usize = 450;
/// The most files that lie in a folder itself.
const MOST_FILES: usize = 20;

#[test]
fn no_source_file_has_more_than_450_lines() {
    let lines = |source: &str| source.lines().count();
    let long = sources().into_iter().filter(|(_, source)| lines(source) > MOST_LINES);
    let long: Vec<String> = long.map(|(path, source)| format!("{path}: {} lines", lines(&source))).collect();
    assert!(long.is_empty(), "these have more than {MOST_LINES} lines:\n{}", long.join("\n"));
}

#[test]
fn no_folder_has_more_than_20_files_of_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let is_large = |folder: &PathBuf| own_files(folder) > MOST_FILES;
    let name = |folder: PathBuf| folder.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
    let large: Vec<String> = folders(&root).into_iter().filter(is_large).map(name).collect();
    assert!(large.is_empty(), "these have more than {MOST_FILES} files: {large:?}");
}

/// Commands read words, call what does the work, and print.
#[test]
fn the_command_line_has_at_most_40_files_and_4000_lines() {
    let of_commands: Vec<_> = sources().into_iter().filter(|(path, _)| path.starts_with("cli/")).collect();
    let lines: usize = of_commands.iter().map(|(_, source)| source.lines().count()).sum();
    assert!(of_commands.len() <= 40 && lines <= 4_000, "{} files, {lines} lines", of_commands.len());
}

fn own_files(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_file()).count()
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let inside = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found = vec![folder.to_owned()];
    for below in inside.filter(|path| path.is_dir()) {
        found.extend(folders(&below));
    }
    found
}
