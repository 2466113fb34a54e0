//! Checks the rules of the house: no room imports one above it or beside it, no files of a room import each other in a circle,
//! every file says what it owns, and only the outermost rooms print.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod circles;
mod documentation;
mod isolation;
mod packages;
mod pages;
mod sizes;
mod versions;

use std::path::{Path, PathBuf};

/// Rooms with their ranks. A room may use rooms of lower rank only. `lib` names the rooms, so that it is none.
const RANKS: [(&str, u32); 20] = [
    ("score", 0),
    ("text", 0),
    ("threads", 0),
    ("page", 1),
    ("board", 1),
    ("evaluation", 2),
    ("games", 2),
    ("tablebase", 2),
    ("advice", 3),
    ("search", 3),
    ("solve", 3),
    ("exact", 4),
    ("engine", 5),
    ("config", 6),
    ("analysis", 7),
    ("training", 8),
    ("uci", 7),
    ("serve", 9),
    ("cli", 10),
    ("main", 11),
];

/// The rooms that talk to the outside.
const PRINTING_ROOMS: [&str; 3] = ["cli", "uci", "main"];
/// What only the command line knows: its errors, its words, how a program ends.
const OF_THE_COMMAND_LINE: [&str; 4] = ["CommandError", "clap::", "exit_code", "ExitCode"];

/// Where files are opened to be written, so that what is there is never destroyed.
const WRITING_FOLDER: &str = "text/outputs/";

/// What opens, names or empties files.
const WRITING: [&str; 8] = [
    "File::create",
    "File::options",
    "OpenOptions",
    "fs::write",
    "fs::rename",
    "fs::copy",
    "remove_dir_all",
    "NamedTempFile",
];

/// These write elsewhere: into a folder of their own making. So do files of tests.
const MAY_WRITE: [&str; 2] = ["training/shuffle.rs", "config/generated.rs"];

fn rank(room: &str) -> Option<u32> {
    RANKS.iter().find(|(name, _)| *name == room).map(|(_, rank)| *rank)
}

/// What a source file does against the rules. `path` is relative to src, with `/` between its parts.
fn violations(path: &str, source: &str) -> Vec<String> {
    let mut found = Vec::new();
    if !source.lines().next().is_some_and(|line| line.starts_with("//! ") && line.len() > 15) {
        found.push(format!("{path}: does not begin with a //! sentence"));
    }
    let room = path.split('/').next().unwrap().trim_end_matches(".rs");
    if room == "lib" {
        return found;
    }
    let Some(own_rank) = rank(room) else {
        found.push(format!("{path}: {room} is no room of the house"));
        return found;
    };
    let code = without_comments_and_strings(source);
    for used in used_rooms(path, &code) {
        if used != room && rank(&used).is_some_and(|used_rank| used_rank >= own_rank) {
            found.push(format!("{path}: {room} must not use {used}"));
        }
    }
    for (index, line) in code.lines().enumerate() {
        let prints = ["print!(", "println!(", "dbg!("].iter().any(|name| line.contains(name));
        if prints && !PRINTING_ROOMS.contains(&room) {
            found.push(format!("{path}:{}: only {PRINTING_ROOMS:?} print", index + 1));
        }
        let of_commands = OF_THE_COMMAND_LINE.iter().find(|name| line.contains(**name));
        if let Some(name) = of_commands.filter(|_| !PRINTING_ROOMS.contains(&room)) {
            found.push(format!("{path}:{}: {name} is the command line's", index + 1));
        }
    }
    let may_write =
        path.starts_with(WRITING_FOLDER) || path.ends_with("/tests.rs") || MAY_WRITE.contains(&path);
    let tested = code.find("#[cfg(test)]").unwrap_or(code.len());
    for (index, line) in code[..tested].lines().enumerate() {
        let writes = WRITING.iter().any(|name| line.contains(name));
        if writes && !may_write {
            found.push(format!("{path}:{}: files are written by way of {WRITING_FOLDER}", index + 1));
        }
    }
    found
}

