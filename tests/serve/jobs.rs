//! Jobs: solved positions, reviewed games, proven tables; cancelled, paused, killed and begun again.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Server, until};

/// By Lasker and Reichhelm: one king's move alone wins, which takes a second to prove.
const LASKER: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
/// Far more than any test waits for.
const HARD: &str = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
/// Three games with endings.
const GAMES: &str = include_str!("../data/review_games.pgn");

fn solve(server: &Server, fen: &str) -> Value {
    server.post_json("/api/solve", &json!({ "fen": fen })).good()["id"].clone()
}

#[test]
fn a_solved_position_has_its_moves_its_line_and_corresponding_squares() {
    let server = Server::start();
    let id = solve(&server, LASKER);
    let events: Vec<(String, Value)> =
        server.events(&format!("/api/jobs/{}/events", id.as_str().unwrap())).collect();
    assert!(events.iter().all(|(kind, _)| kind == "job"));
    let job = &events.last().unwrap().1;
    assert_eq!(
        (&job["state"], &job["kind"], &job["title"]),
        (&"done".into(), &"solve".into(), &LASKER.into())
    );
    assert!(job["progress"]["estimate"]["least"]["arrangements"].as_u64() > Some(0));
    let result = &job["result"];
    let answer = &result["answer"];
    assert_eq!((&answer["result"], &answer["moves"][0]["san"]), (&"win".into(), &"Kb1".into()));
    assert_eq!(result["line"]["boards"][1]["san"], "Kb1");
    assert!(!result["corresponding"].as_array().unwrap().is_empty());
    assert!(result["words"].as_str().unwrap().starts_with("White to move: win"));
    // What is proven is at hand for the board from now on.
    let view = server.get(&format!("/api/position?fen={}", LASKER.replace(' ', "_"))).good();
    assert_eq!((&view["certain"]["known_by"], &view["moves"][0]["san"]), (&"solver".into(), &"Kb1".into()));
    let listed = server.get("/api/jobs").good();
    assert_eq!((&listed["jobs"][0]["id"], &listed["jobs"][0]["result"]), (&id, &Value::Null));
}

