//! Checks that the published crate holds every file that its build reads.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// The macros by which code reads a file when it is built.
const READING: [&str; 2] = ["include_str!(\"", "include_bytes!(\""];

/// The files that `cargo publish` packs, relative to the root.
fn packed() -> HashSet<PathBuf> {
    let arguments = ["package", "--list", "--allow-dirty", "--offline", "--package", "lucena"];
    let listed =
        Command::new(env!("CARGO")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    String::from_utf8(listed.stdout).unwrap().lines().map(|line| line.replace('\\', "/").into()).collect()
}

/// The files that a source reads when it is built without its tests. `path` is relative to the root.
fn read_by(path: &Path, source: &str) -> Vec<PathBuf> {
    if path.ends_with("tests.rs") {
        return Vec::new();
    }
    let built = source.split("#[cfg(test)]").next().unwrap();
    let folder = path.parent().unwrap();
    let names = READING.iter().flat_map(|opening| built.split(opening).skip(1));
    names.filter_map(|rest| rest.split('"').next()).map(|name| joined(folder, name)).collect()
}

/// The path of a file that is named from a folder, without `..`.
fn joined(folder: &Path, name: &str) -> PathBuf {
    let mut path = folder.to_owned();
    for part in Path::new(name).components() {
        if part == Component::ParentDir {
            path.pop();
        } else {
            path.push(part);
        }
    }
    path
}

#[test]
fn the_published_crate_holds_every_file_that_its_build_reads() {
    let packed = packed();
    let mut needed = vec![PathBuf::from("build.rs")];
    for (path, source) in super::sources() {
        let path = Path::new("src").join(path);
        needed.extend(read_by(&path, &source));
        needed.push(path);
    }
    assert!(needed.contains(&PathBuf::from("engine.toml")));
    let missing: Vec<_> = needed.iter().filter(|path| !packed.contains(*path)).collect();
    assert!(missing.is_empty(), "`include` in Cargo.toml leaves out {missing:?}");
}

#[test]
fn files_that_only_tests_read_are_not_needed() {
    let source =
        "const A: &str = include_str!(\"../../a.txt\");\n#[cfg(test)]\nmod tests { include_str!(\"b\") }";
    assert_eq!(read_by(Path::new("src/room/file.rs"), source), [Path::new("a.txt")]);
    assert!(read_by(Path::new("src/room/tests.rs"), source).is_empty());
}