/// The text with comments and the insides of string literals blanked out; line breaks stay.
fn without_comments_and_strings(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let (kept, dropped) = if rest.starts_with("//") {
            (0, rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            (0, rest.find("*/").map_or(rest.len(), |end| end + 2))
        } else if let Some(hashes) = raw_string_hashes(rest) {
            let close = format!("\"{}", "#".repeat(hashes));
            let open = hashes + 2;
            (0, rest[open..].find(&close).map_or(rest.len(), |end| open + end + close.len()))
        } else if first == '"' {
            (0, string_length(rest))
        } else if let Some(length) =
            ["'\"'", "'\\\"'", "'\\\\'", "'{'", "'}'"].iter().find(|c| rest.starts_with(**c))
        {
            (0, length.len())
        } else {
            (first.len_utf8(), first.len_utf8())
        };
        code.push_str(&rest[..kept]);
        code.extend(rest[kept..dropped].chars().filter(|letter| *letter == '\n'));
        rest = &rest[dropped..];
    }
    code
}

/// How many `#` open a raw string here; nothing where none begins.
fn raw_string_hashes(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('r')?;
    let hashes = inside.bytes().take_while(|letter| *letter == b'#').count();
    inside[hashes..].starts_with('"').then_some(hashes)
}

/// The bytes of the string literal that begins here, quotation marks included.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (index, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return index + 1,
            _ => {}
        }
    }
    text.len()
}