#[test]
fn a_job_is_cancelled_then_forgotten() {
    let server = Server::start();
    let id = solve(&server, HARD);
    server.job(&id, &["running"]);
    let path = format!("/api/jobs/{}", id.as_str().unwrap());
    server.ask("DELETE", &path, "", b"").good();
    let job = server.job(&id, &["cancelled"]);
    assert_eq!(job["result"]["answer"]["stopped_by"], "cancelled", "{job}");
    server.ask("DELETE", &path, "", b"").good();
    assert!(server.get(&path).refused(404).contains("no such job"));
    for path in ["/api/jobs/0", "/api/jobs/x", "/api/jobs/99999999999999999999"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn a_solve_pauses_and_goes_on() {
    let server = Server::start();
    let id = solve(&server, HARD);
    server.job(&id, &["running"]);
    let path = format!("/api/jobs/{}", id.as_str().unwrap());
    server.post(&format!("{path}/pause"), "").good();
    let paused = server.job(&id, &["paused"]);
    let worked = paused["seconds"].as_f64().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(server.get(&path).good()["seconds"].as_f64(), Some(worked), "it rests");
    server.post(&format!("{path}/continue"), "").good();
    let again =
        until(|| Some(server.get(&path).good()).filter(|job| job["seconds"].as_f64() > Some(worked + 0.2)));
    assert_eq!(again["state"], "running");
    assert!(again["progress"]["positions"].as_u64() >= paused["progress"]["positions"].as_u64());
    let refusal = server.post(&format!("{path}/continue"), "").refused(409);
    assert!(refusal.contains("pauses"), "{refusal}");
    server.ask("DELETE", &path, "", b"").good();
    server.job(&id, &["cancelled"]);
    server.post(&format!("{path}/pause"), "").refused(409);
}

#[test]
fn as_many_jobs_run_as_the_server_is_told_some_wait_and_more_are_refused() {
    let server = Server::with(&["--memory", "0.6", "--jobs", "3"]);
    let about = server.get("/api/about").good();
    assert_eq!(about["most_jobs"], 3);
    let most = 3 + about["most_waiting"].as_u64().unwrap();
    let fen = |number: u64| HARD.replace("0 1", &format!("{number} 60"));
    let begin = Instant::now();
    for number in 0..most {
        solve(&server, &fen(number));
    }
    let refused = server.post_json("/api/solve", &json!({ "fen": fen(most) }));
    assert!(refused.refused(429).contains("under way already"));
    // To estimate one of these positions takes seconds, so nobody waits for that.
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    assert!(refused.header("retry-after").is_some());
    let jobs = server.get("/api/jobs").good();
    let count = |state: &str| {
        jobs["jobs"].as_array().unwrap().iter().filter(|job| job["state"] == state).count() as u64
    };
    assert!(count("running") <= 3);
    let waiting = jobs["jobs"].as_array().unwrap().iter().find(|job| job["state"] == "waiting").unwrap();
    assert!(waiting["ahead"].as_u64() > Some(0), "{waiting}");
    for job in jobs["jobs"].as_array().unwrap() {
        server.ask("DELETE", &format!("/api/jobs/{}", job["id"].as_str().unwrap()), "", b"").good();
    }
    until(|| {
        let jobs = server.get("/api/jobs").good();
        jobs["jobs"]
            .as_array()
            .unwrap()
            .iter()
            .all(|job| job["state"] != "running" && job["state"] != "waiting")
            .then_some(())
    });
}

#[test]
fn jobs_that_may_run_together_share_the_memory() {
    let bytes = |options: &[&str]| {
        let server = Server::with(options);
        let bytes = server.get("/api/about").good()["solve_bytes"].clone();
        let id = solve(&server, HARD);
        let allowed = until(|| {
            let job = server.job(&id, &["running"]);
            Some(job["progress"]["estimate"]["bytes_allowed"].clone()).filter(Value::is_u64)
        });
        assert_eq!(allowed, bytes);
        bytes.as_u64().unwrap()
    };
    assert_eq!(bytes(&["--memory", "0.5", "--jobs", "1"]), 1 << 29);
    assert_eq!(bytes(&["--memory", "0.5", "--jobs", "4"]), 1 << 27);
}

/// What the list says of the jobs that an earlier server has left.
fn interrupted(server: &Server) -> Vec<Value> {
    let jobs = server.get("/api/jobs").good()["jobs"].as_array().unwrap().clone();
    jobs.into_iter().filter(|job| job["state"] == "interrupted").collect()
}

#[test]
fn a_review_that_was_killed_is_listed_and_goes_on_by_one_request() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::in_home(home.path(), &[]);
    let id = review(&server, &GAMES.repeat(8));
    let path = format!("/api/jobs/{}", id.as_str().unwrap());
    let before =
        until(|| server.get(&path).good()["progress"]["games_done"].as_u64().filter(|done| *done >= 2));
    server.kill();
    let server = Server::in_home(home.path(), &[]);
    let left = interrupted(&server);
    assert_eq!(left.len(), 1, "{left:?}");
    assert_eq!((&left[0]["kind"], &left[0]["title"]), (&"review".into(), &"three games".into()));
    let begun = server.post(&format!("/api/jobs/{}/continue", left[0]["id"].as_str().unwrap()), "").good();
    let path = format!("/api/jobs/{}", begun["id"].as_str().unwrap());
    let first =
        until(|| server.get(&path).good()["progress"]["games_done"].as_u64().filter(|done| *done > 0));
    assert!(first >= before, "{first} games are known, {before} were judged");
    assert!(interrupted(&server).is_empty());
    let job = server.job(&begun["id"], &["done", "failed"]);
    assert_eq!(job["state"], "done", "{job}");
    // What is done is not interrupted.
    drop(server);
    assert!(interrupted(&Server::in_home(home.path(), &[])).is_empty());
}

#[test]
fn solves_that_were_killed_are_listed_running_or_waiting_until_they_are_forgotten() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::in_home(home.path(), &["--jobs", "1", "--memory", "0.2"]);
    let second = HARD.replace("0 1", "4 9");
    let ended = HARD.replace("0 1", "5 9");
    let ids = [HARD, &second, &ended].map(|fen| solve(&server, fen));
    server.job(&ids[0], &["running"]);
    server.ask("DELETE", &format!("/api/jobs/{}", ids[2].as_str().unwrap()), "", b"").good();
    server.job(&ids[2], &["cancelled"]);
    server.kill();
    let options = ["--memory", "0.2"];
    let server = Server::in_home(home.path(), &options);
    let mut titles: Vec<Value> = interrupted(&server).iter().map(|job| job["title"].clone()).collect();
    titles.sort_by_key(ToString::to_string);
    assert_eq!(titles, [json!(HARD), json!(second)], "what its owner has ended is not interrupted");
    // Another server of the same user lists them, too, but none that is under way.
    let id = solve(&server, HARD);
    server.job(&id, &["running"]);
    let other = Server::in_home(home.path(), &options);
    let left = interrupted(&other);
    assert_eq!((left.len(), &left[0]["title"]), (1, &json!(second)));
    let refused = other.post_json("/api/solve", &json!({ "fen": HARD })).refused(409);
    assert!(refused.contains("another lucena serve"), "{refused}");
    let path = format!("/api/jobs/{}", left[0]["id"].as_str().unwrap());
    other.ask("DELETE", &path, "", b"").good();
    other.get(&path).refused(404);
    other.kill();
    assert!(interrupted(&Server::in_home(home.path(), &options)).is_empty());
}

