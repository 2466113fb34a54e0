//! `lucena tablebase probe --json` as a client of the public table servers reads it.

use serde_json::Value;

use crate::binary::binary;

/// Runs a probe in an empty cache folder; returns the objects, what was reported, and the exit code.
fn probe(arguments: &[&str], input: &str) -> (Vec<Value>, String, i32) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = binary();
    command.args(["tablebase", "probe", "--json"]).args(arguments).arg("--cache").arg(folder.path());
    let run = command.write_stdin(input.to_owned()).output().unwrap();
    let output = String::from_utf8(run.stdout).unwrap();
    let objects = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (objects, String::from_utf8(run.stderr).unwrap(), run.status.code().unwrap())
}

fn single(fen: &str) -> Value {
    let (mut objects, errors, code) = probe(&[fen], "");
    assert_eq!((objects.len(), code), (1, 0), "{fen}: {errors}");
    objects.remove(0)
}

/// The rows are from Syzygy files and python-chess, whose distances may be a ply too short.
#[test]
fn categories_distances_and_the_order_of_moves_are_those_of_syzygy() {
    let rows = include_str!("../data/probe_servers.txt").lines().filter(|row| !row.starts_with('#'));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split('\t').collect()).collect();
    assert!(rows.len() >= 80);
    let input: String = rows.iter().map(|row| format!("{}\n", row[0])).collect();
    let (objects, errors, _) = probe(&["-"], &input);
    assert_eq!(objects.len(), rows.len(), "{errors}");
    for (answer, row) in objects.iter().zip(&rows) {
        assert_eq!(answer["category"], row[1], "{}", row[0]);
        let (dtz, syzygy) = (answer["dtz"].as_i64().unwrap(), row[2].parse::<i64>().unwrap());
        assert_eq!(dtz.signum(), syzygy.signum(), "{}", row[0]);
        assert!((0..=1).contains(&(dtz.abs() - syzygy.abs())), "{}: {dtz} {syzygy}", row[0]);
        assert_eq!(answer["precise_dtz"], answer["dtz"]);
        let word = |value: &Value| value.as_str().unwrap().to_owned();
        let moves: Vec<(String, String)> = answer["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|found| (word(&found["uci"]), word(&found["category"])))
            .collect();
        let expected: Vec<(String, String)> = row[3]
            .split(' ')
            .filter_map(|entry| entry.split_once(':'))
            .map(|(uci, category)| (uci.to_owned(), category.to_owned()))
            .collect();
        let categories = |moves: &[(String, String)]| -> Vec<String> {
            moves.iter().map(|(_, category)| category.clone()).collect()
        };
        assert_eq!(categories(&moves), categories(&expected), "{}", row[0]);
        let sorted = |mut moves: Vec<(String, String)>| {
            moves.sort();
            moves
        };
        assert_eq!(sorted(moves), sorted(expected), "{}", row[0]);
    }
}

/// The example in the description of the public servers.
#[test]
fn the_servers_own_example_has_the_servers_values() {
    let answer = single("4k3/6KP/8/8/8/8/7p/8_w_-_-_0_1");
    for (field, value) in [("dtz", 1), ("precise_dtz", 1), ("dtm", 17), ("dtm50", 17)] {
        assert_eq!(answer[field], value, "{field}");
    }
    assert_eq!(
        (&answer["category"], &answer["dtc"], &answer["dtw"]),
        (&"win".into(), &Value::Null, &Value::Null)
    );
    let best = &answer["moves"][0];
    assert_eq!(
        (&best["uci"], &best["san"], &best["zeroing"]),
        (&"h7h8q".into(), &"h8=Q+".into(), &true.into())
    );
    assert_eq!(
        (&best["category"], &best["dtz"], &best["dtm"]),
        (&"loss".into(), &(-2).into(), &(-16).into())
    );
    assert_eq!(best["conversion"], true);
    for flag in ["checkmate", "stalemate", "variant_win", "variant_loss", "insufficient_material"] {
        assert_eq!((&answer[flag], &best[flag]), (&false.into(), &false.into()), "{flag}");
    }
}

#[test]
fn a_mate_as_the_hundredth_ply_wins_and_a_later_one_is_cursed() {
    let timely = single("7k/8/6K1/8/8/8/8/R7 w - - 99 100");
    let best = &timely["moves"][0];
    assert_eq!((&timely["category"], &timely["dtm50"]), (&"win".into(), &1.into()));
    assert_eq!(
        (&best["san"], &best["category"], &best["dtm50"]),
        (&"Ra8#".into(), &"loss".into(), &0.into())
    );
    assert_eq!((&best["dtz"], &best["dtm"]), (&(-1).into(), &Value::Null), "as the servers say it");
    let late = single("7k/8/6K1/8/8/8/8/R7 w - - 100 100");
    let best = &late["moves"][0];
    assert_eq!(
        (&late["category"], &late["dtm50"], &late["dtm"]),
        (&"cursed-win".into(), &Value::Null, &1.into())
    );
    assert_eq!((&best["category"], &best["dtm50"]), (&"blessed-loss".into(), &Value::Null));
}

#[test]
fn positions_that_end_the_game_say_so_and_have_no_moves() {
    for (fen, flag, category, dtz) in [
        ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", "checkmate", "loss", -1),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate", "draw", 0),
    ] {
        let answer = single(fen);
        assert_eq!((&answer[flag], &answer["category"]), (&true.into(), &category.into()), "{fen}");
        assert_eq!((&answer["dtz"], &answer["moves"]), (&dtz.into(), &Value::Array(Vec::new())), "{fen}");
    }
    let dead = single("8/8/8/8/8/2k5/8/K6B w - - 0 1");
    assert_eq!((&dead["insufficient_material"], &dead["category"]), (&true.into(), &"draw".into()));
    assert_eq!((&dead["dtm"], &dead["dtm50"]), (&0.into(), &Value::Null));
}

/// The servers' own tests hold the second.
#[test]
fn beyond_the_tables_the_moves_are_listed_and_those_into_tables_are_known() {
    let (objects, errors, code) = probe(&["8/8/8/3k4/8/8/PP1P4/K6R w - - 0 1"], "");
    assert_eq!((code, &objects[0]["category"]), (2, &"unknown".into()));
    assert!(errors.contains("6 men are on the board"), "{errors}");
    assert!(objects[0]["error"].as_str().unwrap().contains("6 men"));
    assert_eq!(objects[0]["moves"][0]["category"], "unknown");
    // Castling rights are in no table, but after the capture there are none.
    let castling = single("4k2q/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!((&castling["category"], &castling["wdl"]), (&"win".into(), &2.into()));
    assert_eq!(
        (&castling["moves"][0]["san"], &castling["moves"][0]["category"]),
        (&"Rxh8+".into(), &"loss".into())
    );
    let (objects, errors, code) = probe(&["rubbish"], "");
    assert_eq!(
        (code, &objects[0]["category"], &objects[0]["moves"]),
        (2, &"unknown".into(), &Value::Array(Vec::new()))
    );
    assert!(errors.contains("is not a FEN") && objects[0]["error"].is_string(), "{errors}");
}
