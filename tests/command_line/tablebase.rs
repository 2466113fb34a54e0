//! `lucena tablebase` as its users meet it: tables built into a folder, listed, verified and probed.

use std::path::Path;

use crate::binary::binary;

/// What a run printed, and how it ended.
struct Ran {
    output: String,
    errors: String,
    code: i32,
}

fn tablebase(folder: &Path, arguments: &[&str], input: &str) -> Ran {
    let mut command = binary();
    command.arg("tablebase").args(arguments).arg("--cache").arg(folder);
    let run = command.write_stdin(input.to_owned()).output().unwrap();
    Ran {
        output: String::from_utf8(run.stdout).unwrap(),
        errors: String::from_utf8(run.stderr).unwrap(),
        code: run.status.code().unwrap(),
    }
}

/// Positions whose value can be seen on the board: FEN, wdl and plies to mate (nothing in a draw).
const SEEN_ON_THE_BOARD: [(&str, i64, Option<u64>); 10] = [
    ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 2, Some(1)),
    ("k7/8/1K6/8/8/8/8/7R b - - 0 1", -2, Some(2)),
    ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", -2, Some(0)),
    ("r6K/8/6k1/8/8/8/8/8 w - - 0 1", -2, Some(0)),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0, None),
    ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", 0, None),
    ("8/8/8/8/8/2k5/8/K6B w - - 0 1", 0, None),
    ("8/8/8/8/8/8/8/K1k5 w - - 0 1", 0, None),
    ("7K/8/6k1/8/8/8/8/r7 b - -", 2, Some(1)),
    // The queen is taken at once: what is left is a win, though the table of five men is not there.
    ("6k1/8/8/8/q6Q/8/8/1K5B w - - 0 1", 2, None),
];

#[test]
fn tables_are_built_with_the_longest_mates_of_the_literature_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let built = tablebase(folder.path(), &["build", "--men", "3", "--threads", "2"], "");
    assert_eq!(built.code, 0, "{}", built.errors);
    for (name, longest) in [
        ("KQvK", "longest mate 10 moves"),
        ("KRvK", "longest mate 16 moves"),
        ("KPvK", "longest mate 28 moves"),
        ("KBvK", "no forced mate"),
        ("KNvK", "no forced mate"),
    ] {
        let line = built.output.lines().find(|line| line.starts_with(name)).unwrap();
        assert!(line.contains(longest) && line.ends_with(" s"), "{line}");
    }
    let again = tablebase(folder.path(), &["build", "kvkr"], "");
    assert!(again.output.lines().all(|line| line.ends_with("from the cache")), "{}", again.output);
    let list = tablebase(folder.path(), &["list"], "");
    assert!(list.output.contains("KRvK") && list.output.contains("6 tables"), "{}", list.output);
}

#[test]
fn a_damaged_table_is_found_and_built_anew() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(tablebase(folder.path(), &["build", "KRvK"], "").code, 0);
    let good = tablebase(folder.path(), &["verify"], "");
    assert_eq!(good.code, 0, "{}", good.errors);
    assert!(
        good.output.contains("embedded good") && good.output.contains("KRvK     good"),
        "{}",
        good.output
    );
    let file = folder.path().join("KRvK.dtm");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let bad = tablebase(folder.path(), &["verify"], "");
    assert_eq!(bad.code, 1);
    assert!(bad.output.contains("KRvK.dtm is damaged"), "{}", bad.output);
    let mended = tablebase(folder.path(), &["build", "KRvK"], "");
    assert!(mended.errors.contains("is damaged"), "{}", mended.errors);
    assert_eq!(tablebase(folder.path(), &["verify"], "").code, 0);
}

