//! `lucena review` as its users meet it: annotated games, the page, broken files, interrupted work.

use std::path::{Path, PathBuf};

use lucena::board::Board;
use shakmaty::CastlingMode;

use crate::binary::binary;
use crate::pages::assert_stands_alone;

/// Small endings of up to four men, each with what is to be told of its last move: `Told` the move with its sign, `Words` the
/// reason. Results and distances are those of Syzygy tables.
const EXACT: &str = "tests/data/review_exact.pgn";
/// Few nodes: these tests are not about how well a search sees.
const QUICK: [&str; 2] = ["--nodes", "300"];

/// What a run printed, and how it ended.
struct Ran {
    output: String,
    errors: String,
    /// The line at the end that says what was found; empty if there is none.
    summary: String,
    code: i32,
}

fn review(arguments: &[&str]) -> Ran {
    let run = binary().arg("review").args(arguments).output().unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    let is_summary = |line: &str| line.contains(" in their endings, ");
    let pick = |wanted: bool| -> String {
        said.split_inclusive('\n').filter(|line| is_summary(line) == wanted).collect()
    };
    Ran {
        output: String::from_utf8(run.stdout).unwrap(),
        errors: pick(false),
        summary: pick(true),
        code: run.status.code().unwrap(),
    }
}

fn data(name: &str) -> String {
    text(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).to_owned()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The games of a text, each with line ends as spaces.
fn games(pgn: &str) -> Vec<String> {
    pgn.split("[Event ").skip(1).map(|game| game.replace('\n', " ")).collect()
}

fn tag<'a>(game: &'a str, name: &str) -> &'a str {
    game.split_once(&format!("[{name} \"")).unwrap().1.split_once("\"]").unwrap().0
}

#[test]
fn every_lost_half_point_of_small_endings_is_reported_with_its_reason() {
    let ran = review(&[&data(EXACT)]);
    assert_eq!(ran.code, 0, "{}", ran.errors);
    let games = games(&ran.output);
    assert_eq!(games.len(), 8);
    for game in games {
        let moves = game.split_once("[Words").unwrap().1.split_once("\"]").unwrap().1;
        for told in [tag(&game, "Told"), tag(&game, "Words"), "{mine [%clk 0:00:59]}", "[%eval "] {
            assert!(moves.contains(told), "{told} is missing in\n{game}");
        }
        assert_eq!(
            moves.matches("$4").count() + moves.matches("$6").count() + moves.matches("$1").count(),
            1,
            "{game}"
        );
    }
}

/// Lasker and Reichhelm, 1901: Kb1 alone wins. To prove that takes more memory than a review has where nothing is said.
#[test]
fn a_pawn_ending_beyond_the_tables_is_judged_by_the_solver() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.pgn");
    let fen = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
    std::fs::write(&game, format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. Kb2 Ka8 *\n")).unwrap();
    let settings = folder.path().join("engine.toml");
    std::fs::write(&settings, "[review]\nsolver = 64\n").unwrap();
    let ran = review(&[text(&game), QUICK[0], QUICK[1], "--config", text(&settings)]);
    assert_eq!((ran.code, ran.errors.as_str()), (0, ""));
    let told = ran.output.replace('\n', " ");
    assert!(told.contains("The win is thrown away: drawn (exact: solver). Right was Kb1."), "{told}");
}

#[test]
fn annotated_games_are_read_again_and_no_line_is_longer_than_eighty_letters() {
    let once = review(&[&data(EXACT)]).output;
    assert!(once.lines().all(|line| line.starts_with('[') || line.chars().count() <= 80), "{once}");
    let folder = tempfile::tempdir().unwrap();
    let again = folder.path().join("again.pgn");
    std::fs::write(&again, &once).unwrap();
    let ran = review(&[text(&again)]);
    assert_eq!((ran.code, ran.errors.as_str()), (0, ""));
    assert_eq!(games(&ran.output).len(), 8);
    assert_eq!(ran.output.matches("[%eval ").count(), once.matches("[%eval ").count(), "values are replaced");
}

#[test]
fn the_page_asks_for_nothing_outside_and_a_players_report_counts_that_player_alone() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    for player in ["anna", "ben"] {
        let ran = review(&[&data(EXACT), "--html", text(&page), "--player", player]);
        assert_eq!(ran.code, 0, "{}", ran.errors);
        let written = std::fs::read_to_string(&page).unwrap();
        assert_stands_alone(&written);
        assert!(written.contains("<td>pawn ending</td><td>1</td>"), "each has lost one half point there");
        assert!(written.contains("Exercises") && written.contains("takes the opposition"));
    }
    assert!(!folder.path().join("page.html.journal").exists());
}

