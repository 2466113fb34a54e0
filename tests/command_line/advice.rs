//! `lucena advice` and `lucena explain` for those who write tables.

use tempfile::TempDir;

use crate::binary::binary;
use crate::syzygy_files::{BLESSED_LOSS, CURSED_WIN, write_constant_table};

/// Output, errors and exit code of a run in a folder of its own.
fn lucena(folder: &TempDir, arguments: &[&str]) -> (String, String, i32) {
    let run = binary().current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(run.stdout), text(run.stderr), run.status.code().unwrap())
}

#[test]
fn a_first_table_is_written_once_passes_and_can_be_asked_by_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let (_, errors, code) = lucena(&folder, &["advice", "new", "rook", "KR", "v", "K"]);
    assert_eq!((errors.as_str(), code), ("", 0));
    let text = std::fs::read_to_string(folder.path().join("rook.al0")).unwrap();
    assert!(text.contains("\nmaterial KR v K\n"), "{text}");
    let (output, errors, code) = lucena(&folder, &["advice", "check", "rook.al0"]);
    assert!(output.contains("no problems") && code == 0, "{output}{errors}");
    let (_, errors, code) = lucena(&folder, &["advice", "new", "rook", "KQvK"]);
    assert!(errors.contains("rook.al0") && code == 2, "{errors}");
    assert_eq!(std::fs::read_to_string(folder.path().join("rook.al0")).unwrap(), text);
    let fen = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";
    let (output, errors, code) = lucena(&folder, &["explain", fen, "--table", "rook.al0"]);
    assert!(output.contains("in rook") && code == 0, "{output}{errors}");
}

#[test]
fn an_impossible_material_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (material, words) in
        [("KQ", "is not a material"), ("KXvK", "is not a material"), ("KPvKP", "both sides have pawns")]
    {
        let (_, errors, code) = lucena(&folder, &["advice", "new", "mine", material]);
        assert!(errors.contains(words) && code == 2, "{material}: {errors}");
    }
}

#[test]
fn what_cannot_be_proven_is_said_before_the_table_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (output, _, code) = lucena(&folder, &["advice", "new", "six", "KRPPvKR"]);
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].starts_with("KRPPvKR has 6 men; ") && code == 0, "{output}");
    assert!(lines[0].contains("neither proven nor played") && !output.contains("advice prove"), "{output}");
    let (output, _, _) = lucena(&folder, &["advice", "new", "four", "KRPvK"]);
    assert_eq!(output, "Wrote four.al0, a table that wins. Next: `lucena advice prove four.al0`\n");
    let (output, _, _) = lucena(&folder, &["advice", "new", "five", "KRPvKR"]);
    assert!(
        output.starts_with("KRPvKR has more positions than a proof can go through")
            && output.contains("`where`"),
        "{output}"
    );
    assert!(output.ends_with("Next: `lucena advice prove five.al0`\n"), "{output}");
}

#[test]
fn a_first_table_says_whether_it_wins_or_holds_and_can_be_told_to() {
    let folder = tempfile::tempdir().unwrap();
    for (name, arguments, promise) in [
        ("knight", &["KNvKP"][..], "holds"),
        ("weaker", &["KBvKR"], "holds"),
        ("stronger", &["KRvKB"], "wins"),
        ("told", &["KRvKB", "--holds"], "holds"),
        ("told_too", &["KNvKP", "--wins"], "wins"),
    ] {
        let (output, _, code) = lucena(&folder, &[&["advice", "new", name], arguments].concat());
        let expected =
            format!("Wrote {name}.al0, a table that {promise}. Next: `lucena advice prove {name}.al0`\n");
        assert_eq!((output, code), (expected, 0));
        let text = std::fs::read_to_string(folder.path().join(format!("{name}.al0"))).unwrap();
        assert_eq!(text.lines().any(|line| line == "holds"), promise == "holds", "{text}");
    }
}