#[test]
fn positions_from_stdin_are_answered_line_by_line_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let input: String = SEEN_ON_THE_BOARD.iter().map(|(fen, _, _)| format!("{fen}\n")).collect();
    let ran = tablebase(folder.path(), &["probe", "-", "--json"], &input);
    assert_eq!(ran.code, 0, "{}", ran.errors);
    assert_eq!(ran.output.lines().count(), SEEN_ON_THE_BOARD.len());
    for (line, (fen, wdl, plies)) in ran.output.lines().zip(SEEN_ON_THE_BOARD) {
        let answer: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&answer["fen"], &answer["wdl"]), (&fen.into(), &wdl.into()));
        assert_eq!(answer["dtm_plies"], serde_json::json!(plies), "{fen}");
        let category = ["loss", "draw", "win"][usize::try_from(wdl / 2 + 1).unwrap()];
        assert_eq!(answer["category"], category, "{fen}");
    }
    let mixed = tablebase(
        folder.path(),
        &["probe", "-", "--json", "--without-moves"],
        "rubbish\r\n\n7k/8/6K1/8/8/8/8/R7 w - - 0 1\r\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n4k3/5q2/8/8/8/8/8/R3K2R w KQ - 0 1\n",
    );
    let lines: Vec<&str> = mixed.output.lines().collect();
    assert_eq!((mixed.code, lines.len()), (2, 4));
    assert!(lines[0].contains("\"wdl\":null") && lines[0].contains("is not a FEN"), "{}", lines[0]);
    assert!(
        lines[1].starts_with("{\"fen\":\"7k/8/6K1/8/8/8/8/R7 w - - 0 1\",\"wdl\":2,\"dtm_plies\":1,"),
        "{}",
        lines[1]
    );
    // The rook moves, and White has no castling rights any more.
    assert!(lines[2].contains("\"wdl\":2"), "{}", lines[2]);
    assert!(lines[3].contains("\"wdl\":null") && lines[3].contains("castling"), "{}", lines[3]);
}

