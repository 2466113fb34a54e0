//! What the command line takes from its user: positions, words, files, paths, as people and their editors write them.

use std::ffi::OsStr;
use std::path::Path;

use assert_cmd::Command;

use crate::binary::binary;

/// What a run printed, and how it ended.
struct Ran {
    output: String,
    errors: String,
    code: i32,
}

fn command(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = binary();
    command.args(arguments);
    command
}

fn ran(mut command: Command) -> Ran {
    let run = command.output().unwrap();
    Ran {
        output: String::from_utf8(run.stdout).unwrap(),
        errors: String::from_utf8(run.stderr).unwrap(),
        code: run.status.code().unwrap(),
    }
}

fn lucena(arguments: &[impl AsRef<OsStr>]) -> Ran {
    ran(command(arguments))
}

fn lucena_on(input: &[u8], arguments: &[&str]) -> Ran {
    let mut command = command(arguments);
    command.write_stdin(input);
    ran(command)
}

/// White's rook mates at once.
const MATE_IN_ONE: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";

/// A text as Windows programs save it: with a mark, in UTF-16 of either order, and, for comparison, as it is.
fn saved(text: &str) -> [Vec<u8>; 4] {
    let marked = format!("\u{FEFF}{text}");
    [
        text.as_bytes().to_vec(),
        marked.as_bytes().to_vec(),
        marked.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        marked.encode_utf16().flat_map(u16::to_be_bytes).collect(),
    ]
}

#[test]
fn a_word_that_is_not_understood_after_go_is_an_error_that_says_what_is_allowed() {
    let cases: [(&[&str], &str); 14] = [
        (&["dpth", "5"], "unknown words in go: \"dpth\", \"5\"; allowed: depth, nodes"),
        (&["depth", "5", "fast"], "\"fast\"; allowed: depth"),
        (&["depth"], "depth without a number"),
        (&["depth", "x"], "depth \"x\""),
        (&["depth", "0"], "outside 1 to 246"),
        (&["depth", "247"], "outside 1 to 246"),
        (&["nodes", "-5"], "nodes -5 is outside"),
        (&["movetime"], "movetime without a number"),
        (&["perft", "-1"], "perft -1 is outside"),
        (&["depth", "3", "searchmoves", "e2e5"], "allowed: "),
        (&["depth", "3", "8/8"], "\"8/8\" is not a FEN"),
        (&["depth", "3", "8/8/8/8/8/8/8/8", "w", "-", "-"], "each side needs one king"),
        (&["depth", "3", "--fen", MATE_IN_ONE, MATE_IN_ONE], "beside --fen"),
        (&[MATE_IN_ONE], "go needs a limit"),
    ];
    for (words, message) in cases {
        let ran = lucena(&[&["go"], words].concat());
        assert_eq!((ran.code, ran.output.as_str()), (2, ""), "{words:?}");
        assert!(ran.errors.contains(message), "{words:?}: {}", ran.errors);
    }
}

#[test]
fn a_bare_fen_is_the_position_as_one_argument_or_as_its_words() {
    let split: Vec<&str> = MATE_IN_ONE.split(' ').collect();
    let without_counters = &split[..4];
    for words in [
        vec!["go", "depth", "3", MATE_IN_ONE],
        vec!["go", MATE_IN_ONE, "depth", "3"],
        [&["go", "depth", "3"], &split[..]].concat(),
        [&["go"], &split[..], &["depth", "3"]].concat(),
        [&["go"], without_counters, &["depth", "3"]].concat(),
    ] {
        let ran = lucena(&words);
        assert_eq!(ran.code, 0, "{words:?}: {}", ran.errors);
        assert_eq!(ran.output.lines().last(), Some("bestmove a1a8"), "{words:?}");
    }
    let perft = lucena(&["perft", "1", "--fen", MATE_IN_ONE]).output;
    for (command, option, wanted) in [
        (&["perft", "1"][..], &[][..], perft.trim_end()),
        (&["eval"], &[], "value "),
        (&["tree"], &["--depth", "2"], "PVS"),
        (&["explain"], &["--mate", "1"], "mate in 1 proven"),
        (&["tablebase", "probe"], &[], "mate in 1"),
    ] {
        for fen in [&[MATE_IN_ONE][..], &split, without_counters] {
            let ran = lucena(&[command, fen, option].concat());
            assert_eq!(ran.code, 0, "{command:?}: {}", ran.errors);
            assert!(ran.output.contains(wanted), "{command:?}: {}", ran.output);
        }
        let refused = lucena(&[command, &["8/8/8/8/8/8/8/8 w - -"], option].concat());
        assert_eq!((refused.code, refused.output.as_str()), (2, ""), "{command:?}");
        assert!(refused.errors.contains("the board is empty"), "{command:?}: {}", refused.errors);
    }
}

