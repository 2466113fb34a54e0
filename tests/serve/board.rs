//! What a board shows of a position.

use serde_json::{Value, json};

use crate::client::{Server, until};

fn position(server: &Server, words: &str) -> Value {
    server.get(&format!("/api/position?fen={words}")).good()
}

fn field<'a>(view: &'a Value, name: &str) -> Vec<&'a Value> {
    view["moves"].as_array().unwrap().iter().map(|one| &one[name]).collect()
}

#[test]
fn every_legal_move_has_its_result_and_the_best_comes_first() {
    let server = Server::start();
    // After the capture nothing is left to mate with; other moves of the rook win.
    let view = position(&server, "8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1");
    assert_eq!((&view["turn"], &view["certain"]["result"]), (&"white".into(), &"win".into()));
    assert_eq!((&view["certain"]["known_by"], &view["over"]), (&"tables".into(), &Value::Null));
    assert_eq!((&view["keeping"], &view["unknown"]), (&15.into(), &0.into()));
    let sans: Vec<String> = field(&view, "san").iter().map(|san| san.as_str().unwrap().to_owned()).collect();
    assert_eq!(sans.len(), 15);
    // Castling is a move of one king and one rook.
    let view = position(&server, "8/8/8/3k4/8/8/8/R3K3_w_Q_-_0_1");
    let castling =
        view["moves"].as_array().unwrap().iter().find(|one| one["san"] == "O-O-O+").unwrap().clone();
    assert_eq!(
        (&castling["uci"], &castling["from"], &castling["to"]),
        (&"e1c1".into(), &"e1".into(), &"c1".into())
    );
    let view = position(&server, "8/P7/8/8/8/1k6/8/1K6_w_-_-_0_1");
    let promotions: Vec<&Value> =
        field(&view, "promotion").into_iter().filter(|one| one.is_string()).collect();
    assert_eq!(promotions.len(), 4);
    assert!(promotions.contains(&&json!("queen")) && promotions.contains(&&json!("knight")));
}

/// Black has the opposition: to each move of White's king one reply alone holds.
#[test]
fn of_a_move_that_draws_it_is_said_how_many_replies_hold() {
    let server = Server::start();
    let view = position(&server, "8/8/8/8/8/1k6/p7/K7_w_-_-_0_1");
    assert_eq!(view["over"], json!({"reason": "stalemate", "result": "1/2-1/2"}));
    let view = position(&server, "8/8/4k3/8/4P3/4K3/8/8_w_-_-_0_1");
    assert_eq!(view["certain"]["result"], "draw");
    let moves = view["moves"].as_array().unwrap();
    let after = |san: &str| moves.iter().find(|one| one["san"] == san).unwrap();
    assert_eq!((&after("Kd4")["replies"]["hold"], &after("Kf4")["replies"]["hold"]), (&1.into(), &1.into()));
    for one in moves {
        let fen = one["fen"].as_str().unwrap().replace(' ', "_");
        let next = position(&server, &fen);
        let results = field(&next, "certain");
        let hold = results.iter().filter(|certain| certain["result"] == "draw").count();
        assert_eq!(one["replies"], json!({"hold": hold, "all": results.len()}), "{one}");
    }
    let won = position(&server, "8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1");
    assert!(field(&won, "replies").iter().all(|replies| replies.is_null()));
}

#[test]
fn the_clock_and_repetitions_of_the_moves_count() {
    let server = Server::start();
    // From a clock of 99, only mate at once comes in time.
    let view = position(&server, "7k/8/6K1/8/8/8/8/R7_w_-_-_99_100");
    assert_eq!((&view["moves"][0]["san"], &view["keeping"]), (&"Ra8#".into(), &1.into()));
    let late = position(&server, "8/8/8/3k4/8/8/8/R3K3_w_-_-_80_100");
    assert_eq!((&late["certain"]["result"], &late["certain"]["is_spoilt"]), (&"draw".into(), &true.into()));
    let moves = "a1b1,h8g8,b1a1,g8h8,a1b1,h8g8,b1a1,g8h8";
    let view = position(&server, &format!("7k/8/6K1/8/8/8/8/R7_w_-_-_0_1&moves={moves}"));
    assert_eq!(view["over"], json!({"reason": "repetition", "result": "1/2-1/2"}));
    assert_eq!(view["clock"], 8);
    let refusal = server.get("/api/position?fen=7k/8/6K1/8/8/8/8/R7_w_-_-_0_1&moves=a1h1,h8h7").refused(400);
    assert!(refusal.contains("illegal move") && refusal.contains("h8g8"), "{refusal}");
}

