//! `lucena solve` as its users meet it: suites that are checked, pages, and files of solved positions.

use std::path::Path;

use crate::binary::binary;
use crate::pages::assert_stands_alone;
use crate::syzygy_files::{BLESSED_LOSS, CURSED_WIN, write_constant_table, write_damaged_table};

/// Lasker and Reichhelm 1901: Kb1 alone wins.
const CORRESPONDING_SQUARES: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
/// King and pawn, quick to solve.
const KING_AND_PAWN: &str = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";

/// What a run printed, and how it ended.
struct Ran {
    output: String,
    errors: String,
    code: i32,
}

fn solve(arguments: &[&str]) -> Ran {
    let run = binary().arg("solve").args(arguments).output().unwrap();
    Ran {
        output: String::from_utf8(run.stdout).unwrap(),
        errors: String::from_utf8(run.stderr).unwrap(),
        code: run.status.code().unwrap(),
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn json(output: &str) -> Vec<serde_json::Value> {
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_suite_says_what_is_sound_what_has_a_second_solution_and_what_is_wrong() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/solve_claims.epd");
    let ran = solve(&["--suite", text(&suite), "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.errors);
    for checked in json(&ran.output) {
        assert_eq!(checked["verdict"], checked["id"], "{checked}");
    }
}

#[test]
fn memory_that_the_machine_has_not_is_refused() {
    let refused = solve(&["--memory", "99999999", KING_AND_PAWN]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.errors.contains("--memory 99999999 is impossible here: this machine's memory allows up to")
    );
}

#[test]
fn a_suite_lists_for_people_what_is_refuted_with_its_line_and_what_else_solves_a_position() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("suite.epd");
    let pawns = "8/8/8/6Kp/P7/6k1/8/8 w - -";
    std::fs::write(&file, format!("{pawns} wdl -2; id \"first\";\n{pawns} bm a5; id \"second\";\n")).unwrap();
    let told = solve(&["--suite", text(&file)]);
    assert_eq!(told.code, 0, "{}", told.errors);
    for words in [
        "wrong: line 1: first: loss refuted, proven win: 1. ",
        "second solution: line 2: second: Kxh5 too (win)",
    ] {
        assert!(told.output.contains(words), "{words} is missing in\n{}", told.output);
    }
}

#[test]
fn a_line_of_a_suite_that_claims_nothing_is_reported_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("suite.epd");
    std::fs::write(&suite, format!("{KING_AND_PAWN}; id \"nothing\";\n8/8 w - - wdl 2;\n")).unwrap();
    let ran = solve(&["--suite", text(&suite)]);
    assert_eq!(ran.code, 2);
    assert!(ran.errors.contains("suite.epd:1: the line claims nothing"), "{}", ran.errors);
    assert!(
        ran.errors.contains("suite.epd:2: ") && ran.errors.contains("2 lines were wrong"),
        "{}",
        ran.errors
    );
    assert_eq!(solve(&["--suite", text(&folder.path().join("none.epd"))]).code, 1);
    assert_eq!(solve(&["--suite", text(&suite), KING_AND_PAWN]).code, 2);
}

#[test]
fn a_page_asks_for_nothing_outside_and_carries_moves_and_corresponding_squares() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let ran = solve(&[CORRESPONDING_SQUARES, "--html", text(&file)]);
    assert_eq!(ran.code, 0, "{}", ran.errors);
    let page = std::fs::read_to_string(&file).unwrap();
    assert_stands_alone(&page);
    let carried = page.split("id=\"carried\">").nth(1).unwrap().split("</script>").next().unwrap();
    let carried: serde_json::Value = serde_json::from_str(carried).unwrap();
    let moves = carried["positions"][0]["moves"].as_array().unwrap();
    let winning: Vec<_> = moves.iter().filter(|played| played["result"] == "win").collect();
    assert_eq!(winning.len(), 1);
    assert_eq!(winning[0]["san"], "Kb1");
    // On the known way 1. Kb1 Kb7 2. Kc1 Kc7 3. Kd1 Kd8 4. Kc2 Kc8 5. Kd2 Kd7 6. Kc3 Kc7 7. Kd3 Kb6 8. Kc4.
    let corresponds = |white: &str, black: &str| {
        let has = |group: &serde_json::Value, side: &str, square: &str| {
            group[side].as_array().unwrap().iter().any(|name| name == square)
        };
        let groups = carried["corresponding"].as_array().unwrap();
        groups.iter().any(|group| has(group, "white", white) && has(group, "black", black))
    };
    for pair in ["b1 a7", "c1 b7", "d1 c7", "d2 c8", "d3 c7", "c4 b6"] {
        let (white, black) = pair.split_once(' ').unwrap();
        assert!(corresponds(white, black), "{pair}");
    }
    assert!(!corresponds("a1", "a7"));
}

#[test]
fn saved_work_answers_other_positions_of_the_same_graph_without_solving() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("saved");
    let first = solve(&[CORRESPONDING_SQUARES, "--save", text(&file), "--json"]);
    assert_eq!(first.code, 0, "{}", first.errors);
    let later = "8/1k6/3p4/p2P1p2/P2P1P2/8/8/1K6 w - - 2 2";
    let loaded = solve(&[later, "--load", text(&file), "--json"]);
    assert_eq!((loaded.code, loaded.errors.as_str()), (0, ""));
    let (first, loaded) = (&json(&first.output)[0], &json(&loaded.output)[0]);
    assert_eq!(first["arrangements"], loaded["arrangements"]);
    let fresh = &json(&solve(&[later, "--json"]).output)[0];
    for told in ["result", "moves", "line"] {
        assert_eq!(loaded[told], fresh[told], "{told}");
    }
    let other = "8/8/8/6kp/8/1K4P1/7P/8 w - - 0 1";
    let stranger = solve(&[other, "--load", text(&file), "--json"]);
    assert!(stranger.errors.contains("does not contain this position"), "{}", stranger.errors);
    assert_eq!(json(&stranger.output)[0]["result"], json(&solve(&[other, "--json"]).output)[0]["result"]);
}

