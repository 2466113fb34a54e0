//! `lucena analyse`: streams of positions in, one object a line out.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::binary::{binary, environment};

/// White's rook mates at once.
const MATE_IN_ONE: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
/// A real game's middle, where nothing is exact.
const OPEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
const PAWNS: &str = "8/5pk1/8/8/8/4K1P1/5PP1/8 w - - 0 1";

struct Ran {
    output: String,
    errors: String,
    code: i32,
}

impl Ran {
    fn objects(&self) -> Vec<Value> {
        self.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn analyse(arguments: &[&str], input: &[u8]) -> Ran {
    let mut command = binary();
    let run = command.arg("analyse").args(arguments).write_stdin(input).output().unwrap();
    Ran {
        output: String::from_utf8(run.stdout).unwrap(),
        errors: String::from_utf8(run.stderr).unwrap(),
        code: run.status.code().unwrap(),
    }
}

/// The process itself, for what happens while it runs.
fn running(arguments: &[&str]) -> Child {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("lucena"));
    command.envs(environment());
    command.arg("analyse").args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn exact_results_come_with_who_knows_them() {
    // What each position is worth stands in any book of endings.
    let rows = [
        (MATE_IN_ONE, "win", "tables"),
        ("8/8/8/8/8/1k6/8/KQ6 b - - 0 1", "loss", "tables"),
        ("8/8/8/3k4/8/8/7B/3K4 w - - 0 1", "draw", "rules"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "draw", "rules"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "loss", "rules"),
        ("8/8/8/3k4/8/8/8/R3K3 w - - 100 90", "draw", "rules"),
        // The scholar's mate: too many men for any table.
        ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "win", "mate"),
        // The back rank.
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "win", "mate"),
    ];
    let input = rows.map(|(fen, _, _)| fen).join("\n");
    let ran = analyse(&["--nodes", "2000"], input.as_bytes());
    assert_eq!((ran.code, ran.errors.as_str()), (0, ""));
    for ((fen, result, known_by), object) in rows.iter().zip(ran.objects()) {
        assert_eq!((object["fen"].as_str(), object["schema"].as_u64()), (Some(*fen), Some(1)));
        assert_eq!(
            (&object["result"], &object["known_by"]),
            (&(*result).into(), &(*known_by).into()),
            "{fen}"
        );
    }
    let best = &ran.objects()[0];
    assert_eq!((best["best"].as_str(), best["best_san"].as_str()), (Some("a1a8"), Some("Ra8#")));
    assert_eq!(best["score"]["mate"], 1);
    assert!(ran.objects()[3]["best"].is_null());
    let open = &analyse(&["--nodes", "2000"], OPEN.as_bytes()).objects()[0];
    assert!(open["result"].is_null() && open["score"]["cp"].is_i64() && open["time_ms"].is_null(), "{open}");
}

/// The trébuchet: whoever is to move beside both pawns loses them, so White steps there just in time. The blocked pawns are a
/// man too many for the tables.
#[test]
fn a_pawn_ending_is_solved_where_that_is_asked_for() {
    let fen = b"8/8/8/p1K1p3/P3Pk2/8/8/8 w - - 0 1\n";
    let object = &analyse(&["--nodes", "100", "--solve", "64"], fen).objects()[0];
    assert_eq!(
        (&object["result"], &object["known_by"], &object["best"]),
        (&"win".into(), &"solver".into(), &"c5d5".into())
    );
}

#[test]
fn memory_for_solving_that_the_machine_has_not_is_refused_before_anything_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for (asked, more) in [("99999999", "1"), ("18446744073709551615", "1"), ("9999999", "256")] {
        let arguments = ["--solve", asked, "--workers", more, "--out", name(&out), "--resume"];
        let ran = analyse(&arguments, PAWNS.as_bytes());
        assert_eq!((ran.code, ran.output.as_str()), (2, ""), "{}", ran.errors);
        assert!(
            ran.errors
                .contains(&format!("--solve {asked} is impossible here: this machine's memory allows 1 to"))
        );
        assert!(!out.exists());
    }
}

