//! The commands that people type in a session beside the protocol.

use std::path::{Path, PathBuf};

use lucena::board::Board;
use lucena::evaluation::{Evaluator, Networks, Parameters};
use lucena::uci::{evaluation_lines, read_line};

use crate::gui::Gui;
use crate::process::Process;
use crate::user_folders;

/// What a line is read as, and a part of the note; nothing where there is none.
const READ: [(&str, &str, &str); 17] = [
    ("bench", "bench", ""),
    ("bench 5", "bench 5", ""),
    ("BENCH 5", "bench 5", ""),
    ("bench 16 1 13", "bench 16", "ignored after bench 16: \"1 13\""),
    ("bench 0", "-", "bench: depth \"0\" is invalid; allowed: a whole number from 1 to 246"),
    ("bench go", "-", "depth \"go\" is invalid"),
    ("speedtest", "speedtest", ""),
    ("speedtest 2 16 5", "speedtest 2 16 5", ""),
    ("speedtest 2", "speedtest 2", ""),
    ("speedtest 0", "-", "threads \"0\" is invalid; allowed: a whole number from 1 to 256 threads"),
    ("speedtest 1 0", "-", "hash \"0\" is invalid; allowed: a whole number from 1 to 33554432 MiB"),
    ("speedtest 1 1 x", "-", "seconds \"x\" is invalid; allowed: a whole number from 1 to 86400"),
    ("speedtest 1 1 1 1", "speedtest 1 1 1", "ignored after speedtest 1 1 1: \"1\""),
    ("export_net", "export_net", ""),
    ("export_net stop and go", "export_net stop and go", ""),
    ("joho eval", "-", "unknown command \"joho\""),
    ("evil", "-", "unknown command \"evil\" (did you mean \"eval\"?)"),
];

const ENDING: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// The number before `for White` in the line that begins so.
fn for_white(lines: &[String], beginning: &str) -> i32 {
    let line = lines.iter().find(|line| line.starts_with(beginning)).expect("the line is there");
    let before = line.split(" for White").next().unwrap();
    before.rsplit(' ').next().unwrap().parse().unwrap()
}

fn nodes(line: &str) -> u64 {
    let words: Vec<&str> = line.split(' ').collect();
    assert!(words.len() == 4 && words[1] == "nodes" && words[3] == "nps", "{line}");
    words[0].parse().unwrap()
}

fn only_note(lines: &[String]) -> &str {
    assert_eq!(lines.len(), 1, "{lines:?}");
    lines[0].strip_prefix("info string ").expect("a note")
}

#[test]
fn each_is_read_as_it_says() {
    for (line, command, note) in READ {
        let reading = read_line(line);
        assert_eq!(reading.command.map_or("-".to_owned(), |read| read.to_string()), command, "{line}");
        let notes = reading.notes.join("; ");
        assert!(if note.is_empty() { notes.is_empty() } else { notes.contains(note) }, "{line}: {notes}");
    }
}

#[test]
fn eval_shows_the_value_of_the_position_and_what_it_is_made_of() {
    let gui = Gui::start();
    gui.send(&format!("position fen {ENDING}"));
    let shown = gui.answers("eval");
    let board = Board::from_fen(ENDING, false).unwrap();
    let explained = Evaluator::new(Parameters::built_in()).explain(&board);
    assert_eq!(shown, evaluation_lines(&explained));
    assert_eq!(for_white(&shown, "value "), explained.white_value);
    assert!(shown.last().unwrap().starts_with("value "), "{shown:?}");
}

#[test]
fn flip_exchanges_the_colours_and_the_value_with_them() {
    let gui = Gui::start();
    gui.send(&format!("position fen {ENDING}"));
    let before = gui.answers("eval");
    assert!(gui.answers("flip").is_empty());
    let after = gui.answers("eval");
    for line in ["value ", "network "] {
        assert_eq!(for_white(&after, line), -for_white(&before, line), "{line}");
    }
    let shown = gui.answers("d");
    assert_eq!(shown.last().unwrap(), "Fen: 8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b - - 0 1");
    assert!(gui.search("go depth 1").last().unwrap().starts_with("bestmove "));
}

#[test]
fn without_a_position_eval_and_flip_say_so() {
    let gui = Gui::start();
    gui.answers("position fen nonsense");
    for line in ["eval", "flip"] {
        assert!(only_note(&gui.answers(line)).starts_with("there is no position"), "{line}");
    }
}