#[test]
fn text_after_a_fen_is_reported_and_skipped_by_every_command() {
    let fen = "7k/8/6K1/8/8/8/8/R7 w -- -- bm Ra8#; id \"x\";";
    for arguments in [
        vec!["go", "depth", "3", "--fen", fen],
        vec!["go", "depth", "3", fen],
        vec!["perft", "1", "--fen", fen],
        vec!["perft", "1", fen],
        vec!["eval", fen],
        vec!["explain", fen],
        vec!["tree", fen, "--depth", "1"],
        vec!["tablebase", "probe", fen],
    ] {
        let ran = lucena(&arguments);
        assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.errors);
        let told = ran.errors.matches("ignored after the FEN: \"bm Ra8#;").count();
        assert_eq!(told, 1, "{arguments:?}: {}", ran.errors);
    }
}

#[test]
fn files_are_read_with_byte_order_marks_and_in_utf_16() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let name = file.to_str().unwrap();
    for bytes in saved("7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; id \"Köln\";\r\n") {
        std::fs::write(&file, &bytes).unwrap();
        let suite = lucena(&["suite", name, "--depth", "3"]);
        assert_eq!(suite.code, 0, "{}", suite.errors);
        assert!(
            suite.output.contains("100.0") && suite.errors.is_empty(),
            "{}{}",
            suite.output,
            suite.errors
        );
    }
    for bytes in saved("8/5pk1/8/8/8/4K1P1/5PP1/8 w - - 0 1;1;0;90\r\n") {
        std::fs::write(&file, &bytes).unwrap();
        let out = folder.path().join("games");
        let out = out.to_str().unwrap();
        let played = lucena(&["selfplay", "--book", name, "--out", out, "--games", "1", "--nodes", "20"]);
        assert_eq!((played.code, played.errors.as_str()), (0, ""));
    }
    let fen = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";
    for bytes in saved(&format!("{fen}\r\n{MATE_IN_ONE}\r\n")) {
        let probed = lucena_on(&bytes, &["tablebase", "probe", "-"]);
        assert_eq!(probed.code, 0, "{}{}", probed.output, probed.errors);
        assert!(probed.output.starts_with(fen) && probed.output.contains("mate in 1"), "{}", probed.output);
        std::fs::write(&file, &bytes).unwrap();
        for advised in
            [lucena(&["advice", "moves", "krk", name]), lucena_on(&bytes, &["advice", "moves", "krk"])]
        {
            assert_eq!((advised.code, advised.errors.as_str()), (0, ""));
            assert!(advised.output.starts_with(&format!("{fen}\t")), "{}", advised.output);
            assert!(advised.output.lines().nth(1).unwrap().ends_with("\ta1a8"), "{}", advised.output);
        }
    }
    for bytes in saved("[options]\r\nhash = 0\r\n") {
        std::fs::write(&file, &bytes).unwrap();
        let told = lucena(&["--config", name, "perft", "1"]).errors;
        assert!(told.lines().count() == 1 && told.contains(":2: [options] hash = 0"), "{told}");
    }
    let table = folder.path().join("mine.al0");
    for bytes in saved(include_str!("../../src/advice/tables/kqk.al0")) {
        std::fs::write(&table, &bytes).unwrap();
        let checked = lucena(&["advice", "check", table.to_str().unwrap()]);
        assert_eq!((checked.code, checked.errors.as_str()), (0, ""));
        let moves = lucena_on(b"8/8/8/3k4/8/8/8/Q3K3 w - -\n", &["advice", "moves", table.to_str().unwrap()]);
        assert_eq!(moves.code, 0, "{}", moves.errors);
    }
}

