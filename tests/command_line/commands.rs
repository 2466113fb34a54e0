//! The command line as its users meet it: output, exit codes and messages of the binary.

use std::path::Path;

use crate::binary::binary;
use crate::syzygy_files::{BLESSED_LOSS, CURSED_WIN, write_constant_table};

const ENDING: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -";

/// What a run printed, and how it ended.
struct Ran {
    output: String,
    errors: String,
    code: i32,
}

fn lucena(arguments: &[&str]) -> Ran {
    let run = binary().args(arguments).output().unwrap();
    Ran {
        output: String::from_utf8(run.stdout).unwrap(),
        errors: String::from_utf8(run.stderr).unwrap(),
        code: run.status.code().unwrap(),
    }
}

fn suite(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name).to_str().unwrap().to_owned()
}

#[test]
fn version_and_help_are_answered() {
    let version = lucena(&["--version"]);
    assert_eq!(
        (version.output.as_str(), version.code),
        (concat!("lucena ", env!("CARGO_PKG_VERSION"), "\n"), 0)
    );
    let help = lucena(&["--help"]).output;
    for command in ["go", "bench", "perft", "eval", "suite", "selfplay", "--config"] {
        assert!(help.contains(command), "{command} is missing in\n{help}");
    }
}

#[test]
fn perft_counts_and_divides() {
    assert_eq!(lucena(&["perft", "3"]).output, "8902\n");
    assert_eq!(lucena(&["perft", "0"]).output, "1\n");
    let divided = lucena(&["perft", "2", "--fen", ENDING, "--divide"]).output;
    assert_eq!(divided.lines().count(), 15);
    assert_eq!(divided.lines().last(), Some("191"));
    let castling = ["perft", "1", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "--divide"];
    assert!(lucena(&castling).output.contains("e1g1: 1"));
    assert!(lucena(&[&castling[..], &["--chess960"]].concat()).output.contains("e1h1: 1"));
}

#[test]
fn bench_ends_with_nodes_and_speed_and_the_nodes_are_always_the_same() {
    let nodes = || {
        let ran = lucena(&["bench", "3"]);
        assert_eq!(ran.code, 0, "{}", ran.errors);
        let words: Vec<String> = ran.output.lines().last().unwrap().split(' ').map(str::to_owned).collect();
        assert_eq!((words[1].as_str(), words[3].as_str(), words.len()), ("nodes", "nps", 4));
        words[2].parse::<u64>().unwrap();
        words[0].parse::<u64>().unwrap()
    };
    let first = nodes();
    assert!(first >= 40);
    assert_eq!(first, nodes());
}

#[test]
fn bench_prints_each_position_before_the_sum() {
    let output = lucena(&["bench", "3", "--each"]).output;
    let (each, sum) = output.trim_end().rsplit_once('\n').unwrap();
    let nodes = |line: &str| line.split(['\t', ' ']).next().unwrap().parse::<u64>().unwrap();
    assert_eq!(each.lines().map(nodes).sum::<u64>(), nodes(sum));
    for line in each.lines() {
        let [_, milliseconds, fen] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        assert!(milliseconds.parse::<f64>().unwrap() >= 0.0 && fen.split(' ').count() == 6, "{line}");
    }
}

#[test]
fn a_suite_is_run_and_bad_lines_are_skipped_with_their_place() {
    let file = suite("tiny.epd");
    let ran = lucena(&["suite", &file, "--nodes", "2000"]);
    assert_eq!(ran.code, 2, "{}", ran.errors);
    for line in [5, 6, 8] {
        assert!(ran.errors.contains(&format!("tiny.epd:{line}: ")), "{}", ran.errors);
    }
    for words in ["move (bm, am)", "mate (dm)", "result (wdl)", "all positions", "skipped lines: 3"] {
        assert!(ran.output.contains(words), "{}", ran.output);
    }
}