#[test]
fn what_the_solver_does_not_take_is_refused_at_once() {
    let server = Server::start();
    for (fen, words) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling"),
        ("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1", "pieces besides kings and pawns"),
        ("rubbish", "is not a FEN"),
    ] {
        let refusal = server.post_json("/api/solve", &json!({ "fen": fen })).refused(400);
        assert!(refusal.contains(words), "{fen}: {refusal}");
    }
    assert_eq!(server.post_json("/api/solve", &json!({"fen": LASKER, "seconds": 0})).status, 400);
    assert_eq!(server.post_json("/api/solve", &json!({"fen": LASKER, "path": "x"})).status, 400);
    solve(&server, HARD);
    let refusal = server.post_json("/api/solve", &json!({ "fen": HARD })).refused(409);
    assert!(refusal.contains("does this already"), "{refusal}");
}

fn review(server: &Server, games: &str) -> Value {
    server.post("/api/review?nodes=200&name=three%20games", games).good()["id"].clone()
}

#[test]
fn a_review_has_its_report_and_its_annotated_games() {
    let server = Server::start();
    let id = review(&server, &format!("{GAMES}\n\n1. e4 e4 *\n"));
    let job = server.job(&id, &["done", "failed"]);
    assert_eq!((&job["state"], &job["title"]), (&"done".into(), &"three games".into()), "{job}");
    let (progress, result) = (&job["progress"], &job["result"]);
    assert_eq!(progress["games"], progress["games_done"]);
    assert_eq!(progress["moves"], progress["moves_done"]);
    let games = result["games"].as_array().unwrap();
    assert_eq!(games.len() as u64, progress["games"].as_u64().unwrap());
    assert!(games.iter().any(|game| !game["critical"].as_array().unwrap().is_empty()), "{result}");
    assert_eq!(result["broken"], 1);
    let pgn = server.get(&format!("/api/jobs/{}/pgn", id.as_str().unwrap()));
    assert_eq!(pgn.header("content-type"), Some("application/x-chess-pgn; charset=utf-8"));
    assert_eq!(pgn.body.matches("[White ").count(), games.len());
    assert!(pgn.body.contains("The ending begins"), "{}", pgn.body);
    assert!(server.get("/api/jobs/77/pgn").refused(404).contains("no such job"));
}

#[test]
fn a_text_without_games_fails_and_names_no_file() {
    let server = Server::start();
    let id = review(&server, "no games here");
    let job = server.job(&id, &["done", "failed"]);
    assert_eq!(job["state"], "failed");
    let error = job["error"].as_str().unwrap();
    assert!(error.contains("no games") && !error.contains('/'), "{error}");
    let id = server.post("/api/review?player=Nobody", GAMES).good()["id"].clone();
    let error = server.job(&id, &["failed"])["error"].as_str().unwrap().to_owned();
    assert!(error.contains("Nobody") && !error.contains('/'), "{error}");
}