#[test]
fn names_in_a_file_of_games_are_text_on_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let (game, page) = (folder.path().join("a&b.pgn"), folder.path().join("page.html"));
    let tags =
        "[White \"<b>Anna & Co</b>\"]\n[Black \"'Ben' <Max>\"]\n[FEN \"8/8/8/3k4/8/8/8/R3K3 w - - 0 1\"]";
    std::fs::write(&game, format!("{tags}\n\n1. Rd1+ Ke4 2. Rd4+ Kxd4 1/2-1/2\n")).unwrap();
    let ran = review(&[text(&game), "--html", text(&page)]);
    assert_eq!((ran.code, ran.errors.as_str()), (0, ""));
    let written = std::fs::read_to_string(&page).unwrap();
    assert!(written.contains(">&lt;b&gt;Anna &amp; Co&lt;/b&gt;</td>"), "{written}");
    assert!(
        written.contains("<title>Endings in a&amp;b.pgn</title>") && !written.contains("<b>"),
        "{written}"
    );
}

#[test]
fn a_review_ends_with_what_was_found_and_where_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let (game, page) = (folder.path().join("game.pgn"), folder.path().join("page.html"));
    std::fs::write(&game, "[FEN \"8/8/8/3k4/8/8/8/R3K3 w - - 0 1\"]\n\n1. Rd1+ Ke4 2. Rd4+ Kxd4 1/2-1/2\n")
        .unwrap();
    let ran = review(&[text(&game), "--html", text(&page)]);
    let found = "1 game, 4 moves in their endings, 4 of them judged by exact results. 1 move lost half a point or more; lesser \
        mistakes: 0. 1 game ended otherwise than the ending began: 1 turned at one move.";
    assert_eq!(ran.summary, format!("{found} Written: {}.\n", text(&page)));
    assert!(std::fs::read_to_string(&page).unwrap().contains(found));
}

#[test]
fn a_game_that_ends_otherwise_than_its_ending_began_says_where_it_turned() {
    let (written, ran) = reviewed("1. Rd1+ Ke4 2. Rd4+ Kxd4 1/2-1/2");
    assert_eq!((ran.code, ran.errors.as_str()), (0, ""));
    let beginning =
        "{The ending begins: rook against bare king. Expected result: won for White (exact).} 1. Rd1+";
    let turning = "{The game turned at 2.Rd4+: White's expected result fell from won to drawn.}";
    for comment in [beginning, turning] {
        assert_eq!(written.matches(comment).count(), 1, "{comment} in {written}");
    }
}

#[test]
fn a_result_that_the_last_position_does_not_explain_is_called_that() {
    let (written, _) = reviewed("1. Rd1+ Ke4 2. Kf2 0-1");
    let words = "2. Kf2 {[%eval 100.00]} {The last position does not explain the result: White's expected result was won; the \
                 game ended by resignation, by agreement or on time.}";
    assert!(written.contains(words), "{written}");
    let (written, _) = reviewed("1. Rd1+ Ke4 2. Kf2 *");
    assert!(!written.contains("does not explain") && !written.contains("turned"), "{written}");
}

/// With rook and king against king, a move throws the win away if the king can take the rook, or has no move.
#[test]
fn every_move_of_an_exercise_has_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let (game, page) = (folder.path().join("game.pgn"), folder.path().join("page.html"));
    std::fs::write(&game, "[FEN \"8/8/8/8/8/1k6/3R4/K7 w - - 0 1\"]\n\n1. Rd3+ Kc2 2. Rc3+ Kxc3 1/2-1/2\n")
        .unwrap();
    assert_eq!(review(&[text(&game), "--html", text(&page)]).code, 0);
    let written = std::fs::read_to_string(&page).unwrap();
    assert_stands_alone(&written);
    let exercises = &crate::pages::carried(&written)["exercises"];
    assert_eq!(exercises.as_array().unwrap().len(), 1);
    let step = &exercises[0]["steps"][0];
    assert_eq!(step["task"], "Find the move that wins.");
    let start = Board::from_fen(step["fen"].as_str().unwrap(), false).unwrap();
    let answers = step["moves"].as_object().unwrap();
    assert_eq!(answers.len(), start.legal_moves().len());
    let verdict = |uci: &str| answers[uci]["verdict"].as_str().unwrap();
    for played in start.legal_moves() {
        let after = start.after(played);
        let replies = after.legal_moves();
        let throws_away =
            replies.iter().any(|reply| reply.is_capture()) || (replies.is_empty() && !after.is_check());
        let uci = played.to_uci(CastlingMode::Standard).to_string();
        assert_eq!(verdict(&uci) == "lost", throws_away, "{uci}: {}", answers[&uci]);
    }
    assert_eq!(verdict(step["right"].as_str().unwrap()), "right");
    assert_eq!(verdict("d3c3"), "lost");
}

#[test]
fn a_player_without_a_game_is_an_error_that_names_the_players_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    std::fs::write(&page, "<!DOCTYPE html>old").unwrap();
    let ran = review(&[&data(EXACT), "--html", text(&page), "--player", "Carlsen"]);
    assert_eq!((ran.code, ran.output.as_str(), ran.summary.as_str()), (2, "", ""), "{}", ran.errors);
    assert!(ran.errors.contains("no game of \"Carlsen\"; its players are Anna, Ben"), "{}", ran.errors);
    assert_eq!(std::fs::read_to_string(&page).unwrap(), "<!DOCTYPE html>old");
    assert!(!folder.path().join("page.html.journal").exists());
}