#[test]
fn bench_counts_the_same_nodes_as_on_the_command_line_and_the_session_goes_on() {
    let gui = Gui::start();
    // What is set in the session changes nothing.
    gui.send("setoption name Hash value 4");
    gui.send("position startpos moves e2e4");
    let lines = gui.answers("bench 2");
    let (sum, each) = lines.split_last().unwrap();
    let of_line = |line: &String| {
        let (_, rest) = line.split_once(": ").unwrap();
        rest.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    assert_eq!(each.iter().map(of_line).sum::<u64>(), nodes(sum));
    let home = tempfile::tempdir().unwrap();
    let ran = user_folders::program(home.path()).args(["bench", "2"]).output().unwrap();
    let output = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(nodes(output.lines().last().unwrap()), nodes(sum));
    assert!(gui.answers("d").last().unwrap().contains("/4P3/"));
    assert!(gui.search("go depth 1").last().unwrap().starts_with("bestmove "));
}

#[test]
fn lines_wait_for_a_bench_and_so_does_the_end_of_the_input() {
    let gui = Gui::start();
    gui.send("bench 1");
    gui.send("eval");
    let lines = gui.settled();
    let place = |part: &str| lines.iter().position(|line| line.contains(part)).unwrap();
    assert!(place(" nps") < place("for White"), "{lines:?}");
    gui.send("bench 1");
    assert!(gui.end().last().unwrap().ends_with(" nps"));
}

#[test]
fn stop_ends_a_bench_and_a_speedtest() {
    let gui = Gui::start();
    gui.send("bench 246");
    let lines = gui.answers("stop");
    assert_eq!(lines.last().unwrap(), "info string bench has ended early and counts nothing");
    gui.send("speedtest 1 1 86400");
    let lines = gui.answers("stop");
    assert!(lines.last().unwrap().starts_with("Nodes/second"), "{lines:?}");
}

#[test]
fn a_speedtest_takes_its_time_and_reports_the_nodes_a_second() {
    let gui = Gui::start();
    let lines = gui.answers("speedtest 2 1 1");
    let value = |name: &str| {
        let line = lines.iter().find(|line| line.starts_with(name)).unwrap();
        line.split(" : ").nth(1).unwrap().trim().parse::<u64>().unwrap()
    };
    assert_eq!((value("Threads"), value("Hash in MiB")), (2, 1));
    let (nodes, milliseconds) = (value("Nodes "), value("Milliseconds"));
    // The time of the searches alone: the rest of the second goes by between them.
    assert!(nodes > 1000 && (200..5000).contains(&milliseconds), "{lines:?}");
    let per_second = nodes as f64 / milliseconds as f64 * 1000.0;
    assert!((value("Nodes/second") as f64 / per_second - 1.0).abs() < 0.01, "{lines:?}");
}

#[test]
fn during_a_search_what_measures_says_so_and_the_others_answer_at_once() {
    let gui = Gui::start();
    gui.send("go infinite");
    let ours = |lines: Vec<String>| -> Vec<String> {
        lines.into_iter().filter(|line| !line.starts_with("info depth ")).collect()
    };
    for line in ["bench 1", "speedtest 1 1 1"] {
        let lines = ours(gui.answers(line));
        assert_eq!(only_note(&lines), format!("ignored: {line}, because lucena searches; send stop first"));
    }
    for (line, part) in [("eval", "for White"), ("compiler", "compiled by"), ("help", "speedtest")] {
        let lines = ours(gui.answers(line));
        assert!(lines.iter().any(|line| line.contains(part)), "{line}: {lines:?}");
    }
    assert!(ours(gui.answers("flip")).is_empty());
    assert!(gui.search("stop").last().unwrap().starts_with("bestmove "));
    gui.send("go perft 9");
    let lines = gui.answers("bench 1");
    assert!(lines.iter().any(|line| line.contains("because lucena searches")), "{lines:?}");
    gui.send("stop");
}

#[test]
fn help_has_every_command_that_an_unknown_word_is_told_of() {
    let gui = Gui::start();
    let help = gui.answers("help").join("\n");
    let unknown = gui.answers("nonsense");
    let allowed = unknown[0].split("allowed: ").nth(1).unwrap();
    for command in allowed.split(", ").filter(|command| !["debug", "register"].contains(command)) {
        assert!(help.contains(command), "{command} is missing in\n{help}");
    }
    assert_eq!(gui.answers("--help"), help.lines().collect::<Vec<_>>());
}

#[test]
fn compiler_says_version_compiler_target_and_processor_features() {
    let lines = Gui::start().answers("compiler").join("\n");
    let parts =
        [env!("CARGO_PKG_VERSION"), "rustc 1.", std::env::consts::ARCH, std::env::consts::OS, "networks use"];
    for part in parts {
        assert!(lines.contains(part), "{part} is missing in\n{lines}");
    }
    #[cfg(target_arch = "x86_64")]
    assert!(lines.contains("sse2"), "{lines}");
}

#[test]
fn networks_are_written_to_a_new_file_alone_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two  words.bin.zst");
    let gui = Gui::start();
    gui.send(&format!("position fen {ENDING}"));
    let before = gui.answers("eval");
    let export = format!("export_net {}", file.display());
    assert!(only_note(&gui.answers(&export)).starts_with("both networks are written to "));
    let written = std::fs::read(&file).unwrap();
    let again = gui.answers(&export);
    assert!(only_note(&again).ends_with("choose another name"), "{again:?}");
    assert!(std::fs::read(&file).unwrap() == written);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let taken = gui.answers(&format!("setoption name EvalFile value {}", file.display()));
    assert_eq!(only_note(&taken), format!("EvalFile: both networks of {} play", file.display()));
    assert_eq!(gui.answers("eval"), before);
}