#[test]
fn moves_of_a_suite_are_read_in_every_spelling() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file.epd");
    let suite = "r3k3/8/8/8/8/8/8/4K3 b q - am 0-0-0;\n8/4P1k1/8/8/8/8/8/K7 w - - bm e8Q;\n\
                 8/4P1k1/8/8/8/8/8/K7 w - - bm e7e8q+!;\nr3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm 0-0 O-O-O!?;\n";
    std::fs::write(&file, suite).unwrap();
    let ran = lucena(&["suite", file.to_str().unwrap(), "--depth", "2", "--json"]);
    assert_eq!((ran.code, ran.errors.as_str()), (0, ""));
    let json: serde_json::Value = serde_json::from_str(&ran.output).unwrap();
    assert_eq!((json["total"].as_u64(), json["skipped"].as_u64()), (Some(4), Some(0)));
}

#[test]
fn wrong_lines_are_reported_and_counted_and_end_with_exit_code_2_after_the_rest_was_done() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let file = path("file");
    let good = "8/5pk1/8/8/8/4K1P1/5PP1/8 w - - 0 1";
    std::fs::write(&file, format!("rubbish\n{good}\n\n8/8/8/8/8/8/8/8 w - -\n")).unwrap();
    let places = |errors: &str, file: &str| {
        assert!(
            errors.contains(&format!("{file}:1: ")) && errors.contains(&format!("{file}:4: ")),
            "{errors}"
        );
        assert!(errors.contains(&format!("{file}: 2 lines were wrong")), "{errors}");
    };
    let played =
        lucena(&["selfplay", "--book", &file, "--out", &path("out"), "--games", "2", "--nodes", "20"]);
    assert_eq!(played.code, 2);
    assert!(!std::fs::read(path("out")).unwrap().is_empty());
    places(&played.errors, &file);
    let suite = path("suite");
    std::fs::write(&suite, format!("rubbish\n{MATE_IN_ONE} bm Ra8;\n\n{MATE_IN_ONE} bm Rb9;\n")).unwrap();
    let solved = lucena(&["suite", &suite, "--depth", "2"]);
    assert_eq!(solved.code, 2);
    assert!(
        solved.output.contains("skipped lines: 2") && solved.output.contains("100.0"),
        "{}",
        solved.output
    );
    places(&solved.errors, &suite);
    let lines = format!("rubbish\n{MATE_IN_ONE}\n\n8/8/8/8/8/8/8/8 w - -\n");
    let advised = lucena_on(lines.as_bytes(), &["advice", "moves", "krk", "-"]);
    assert_eq!(advised.code, 2);
    let answers: Vec<&str> = advised.output.lines().collect();
    assert!(
        answers.len() == 3 && answers[0] == "rubbish\t-\t-\t-" && answers[1].ends_with("a1a8"),
        "{answers:?}"
    );
    places(&advised.errors, "-");
    let probed = lucena_on(lines.as_bytes(), &["tablebase", "probe", "-"]);
    assert_eq!((probed.code, probed.output.lines().count()), (2, 3), "{}", probed.output);
}

#[test]
fn a_tilde_is_the_home_folder_wherever_a_path_is_given() {
    let home = tempfile::tempdir().unwrap();
    let inside = |name: &str| home.path().join(name);
    let at_home = |arguments: &[&str]| {
        let mut command = command(arguments);
        command.env("HOME", home.path()).current_dir(home.path());
        ran(command)
    };
    std::fs::create_dir(inside("syzygy")).unwrap();
    std::fs::write(inside("mine.toml"), "[options]\nsyzygy_path = \"~/syzygy;~/none\"\nhash = 0\n").unwrap();
    let told = at_home(&["go", "depth", "1", "--config", "~/mine.toml"]);
    assert!(told.errors.contains("mine.toml:3"), "{}", told.errors);
    assert!(
        told.output.contains(&format!("Syzygy {}: no Syzygy tables\n", inside("syzygy").display())),
        "{}",
        told.output
    );
    assert!(
        told.output.contains(&format!("{}: no Syzygy tables; it cannot be read", inside("none").display()))
    );
    let told = at_home(&["go", "depth", "1", "--option", "SyzygyPath=~/syzygy"]);
    assert!(
        told.output.contains(&format!("Syzygy {}: no Syzygy tables\n", inside("syzygy").display())),
        "{}",
        told.output
    );
    let built = at_home(&["tablebase", "build", "KRvK", "--cache=~/tables"]);
    assert_eq!(built.code, 0, "{}", built.errors);
    assert!(inside("tables").join("KRvK.dtm").is_file());
    std::fs::write(inside("cache.toml"), "[options]\ntable_cache_folder = \"~/tables\"\n").unwrap();
    let listed = at_home(&["tablebase", "list", "--config", "~/cache.toml"]);
    assert!(listed.output.contains("KRvK"), "{}", listed.output);
    let page = at_home(&["explain", "8/8/8/3k4/8/8/8/R3K3 w - -", "--html=~/page.html"]);
    assert_eq!(page.code, 0, "{}", page.errors);
    std::fs::create_dir(inside("tables of advice")).unwrap();
    std::fs::write(
        inside("tables of advice").join("mine.al0"),
        include_str!("../../src/advice/tables/kqk.al0"),
    )
    .unwrap();
    std::fs::write(inside("advice.toml"), "[advice]\nfolder = \"~/tables of advice\"\n").unwrap();
    let listed = at_home(&["advice", "list", "--config=~/advice.toml"]);
    assert!(listed.output.contains("mine"), "{}{}", listed.output, listed.errors);
    assert!(inside("page.html").is_file() && !Path::new("~").exists() && !inside("~").exists());
}

