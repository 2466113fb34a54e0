//! The pages about advice as pupils meet them: explanations and lessons. Their data is read as JSON and compared with the rules
//! of chess, the tables of advice and exact tables that are built here.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use lucena::advice::{Registry, choose};
use lucena::board::Board;
use lucena::tablebase::{Build, DtmTable, DtmTables, Material, Wdl};
use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, Square};

use crate::binary::binary;

const ROOK: &str = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";
/// Black to move would lose the opposition, but White is to move.
const DRAWN_PAWN: &str = "8/4k3/8/8/8/8/4P3/4K3 w - - 0 1";
/// The side without advice is to move.
const DEFENDER_TO_MOVE: &str = "8/8/8/8/8/2K5/8/k1Q5 b - - 0 1";

fn run(arguments: &[&str]) -> (String, String, i32) {
    let run = binary().args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(run.stdout), text(run.stderr), run.status.code().unwrap())
}

/// The page that a command writes.
fn page(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let (_, errors, code) = run(&[arguments, &["--html", path(&file)]].concat());
    assert_eq!((errors.as_str(), code), ("", 0), "{arguments:?}");
    std::fs::read_to_string(&file).unwrap()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The lesson of the table whose proof is part of the program.
static ROOK_LESSON: LazyLock<String> = LazyLock::new(|| page(&["advice", "lesson", "krk"]));

/// The data that a page's script reads.
pub(crate) fn carried(page: &str) -> Value {
    let data = page.split("id=\"carried\">").nth(1).unwrap().split("</script>").next().unwrap();
    serde_json::from_str(data).unwrap()
}

fn board(fen: &Value) -> Board {
    Board::from_fen(fen.as_str().unwrap(), false).unwrap()
}

/// The placement and the side to move: pages count no moves.
fn stand(board: &Board) -> String {
    board.fen().split(' ').take(2).collect::<Vec<_>>().join(" ")
}

fn legal(board: &Board, uci: &str) -> shakmaty::Move {
    let mut moves = board.legal_moves().into_iter();
    moves.find(|played| played.to_uci(CastlingMode::Standard).to_string() == uci).unwrap_or_else(|| {
        panic!("{uci} is not legal in {}", board.fen());
    })
}

/// Holds that every board of a line is the last one and its legal move; answers the last board.
fn assert_line(line: &Value) -> Board {
    let boards = line["boards"].as_array().unwrap();
    let mut last = board(&boards[0]["fen"]);
    for shown in &boards[1..] {
        let played = legal(&last, shown["uci"].as_str().unwrap());
        assert_eq!(shown["san"].as_str().unwrap(), last.notation(played).to_string());
        last = last.after(played);
        assert_eq!(stand(&board(&shown["fen"])), stand(&last));
    }
    last
}

/// Holds that every row of a table has as many cells as its head.
fn assert_rows_fit_their_heads(page: &str) {
    let cells =
        |row: &str| ["<td>", "<td ", "<th>", "<th "].map(|cell| row.matches(cell).count()).iter().sum();
    for table in page.split("<table").skip(1) {
        let table = table.split("</table>").next().unwrap_or_default();
        let Some((head, body)) = table.split_once("</thead>") else { continue };
        let headings: usize = cells(head);
        for row in body.split("<tr").skip(1).filter(|row| !row.contains("colspan")) {
            assert_eq!(cells(row), headings, "{head}\n{row}");
        }
    }
}

/// Holds that a page needs nothing from outside, that its links lead into itself, and that its tables have whole rows.
pub fn assert_stands_alone(page: &str) {
    assert_rows_fit_their_heads(page);
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
    // The name of the language of pictures is no address.
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for outside in
        ["http:", "https:", "src=", "url(", "<link", "\nimport ", "@import", "fetch(", "XMLHttpRequest"]
    {
        assert!(!page.contains(outside), "{outside}");
    }
    let anchors: Vec<&str> =
        page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(anchors.contains(&"#empty-board"), "{anchors:?}");
    for anchor in anchors {
        let id = anchor.strip_prefix('#').unwrap_or_else(|| panic!("{anchor} leads outside"));
        assert!(page.contains(&format!("id=\"{id}\"")), "{anchor} leads nowhere");
    }
}

/// The script of the pages plays moves by itself; `tests/page/` holds it to these rows.
#[test]
fn the_moves_that_the_script_is_tested_with_are_those_of_the_rules() {
    let rows = include_str!("../data/page_moves.txt").lines().filter(|row| !row.starts_with('#'));
    for row in rows {
        let [fen, uci, expected] = row.split(" | ").collect::<Vec<_>>().try_into().unwrap();
        let start: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let played = uci.parse::<UciMove>().unwrap().to_move(&start).unwrap();
        let after = Fen::from_position(&start.play(played).unwrap(), EnPassantMode::PseudoLegal);
        assert_eq!(after.to_string(), expected, "{uci} in {fen}");
    }
}

#[test]
fn an_explanation_steps_through_legal_moves_to_mate_and_needs_nothing_from_outside() {
    let page = page(&["explain", ROOK]);
    assert_stands_alone(&page);
    let line = &carried(&page)["lines"]["game"];
    assert!(assert_line(line).is_checkmate());
    let first = &line["boards"][0];
    assert!(first["arrows"].as_array().unwrap().iter().any(|arrow| arrow["class"] == "move"), "{first}");
    // The rook on a1 shuts the king on d5 into b2 to h8.
    let room = first["marks"][0]["squares"].as_array().unwrap();
    let inside = |square: &str| room.iter().any(|name| name == square);
    assert_eq!(room.len(), 49);
    assert!(inside("b2") && inside("h8") && !inside("a5"));
}

#[test]
fn an_explanation_compares_the_move_with_three_others_and_speaks_in_usual_notation() {
    let (text, errors, code) = run(&["explain", ROOK]);
    assert_eq!((errors.as_str(), code), ("", 0));
    let heads = text.lines().find(|line| line.trim_start().starts_with("now ")).unwrap();
    assert_eq!(heads.matches('…').count(), 4, "{heads}");
    let total =
        text.lines().find(|line| line.trim_start().starts_with("task ") && !line.contains('=')).unwrap();
    let values: Vec<i32> = total.split_whitespace().skip(1).map(|value| value.parse().unwrap()).collect();
    assert!(values.len() == 5 && values[1] < values[0], "{total}");
    assert!(values[2..].iter().all(|rival| *rival >= values[1]), "{total}");
    let moves = |word: &&str| word.len() == 4 && word.parse::<shakmaty::uci::UciMove>().is_ok();
    assert_eq!(text.split_whitespace().filter(moves).count(), 0, "{text}");
}

#[test]
fn a_drawn_position_is_reported_as_drawn_with_an_answer_to_every_move() {
    let (text, errors, code) = run(&["explain", DRAWN_PAWN]);
    assert_eq!((errors.as_str(), code), ("", 0));
    assert!(text.contains("Drawn: no advice of kpk can win"), "{text}");
    let page = page(&["explain", DRAWN_PAWN]);
    let section = page.split("<h2>Why nothing wins</h2>").nth(1).unwrap().split("</table>").next().unwrap();
    let start = Board::from_fen(DRAWN_PAWN, false).unwrap();
    for played in start.legal_moves() {
        let san = start.notation(played).to_string();
        assert!(section.contains(&format!("<td>{san}</td><td>…")), "{san}: {section}");
    }
    // A won position has no such section.
    assert!(!self::page(&["explain", ROOK]).contains("Why nothing wins"));
}

#[test]
fn a_position_without_advice_says_so() {
    let (_, errors, code) = run(&["explain", DEFENDER_TO_MOVE]);
    assert!(errors.contains("no table has advice") && code == 2, "{errors}");
    for way in ["lucena solve \"8/8/", "lucena go depth 20 --fen \"8/8/", "lucena review GAMES.pgn"] {
        assert!(errors.contains(way), "{way}: {errors}");
    }
    // The solver takes no position with three pieces.
    let (_, errors, _) = run(&["explain", "3qk3/8/8/8/8/8/8/QR2K3 w - - 0 1"]);
    assert!(errors.contains("lucena go") && !errors.contains("lucena solve"), "{errors}");
}

#[test]
fn a_lesson_stands_alone_and_is_the_same_whenever_it_is_written() {
    assert_stands_alone(&ROOK_LESSON);
    assert!(*ROOK_LESSON == page(&["advice", "lesson", "krk"]));
    // The author's own words.
    assert!(ROOK_LESSON.contains("one number says how much is left to do"));
    assert!(ROOK_LESSON.contains("<h1>King and rook against king</h1>"));
}

#[test]
fn a_lesson_shows_every_piece_of_advice_that_fires_where_it_fires_and_its_longest_win_mates() {
    let registry = Registry::built_in();
    let table = registry.find("krk").unwrap();
    let carried = carried(&ROOK_LESSON);
    let lines = &carried["lines"];
    let mut starts = Vec::new();
    let mut shown = 0;
    for (number, rule) in table.rules.iter().enumerate() {
        for (place, &advice) in rule.advice.iter().enumerate() {
            let Some(line) = lines.get(format!("rule{number}-{place}")) else { continue };
            assert_line(line);
            let start = board(&line["boards"][0]["fen"]);
            let choice = choose(table, &start).unwrap();
            assert_eq!(
                (choice.rule, choice.advice),
                (rule.name.as_str(), table.advice[advice].name.as_str())
            );
            starts.push(start);
            shown += 1;
        }
    }
    // Those that the proof counts.
    assert_eq!(shown, 4);
    let exercises = carried["exercises"].as_array().unwrap();
    starts.extend(exercises.iter().map(|exercise| board(&exercise["steps"][0]["fen"])));
    let mut corners = [0; 4];
    for start in starts {
        let king: Square = start.position().board().king_of(shakmaty::Color::Black).unwrap();
        corners[usize::from(king.file() > shakmaty::File::D)
            + 2 * usize::from(king.rank() > shakmaty::Rank::Fourth)] += 1;
    }
    assert!(corners.iter().all(|count| *count > 0), "{corners:?}");
    let longest = &lines["longest"];
    assert_eq!(longest["boards"].as_array().unwrap().len(), 2 * 22);
    assert!(assert_line(longest).is_checkmate());
}

/// The exact table of a material, built anew.
fn exact_table(material: &str) -> Arc<DtmTable> {
    let tables = DtmTables::new();
    let cancel = AtomicBool::new(false);
    let build = Build { threads: 2, gives_way: false, cancel: &cancel, progress: &|_| {} };
    let material: Material = material.parse().unwrap();
    tables.provide(material, None, &build).unwrap();
    tables.get(material).unwrap()
}

#[test]
fn every_move_of_an_exercise_is_judged_as_the_exact_tables_judge_it() {
    let registry = Registry::built_in();
    let (table, exact) = (registry.find("krk").unwrap(), exact_table("KRvK"));
    let carried = carried(&ROOK_LESSON);
    let exercises = carried["exercises"].as_array().unwrap();
    assert_eq!(exercises.len(), 5);
    let mut verdicts = std::collections::HashMap::new();
    for exercise in exercises {
        for step in exercise["steps"].as_array().unwrap() {
            let start = board(&step["fen"]);
            let judged = step["moves"].as_object().unwrap();
            assert_eq!(judged.len(), start.legal_moves().len());
            for (uci, answer) in judged {
                let after = start.after(legal(&start, uci));
                // Without the rook nobody can win.
                let wins = exact.outcome(&after).is_some_and(|outcome| outcome.wdl == Wdl::Loss);
                let verdict = answer["verdict"].as_str().unwrap();
                *verdicts.entry(verdict.to_owned()).or_insert(0) += 1;
                assert_eq!(verdict != "lost", wins, "{uci} in {}: {answer}", start.fen());
                assert_eq!(verdict == "right", *uci == step["right"].as_str().unwrap());
                if let Some(reply) = answer["reply"].as_str().filter(|reply| !reply.is_empty()) {
                    legal(&after, reply);
                }
            }
        }
        let first = board(&exercise["steps"][0]["fen"]);
        let choice = choose(table, &first).unwrap();
        let played = choice.played.to_uci(CastlingMode::Standard).to_string();
        assert_eq!(exercise["steps"][0]["right"], played.as_str());
    }
    assert!(verdicts["right"] >= 5 && verdicts["also"] > 20 && verdicts["lost"] > 5, "{verdicts:?}");
}

#[test]
fn an_exercise_goes_on_with_the_right_move_and_its_reply() {
    let carried = carried(&ROOK_LESSON);
    for exercise in carried["exercises"].as_array().unwrap() {
        let steps = exercise["steps"].as_array().unwrap();
        for pair in steps.windows(2) {
            let right = pair[0]["right"].as_str().unwrap();
            let after = board(&pair[0]["fen"]);
            let after = after.after(legal(&after, right));
            let reply = pair[0]["moves"][right]["reply"].as_str().unwrap();
            let next = after.after(legal(&after, reply));
            assert_eq!(stand(&next), stand(&board(&pair[1]["fen"])));
        }
    }
}

#[test]
fn a_table_that_is_not_proven_says_so_in_its_lesson() {
    let page = page(&["advice", "lesson", "krk_book"]);
    assert!(page.contains("Not proven: in 48 of 175,168 positions"));
    assert_stands_alone(&page);
}

#[test]
fn a_lesson_claims_no_more_than_the_part_that_its_table_promises_to_win() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("edge.al0");
    let krk = include_str!("../../src/advice/tables/krk.al0");
    let promise = "material KR v K\nwins where their_king_on_edge";
    std::fs::write(&file, krk.replacen("material KR v K", promise, 1)).unwrap();
    let out = folder.path().join("page.html");
    let (_, _, code) = run(&["advice", "lesson", path(&file), "--html", path(&out)]);
    assert_eq!(code, 0);
    let page = std::fs::read_to_string(&out).unwrap();
    assert!(page.contains("positions that can be won, those where their_king_on_edge."));
    assert!(!page.contains("every position that can be won"));
}