#[test]
fn a_file_without_games_is_called_that() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.txt");
    for content in ["", "Buy milk.\n", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1\n", "{\"a\": 1}\n"] {
        std::fs::write(&file, content).unwrap();
        let ran = review(&[text(&file)]);
        assert_eq!(ran.code, 2, "{content}: {}", ran.errors);
        assert!(ran.errors.contains("notes.txt has no games; lucena reviews games in PGN"), "{}", ran.errors);
    }
}

#[test]
fn a_broken_game_is_reported_and_the_others_are_judged() {
    let ran = review(&[&data("tests/data/odd_games/02_illegal_move.pgn"), QUICK[0], QUICK[1]]);
    assert_eq!(ran.code, 2);
    assert!(ran.errors.contains("game 2 (Mid – Max), line 14: Bb6 is not legal"), "{}", ran.errors);
    assert!(ran.errors.contains("1 game was left out"), "{}", ran.errors);
    assert_eq!(games(&ran.output).len(), 2);
}

#[test]
fn any_number_of_workers_gives_the_same_and_a_journal_of_another_review_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| -> PathBuf { folder.path().join(name) };
    let run = |out: &Path, more: &[&str]| {
        let endings = data("tests/data/review_games.pgn");
        let ran = review(&[&[&endings, "--out", text(out), QUICK[0], QUICK[1]], more].concat());
        assert_eq!(ran.code, 0, "{}", ran.errors);
        std::fs::read_to_string(out).unwrap()
    };
    let one = run(&path("one.pgn"), &["--workers", "1"]);
    assert_eq!(run(&path("two.pgn"), &["--workers", "3"]), one);
    // Where nothing was interrupted, nothing is gone on with.
    assert_eq!(run(&path("one.pgn"), &["--resume"]), one);
    std::fs::write(path("one.pgn.journal"), "lucena 0.0.1: another question\n").unwrap();
    let endings = data("tests/data/review_games.pgn");
    let ran = review(&[&endings, "--out", text(&path("one.pgn")), "--resume"]);
    assert_eq!(ran.code, 2);
    assert!(ran.errors.contains("belongs to another review"), "{}", ran.errors);
    assert_eq!(std::fs::read_to_string(path("one.pgn")).unwrap(), one, "what is there is left alone");
}

/// Reviews a game whose last move throws a win away.
fn reviewed(moves: &str) -> (String, Ran) {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.pgn");
    std::fs::write(&game, format!("[Event \"x\"]\n[FEN \"8/8/8/3k4/8/8/8/R3K3 w - - 0 1\"]\n\n{moves}\n"))
        .unwrap();
    let page = folder.path().join("page.html");
    let out = folder.path().join("out.pgn");
    let ran = review(&[text(&game), "--out", text(&out), "--html", text(&page)]);
    (std::fs::read_to_string(out).unwrap().replace('\n', " "), ran)
}

#[test]
fn a_users_sign_stands_beside_lucenas_and_a_value_that_is_replaced_is_reported_once() {
    let (written, ran) =
        reviewed("1. Rd1+! {[%eval 0.55,20] first} Ke4 $14 2. Rd4+!! $22 {[%eval 3.1]} {mine} Kxd4 1/2-1/2");
    assert!(written.contains("2. Rd4+ $4 $3 $22 {[%eval 0.00]"), "{written}");
    assert!(
        written.contains("{first}") && written.contains("{mine}") && !written.contains("0.55"),
        "{written}"
    );
    assert_eq!((ran.errors.matches("[%eval]").count(), ran.errors.lines().count()), (1, 1), "{}", ran.errors);
    assert!(ran.errors.trim_end().ends_with("that lucena replaced: 2"), "{}", ran.errors);
}

#[test]
fn null_moves_of_the_main_line_are_kept_and_the_moves_around_them_are_judged() {
    let (written, ran) = reviewed("1. Kd2 Z0 ({words alone}) 2. Rd1 -- 3. Kc3+ Kc5 4. Rd5+ Kxd5 1/2-1/2");
    assert_eq!((ran.code, ran.errors.as_str()), (0, ""));
    assert!(written.contains(" -- ({words alone}) 2. Rd1 {[%eval"), "{written}");
    assert!(written.contains("2... -- 3. Kc3+ {[%eval"), "{written}");
    assert!(written.contains("4. Rd5+ $4 {[%eval 0.00]"), "{written}");
}

#[test]
fn what_a_user_said_in_brackets_stays_before_the_next_move() {
    let (written, _) =
        reviewed("1. Rd1+ Ke4 2. Rd4+ {x} (2. Kd2) {y} ({Worth a thought here.}) {z} 2... Kxd4 *");
    let begin = written.find("{x} (2. Kd2) {y} (2. ").unwrap_or_else(|| panic!("{written}"));
    assert!(written[begin..].contains(") ({Worth a thought here.}) {z} 2... Kxd4"), "{written}");
}