/// A network for endings that values everything as nothing, packed as scripts/train_network.py and zstd do.
fn silent_network(folder: &Path) -> PathBuf {
    // The first network of a file is the one for endings.
    let size = zstd::zstd_safe::get_frame_content_size(&Networks::built_in().as_file()).unwrap().unwrap();
    let path = folder.join("silent.bin.zst");
    std::fs::write(&path, zstd::bulk::compress(&vec![0; size as usize], 1).unwrap()).unwrap();
    path
}

#[test]
fn another_network_plays_until_the_default_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let silent = silent_network(folder.path());
    let gui = Gui::start();
    gui.send(&format!("position fen {ENDING}"));
    let network = || for_white(&gui.answers("eval"), "network ");
    let score = || {
        let lines = gui.search("go depth 1");
        let line = lines.iter().rfind(|line| line.contains(" score cp ")).unwrap().clone();
        line.split(" score cp ").nth(1).unwrap().split(' ').next().unwrap().parse::<i32>().unwrap()
    };
    let (valued, scored) = (network(), score());
    assert!(valued != 0 && scored != 0);
    for default in ["<default>", "<empty>", ""] {
        let taken = gui.answers(&format!("setoption name EvalFile value {}", silent.display()));
        let words = format!(
            "EvalFile: the network for endings of {} plays, with the other built in",
            silent.display()
        );
        assert_eq!(only_note(&taken), words);
        assert_eq!((network(), score()), (0, 0));
        let back = gui.answers(&format!("setoption name EvalFile value {default}"));
        assert_eq!(only_note(&back), "EvalFile: the built-in networks play again");
        assert_eq!((network(), score()), (valued, scored));
        assert!(gui.answers(&format!("setoption name EvalFile value {default}")).is_empty());
    }
}

#[test]
fn a_file_that_holds_no_usable_network_is_told_and_the_networks_stay() {
    let folder = tempfile::tempdir().unwrap();
    let silent = silent_network(folder.path());
    let path = |name: &str| folder.path().join(name);
    let bytes = std::fs::read(&silent).unwrap();
    std::fs::write(path("cut"), &bytes[..bytes.len() - 3]).unwrap();
    std::fs::write(path("game.pgn"), "1. e4 e5 *\n").unwrap();
    std::fs::write(path("empty"), "").unwrap();
    let gui = Gui::start();
    gui.send(&format!("position fen {ENDING}"));
    let wrong = |stays: &str| {
        for (name, part) in [
            ("cut", "is damaged: its network for endings cannot be read"),
            ("game.pgn", "is not a file of networks"),
            ("empty", "is not a file of networks"),
            ("missing", "cannot read"),
            ("", "name a file"),
        ] {
            let line = format!("setoption name EvalFile value {}", path(name).display());
            // It is told each time, because the file may have come meanwhile.
            for answer in [gui.answers(&line), gui.answers(&line)] {
                let note = only_note(&answer);
                assert!(note.starts_with("ignored: EvalFile: ") && note.contains(part), "{note}");
                assert!(note.ends_with(&format!("; it stays {stays}")), "{note}");
            }
        }
    };
    let before = gui.answers("eval");
    wrong("the built-in networks");
    assert_eq!(gui.answers("eval"), before);
    gui.answers(&format!("setoption name EvalFile value {}", silent.display()));
    wrong(&silent.display().to_string());
    assert_eq!(for_white(&gui.answers("eval"), "network "), 0);
    // Other options go on as ever.
    assert!(gui.answers("setoption name MultiPV value 2").is_empty());
}

#[test]
fn a_wrong_file_in_engine_toml_is_told_with_the_first_search() {
    let mut engine = Process::start("play = \"\"\n\n[options]\neval_file = \"nowhere/at.all\"");
    let is_told = |lines: &[String]| lines.iter().filter(|line| line.contains("EvalFile: ")).count();
    let first = engine.search("go depth 1");
    assert_eq!(is_told(&first), 1, "{first:?}");
    let wanted =
        "cannot read nowhere/at.all: No such file or directory; check the path; the built-in networks play";
    assert!(first.iter().any(|line| line.ends_with(wanted)), "{first:?}");
    assert_eq!(is_told(&engine.search("go depth 1")), 0);
}

#[test]
fn a_network_that_is_set_during_a_search_plays_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let silent = silent_network(folder.path());
    let gui = Gui::start();
    gui.send(&format!("position fen {ENDING}"));
    gui.send("go infinite");
    gui.send(&format!("setoption name EvalFile value {}", silent.display()));
    gui.until("info string EvalFile: the network for endings");
    gui.search("stop");
    let lines = gui.search("go depth 1");
    assert!(lines.iter().any(|line| line.contains(" score cp 0 ")), "{lines:?}");
}