#[test]
fn altered_cut_and_foreign_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("saved");
    assert_eq!(solve(&[KING_AND_PAWN, "--save", text(&file)]).code, 0);
    let whole = std::fs::read(&file).unwrap();
    let refused = |bytes: &[u8], words: &str| {
        std::fs::write(&file, bytes).unwrap();
        let ran = solve(&[KING_AND_PAWN, "--load", text(&file)]);
        assert_eq!((ran.code, ran.output.as_str()), (2, ""), "{}", ran.errors);
        assert!(ran.errors.contains(words), "{}", ran.errors);
    };
    for place in (8..whole.len()).step_by(whole.len() / 16) {
        let mut altered = whole.clone();
        altered[place] ^= 1;
        refused(&altered, "damaged");
        refused(&whole[..place], "damaged");
    }
    refused(&[&whole[..], &[0]].concat(), "damaged");
    refused(b"lucena01", "is not a file of solved positions of this version");
    refused(b"", "is not a file of solved positions of this version");
    let missing = solve(&[KING_AND_PAWN, "--load", text(&folder.path().join("none"))]);
    assert_eq!(missing.code, 1);
}

#[test]
fn a_folder_of_tables_that_is_not_there_is_called_that() {
    let ran = solve(&[KING_AND_PAWN, "--tables", "no/such/folder"]);
    assert_eq!((ran.code, ran.output.as_str()), (1, ""));
    assert!(ran.errors.contains("cannot read no/such/folder: "), "{}", ran.errors);
}

/// The promotion leads to the material of the file.
#[test]
fn a_table_of_five_men_that_is_damaged_is_reported_and_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let promotes = "8/P1k5/8/8/8/1p6/1P6/K7 w - - 0 1";
    let without = solve(&[promotes, "--json", "--tables", text(folder.path())]);
    assert_eq!((without.code, without.errors.as_str()), (0, ""));
    std::fs::write(folder.path().join("KQPvKP.dtm"), "lucena01").unwrap();
    let with = solve(&[promotes, "--json", "--tables", text(folder.path())]);
    assert_eq!(with.code, 0, "{}", with.errors);
    assert!(with.errors.contains("KQPvKP.dtm is damaged"), "{}", with.errors);
    let (without, with) = (&json(&without.output)[0], &json(&with.output)[0]);
    assert_eq!(with["tables"], serde_json::json!([]));
    assert_eq!((&with["result"], &with["moves"]), (&without["result"], &without["moves"]));
}

#[test]
fn a_file_that_cannot_be_written_whole_leaves_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no folder").join("saved");
    let ran = solve(&[KING_AND_PAWN, "--save", text(&missing)]);
    assert_eq!(ran.code, 2);
    assert!(ran.errors.contains("cannot write"), "{}", ran.errors);
    // A folder of that name cannot be replaced, and nothing half-written stays beside it.
    let taken = folder.path().join("taken");
    std::fs::create_dir(&taken).unwrap();
    std::fs::write(taken.join("content"), "").unwrap();
    assert_eq!(solve(&[KING_AND_PAWN, "--save", text(&taken)]).code, 2);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The result is not true of chess; it is what the file says.