#[test]
fn a_first_table_has_a_name_that_a_table_can_have() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a b", "../up", "", "krk.al0", "4k", "rule"] {
        let (_, errors, code) = lucena(&folder, &["advice", "new", name, "KRvK"]);
        assert!(errors.contains("letters, digits and _") && code == 2, "{name}: {errors}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn a_file_names_its_material_as_a_first_table_does() {
    let folder = tempfile::tempdir().unwrap();
    let table = include_str!("../../src/advice/tables/kpk.al0");
    for (apart, joined) in [("KP v K", "KPvK"), ("KP v K", "kpvk"), ("KQ v K", "KQvK")] {
        std::fs::write(folder.path().join("mine.al0"), table.replace(apart, joined)).unwrap();
        let (output, errors, code) = lucena(&folder, &["advice", "check", "mine.al0"]);
        assert!(output.contains("no problems") && code == 0, "{joined}: {errors}");
    }
}

#[test]
fn check_knows_the_tables_that_can_be_handed_over_to() {
    let folder = tempfile::tempdir().unwrap();
    let table = include_str!("../../src/advice/tables/kpk.al0").replace("to kqk", "to queen");
    std::fs::write(folder.path().join("mine.al0"), table).unwrap();
    let (_, errors, code) = lucena(&folder, &["advice", "check", "mine.al0"]);
    assert!(errors.contains("mine.al0:9:20: there is no table queen") && code == 2, "{errors}");
}

#[test]
fn a_table_to_hand_over_to_may_lie_beside_the_table_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let pawn = include_str!("../../src/advice/tables/kpk.al0").replace("to kqk", "to queen");
    std::fs::write(folder.path().join("pawn.al0"), pawn).unwrap();
    std::fs::write(folder.path().join("queen.al0"), include_str!("../../src/advice/tables/kqk.al0")).unwrap();
    for command in ["check", "prove"] {
        let (output, errors, code) = lucena(&folder, &["advice", command, "pawn.al0"]);
        assert_eq!(code, 0, "{output}{errors}");
    }
    std::fs::write(folder.path().join("queen.al0"), "material KQ v K\nrule").unwrap();
    for command in ["check", "prove"] {
        let (_, errors, code) = lucena(&folder, &["advice", command, "pawn.al0"]);
        assert!(errors.contains("queen.al0:2:5: expected a name") && code == 2, "{errors}");
    }
}

#[test]
fn a_proof_counts_what_is_won_of_the_promise_apart_from_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let table = "material KQ v K\nwins where their_king_in_corner\nsymmetric\n\
        rule all: if any_position then one, two\n\
        advice one: better: mate holding: any_position us: depth < 1 and legal them: none\n\
        advice two: better: mate holding: any_position us: depth < 3 and legal them: depth < 2 and legal\n";
    std::fs::write(folder.path().join("mine.al0"), table).unwrap();
    let (output, _, code) = lucena(&folder, &["advice", "prove", "mine.al0"]);
    let number = |line: &str| -> u64 {
        let found =
            output.lines().find_map(|one| one.strip_prefix(line)).unwrap_or_else(|| panic!("{output}"));
        found.split_whitespace().next().unwrap().parse().unwrap()
    };
    let [promised, won, all] = ["promised ", "wins   ", "wins in all "].map(number);
    assert!(won < promised && all > won && code == 1, "{output}");
    assert!(output.contains(&format!("% of {promised})")), "{output}");
}

#[test]
fn a_proof_writes_down_all_that_escapes_and_says_where_the_win_slips() {
    let folder = tempfile::tempdir().unwrap();
    let (output, errors, code) =
        lucena(&folder, &["advice", "prove", "krk_book", "--escapes", "escapes.txt"]);
    assert_eq!(code, 1, "{errors}");
    assert!(output.contains("175168 can be won, 0 are drawn, 0 lost"), "{output}");
    assert!(output.contains(": they are stalemated"), "{output}");
    // So many are known of the printed table.
    let escapes = std::fs::read_to_string(folder.path().join("escapes.txt")).unwrap();
    assert_eq!(escapes.lines().count(), 48, "{escapes}");
    assert!(
        escapes.contains("8/8/8/8/8/K7/1R6/k7 w - - 0 1\tedge_rule\tkeep_room\tthey are stalemated"),
        "{escapes}"
    );
}