#[test]
fn a_mate_in_one_is_played_however_deep_the_search_goes() {
    let ran = lucena(&["go", "depth", "20", "--fen", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"]);
    let lines: Vec<&str> = ran.output.lines().collect();
    assert_eq!(lines.last(), Some(&"bestmove d1d8"), "{}", ran.output);
    assert!(lines[lines.len() - 2].contains("depth 20 ") && lines[lines.len() - 2].contains("score mate 1 "));
}

/// The capture leads to the material of the file.
#[test]
fn a_suite_names_the_syzygy_files_that_its_searches_asked() {
    let folder = tempfile::tempdir().unwrap();
    write_constant_table(folder.path(), "KQRvKB", [CURSED_WIN, BLESSED_LOSS]);
    let epd = folder.path().join("captures.epd");
    std::fs::write(&epd, "7k/8/8/8/2n2b2/8/8/KQR5 w - - bm Rxc4;\n").unwrap();
    let (epd, folder) = (epd.to_str().unwrap(), folder.path().to_str().unwrap());
    let without = lucena(&["suite", epd, "--depth", "3"]);
    assert!(without.code == 0 && !without.errors.contains("asked"), "{}", without.errors);
    let with = lucena(&["suite", epd, "--depth", "3", "--syzygy", folder]);
    assert!(with.code == 0 && with.errors.contains("Syzygy files asked: KQRvKB\n"), "{}", with.errors);
}

#[test]
fn a_suite_as_json_is_one_object_with_every_position() {
    let ran = lucena(&["suite", &suite("tiny.epd"), "--depth", "2", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&ran.output).unwrap();
    assert_eq!((json["total"].as_u64(), json["skipped"].as_u64()), (Some(3), Some(3)));
    let positions = json["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 3);
    assert_eq!(positions[1]["id"], "with; counters");
    assert_eq!(positions[1]["line"], 3);
    assert!(positions[0]["move"].is_boolean() && positions[0]["mate"].is_string());
    assert!(positions[2]["move"].is_null() && positions[2]["result"].is_boolean());
}

#[test]
fn what_the_user_wrote_wrongly_ends_with_exit_code_2_and_says_what_is_allowed() {
    let cases: [(&[&str], &str); 16] = [
        (&["perft", "2", "--fen", "8/8/8/8/8/8/8/8 w - -"], "the board is empty"),
        (&["eval", "rubbish"], "is not a FEN"),
        (&["perft", "99"], "allowed: a whole number from 0 to 40"),
        (&["bench", "0"], "allowed: a whole number from 1 to 246"),
        (&["suite", "x.epd", "--nodes", "many"], "allowed: a whole number, 1 or more"),
        (&["solve", "x", "--time", "0"], "allowed: a whole number, 1 or more"),
        (&["frob"], "the commands are go, bench, perft, "),
        (&["advice", "frob"], "the commands are list, check, prove, "),
        (&["explain", "8/8/8/3k4/8/8/8/R3K3 w - -", "--table", "kqk"], "kqk has no advice for \"8/8/8/3k4/"),
        (&["advice", "prove", "krkk"], "unknown table \"krkk\" (did you mean \"krk\"?); allowed: krk, "),
        (&["advice", "new", "mine", "KQvKX"], "\"KQvKX\" is not a material; write our men, v and theirs"),
        (&["go", "winc", "5"], "no limit of go was understood; allowed: depth, nodes"),
        (&["eval", "8/8/8/3k4/8/8/8/R3K3 x - -"], "its turn \"x\" is invalid; allowed: w or b"),
        (&["bench", "1", "--threads", "0"], "from 1 to 256 threads"),
        (&["go", "depth", "1", "--option", "Hash"], "NAME=VALUE"),
        (
            &["--config", "no/such.toml", "perft", "1"],
            "no/such.toml: No such file or directory; check the path",
        ),
    ];
    for (arguments, message) in cases {
        let ran = lucena(arguments);
        assert_eq!((ran.code, ran.output.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.errors.contains(message), "{arguments:?}: {}", ran.errors);
    }
}

#[test]
fn an_evaluation_says_where_its_value_comes_from_and_whose_advantage_is_scaled() {
    // A bishop and a pawn ahead, once for each side.
    let rows = [("8/8/8/8/1k6/8/P7/K2B4 w - - 0 1", "White"), ("k2b4/p7/8/1K6/8/8/8/8 b - - 0 1", "Black")];
    for (fen, ahead) in rows {
        let ran = lucena(&["eval", fen]);
        let scale = ran.output.lines().find(|line| line.starts_with("scale ")).unwrap();
        assert!(scale.contains(&format!(" for {ahead}, who is ahead: ")), "{scale}");
    }
    let ran = lucena(&["eval", "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1"]);
    let network = ran.output.lines().find(|line| line.starts_with("network ")).unwrap();
    assert!(network.ends_with("the table above explains, and does not add up to it"), "{network}");
}

#[test]
fn a_suite_that_is_missing_ends_with_exit_code_1() {
    let ran = lucena(&["suite", "no/such.epd"]);
    assert_eq!(ran.code, 1);
    assert!(ran.errors.starts_with("lucena: cannot read no/such.epd: "), "{}", ran.errors);
}

#[test]
fn a_faulty_configuration_is_reported_on_stderr_and_the_command_runs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine.toml");
    std::fs::write(&path, "[options]\nhash = 8\nthread = 3\n").unwrap();
    let ran = lucena(&["--config", path.to_str().unwrap(), "perft", "2"]);
    assert_eq!((ran.code, ran.output.as_str()), (0, "400\n"));
    assert!(ran.errors.contains("engine.toml:3: unknown key \"thread\""), "{}", ran.errors);
}

#[test]
fn a_mate_is_explained_by_its_solution_tree() {
    let ran = lucena(&["explain", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "--mate", "3"]);
    // Kf7 leaves only Kh7, and the rook mates on the h-file.
    let expected = "mate in 2 proven, and none shorter\n\nKf7\n  ...Kh7\n    Rh1#\n\n";
    assert_eq!(ran.output, expected);
    let none = lucena(&["explain", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "--mate", "1"]);
    assert_eq!(none.output, "no mate in 1: proven\n");
}

#[test]
fn tables_of_advice_in_the_users_folder_are_known_and_broken_ones_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("mine.al0", include_str!("../../src/advice/tables/kqk.al0"));
    write("broken.al0", "material KQ v K\nrule");
    write("engine.toml", &format!("[advice]\nfolder = {:?}\n", folder.path().to_str().unwrap()));
    let config = folder.path().join("engine.toml");
    let listed = lucena(&["--config", config.to_str().unwrap(), "advice", "list"]);
    assert!(listed.output.contains("mine") && listed.output.contains("krk_book"), "{}", listed.output);
    assert!(listed.errors.contains("broken.al0:2:5: expected a name"), "{}", listed.errors);
    let fen = "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1";
    let explained = lucena(&["--config", config.to_str().unwrap(), "explain", fen, "--table", "mine"]);
    assert!(explained.output.contains("in mine"), "{}{}", explained.output, explained.errors);
    let broken = folder.path().join("broken.al0");
    let refused = lucena(&["advice", "moves", broken.to_str().unwrap()]);
    assert_eq!((refused.code, refused.errors.matches("broken.al0").count()), (2, 1), "{}", refused.errors);
}

#[test]
fn every_command_that_asks_for_results_takes_the_folders_of_syzygy_files() {
    for words in ["solve", "review", "analyse", "explain", "suite", "label", "tablebase probe"] {
        let run = binary().args(words.split(' ')).arg("--help").output().unwrap();
        let help = String::from_utf8(run.stdout).unwrap();
        assert!(help.contains("--syzygy <FOLDERS>"), "{words}: {help}");
    }
}
