//! Tables of advice: the list, lessons, texts to check and to play.

use serde_json::json;

use crate::client::Server;

#[test]
fn all_tables_are_listed_with_their_promise_and_what_is_proven_of_it() {
    let server = Server::start();
    let list = server.get("/api/tables").good();
    let tables = list["tables"].as_array().unwrap();
    assert!(tables.len() >= 19);
    let krk = tables.iter().find(|table| table["name"] == "krk").unwrap();
    assert_eq!((&krk["material"], &krk["origin"]), (&"KRvK".into(), &"built in".into()));
    assert_eq!((&krk["promise"], &krk["proof"]["percent"]), (&"wins".into(), &100.0.into()));
    assert_eq!(krk["proof"]["kept"], krk["proof"]["all"]);
}

#[test]
fn a_table_comes_with_its_text_and_its_lesson() {
    let server = Server::start();
    let table = server.get("/api/tables/krk").good();
    assert_eq!(table["text"].as_str().unwrap(), include_str!("../../src/advice/tables/krk.al0"));
    let lesson = &table["lesson"];
    assert_eq!(lesson["title"], "King and rook against king");
    assert!(lesson["verdict"].as_str().unwrap().starts_with("Proven"), "{lesson}");
    let advice = &lesson["rules"][0]["advice"][0];
    assert!(advice["example"]["boards"].as_array().unwrap().len() > 1, "{advice}");
    let exercise = &lesson["exercises"][0]["steps"][0];
    let right = exercise["right"].as_str().unwrap();
    assert_eq!(exercise["moves"][right]["verdict"], "right");
    let unknown = server.get("/api/tables/krkk").refused(404);
    assert!(unknown.contains("krk"), "{unknown}");
    assert_eq!(server.get("/api/tables/..%2f..%2fsecret").status, 404);
}

#[test]
fn a_text_is_checked_with_line_and_column() {
    let server = Server::start();
    let checked = server
        .post_json("/api/tables/check", &json!({"text": "material KR v K\nwins\nrule all: if x"}))
        .good();
    let problem = &checked["problems"][0];
    assert_eq!((&checked["is_table"], &problem["severity"]), (&false.into(), &"error".into()));
    assert_eq!((&problem["line"], &problem["column"]), (&3.into(), &15.into()));
    let whole = include_str!("../../src/advice/tables/krk.al0");
    let checked = server.post_json("/api/tables/check", &json!({"text": whole, "name": "mine"})).good();
    assert_eq!(checked, json!({"is_table": true, "problems": []}));
    let refusal = server.post_json("/api/tables/check", &json!({"text": "", "name": "../x"})).refused(400);
    assert!(refusal.contains("letters, digits"), "{refusal}");
}

#[test]
fn a_known_table_and_a_written_one_play_the_same() {
    let server = Server::start();
    let fen = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";
    let known = server.post_json("/api/tables/play", &json!({"table": "krk", "fen": fen})).good();
    assert!(known["move"]["uci"].is_string() && known["move"]["rule"].is_string(), "{known}");
    let text = include_str!("../../src/advice/tables/krk.al0");
    let written = server.post_json("/api/tables/play", &json!({"text": text, "fen": fen})).good();
    assert_eq!(known, written);
    let other = server.post_json("/api/tables/play", &json!({"table": "kqk", "fen": fen})).good();
    assert_eq!(other, json!({"move": null}));
    let refusal = server.post_json("/api/tables/play", &json!({"fen": fen})).refused(400);
    assert!(refusal.contains("either table or text"), "{refusal}");
    let refusal = server.post_json("/api/tables/play", &json!({"text": "material", "fen": fen})).refused(400);
    assert!(refusal.contains("has errors"), "{refusal}");
    assert_eq!(server.ask("POST", "/api/tables/play", "Content-Type: text/plain\r\n", b"{}").status, 415);
}