#[cfg(unix)]
#[test]
fn a_path_keeps_its_bytes_in_engine_toml_and_behind_option() {
    use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
    let parent = tempfile::tempdir().unwrap();
    for name in
        [&b"two  spaces"[..], "no\u{A0}break\u{3000}".as_bytes(), b"byte\xFF", b"at the end ", b"a;b:c"]
    {
        let folder = parent.path().join(OsStr::from_bytes(name));
        // Not every file system has such names.
        if std::fs::create_dir(&folder).is_err() {
            continue;
        }
        let value = folder.as_os_str().as_bytes();
        let option = std::ffi::OsString::from_vec([b"SyzygyPath=", value].concat());
        let told = lucena(&[
            OsStr::new("go"),
            OsStr::new("depth"),
            OsStr::new("1"),
            OsStr::new("--option"),
            &option,
        ]);
        let found = |told: &Ran| {
            let line = told.output.lines().find(|line| line.starts_with("info string Syzygy"));
            line.is_some_and(|line| line.ends_with(": no Syzygy tables"))
        };
        assert!(found(&told), "{name:?}: {}{}", told.output, told.errors);
        let config = parent.path().join("engine.toml");
        std::fs::write(&config, [b"[options]\nsyzygy_path = \"", value, b"\"\n"].concat()).unwrap();
        let told = lucena(&["--config", config.to_str().unwrap(), "go", "depth", "1"]);
        assert!(found(&told), "{name:?}: {}{}", told.output, told.errors);
    }
}

#[test]
fn a_measurement_depends_on_a_users_file_only_where_it_is_named() {
    let home = tempfile::tempdir().unwrap();
    let text = "[search]\naspiration_window = 100\nreduction_base = 0\n";
    // Where the systems keep a user's settings.
    for folder in [".config/lucena", "Library/Application Support/lucena", "lucena/config"] {
        let folder = home.path().join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("engine.toml"), text).unwrap();
    }
    let bench = |arguments: &[&str], home: &Path| {
        let mut command = command(&[&["bench", "6"], arguments].concat());
        command.env("HOME", home).env("APPDATA", home).env_remove("XDG_CONFIG_HOME");
        let ran = ran(command);
        assert_eq!(ran.code, 0, "{}", ran.errors);
        let last = ran.output.lines().last().unwrap().to_owned();
        let nodes = last.split(' ').next().unwrap().parse::<u64>().unwrap();
        (nodes, ran.output)
    };
    let (built_in, told) = bench(&[], &home.path().join("empty"));
    assert_eq!(told.lines().count(), 1, "{told}");
    let (beside_a_file, told) = bench(&[], home.path());
    assert_eq!((beside_a_file, told.lines().count()), (built_in, 1));
    let file = home.path().join(".config/lucena/engine.toml");
    let (named, told) = bench(&["--config", file.to_str().unwrap()], home.path());
    assert_ne!(named, built_in);
    assert!(told.lines().next().unwrap().contains("engine.toml") && told.lines().count() == 2, "{told}");
}