#[test]
fn a_position_that_a_solver_leaves_open_says_what_has_ended_it() {
    let many_pawns = "8/p4p1p/1p2k1p1/8/8/1P2K1P1/P4P1P/8 w - - 0 1\n";
    let asked = format!("{many_pawns}8/8/8/p1K1p3/P3Pk2/8/8/8 w - - 0 1\n{MATE_IN_ONE}");
    let objects = analyse(&["--nodes", "100", "--solve", "1"], asked.as_bytes()).objects();
    assert_eq!(objects[0]["unsolved"], "memory", "{}", objects[0]);
    assert!(objects[0]["result"].is_null());
    assert!(objects[1..].iter().all(|object| object["unsolved"].is_null() && object["result"] == "win"));
    let unasked = &analyse(&["--nodes", "100"], many_pawns.as_bytes()).objects()[0];
    assert!(unasked["unsolved"].is_null());
}

#[test]
fn the_number_of_workers_changes_no_byte_and_lines_keep_their_order() {
    let positions: String =
        include_str!("../data/endings.epd").lines().take(40).map(|line| format!("{line}\n")).collect();
    let one = analyse(&["--nodes", "500"], positions.as_bytes());
    let three = analyse(&["--nodes", "500", "--workers", "3"], positions.as_bytes());
    assert_eq!((one.code, &one.output), (three.code, &three.output));
    let lines: Vec<u64> = one.objects().iter().map(|object| object["line"].as_u64().unwrap()).collect();
    assert!(lines.len() > 20 && lines.is_sorted(), "{lines:?}");
}

#[test]
fn a_bad_line_has_its_object_with_its_number_and_the_rest_is_done() {
    let long = "x".repeat(100_000);
    let input = [
        b"# a comment\r\n\r\nrubbish\r\n".as_slice(),
        MATE_IN_ONE.as_bytes(),
        b" bm Rb9; id \"the mate\";\n8/8/8/8/8/8/8/8 w - -\n\x00\xFF\x80junk\x07\n",
        long.as_bytes(),
        b"\n{\"fen\":\"7k/8/6K1/8/8/8/8/R7 w - - 0 1\"}\n{\"fen\":\n{}\n",
        PAWNS.as_bytes(),
    ]
    .concat();
    let ran = analyse(&["--nodes", "100"], &input);
    assert_eq!(ran.code, 2);
    assert!(ran.errors.contains("6 lines or games could not be read"), "{}", ran.errors);
    let objects = ran.objects();
    let told: Vec<(u64, bool)> =
        objects.iter().map(|object| (object["line"].as_u64().unwrap(), object["error"].is_null())).collect();
    let expected = [
        (3, false),
        (4, true),
        (5, false),
        (6, false),
        (7, false),
        (8, true),
        (9, false),
        (10, false),
        (11, true),
    ];
    assert_eq!(told, expected);
    assert_eq!((&objects[1]["id"], &objects[1]["best"]), (&"the mate".into(), &"a1a8".into()));
    assert!(objects[2]["error"].as_str().unwrap().contains("the board is empty"));
}

#[test]
fn files_are_read_whatever_their_encoding_and_their_line_ends() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let text = format!("{MATE_IN_ONE} id \"Köln\";\r\n\r\n{PAWNS}\r\n");
    let marked = format!("\u{FEFF}{text}");
    let expected = analyse(&["--nodes", "100"], text.as_bytes()).output;
    assert!(expected.contains("Köln"), "{expected}");
    for bytes in [
        marked.as_bytes().to_vec(),
        marked.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        marked.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        text.replace("\r\n", "\n").into_bytes(),
        text.replace("\r\n", "\r").into_bytes(),
    ] {
        std::fs::write(&file, &bytes).unwrap();
        assert_eq!(analyse(&["--nodes", "100", name(&file)], b"").output, expected);
        assert_eq!(analyse(&["--nodes", "100", "-"], &bytes).output, expected);
    }
}