#[test]
fn the_reference_is_printed_as_it_stands_in_the_documentation() {
    let folder = tempfile::tempdir().unwrap();
    let (output, _, code) = lucena(&folder, &["advice", "reference"]);
    assert!(output == include_str!("../../docs/advice.md") && code == 0);
}

#[test]
fn what_a_table_wins_that_is_not_proven_is_kept_for_its_lessons() {
    let folder = tempfile::tempdir().unwrap();
    let proofs = folder.path().join("proofs");
    let settings = format!("[advice]\ncache_folder = {:?}\n", proofs.to_str().unwrap());
    std::fs::write(folder.path().join("engine.toml"), settings).unwrap();
    let lesson = || {
        let arguments = ["advice", "--config", "engine.toml", "lesson", "krk_book", "--html", "page.html"];
        let (_, errors, code) = lucena(&folder, &arguments);
        assert_eq!(code, 0, "{errors}");
        (std::fs::read_to_string(folder.path().join("page.html")).unwrap(), errors)
    };
    let (first, _) = lesson();
    let file = std::fs::read_dir(&proofs).unwrap().next().unwrap().unwrap().path();
    assert_eq!(lesson().0, first, "what was kept says what was found");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    assert!(lesson().1.contains("is not used"), "it is looked at");
}

/// Two pieces of advice that undo each other.
const CIRCLE: &str = "material KR v K
rule near: if king_distance <= 3 then away
rule far: if any_position then nearer
advice away: better: us_to_move and king_distance > 3 holding: not piece_lost
    us: depth < 1 and legal them: depth < 2 and legal
advice nearer: better: us_to_move and king_distance <= 3 holding: not piece_lost
    us: depth < 1 and legal them: depth < 2 and legal
";

#[test]
fn a_circle_is_blamed_on_each_advice_that_moves_in_it_and_lines_are_in_standard_notation() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.al0"), CIRCLE).unwrap();
    let (output, errors, code) = lucena(&folder, &["advice", "prove", "mine.al0"]);
    assert_eq!(code, 1, "{errors}");
    let blamed = "  near / away, far / nearer: our moves go in a circle\n";
    let (_, examples) = output.split_once(blamed).unwrap_or_else(|| panic!("{output}"));
    let line = examples.lines().next().unwrap();
    assert!(line.contains("  1. K") || line.contains("  1. R"), "{line}");
    let (json, _, _) = lucena(&folder, &["advice", "prove", "mine.al0", "--json"]);
    let proof: serde_json::Value = serde_json::from_str(&json).unwrap();
    let failures = proof["failures"].as_array().unwrap();
    let movers = |failure: &serde_json::Value| failure["circle"].as_array().map_or(0, Vec::len);
    for failure in failures {
        assert_eq!(failure["escape"] == "repetition", movers(failure) > 0, "{failure}");
    }
    assert!(failures.iter().any(|failure| movers(failure) == 2), "{json}");
}

#[test]
fn a_proof_names_the_material_that_no_table_takes_over() {
    let folder = tempfile::tempdir().unwrap();
    let table = include_str!("../../src/advice/tables/kpk.al0");
    let without = table.replace("handover KQ v K to kqk\n", "");
    assert!(without.len() < table.len());
    std::fs::write(folder.path().join("mine.al0"), without).unwrap();
    let (output, _, code) = lucena(&folder, &["advice", "prove", "mine.al0"]);
    let told = ": it is still won with KQvK, but no table is named to hand it over to; write `handover ";
    assert!(output.contains(told) && code == 1, "{output}");
}

/// Asks for our move after every queen move; some stalemate.
const STALEMATE: &str = "material KQ v K
rule all: if any_position then press
advice press: better: us_to_move and their_men > 1 holding: any_position
    us: depth = 0 and queen_move them: depth = 1 and legal
";

