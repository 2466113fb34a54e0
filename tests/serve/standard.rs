//! The routes of the public table servers.

use serde_json::{Value, json};

use crate::client::{Server, until};
use crate::user_folders;

/// What the command prints for these positions, one a line.
fn probed(fens: &[&str], home: &std::path::Path) -> Vec<Value> {
    let mut command = assert_cmd::Command::cargo_bin("lucena").unwrap();
    command.args(["tablebase", "probe", "-", "--json"]).envs(user_folders::at(home));
    let output = command.write_stdin(fens.join("\n")).output().unwrap().stdout;
    String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn standard_says_the_same_as_the_command_of_positions_with_every_clock() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::in_home(home.path(), &[]);
    let rows = include_str!("../data/probe_servers.txt").lines().filter(|row| !row.starts_with('#'));
    let fens: Vec<&str> = rows.filter_map(|row| row.split('\t').next()).collect();
    assert!(fens.len() >= 80);
    for (fen, expected) in fens.iter().zip(probed(&fens, home.path())) {
        let address = format!("/standard?fen={}", fen.replace(' ', "%20"));
        let first = server.get(&address).good();
        assert_eq!((&first["category"], &first["dtz"]), (&expected["category"], &expected["dtz"]), "{fen}");
        until(|| (server.get(&address).good() == expected).then_some(()));
        let underscored = fen.replace(' ', "_");
        let answer = server.get(&format!("/standard?fen={underscored}")).good();
        assert_eq!((&answer["fen"], &answer["moves"]), (&underscored.into(), &expected["moves"]), "{fen}");
    }
}

/// The answer without distances to mate, the position's and those of its moves, in an order that does not depend on them.
fn without_mates(answer: &Value) -> Value {
    let mut answer = answer.clone();
    for name in ["dtm", "dtm50", "dtm_plies"] {
        answer[name] = Value::Null;
    }
    let moves = answer["moves"].as_array_mut().unwrap();
    for one in moves.iter_mut() {
        (one["dtm"], one["dtm50"]) = (Value::Null, Value::Null);
    }
    moves.sort_by_key(|one| one["uci"].as_str().unwrap().to_owned());
    answer
}

#[test]
fn nobody_waits_for_distances_to_mate_that_are_not_built_and_they_come_later() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::in_home(home.path(), &[]);
    let fens = ["8/8/8/4k3/8/8/1r6/K2Q4 w - - 0 1", "8/8/8/4k3/8/1n6/8/K2R4 w - - 10 20"];
    let addresses = fens.map(|fen| format!("/standard?fen={}", fen.replace(' ', "_")));
    let firsts = addresses.each_ref().map(|address| server.get(address).good());
    // The command builds in another folder, and waits.
    let other = tempfile::tempdir().unwrap();
    for ((first, address), expected) in firsts.iter().zip(&addresses).zip(probed(&fens, other.path())) {
        assert!(expected["dtm"].is_i64(), "{expected}");
        for name in ["dtm", "dtm50", "dtm_plies"] {
            assert_eq!(first[name], Value::Null, "{name}: {first}");
        }
        // The FEN of an answer is the one of its question.
        let mut wanted = without_mates(&expected);
        wanted["fen"] = first["fen"].clone();
        assert_eq!(without_mates(first), wanted);
        until(|| {
            let answer = server.get(address).good();
            (answer["dtm"] == expected["dtm"] && answer["moves"] == expected["moves"]).then_some(())
        });
    }
}

/// The example in the description of the public servers.
#[test]
fn the_main_line_of_the_servers_own_example_queens_at_once_and_mates() {
    let server = Server::start();
    let line = server.get("/standard/mainline?fen=4k3/6KP/8/8/8/8/7p/8_w_-_-_0_1").good();
    assert_eq!((&line["dtz"], &line["precise_dtz"], &line["winner"]), (&1.into(), &1.into(), &"w".into()));
    let first = &line["mainline"][0];
    assert_eq!(
        (&first["uci"], &first["san"], &first["dtz"]),
        (&"h7h8q".into(), &"h8=Q+".into(), &(-2).into())
    );
    let last = line["mainline"].as_array().unwrap().last().unwrap().clone();
    assert!(last["san"].as_str().unwrap().ends_with('#'), "{last}");
    let drawn = server.get("/standard/mainline?fen=8/8/8/8/8/2k5/8/K6B_w_-_-_0_1").good();
    assert_eq!(drawn, json!({"mainline": [], "winner": null, "dtz": 0, "precise_dtz": 0}));
    let unknown = server.get("/standard/mainline?fen=8/8/8/3k4/8/8/PP1P4/K6R_w_-_-_0_1").refused(404);
    assert!(unknown.contains("no table knows"), "{unknown}");
}

#[test]
fn what_is_no_position_is_refused_with_what_is_allowed() {
    let server = Server::start();
    for (fen, words) in [
        ("rubbish", "is not a FEN"),
        ("8/8/8/8/8/8/8/8_w_-_-_0_1", "each side needs one king"),
        ("8/8/8/8/8/8/8/K6k_x_-_-_0_1", "allowed: w or b"),
        ("", "is not a FEN"),
    ] {
        let refusal = server.get(&format!("/standard?fen={fen}")).refused(400);
        assert!(refusal.contains(words), "{fen}: {refusal}");
    }
    let refusal = server.get("/standard").refused(400);
    assert!(refusal.contains("fen"), "{refusal}");
}

/// By Lasker and Reichhelm: one king's move alone wins; no table has ten men.
#[test]
fn above_the_tables_the_solver_answers_in_the_given_time_or_the_result_is_unknown() {
    let fen = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7_w_-_-_0_1";
    let answer = Server::with(&["--solve-time", "30"]).get(&format!("/standard?fen={fen}")).good();
    assert_eq!(answer["category"], "win", "{answer}");
    assert_eq!(
        (&answer["dtz"], &answer["dtm"], &answer["error"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    let moves = answer["moves"].as_array().unwrap();
    let categories: Vec<&str> = moves.iter().map(|one| one["category"].as_str().unwrap()).collect();
    assert_eq!(moves[0]["san"], "Kb1");
    assert_eq!(categories, ["loss", "draw", "draw"]);
    let answer = Server::with(&["--solve-time", "0"]).get(&format!("/standard?fen={fen}")).good();
    assert_eq!(answer["category"], "unknown");
}