#[test]
fn every_position_of_a_game_is_reported_with_the_move_played_there_and_a_broken_game_costs_no_other() {
    let games = "[Event \"a\"]\n[White \"x\"]\n\n1. f3 e5 2. g4 {a comment} Qh4# 0-1\n\n\
                 [Event \"b\"]\n\n1. e4 e4 *\n\n\
                 [Event \"c\"]\n[SetUp \"1\"]\n[FEN \"7k/8/6K1/8/8/8/8/R7 w - - 0 1\"]\n\n*\n";
    let ran = analyse(&["--nodes", "300"], games.as_bytes());
    assert_eq!(ran.code, 2, "{}", ran.errors);
    let objects = ran.objects();
    let told = |object: &Value, field: &str| object[field].as_str().unwrap_or("-").to_owned();
    let moves: Vec<String> = objects.iter().map(|object| told(object, "played")).collect();
    assert_eq!(moves, ["f2f3", "e7e5", "g2g4", "d8h4", "-", "-", "-"]);
    let places: Vec<(u64, Option<u64>)> =
        objects.iter().map(|object| (object["game"].as_u64().unwrap(), object["ply"].as_u64())).collect();
    let (first, third) = ((0..5).map(|ply| (1, Some(ply))), (3, Some(0)));
    assert_eq!(places, first.chain([(2, None), third]).collect::<Vec<_>>());
    // The fool's mate: seen before it is played, and known when it is there.
    assert_eq!(
        (told(&objects[3], "best_san"), told(&objects[3], "known_by")),
        ("Qh4#".into(), "mate".into())
    );
    assert_eq!((told(&objects[4], "result"), told(&objects[4], "known_by")), ("loss".into(), "rules".into()));
    assert!(told(&objects[5], "error").contains("e4") && objects[5]["line"].is_u64(), "{}", objects[5]);
    assert_eq!(told(&objects[6], "fen"), MATE_IN_ONE);
    let again = analyse(&["--read-only"], games.as_bytes()).output;
    assert_eq!(analyse(&["--nodes", "300"], again.as_bytes()).output, ran.output);
}

#[test]
fn what_cannot_be_read_at_all_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let packed = folder.path().join("packed.gz");
    std::fs::write(&packed, b"\x1F\x8B\x08\x00\x00\x00").unwrap();
    let good = folder.path().join("good");
    std::fs::write(&good, PAWNS).unwrap();
    for (path, words) in
        [("no/such.epd", "cannot read no/such.epd: No such file"), (name(folder.path()), "a folder")]
    {
        let ran = analyse(&[name(&good), path], b"");
        assert_eq!((ran.code, ran.output.as_str()), (2, ""));
        assert!(ran.errors.contains(words), "{}", ran.errors);
    }
    let ran = analyse(&[name(&packed), name(&good), "--nodes", "100"], b"");
    assert_eq!(ran.code, 2);
    let objects = ran.objects();
    assert!(objects[0]["error"].as_str().unwrap().contains("gzip -dc"), "{}", ran.output);
    assert_eq!((&objects[1]["file"], &objects[1]["line"]), (&name(&good).into(), &1.into()));
    let nothing = analyse(&[], b"");
    assert_eq!((nothing.code, nothing.output.as_str(), nothing.errors.as_str()), (0, "", ""));
}

#[test]
fn an_interrupted_run_goes_on_where_it_stopped_and_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let input = format!("{MATE_IN_ONE}\nrubbish\n{PAWNS}\n{OPEN}\n").repeat(3);
    let arguments = ["--nodes", "200", "--workers", "2", "--out", name(&out), "--resume"];
    let whole = analyse(&["--nodes", "200"], input.as_bytes()).output;
    // Cut between lines, within one, before the first ends, and not at all.
    let second_line = whole.match_indices('\n').nth(1).unwrap().0 + 1;
    for kept in [0, 10, second_line, second_line + 5, whole.len() - 1, whole.len()] {
        std::fs::write(&out, &whole[..kept]).unwrap();
        let ran = analyse(&arguments, input.as_bytes());
        assert_eq!((ran.code, ran.output.as_str()), (2, ""), "{kept}: {}", ran.errors);
        assert_eq!(std::fs::read_to_string(&out).unwrap(), whole, "{kept}");
    }
    for other in [format!("{PAWNS}\n"), input.replace(OPEN, PAWNS)] {
        let refused = analyse(&arguments, other.as_bytes());
        assert!(
            refused.code == 2 && refused.errors.contains("was not made from this input"),
            "{}",
            refused.errors
        );
        assert_eq!(std::fs::read_to_string(&out).unwrap(), whole);
    }
}

#[test]
fn answers_come_while_the_input_is_still_open_and_a_closed_output_ends_quietly() {
    let mut process = running(&["--nodes", "100", "--workers", "2"]);
    let mut input = process.stdin.take().unwrap();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    let mut line = String::new();
    for _ in 0..3 {
        writeln!(input, "{PAWNS}").unwrap();
        line.clear();
        output.read_line(&mut line).unwrap();
        assert!(line.contains("\"best\""), "{line}");
    }
    drop(output);
    // Nobody reads any more, and the input does not end.
    for _ in 0..1000 {
        if writeln!(input, "{PAWNS}").is_err() {
            break;
        }
    }
    assert!(process.wait().unwrap().success());
    let mut errors = String::new();
    process.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
}