/// What is said of tables that win would be untrue of one that holds.
#[test]
fn a_table_that_holds_is_explained_as_holding() {
    let held = "8/8/8/8/3k4/3p4/8/3K4 w - - 0 1";
    let (text, errors, code) = run(&["explain", held]);
    assert_eq!((errors.as_str(), code), ("", 0));
    assert!(text.contains("Kd2 by stay of at_hand in kkp") && !text.contains("Why nothing wins"), "{text}");
    assert!(!page(&["explain", held]).contains("Why nothing wins"));
    let (text, ..) = run(&["explain", "8/8/8/8/3k4/8/3p4/3K4 w - - 0 1"]);
    assert!(text.contains("1. Kxd2") && text.contains("(what is left is a draw)"), "{text}");
}

/// The lesson of a table that holds.
static HOLDING_LESSON: LazyLock<String> = LazyLock::new(|| page(&["advice", "lesson", "kkp"]));

#[test]
fn a_lesson_about_holding_speaks_of_no_win() {
    assert_stands_alone(&HOLDING_LESSON);
    assert!(HOLDING_LESSON.contains("<h1>King against king and pawn</h1>"));
    assert!(
        HOLDING_LESSON
            .contains("Proven: the rules hold every drawn position for ever, against every attack.")
    );
    for untrue in ["longest win", "mean win", "mates in", "Mate in", "also win", "throws the win"] {
        assert!(!HOLDING_LESSON.contains(untrue), "{untrue}");
    }
}

