//! Searches that somebody watches.

use serde_json::Value;

use crate::client::{Server, until};

/// No table holds it, and no proof ends its search.
const LONG: &str = "/api/search?fen=r1bq1rk1/pp2bppp/2n2n2/3p4/3P4/2N2N2/PP2BPPP/R1BQ1RK1_w_-_-_0_10";

#[test]
fn a_search_tells_its_lines_as_they_come_and_ends_with_its_move() {
    let server = Server::start();
    let events: Vec<(String, Value)> = server.events(&format!("{LONG}&depth=6&lines=3")).collect();
    let (last, done) = events.last().unwrap();
    assert_eq!(last, "done");
    let infos: Vec<&Value> = events.iter().filter(|(kind, _)| kind == "info").map(|(_, info)| info).collect();
    let info = infos.last().unwrap();
    assert_eq!((&info["depth"], info["lines"].as_array().unwrap().len()), (&6.into(), 3));
    for line in info["lines"].as_array().unwrap() {
        let chances = &line["chances"];
        let all: u64 = ["win", "draw", "loss"].iter().map(|name| chances[*name].as_u64().unwrap()).sum();
        assert_eq!(all, 1000, "{line}");
        assert_eq!(line["pv"].as_array().unwrap().len(), line["pv_san"].as_array().unwrap().len());
        assert!(line["score"]["cp"].is_i64(), "{line}");
    }
    assert_eq!(
        (&done["best"], &done["best_san"]),
        (&info["lines"][0]["pv"][0], &info["lines"][0]["pv_san"][0])
    );
    assert_eq!(done["nodes"], info["nodes"]);
}

#[test]
fn a_mate_comes_in_moves_and_a_finished_game_has_no_move() {
    let server = Server::start();
    let events: Vec<(String, Value)> =
        server.events("/api/search?fen=7k/8/6K1/8/8/8/8/R7_w_-_-_0_1&nodes=1000").collect();
    let (_, info) = events.iter().rfind(|(kind, _)| kind == "info").unwrap();
    assert_eq!(info["lines"][0]["score"]["mate"], 1, "{info}");
    let events: Vec<(String, Value)> =
        server.events("/api/search?fen=R6k/8/6K1/8/8/8/8/8_b_-_-_0_1&nodes=1000").collect();
    assert_eq!(events.last().unwrap().1["best"], Value::Null);
}

#[test]
fn a_client_that_goes_away_ends_its_search_and_leaves_its_place_to_another() {
    let server = Server::start();
    let mut watched: Vec<_> = (0..4).map(|_| server.events(LONG)).collect();
    for events in &mut watched {
        assert_eq!(events.next().unwrap().0, "info");
    }
    let refused = server.get(LONG);
    assert!(refused.refused(429).contains("4 searches run already"));
    assert!(refused.header("retry-after").is_some_and(|seconds| seconds.parse::<u32>().is_ok()));
    drop(watched.pop());
    until(|| {
        let answer = server.get(&format!("{LONG}&nodes=10"));
        (answer.status == 200).then_some(())
    });
    // The others go on.
    assert!(watched[0].next().is_some());
}

#[test]
fn limits_of_a_search_out_of_range_are_refused() {
    let server = Server::start();
    for words in [
        "lines=0",
        "lines=6",
        "depth=0",
        "depth=247",
        "nodes=0",
        "seconds=0",
        "seconds=3601",
        "seconds=NaN",
        "lines=x",
    ] {
        let refusal = server.get(&format!("{LONG}&{words}")).refused(400);
        assert!(!refusal.is_empty(), "{words}");
    }
}