#[test]
fn a_probe_shows_value_every_move_best_first_and_the_line_to_mate() {
    let folder = tempfile::tempdir().unwrap();
    let ran = tablebase(folder.path(), &["probe", "k7/8/1K6/8/8/8/8/7R b - - 0 1"], "");
    assert_eq!(ran.code, 0, "{}", ran.errors);
    assert!(ran.output.starts_with("Black to move: loss, mated in 1\n"), "{}", ran.output);
    assert_eq!(ran.output.lines().last(), Some("1... Kb8 2. Rh8#"));
    let ran = tablebase(folder.path(), &["probe", "7k/8/6K1/8/8/8/8/R7 w - - 0 1"], "");
    let moves: Vec<&str> =
        ran.output.lines().filter(|line| line.contains("win, ") || line.contains("draw")).collect();
    assert!(moves[1].contains("Ra8#") && moves[1].contains("mate in 1"), "{}", ran.output);
    assert_eq!(ran.output.lines().last(), Some("1. Ra8#"));
    let mated = tablebase(folder.path(), &["probe", "R6k/8/6K1/8/8/8/8/8 b - - 0 1"], "");
    assert_eq!(mated.output, "Black is mated\n");
    let stalemate = tablebase(folder.path(), &["probe", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "");
    assert_eq!(stalemate.output, "Black is stalemated: draw\n");
}

/// From here the rook mates in 14 moves: 27 plies.
#[test]
fn a_probe_says_what_the_clock_changes_and_only_then() {
    let folder = tempfile::tempdir().unwrap();
    for (clock, line) in [(73, false), (74, true)] {
        let ran = tablebase(folder.path(), &["probe", &format!("8/8/8/8/8/2k5/8/K6R w - - {clock} 90")], "");
        let expected = format!("With the 50-move clock at {clock} plies: draw\n");
        assert!(ran.output.contains("win, mate in 14"), "{}", ran.output);
        assert_eq!(ran.output.contains("50-move"), line, "{}", ran.output);
        assert_eq!(ran.output.contains(&expected), line, "{}", ran.output);
    }
}

#[test]
fn what_no_table_answers_is_said_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&[&str], i32, &str); 8] = [
        (&["probe", "8/8/8/3k4/8/8/PP1P4/K6R w - - 0 1"], 2, "6 men are on the board; tables have at most 5"),
        (&["probe", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"], 2, "castling is still allowed"),
        (&["probe", "8/8/8/8/8/8/8/K7 w - - 0 1"], 2, "a king is missing"),
        (&["probe", "8/8/8/7k/8/8/PP1P4/K7 w - - 0 1"], 1, "lucena tablebase build KPPPvK"),
        (&["build"], 2, "nothing to build"),
        (&["build", "KXvK"], 2, "allowed: K, Q, R, B, N and P"),
        (&["build", "KQQvKQQ"], 2, "at most 5"),
        (&["build", "--men", "6"], 2, "allowed: a whole number from 3 to 5"),
    ];
    for (arguments, code, words) in cases {
        let ran = tablebase(folder.path(), arguments, "");
        assert_eq!(ran.code, code, "{arguments:?}: {}", ran.errors);
        assert!(ran.errors.contains(words), "{arguments:?}: {}", ran.errors);
    }
}

#[test]
fn a_folder_that_cannot_be_written_stops_a_build_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    let ran = tablebase(&file, &["build", "KRvK"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.errors.contains("cannot "), "{}", ran.errors);
    // A probe does without the cache.
    let probed = tablebase(&file, &["probe", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "--json"], "");
    assert!(probed.output.contains("\"dtm_plies\":1"), "{}{}", probed.output, probed.errors);
}

/// Three queens against a bare king: what a position is worth can be seen on the board.
#[test]
fn results_of_five_men_are_built_into_one_file_and_every_command_knows_them() {
    let folder = tempfile::tempdir().unwrap();
    let stalemate = "k7/2Q5/8/8/7Q/7Q/8/K7 b - - 0 1";
    let unknown = tablebase(folder.path(), &["probe", stalemate.replace("/K7 b", "/K7 w").as_str()], "");
    assert_eq!(unknown.code, 1, "{}", unknown.output);
    let built = tablebase(folder.path(), &["build", "--results", "KQQQvK", "--threads", "2"], "");
    assert_eq!(built.code, 0, "{}", built.errors);
    assert!(built.output.starts_with("KQQQvK  results, "), "{}", built.output);
    let is_there = |name: &str| folder.path().join(name).exists();
    assert!(is_there("results.lucena") && !is_there("KQQQvK.dtm"));
    let again = tablebase(folder.path(), &["build", "--results", "KQQQvK"], "");
    assert_eq!(again.output, "all these results are there already\n");
    let list = tablebase(folder.path(), &["list"], "");
    assert!(
        list.output.contains("results of 1 material, ") && list.output.contains("KQQQvK"),
        "{}",
        list.output
    );
    let input = format!("{stalemate}\n8/8/8/8/8/2k5/8/K4QQQ w - - 0 1\n8/8/8/3k4/8/8/8/K4QQQ b - - 0 1\n");
    let probed = tablebase(folder.path(), &["probe", "-", "--json", "--without-moves"], &input);
    let values: Vec<serde_json::Value> =
        probed.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |field: &str| -> Vec<&serde_json::Value> { values.iter().map(|value| &value[field]).collect() };
    assert_eq!(of("wdl"), [0, 2, -2]);
    assert_eq!(of("category"), ["draw", "maybe-win", "maybe-loss"]);
    assert!(of("dtm")[1..].iter().all(|distance| distance.is_null()));
    let solved = binary()
        .args(["solve", "8/8/8/4k3/8/8/8/KQQQ4 w - - 0 1", "--no-build", "--tables"])
        .arg(folder.path())
        .output()
        .unwrap();
    let answer = String::from_utf8(solved.stdout).unwrap();
    // Nobody knows how long the win takes.
    assert!(
        answer.contains("win without the 50-move rule, which may matter here") && answer.contains("KQQQvK"),
        "{answer}"
    );
}

/// Rook against rook and knight: any quiet position is drawn.
#[test]
fn a_review_takes_drawn_results_of_five_men_as_exact() {
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("engine.toml");
    std::fs::write(&settings, format!("[options]\ntable_cache_folder = {:?}\n", folder.path())).unwrap();
    let games = "[FEN \"8/8/3k4/3r4/8/5N2/4K3/7R w - - 0 1\"]\n\n1. Ke3 Ke6 2. Rh6+ Ke7 1/2-1/2\n";
    let review = || {
        let args = ["review", "-", "--nodes", "100", "--config"];
        let ran = binary().args(args).arg(&settings).write_stdin(games).output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stderr).unwrap()
    };
    assert!(review().contains("4 moves in their endings, 0 of them judged by exact results"));
    let built = tablebase(folder.path(), &["build", "--results", "KRNvKR", "--threads", "2"], "");
    assert_eq!(built.code, 0, "{}", built.errors);
    let reviewed = review();
    assert!(reviewed.contains("4 of them judged by exact results"), "{reviewed}");
}

