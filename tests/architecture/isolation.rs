//! No test may find what its user has built or set: it would pass on one machine and fail on another.

use std::path::Path;

/// The files of the tests that name one of these, relative to `tests`.
fn tests_that_name(words: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = super::rust_files(&root).into_iter().map(|path| {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        (name, std::fs::read_to_string(path).unwrap())
    });
    files
        .filter(|(name, source)| {
            !name.starts_with("architecture/") && words.iter().any(|word| source.contains(word))
        })
        .collect()
}

#[test]
fn only_the_shared_configuration_makes_engines_of_the_built_in_one() {
    let found: Vec<String> =
        tests_that_name(&["Config::built_in().engine()"]).into_iter().map(|(name, _)| name).collect();
    assert_eq!(found, ["support/mod.rs"], "support::configuration() leaves out what was built before");
}

#[test]
fn who_starts_the_binary_gives_it_other_folders_than_the_users() {
    let without: Vec<String> = tests_that_name(&["CARGO_BIN_EXE_lucena", "cargo_bin(\"lucena\")"])
        .into_iter()
        .filter(|(_, source)| !source.contains(".envs("))
        .map(|(name, _)| name)
        .collect();
    assert!(without.is_empty(), "these start it with the folders of whoever runs the tests: {without:?}");
}