/// The names that follow `crate::`, `lucena::` or enough `super::` to reach the crate's root.
fn used_rooms(path: &str, code: &str) -> Vec<String> {
    let to_root = "super::".repeat(depth(path));
    let mut used = Vec::new();
    for root in ["crate::", "lucena::", to_root.as_str()] {
        for (at, _) in code.match_indices(root) {
            let begins = !code[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
            if begins && !root.is_empty() {
                used.extend(names_at(&code[at + root.len()..]));
            }
        }
    }
    used
}

/// How many modules deep a file lies: board/mod.rs and score.rs 1, board/keys.rs 2.
fn depth(path: &str) -> usize {
    path.trim_end_matches(".rs").split('/').filter(|part| *part != "mod").count()
}

/// `board::{…}` names board; `{board::Board, search}` names board and search.
fn names_at(code: &str) -> Vec<String> {
    let name = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(group) = code.strip_prefix('{') else { return vec![name(code)] };
    let mut names = Vec::new();
    let mut level = 0;
    let mut start = 0;
    for (index, letter) in group.char_indices() {
        match letter {
            '{' => level += 1,
            '}' if level > 0 => level -= 1,
            ',' | '}' if level == 0 => {
                names.push(name(group[start..index].trim_start()));
                start = index + 1;
                if letter == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The paths of all sources, relative to src with `/` between their parts, with their texts.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = rust_files(&root);
    assert!(files.len() > 20);
    let read = |file: PathBuf| {
        let path = file.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        (path, std::fs::read_to_string(&file).unwrap())
    };
    files.into_iter().map(read).collect()
}

#[test]
fn the_house_keeps_its_rules() {
    let found: Vec<String> = sources().iter().flat_map(|(path, source)| violations(path, source)).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// The clock is compared with a distance in one place, which everybody asks; what it leaves of a result is said in another.
#[test]
fn the_clock_rule_is_defined_in_one_file_only() {
    for (rule, place) in [("fn fits_into_clock(", "board/clock.rs"), ("fn on_the_clock(", "exact/clock.rs")] {
        assert_eq!(files_with(rule), [place], "{rule}");
    }
}

/// Who else names the limit has another rule, and says which.
#[test]
fn the_limit_of_the_clock_is_named_only_where_another_rule_needs_it() {
    let mut found = files_with("CLOCK_LIMIT");
    found.sort();
    assert_eq!(
        found,
        [
            "board/clock.rs",
            "board/mod.rs",
            "evaluation/evaluator.rs",
            "exact/syzygy_clock.rs",
            "search/proof/verification.rs",
        ]
    );
}

/// The source files whose code has these words.
fn files_with(words: &str) -> Vec<String> {
    let has_words = |source: &str| without_comments_and_strings(source).contains(words);
    sources().into_iter().filter(|(_, source)| has_words(source)).map(|(path, _)| path).collect()
}

#[test]
fn no_files_of_a_room_import_each_other_in_a_circle() {
    let files =
        sources().iter().map(|(path, source)| (circles::module(path), circles::read(source))).collect();
    let found = circles::in_circles(&files);
    assert!(found.is_empty(), "these import each other in circles:\n{found:#?}");
}

const HEAD: &str = "//! A file with a sentence.\n";

fn found_in(path: &str, code: &str) -> Vec<String> {
    violations(path, &format!("{HEAD}{code}"))
}

#[test]
fn an_upward_import_is_found_in_every_form() {
    let upward = [
        ("board/keys.rs", "use crate::search::Limits;"),
        ("board/keys.rs", "use crate::{score::Score, engine::{Engine, Options}};"),
        ("board/keys.rs", "fn f() -> crate::config::Config {}"),
        ("board/keys.rs", "use lucena::uci;"),
        ("board/keys.rs", "use super::super::evaluation::Evaluator;"),
        ("board/mod.rs", "use super::evaluation::Evaluator;"),
        ("evaluation/mod.rs", "use crate::tablebase::Probe;"),
        ("search/node.rs", "use crate::advice::AdviceTable;"),
        ("solve/mod.rs", "use crate::exact::Exact;"),
        ("exact/mod.rs", "use crate::engine::Options;"),
        ("uci/mod.rs", "use crate::cli;"),
        ("score.rs", "use crate::board::Board;"),
    ];
    for (path, code) in upward {
        assert_eq!(found_in(path, code).len(), 1, "{path}: {code}");
    }
}

#[test]
fn downward_imports_comments_and_strings_are_no_violations() {
    let fine = [
        ("search/node.rs", "use crate::{board::{Board, Keys}, score::Score, evaluation};"),
        ("search/node.rs", "use crate::search::Limits;\nuse super::Limits;\nuse super::engine_like;"),
        (
            "board/keys.rs",
            "// crate::search\n/* use crate::uci; */ const A: &str = \"crate::cli \\\" println!(\";",
        ),
        ("board/keys.rs", "const A: &str = r#\"crate::cli \" println!(\"#; fn mycrate::search() {}"),
        ("cli/mod.rs", "use crate::uci; fn f() { println!(\"\"); }"),
        ("main.rs", "use lucena::cli; fn f() { eprintln!(\"\"); }"),
        ("lib.rs", "pub mod cli;"),
    ];
    for (path, code) in fine {
        assert_eq!(found_in(path, code), Vec::<String>::new(), "{path}: {code}");
    }
}

#[test]
fn printing_the_command_lines_words_a_missing_sentence_and_an_unknown_room_are_found() {
    assert_eq!(
        found_in("engine/mod.rs", "fn f() { println!(\"\"); }"),
        ["engine/mod.rs:2: only [\"cli\", \"uci\", \"main\"] print"]
    );
    assert_eq!(found_in("search/mod.rs", "fn f() {\n eprintln!(\"\"); }").len(), 1);
    assert_eq!(
        found_in("games/mod.rs", "fn f() -> Result<(), CommandError> {}"),
        ["games/mod.rs:2: CommandError is the command line's"]
    );
    assert_eq!(found_in("helpers.rs", "").len(), 1);
    assert_eq!(found_in("analysis/review/mod.rs", "fn f() { std::fs::write(\"a\", \"b\"); }").len(), 1);
    assert_eq!(found_in("cli/mod.rs", "#[cfg(test)]\nfn f() { std::fs::write(\"a\", \"b\"); }").len(), 0);
    assert_eq!(violations("score.rs", "use std::fmt;\n").len(), 1);
}