#[test]
fn a_goal_that_a_stalemate_forbids_is_explained_by_the_stalemate() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.al0"), STALEMATE).unwrap();
    let fen = "k7/8/8/2Q5/8/8/8/4K3 w - - 0 1";
    let (output, errors, _) = lucena(&folder, &["explain", fen, "--table", "mine.al0"]);
    let stalemates = "they are stalemated, so `us_to_move` is never reached";
    assert!(output.contains(stalemates), "{output}{errors}");
}

#[test]
fn an_unchanged_table_is_answered_from_the_kept_proof() {
    let folder = tempfile::tempdir().unwrap();
    let table = include_str!("../../src/advice/tables/kqk.al0");
    std::fs::write(folder.path().join("mine.al0"), table).unwrap();
    let settings = format!("[advice]\ncache_folder = {:?}\n", folder.path().join("proofs"));
    std::fs::write(folder.path().join("engine.toml"), settings).unwrap();
    let prove = |more: &[&str]| {
        let words = [&["--config", "engine.toml", "advice", "prove", "mine.al0"], more].concat();
        let (output, errors, code) = lucena(&folder, &words);
        assert_eq!(code, 0, "{errors}");
        let (verdict, figures) = output.split_once('\n').unwrap();
        (verdict.to_owned(), figures.to_owned(), errors)
    };
    let is_kept = |errors: &str| errors.contains("the proof kept in ") && errors.contains("--anew");
    let first = prove(&[]);
    let again = prove(&[]);
    assert!(first.0.contains(": proven in ") && !is_kept(&first.2), "{first:?}");
    assert!(again.0.ends_with(": proven") && is_kept(&again.2), "{again:?}");
    assert_eq!(first.1, again.1);
    assert!(!is_kept(&prove(&["--anew"]).2));
    assert!(!is_kept(&prove(&["--escapes", "escapes.txt"]).2));
    std::fs::write(folder.path().join("mine.al0"), format!("{table}# changed\n")).unwrap();
    assert!(!is_kept(&prove(&[]).2), "another text has no proof");
}

#[test]
fn a_proof_is_kept_for_those_who_play() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.al0"), include_str!("../../src/advice/tables/kqk.al0")).unwrap();
    let proofs = folder.path().join("proofs");
    std::fs::write(
        folder.path().join("engine.toml"),
        format!("[advice]\ncache_folder = {:?}\n", proofs.to_str().unwrap()),
    )
    .unwrap();
    let (output, errors, code) = lucena(&folder, &["--config", "engine.toml", "advice", "prove", "mine.al0"]);
    assert!(output.contains("proven") && code == 0, "{output}{errors}");
    let kept: Vec<_> = std::fs::read_dir(proofs).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(kept.len() == 1 && kept[0].to_str().unwrap().starts_with("mine-"), "{kept:?}");
}

/// The table has five men, more than the tables inside the program.
#[test]
fn an_explanation_says_what_a_syzygy_file_knows_and_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let table = "material KQR v KB\n\nrule any_rule:\n    if any_position\n    then mate_in_1\n\n\
                 advice mate_in_1 \"mate\":\n    better:  mate\n    holding: any_position\n    \
                 us:      depth = 0 and check_move\n    them:    none\n";
    std::fs::write(folder.path().join("five.al0"), table).unwrap();
    write_constant_table(folder.path(), "KQRvKB", [CURSED_WIN, BLESSED_LOSS]);
    let fen = "7k/8/8/8/5b2/8/8/KQR5 w - - 0 1";
    let (without, errors, code) = lucena(&folder, &["explain", fen, "--table", "five.al0"]);
    assert_eq!(code, 0, "{errors}");
    assert!(!without.contains("wins with best play"), "{without}");
    let (with, errors, code) = lucena(&folder, &["explain", fen, "--table", "five.al0", "--syzygy", "."]);
    assert_eq!(code, 0, "{errors}");
    assert!(with.contains("White wins with best play"), "{with}");
    assert!(with.contains("By the Syzygy file KQRvKB, without the 50-move rule."), "{with}");
}