#[test]
fn every_move_of_an_exercise_in_holding_is_judged_as_the_exact_tables_judge_it() {
    let exact = exact_table("KPvK");
    let lost = |board: &Board| exact.outcome(board).is_some_and(|outcome| outcome.wdl == Wdl::Win);
    let carried = carried(&HOLDING_LESSON);
    let exercises = carried["exercises"].as_array().unwrap();
    assert_eq!(exercises.len(), 5);
    let mut verdicts = std::collections::HashMap::new();
    for step in exercises.iter().flat_map(|exercise| exercise["steps"].as_array().unwrap()) {
        assert_eq!(step["task"], "It is a draw: hold it.");
        let start = board(&step["fen"]);
        for (uci, answer) in step["moves"].as_object().unwrap() {
            let after = start.after(legal(&start, uci));
            let verdict = answer["verdict"].as_str().unwrap();
            *verdicts.entry(verdict.to_owned()).or_insert(0) += 1;
            assert_eq!(verdict == "lost", lost(&after), "{uci} in {}: {answer}", start.fen());
        }
    }
    assert!(verdicts["right"] >= 5 && verdicts["also"] > 5 && verdicts["lost"] > 5, "{verdicts:?}");
}

#[test]
fn a_long_defence_is_never_lost_though_often_one_move_alone_holds() {
    let exact = exact_table("KPvK");
    let lost = |board: &Board| exact.outcome(board).is_some_and(|outcome| outcome.wdl == Wdl::Win);
    let holding = |board: &Board| {
        let moves = board.legal_moves();
        let holding = moves.iter().filter(|played| !lost(&board.after(**played))).count();
        if moves.is_empty() { usize::MAX } else { holding }
    };
    let carried = carried(&HOLDING_LESSON);
    let line = &carried["lines"]["longest"];
    assert_line(line);
    let boards: Vec<Board> =
        line["boards"].as_array().unwrap().iter().map(|shown| board(&shown["fen"])).collect();
    assert!(boards.len() > 10, "{}", boards.len());
    let mut narrow = 0;
    for (at, now) in boards.iter().enumerate().filter(|(_, board)| board.turn().is_white()) {
        assert!(holding(now) > 0, "{}", now.fen());
        narrow += usize::from(holding(now) == 1 && at + 1 < boards.len());
    }
    assert!(narrow > 3, "{narrow} times one move alone holds");
}