#[test]
fn damaged_results_are_reported_and_built_anew() {
    let folder = tempfile::tempdir().unwrap();
    let build = || tablebase(folder.path(), &["build", "--results", "KQQQvK", "--threads", "2"], "");
    build();
    let file = folder.path().join("results.lucena");
    let mut bytes = std::fs::read(&file).unwrap();
    let after_lengths = bytes.len() / 32;
    bytes[after_lengths..].iter_mut().step_by(5).for_each(|byte| *byte ^= 1);
    std::fs::write(&file, bytes).unwrap();
    let damaged = "the results of KQQQvK are damaged";
    let verified = tablebase(folder.path(), &["verify"], "");
    assert_eq!(verified.code, 1);
    assert!(verified.output.contains(damaged), "{}", verified.output);
    let lost = "8/8/8/3k4/8/8/8/K4QQQ b - - 0 1";
    let probed = tablebase(folder.path(), &["probe", lost], "");
    let args = ["solve", lost, "--no-build", "--time", "1", "--tables"];
    let solved = binary().args(args).arg(folder.path()).output().unwrap();
    let settings = folder.path().join("engine.toml");
    std::fs::write(&settings, format!("[options]\ntable_cache_folder = {:?}\n", folder.path())).unwrap();
    let args = ["go", "depth", "3", "--fen", "8/8/8/8/4p1k1/8/8/QQQ4K w - - 0 1", "--config"];
    let engine = binary().args(args).arg(&settings).output().unwrap();
    for said in [probed.errors.as_bytes(), &solved.stderr, &engine.stdout] {
        let said = String::from_utf8_lossy(said);
        assert_eq!(said.matches(damaged).count(), 1, "{said}");
    }
    assert!(build().output.starts_with("KQQQvK  results, "));
    assert_eq!(tablebase(folder.path(), &["verify"], "").code, 0);
}

#[test]
fn what_a_killed_build_left_behind_is_reported_and_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.lucena");
    std::fs::write(&file, [b"lucenaR1".as_slice(), &[0; 1000]].concat()).unwrap();
    let verified = tablebase(folder.path(), &["verify"], "");
    assert_eq!(verified.code, 1);
    assert!(verified.output.contains("the last 1000 B are incomplete or damaged"), "{}", verified.output);
    tablebase(folder.path(), &["build", "--results", "KQQQvK", "--threads", "2"], "");
    assert_eq!(tablebase(folder.path(), &["verify"], "").code, 0);
}

/// Building first, only to find that nothing can be kept, would take all of the time.
#[cfg(unix)]
#[test]
fn solve_answers_at_once_if_it_cannot_keep_results() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/no folder/results", folder.path().join("results.lucena")).unwrap();
    let mate_in_one = "7k/8/6K1/8/8/8/8/1QQQ4 w - - 0 1";
    let args = ["solve", mate_in_one, "--question", "win", "--time", "3", "--tables"];
    let solved = binary().args(args).arg(folder.path()).output().unwrap();
    let answer = String::from_utf8(solved.stdout).unwrap();
    assert!(answer.starts_with("Does White win? Yes: proven"), "{answer}");
    let errors = String::from_utf8(solved.stderr).unwrap();
    assert_eq!(errors.matches("cannot write").count(), 1, "{errors}");
}
