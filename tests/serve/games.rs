//! Games as trees, and streams of positions.

use serde_json::{Value, json};

use crate::client::Server;
use crate::user_folders;

#[test]
fn a_game_comes_back_as_a_tree_with_the_position_after_every_move() {
    let server = Server::start();
    let pgn = "[White \"Anna <b>\"]\n[Result \"1-0\"]\n\n1. e4 $1 {good} (1. d4 d5 (1... Nf6)) e5 2. -- 1-0\n\n1. e4 e4 *\n";
    let trees = server.post("/api/game", pgn).good();
    let game = &trees["games"][0];
    assert_eq!((&game["tags"][0], &game["result"]), (&json!(["White", "Anna <b>"]), &"1-0".into()));
    let first = &game["moves"][0];
    assert_eq!((&first["san"], &first["uci"], &first["glyphs"]), (&"e4".into(), &"e2e4".into(), &json!([1])));
    assert_eq!(first["comments"], json!(["good"]));
    assert_eq!(first["fen"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let variation = &first["variations"][0]["moves"];
    assert_eq!((&variation[0]["san"], &variation[1]["san"]), (&"d4".into(), &"d5".into()));
    assert_eq!(variation[1]["variations"][0]["moves"][0]["san"], "Nf6");
    assert_eq!((&game["moves"][2]["san"], &game["moves"][2]["uci"]), (&"--".into(), &Value::Null));
    assert_eq!((trees["games"].as_array().unwrap().len(), &trees["left_out"]), (1, &0.into()));
    let problem = trees["problems"][0].as_str().unwrap();
    assert!(problem.contains("e4"), "{problem}");
}

#[test]
fn a_fen_is_a_game_without_moves_and_anything_else_is_refused() {
    let server = Server::start();
    let trees = server.post("/api/game", "8/8/8/3k4/8/8/8/R3K3 w - - 5 9\n").good();
    assert_eq!(
        (&trees["games"][0]["fen"], &trees["games"][0]["moves"]),
        (&"8/8/8/3k4/8/8/8/R3K3 w - - 5 9".into(), &json!([]))
    );
    let refusal = server.post("/api/game", "<script>alert(1)</script>").refused(400);
    assert!(refusal.contains("is not a FEN"), "{refusal}");
    assert_eq!(server.post("/api/game", "").status, 400);
}

#[test]
fn games_beyond_a_thousand_are_counted_and_left_out() {
    let server = Server::start();
    let trees = server.post("/api/game", &"1. e4 e5 *\n\n".repeat(1_002)).good();
    assert_eq!((trees["games"].as_array().unwrap().len(), &trees["left_out"]), (1_000, &2.into()));
}

#[test]
fn a_stream_is_answered_with_the_lines_of_the_command() {
    let server = Server::start();
    let lines = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1\nrubbish\n\n4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\n1k6/8/1K6/8/8/8/8/7R w - - 0 1 id \"x\";\n";
    let home = tempfile::tempdir().unwrap();
    let mut command = assert_cmd::Command::cargo_bin("lucena").unwrap();
    command
        .args(["analyse", "--nodes", "500", "--multipv", "2", "--advice"])
        .envs(user_folders::at(home.path()));
    let expected = String::from_utf8(command.write_stdin(lines).output().unwrap().stdout).unwrap();
    let answer = server.post("/api/analyse?nodes=500&multipv=2&advice=true", lines);
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/x-ndjson")));
    assert_eq!(answer.body, expected);
    let games = server.post("/api/analyse?nodes=10", "1. e4 e5 *").body;
    assert_eq!(games.lines().count(), 3, "{games}");
}

#[test]
fn limits_of_a_stream_out_of_range_are_refused() {
    let server = Server::start();
    for words in
        ["nodes=0", "depth=247", "multipv=0", "movetime=600001", "nodes=x", "format=doc", "unknown=1"]
    {
        let refusal =
            server.post(&format!("/api/analyse?{words}"), "8/8/8/3k4/8/8/8/R3K3 w - -").refused(400);
        assert!(!refusal.is_empty(), "{words}");
    }
}