#[test]
fn mates_are_looked_up_when_they_are_wanted_and_come_when_they_are_built() {
    let server = Server::start();
    let fen = "8/8/8/8/8/6k1/4q3/7K_w_-_-_0_1";
    assert_eq!(position(&server, fen)["certain"]["plies_to_mate"], Value::Null);
    // Nobody waits for the table: the page asks again.
    let words = format!("{fen}&mates=true");
    let first = position(&server, &words);
    assert_eq!((&first["certain"]["result"], &first["building"]), (&"loss".into(), &"KQvK".into()));
    assert_eq!(first["certain"]["plies_to_mate"], Value::Null);
    let view = until(|| Some(position(&server, &words)).filter(|view| view["building"].is_null()));
    assert_eq!((&view["certain"]["result"], &view["certain"]["plies_to_mate"]), (&"loss".into(), &2.into()));
    assert_eq!(field(&view, "certain")[0]["plies_to_mate"], 2);
}

/// By Lasker and Reichhelm: one king's move alone wins.
#[test]
fn the_solver_knows_what_no_table_does_when_it_is_given_time() {
    let server = Server::with(&["--solve-time", "60"]);
    let fen = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7_w_-_-_0_1";
    let view = position(&server, fen);
    assert_eq!((&view["certain"], view["unknown"].as_u64() > Some(0)), (&Value::Null, true));
    let view = position(&server, &format!("{fen}&solve=60"));
    assert_eq!((&view["certain"]["result"], &view["certain"]["known_by"]), (&"win".into(), &"solver".into()));
    assert_eq!(
        (&view["moves"][0]["san"], &view["keeping"], &view["unknown"]),
        (&"Kb1".into(), &1.into(), &0.into())
    );
    let refusal = server.get(&format!("/api/position?fen={fen}&solve=61")).refused(400);
    assert!(refusal.contains("0 to 60 seconds"), "{refusal}");
}

#[test]
fn why_is_told_by_the_table_for_the_material_and_else_by_the_value() {
    let server = Server::start();
    let why = server.get("/api/explain?fen=8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1").good();
    assert_eq!(
        (&why["kind"], &why["table"], &why["side"]),
        (&"advice".into(), &"krk".into(), &"white".into())
    );
    let played = &why["move"];
    assert_eq!(why["line"]["boards"][1]["uci"], played["uci"]);
    assert!(why["sentences"][0].as_str().unwrap().starts_with(played["san"].as_str().unwrap()));
    assert!(!why["line"]["boards"][0]["marks"][0]["squares"].as_array().unwrap().is_empty());
    let why = server.get("/api/explain?fen=8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1&table=krk_book").good();
    assert_eq!(why["table"], "krk_book");
    let refusal = server.get("/api/explain?fen=8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1&table=kqkk").refused(404);
    assert!(refusal.contains("unknown table") && refusal.contains("kqk"), "{refusal}");
    let refusal = server.get("/api/explain?fen=8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1&table=kqk").refused(400);
    assert!(refusal.contains("KQvK"), "{refusal}");
    let why = server.get("/api/explain?fen=4k3/8/8/8/8/8/PPPPPPPP/4K3_w_-_-_0_1").good();
    assert_eq!(why["kind"], "value");
    assert!(why["value"].as_i64() > Some(0) && why["parts"].as_array().unwrap().len() > 3, "{why}");
}

#[test]
fn what_is_certain_comes_before_an_estimate_of_the_value() {
    let server = Server::start();
    // Whoever is to move queens with check, and no table of advice is for these men.
    for (fen, winner) in
        [("4k3/6KP/8/8/8/8/7p/8_w_-_-_0_1", "White"), ("8/7P/8/8/8/8/6kp/4K3_b_-_-_0_1", "Black")]
    {
        let why = server.get(&format!("/api/explain?fen={fen}")).good();
        let first = why["sentences"][0].as_str().unwrap();
        assert!(first.starts_with(&format!("{winner} wins, by the tables.")), "{first}");
    }
}