#[test]
fn a_file_that_knows_three_pieces_is_asked_and_named_and_says_what_the_fifty_move_rule_changes() {
    let folder = tempfile::tempdir().unwrap();
    let three_pieces = "7k/8/8/8/5b2/8/8/KQR5 w - - 0 1";
    let without = solve(&[three_pieces, "--no-build"]);
    assert_eq!(without.code, 2);
    assert!(without.errors.contains("3 pieces besides kings and pawns"), "{}", without.errors);
    write_constant_table(folder.path(), "KQRvKB", [CURSED_WIN, BLESSED_LOSS]);
    let with = solve(&[three_pieces, "--json", "--syzygy", text(folder.path())]);
    assert_eq!(with.code, 0, "{}", with.errors);
    let answer = &json(&with.output)[0];
    assert_eq!(answer["result"], "win");
    assert_eq!(answer["syzygy"], serde_json::json!(["KQRvKB"]));
    assert_eq!(answer["stands_with_50_move_rule"], false);
    let quiet = answer["moves"].as_array().unwrap().iter().find(|played| played["uci"] == "c1c2").unwrap();
    assert_eq!((&quiet["result"], &quiet["stands_with_50_move_rule"]), (&"win".into(), &false.into()));
    let shown = solve(&[three_pieces, "--syzygy", text(folder.path())]);
    assert!(
        shown
            .output
            .starts_with("White to move: win without the 50-move rule, which turns it into a draw: proven")
    );
    assert!(
        shown.output.contains("win, a draw with the 50-move rule")
            && shown.output.contains("Syzygy files  KQRvKB")
    );
}

/// The promotion leads to the material of the file.
#[test]
fn syzygy_files_that_are_damaged_or_not_there_are_reported_once_and_the_rest_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let promotes = "8/P1k5/8/8/8/1p6/1P6/K7 w - - 0 1";
    let without = json(&solve(&[promotes, "--json"]).output)[0].clone();
    write_damaged_table(folder.path(), "KQPvKP");
    let damaged = solve(&[promotes, "--json", "--syzygy", text(folder.path())]);
    assert_eq!(damaged.code, 0, "{}", damaged.errors);
    let reports = damaged.errors.matches("KQPvKP.rtbw cannot be used: it is damaged").count();
    assert_eq!(reports, 1, "{}", damaged.errors);
    let missing = solve(&[promotes, "--json", "--syzygy", "no/such/folder"]);
    assert_eq!(missing.code, 0, "{}", missing.errors);
    assert_eq!(missing.errors.matches("no/such/folder: no Syzygy tables").count(), 1, "{}", missing.errors);
    for ran in [damaged, missing] {
        let answer = &json(&ran.output)[0];
        assert_eq!(answer["syzygy"], serde_json::json!([]));
        assert_eq!((&answer["result"], &answer["moves"]), (&without["result"], &without["moves"]));
    }
}

/// White's win is proven for White, Black's hold refuted; in the other position Black holds.
#[test]
fn a_question_is_answered_for_the_side_it_asks_about_and_the_answer_says_what_is_open() {
    let lost_pawn = "8/8/8/8/8/1k6/1p6/1K6 w - - 0 1";
    for (fen, question, answer) in [
        (CORRESPONDING_SQUARES, "win", "yes"),
        (CORRESPONDING_SQUARES, "draw", "no"),
        (lost_pawn, "win", "no"),
        (lost_pawn, "draw", "yes"),
    ] {
        let ran = solve(&["--question", question, "--json", fen]);
        let decided = &json(&ran.output)[0];
        assert_eq!(decided["answer"], answer, "{fen} {question}: {decided}");
        assert_eq!(decided["question"], question);
        assert!(decided["stopped_by"].is_null());
    }
    let won = solve(&["--question", "win", CORRESPONDING_SQUARES]);
    assert!(
        won.output.starts_with("Does White win? Yes: proven\nWhite to move: win\nby            Kb1\n"),
        "{}",
        won.output
    );
}

#[test]
fn a_question_that_a_limit_leaves_open_is_called_open_and_the_limit_is_named() {
    let ran = solve(&["--question", "draw", "--time", "1", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"]);
    assert!(ran.output.starts_with("Does Black hold? Open: neither is proven\n"), "{}", ran.output);
    assert!(ran.output.contains("stopped by    the time limit"), "{}", ran.output);
}

#[test]
fn an_estimate_names_arrangements_memory_and_time_and_solves_nothing() {
    let ran = solve(&["--estimate", "--memory", "1", CORRESPONDING_SQUARES]);
    assert_eq!(ran.code, 0, "{}", ran.errors);
    for label in ["arrangements  ", "memory        ", "time          ", "--memory allows 1.00 GiB"] {
        assert!(ran.output.contains(label), "{}", ran.output);
    }
    assert!(!ran.output.contains("to move"), "{}", ran.output);
    let many = solve(&["--estimate", "--json", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"]);
    let estimated = &json(&many.output)[0];
    assert!(estimated["least"]["arrangements"].as_u64() > Some(10_000), "{estimated}");
    assert!(estimated["most"].is_null());
    let refused = solve(&["--estimate", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"]);
    assert_eq!(refused.code, 2);
}