#[test]
fn a_review_that_was_killed_goes_on_with_the_games_that_are_left() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::in_home(home.path(), &[]);
    let games = GAMES.repeat(8);
    let id = review(&server, &games);
    let path = format!("/api/jobs/{}", id.as_str().unwrap());
    let before = until(|| {
        let job = server.get(&path).good();
        job["progress"]["games_done"].as_u64().filter(|done| *done >= 2)
    });
    server.kill();
    let server = Server::in_home(home.path(), &[]);
    let id = review(&server, &games);
    let path = format!("/api/jobs/{}", id.as_str().unwrap());
    let first =
        until(|| server.get(&path).good()["progress"]["games_done"].as_u64().filter(|done| *done > 0));
    assert!(first >= before, "{first} games are known, {before} were judged");
    let job = server.job(&id, &["done", "failed"]);
    assert_eq!(job["state"], "done", "{job}");
    assert_eq!(job["progress"]["games"], job["progress"]["games_done"]);
    let pgn = server.get(&format!("{path}/pgn")).body;
    assert_eq!(pgn.matches("[White ").count() as u64, job["progress"]["games"].as_u64().unwrap());
}

#[test]
fn a_cancelled_review_ends_soon_and_goes_on_when_it_is_begun_again() {
    let server = Server::start();
    let games = GAMES.repeat(8);
    let id = review(&server, &games);
    let path = format!("/api/jobs/{}", id.as_str().unwrap());
    let before =
        until(|| server.get(&path).good()["progress"]["games_done"].as_u64().filter(|done| *done >= 1));
    server.ask("DELETE", &path, "", b"").good();
    server.job(&id, &["cancelled"]);
    let id = review(&server, &games);
    let path = format!("/api/jobs/{}", id.as_str().unwrap());
    let first =
        until(|| server.get(&path).good()["progress"]["games_done"].as_u64().filter(|done| *done > 0));
    assert!(first >= before);
}

#[cfg(unix)]
#[test]
fn a_solve_that_the_end_of_the_server_interrupts_is_listed_and_goes_on_when_it_is_continued() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::in_home(home.path(), &[]);
    let id = solve(&server, HARD);
    let path = format!("/api/jobs/{}", id.as_str().unwrap());
    let before = until(|| {
        let job = server.get(&path).good();
        job["progress"]["positions"].as_u64().filter(|positions| *positions > 1_000_000)
    });
    assert!(server.interrupt().success());
    let server = Server::in_home(home.path(), &[]);
    let left = interrupted(&server);
    assert_eq!((left.len(), &left[0]["title"]), (1, &json!(HARD)));
    let continued = format!("/api/jobs/{}/continue", left[0]["id"].as_str().unwrap());
    let id = server.post(&continued, "").good()["id"].clone();
    let path = format!("/api/jobs/{}", id.as_str().unwrap());
    let first = until(|| {
        server.get(&path).good()["progress"]["positions"].as_u64().filter(|positions| *positions > 0)
    });
    assert!(first * 2 > before, "{first} positions at its beginning, {before} before");
}

#[test]
fn a_table_is_proven_and_its_proof_is_kept() {
    let server = Server::start();
    let id = server.post_json("/api/tables/prove", &json!({"table": "kqk"})).good()["id"].clone();
    let job = server.job(&id, &["done", "failed"]);
    let result = &job["result"];
    assert_eq!((&job["state"], &result["proof"]["proven"]), (&"done".into(), &true.into()), "{job}");
    assert!(result["words"].as_str().unwrap().contains("proven"));
    let lesson = server.get("/api/tables/kqk").good();
    assert!(lesson["lesson"]["rules"].is_array());
    let text = "material KQ v K\nwins\nrule all: if any_position then go\nadvice go: better: them_to_move \
                holding: any_position us: depth = 0 and legal them: none\n";
    let id =
        server.post_json("/api/tables/prove", &json!({"name": "mine", "text": text})).good()["id"].clone();
    let job = server.job(&id, &["done", "failed"]);
    assert_eq!((&job["title"], &job["result"]["proof"]["proven"]), (&"mine".into(), &false.into()), "{job}");
    assert!(!job["result"]["proof"]["counterexamples"].as_array().unwrap().is_empty());
}

#[test]
fn a_proof_of_a_table_is_cancelled() {
    let server = Server::start();
    let id = server.post_json("/api/tables/prove", &json!({"table": "kbnk"})).good()["id"].clone();
    let path = format!("/api/jobs/{}", id.as_str().unwrap());
    until(|| Some(server.get(&path).good()).filter(|job| job["progress"]["done"].as_u64() > Some(0)));
    server.ask("DELETE", &path, "", b"").good();
    server.job(&id, &["cancelled"]);
}