#[test]
fn what_is_only_read_is_input_again_and_gives_the_same_answers() {
    let input = format!("{MATE_IN_ONE} id \"x\";\nrubbish\n\n{OPEN}\nr3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n");
    let answered = analyse(&["--nodes", "100"], input.as_bytes());
    let read = analyse(&["--read-only"], input.as_bytes());
    assert_eq!(read.code, 2);
    assert!(!read.output.contains("best") && read.objects().len() == 4, "{}", read.output);
    assert_eq!(analyse(&["--nodes", "100"], read.output.as_bytes()).output, answered.output);
    assert_eq!(analyse(&["--nodes", "100"], answered.output.as_bytes()).output, answered.output);
}

#[test]
fn several_lines_are_reported_best_first_and_tables_of_advice_say_why() {
    let object = &analyse(&["--depth", "5", "--multipv", "3", "--timing"], PAWNS.as_bytes()).objects()[0];
    let lines = object["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["best"], &lines[0]["pv"]), (&object["best"], &object["pv"]));
    let scores: Vec<i64> = lines.iter().map(|line| line["score"]["cp"].as_i64().unwrap()).collect();
    assert!(scores.is_sorted_by(|one, other| one >= other) && object["time_ms"].is_u64(), "{object}");
    let advised = &analyse(&["--nodes", "100", "--advice"], MATE_IN_ONE.as_bytes()).objects()[0]["advice"];
    assert_eq!((&advised["table"], &advised["best_san"]), (&"krk".into(), &"Ra8#".into()));
}

#[test]
fn games_without_tags_are_known_by_how_they_begin_and_what_they_are_taken_for_is_reported() {
    let rows = [
        ("% made by x\n1. e4 e5 *", 3, "games"),
        ("; a comment\n\n1. e4 e5 *", 3, "games"),
        ("\n  {A comment} 1. e4 *", 2, "games"),
        ("1. e4 e5 *", 3, "games"),
        ("e4 e5 2. Nf3", 4, "games"),
        ("e2e4 e7e5", 3, "games"),
        ("[Event \"x\"]\n\n1. e4 *", 2, ""),
        ("# a comment\n8/8/8/3k4/8/8/8/R3K3 w - - 0 1", 1, ""),
        ("b7/8/8/8/8/8/Kb6/7k w - - 0 1", 1, ""),
        ("{\"fen\":\"8/8/8/3k4/8/8/8/R3K3 w - - 0 1\"}", 1, ""),
        ("nothing at all", 1, "positions"),
        ("", 0, ""),
    ];
    for (input, objects, taken_for) in rows {
        let ran = analyse(&["--read-only"], input.as_bytes());
        assert_eq!(ran.objects().len(), objects, "{input:?}: {}", ran.output);
        match taken_for {
            "" => assert_eq!(ran.errors, "", "{input:?}"),
            _ => assert!(ran.errors.contains(&format!("stdin is read as {taken_for}")), "{}", ran.errors),
        }
    }
}

#[test]
fn who_names_the_format_is_asked_nothing_and_reported_nothing() {
    for (format, input, objects, code) in [
        ("pgn", "1. e4 e5 *", 3, 0),
        ("pgn", "nothing at all", 1, 2),
        ("fen", MATE_IN_ONE, 1, 0),
        ("epd", "7k/8/6K1/8/8/8/8/R7 w - - id \"x\";", 1, 0),
        ("fen", "1. e4 e5 *\n[Event \"x\"]", 2, 2),
    ] {
        let ran = analyse(&["--read-only", "--format", format], input.as_bytes());
        assert_eq!((ran.objects().len(), ran.code), (objects, code), "{input:?}: {}", ran.output);
        assert!(!ran.errors.contains("is read as"), "{}", ran.errors);
    }
    assert_eq!(analyse(&["--format", "png"], b"").code, 2);
}

#[test]
fn a_null_move_of_a_game_is_reported_as_the_protocol_writes_it() {
    let objects = analyse(&["--read-only", "--format", "pgn"], b"1. e4 -- 2. d4 *").objects();
    let field = |ply: usize, name: &str| objects[ply][name].as_str().unwrap_or_default().to_owned();
    assert_eq!((field(1, "played"), field(1, "played_san")), ("0000".to_owned(), "--".to_owned()));
    assert_eq!(field(2, "fen"), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
    assert_eq!(objects.len(), 4);
}
