//! What a session answers.

use std::sync::atomic::AtomicBool;

use lucena::board::Board;
use lucena::solve::{SolveLimits, Solver};

use crate::gui::Gui;
use crate::process::Process;
use crate::small_engine;

/// The only line, which must be an info string that says all of this.
fn assert_one_note(lines: &[String], parts: &[&str]) {
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("info string "), "{lines:?}");
    for part in parts {
        assert!(lines[0].contains(part), "{part:?} is not in {lines:?}");
    }
}

fn fen(gui: &Gui) -> String {
    gui.send("d");
    gui.until("Fen: ").pop().unwrap()
}

#[test]
fn uci_announces_name_and_options() {
    let gui = Gui::start();
    gui.send("uci");
    let lines = gui.until("uciok");
    assert!(lines[0].starts_with("id name lucena "));
    assert_eq!(lines[1], "id author the lucena authors");
    assert_eq!(lines[2], "option name Hash type spin default 1 min 1 max 4");
    assert_eq!(lines.len(), 2 + small_engine::options().len() + 1);
    assert!(gui.end().is_empty());
}

#[test]
fn isready_is_answered_during_a_search_and_stop_ends_it() {
    let gui = Gui::start();
    gui.send("go infinite");
    let during = gui.answers("isready");
    assert!(during.iter().all(|line| !line.starts_with("bestmove")), "{during:?}");
    gui.search("stop");
    assert!(gui.answers("stop").is_empty());
    assert!(gui.answers("ponderhit").is_empty());
}

#[test]
fn a_ponder_search_waits_for_the_expected_move_or_for_stop() {
    let gui = Gui::start();
    for end in ["ponderhit", "stop"] {
        gui.send("go ponder wtime 50 btime 50");
        let during = gui.answers("isready");
        assert!(during.iter().all(|line| !line.starts_with("bestmove")), "{during:?}");
        gui.search(end);
    }
}

#[test]
fn the_end_of_the_input_stops_the_search_and_its_move_is_given() {
    for line in ["go infinite", "go ponder"] {
        let gui = Gui::start();
        gui.send(line);
        let lines = gui.end();
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
    }
}

#[test]
fn a_second_go_ends_the_first() {
    let gui = Gui::start();
    gui.send("go infinite");
    gui.send("go infinite");
    gui.until("bestmove");
    gui.search("stop");
}

#[test]
fn nothing_sent_during_a_search_is_lost() {
    let gui = Gui::start();
    gui.send("go infinite");
    gui.send("setoption name MultiPV value 2");
    gui.send("setoption name Hash value 2");
    gui.send("ucinewgame");
    gui.send("position startpos moves e2e4");
    gui.search("stop");
    assert!(fen(&gui).contains("/4P3/"));
}

/// Lines that are to set a position and cannot, with words of the reason.
const REFUSED_POSITIONS: [(&str, &[&str]); 10] = [
    ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", &["illegal position", "each side needs one king"]),
    ("position fen k7/1Q6/8/8/8/8/8/K7 w - - 0 1", &["only the side to move may be"]),
    ("position fen nonsense", &["\"nonsense\" is not a FEN", "a FEN has"]),
    (
        "position fen 8/8/8/8/8/4k3/4p3/4K3 x - - 0 1 moves e1d1",
        &["is not a FEN", "its turn \"x\" is invalid", "w or b"],
    ),
    ("position fen 8/8/8/8/8/4k3/4p3/4K3 w - - 1000000 1", &["\"1000000\"", "0 to 99999"]),
    ("position fen", &["no FEN after fen"]),
    ("position", &["no position given", "startpos"]),
    ("position 8/8/8/8/8/4k3/4p3/4K3 w - -", &["unknown word"]),
    ("position startpos e2e4", &["unknown word \"e2e4\""]),
    ("joho position rubbish", &["unknown word"]),
];

const WHY: &str = "info string there is no position, because the last one was refused: ";

#[test]
fn after_a_refused_position_there_is_none_until_the_next_one() {
    let gui = Gui::start();
    for (line, parts) in REFUSED_POSITIONS {
        assert!(gui.answers("position startpos moves e2e4 e7e5").is_empty());
        assert_one_note(
            &gui.answers(line),
            &[parts, &["there is no position until the next position command"]].concat(),
        );
        // A new game, options and searches that were asked for do not bring the old one back.
        gui.send("ucinewgame");
        gui.send("setoption name Hash value 2");
        for go in
            ["go depth 3", "go nodes 100", "go wtime 100 btime 100", "go movetime 10", "go mate 2", "go"]
        {
            let lines = gui.search(go);
            assert!(lines.len() == 2 && lines[0].starts_with(WHY), "{line}, {go}: {lines:?}");
            assert!(lines[0].contains(parts[0]), "{lines:?}");
            assert_eq!(lines[1], "bestmove 0000");
        }
        assert_one_note(&gui.answers("d"), &[&WHY["info string ".len()..]]);
        gui.send("go perft 2");
        let counted = gui.until("Nodes searched: ");
        assert!(counted.len() == 2 && counted[0].starts_with(WHY), "{counted:?}");
        assert_eq!(counted[1], "Nodes searched: 0");
        gui.send("position startpos moves e2e4");
        assert!(fen(&gui).contains("/4P3/"));
        let lines = gui.search("go depth 1");
        assert!(lines.iter().any(|line| line.contains(" score ")), "{lines:?}");
    }
}

#[test]
fn without_a_position_the_answer_to_infinite_and_ponder_waits_until_it_is_due() {
    let gui = Gui::start();
    for (go, unmoved, end) in [
        ("go infinite", "ponderhit", "stop"),
        ("go ponder wtime 50 btime 50", "debug off", "stop"),
        ("go ponder wtime 50 btime 50", "debug off", "ponderhit"),
        ("go ponder infinite", "ponderhit", "stop"),
    ] {
        gui.answers("position fen nonsense");
        assert_one_note(&gui.answers(go), &["there is no position"]);
        assert!(gui.answers(unmoved).is_empty(), "{go}");
        assert_eq!(gui.answers(end), ["bestmove 0000"], "{go}");
        assert!(gui.answers("stop").is_empty());
    }
    // Another go ends the first, and so does the end of the input.
    gui.send("go infinite");
    assert_eq!(gui.search("go depth 1").last().unwrap(), "bestmove 0000");
    gui.until("bestmove 0000");
    gui.send("go infinite");
    assert_eq!(gui.end().last().unwrap(), "bestmove 0000");
}

#[test]
fn a_search_that_runs_is_not_touched_by_a_refused_position() {
    let gui = Gui::start();
    gui.send("go infinite");
    gui.send("position fen nonsense");
    let lines = gui.search("stop");
    assert!(lines.last().is_some_and(|line| line != "bestmove 0000"), "{lines:?}");
    assert_eq!(gui.search("go depth 2").last().unwrap(), "bestmove 0000");
}

#[test]
fn a_position_that_is_too_long_to_be_read_is_a_refused_one() {
    let gui = Gui::start();
    gui.send(&format!("position startpos moves {}", "e2e4 e7e5 ".repeat(120_000)));
    assert_one_note(&gui.settled(), &["bytes; at most 1 MiB is allowed", "there is no position"]);
    assert_eq!(gui.search("go depth 1").last().unwrap(), "bestmove 0000");
}

#[test]
fn an_illegal_move_leaves_the_position_before_it_and_is_reported() {
    let gui = Gui::start();
    let rows: [(&str, &str, &[&str]); 5] = [
        (
            "startpos moves e2e4 e2e4 g1f3",
            "PPPP1PPP/RNBQKBNR b",
            &["move 2", "\"e2e4\"", "allowed: ", "e7e5"],
        ),
        ("startpos moves e7e8k", "PPPPPPPP/RNBQKBNR w", &["move 1", "\"e7e8k\""]),
        ("startpos moves f2f3 e7e5 g2g4 d8h4 a2a3", "PPPPP2P/RNBQKBNR w", &["move 5", "the game is over"]),
        ("startpos moves e2e4 0000", "PPPP1PPP/RNBQKBNR b", &["move 2"]),
        ("fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e5", "8/4P3/4K3 w", &["move 1"]),
    ];
    for (position, expected, parts) in rows {
        let told = [parts, &["lucena keeps the position before it"]].concat();
        assert_one_note(&gui.answers(&format!("position {position}")), &told);
        assert!(fen(&gui).contains(expected), "{position}: {}", fen(&gui));
        let lines = gui.search("go depth 1");
        assert!(lines.iter().any(|line| line.contains(" score ")), "{lines:?}");
    }
    // A refused position is no longer what stands.
    gui.send("position fen nonsense");
    gui.send("position startpos moves e2e5");
    assert!(fen(&gui).contains("PPPPPPPP/RNBQKBNR w"));
}

#[test]
fn a_fen_is_read_with_or_without_counters_and_text_after_it_is_reported() {
    let gui = Gui::start();
    let rows = [
        ("w - -", "w - - 0 1", None),
        ("w - - 7", "w - - 7 1", None),
        ("w - - 7 30", "w - - 7 30", None),
        ("w -- --", "w - - 0 1", None),
        ("w \u{2013} \u{2014} 3 4", "w - - 3 4", None),
        ("w", "w - - 0 1", None),
        ("w - - bm Kf2; id \"a; b\";", "w - - 0 1", Some("bm Kf2; id")),
        ("w - -; bm Kf2", "w - - 0 1", Some("\"bm Kf2\"")),
        ("w - - 7 30 c0 \"x\";", "w - - 7 30", Some("c0")),
        ("w - - 7 30;1-0;5", "w - - 7 30", Some("1-0;5")),
        ("w - - 7 bm Kf2;", "w - - 7 1", Some("bm Kf2;")),
        ("w - - 0 1 rubbish moves e1d1", "b - - 1 1", Some("\"rubbish\"")),
        ("w - - -1 1", "w - - 0 1", Some("-1 1")),
        ("w - - 0 1;", "w - - 0 1", None),
    ];
    for (given, read, told) in rows {
        let notes = gui.answers(&format!("position fen 4k3/8/8/8/8/8/4P3/4K3 {given}"));
        match told {
            Some(told) => assert_one_note(&notes, &["ignored after the FEN", &told.replace('"', "")[..1]]),
            None => assert!(notes.is_empty(), "{given}: {notes:?}"),
        }
        if let Some(told) = told {
            assert!(notes[0].replace("\\\"", "\"").contains(told), "{given}: {notes:?}");
        }
        assert!(fen(&gui).ends_with(read), "{given}: {}", fen(&gui));
    }
}

#[test]
fn a_refused_option_is_reported_once() {
    let gui = Gui::start();
    assert_one_note(&gui.answers("setoption name Hsah value 1"), &["\"Hsah\"", "Hash, Threads"]);
    assert_one_note(&gui.answers("setoption name Hash value 5"), &["1 to 4", "stays 1"]);
    assert_one_note(&gui.answers("setoption name Ponder value maybe"), &["true or false"]);
    assert!(gui.answers("setoption name clear hash").is_empty());
    assert!(gui.answers("setoption name UCI_EngineAbout value x").is_empty());
}

#[test]
fn a_mated_or_stalemated_root_has_a_score_and_no_move() {
    let gui = Gui::start();
    for (fen, score) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", " score mate 0 "),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", " score cp 0 "),
    ] {
        gui.send(&format!("position fen {fen}"));
        let lines = gui.search("go depth 3");
        assert_eq!(lines.last().unwrap(), "bestmove 0000");
        assert!(
            lines.iter().any(|line| line.starts_with("info depth ") && line.contains(score)),
            "{lines:?}"
        );
    }
}

#[test]
fn searchmoves_names_what_is_illegal_and_searches_the_rest() {
    let gui = Gui::start();
    let lines = gui.search("go depth 2 searchmoves e2e4 e2e5");
    assert!(lines[0].starts_with("info string illegal in searchmoves: \"e2e5\"; allowed: "), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains(" score ")), "{lines:?}");
}

#[test]
fn castling_is_read_and_written_in_both_notations() {
    let only_castling = "position fen 4k3/8/8/8/8/8/3PPP2/3QK2R w K - 0 1 moves";
    let gui = Gui::start();
    for castling in ["e1g1", "e1h1"] {
        gui.send(&format!("{only_castling} {castling}"));
        assert!(fen(&gui).starts_with("Fen: 4k3/8/8/8/8/8/3PPP2/3Q1RK1 b"), "{castling}");
    }
    gui.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let counted = |gui: &Gui| {
        gui.send("go perft 1");
        gui.until("Nodes searched")
    };
    assert!(counted(&gui).contains(&"e1g1: 1".to_owned()));
    gui.send("setoption name UCI_Chess960 value true");
    gui.send("position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1");
    assert!(counted(&gui).contains(&"e1h1: 1".to_owned()));
    gui.send("setoption name UCI_Chess960 value false");
    gui.send("position fen 2k1r3/8/8/8/8/8/8/1RK5 w B - 0 1");
    assert!(counted(&gui).contains(&"c1b1: 1".to_owned()));
}

#[test]
fn perft_counts_and_stop_ends_it() {
    let gui = Gui::start();
    gui.send("go perft 3");
    let lines = gui.until("Nodes searched");
    assert_eq!(lines.len(), 20 + 1 + 1);
    assert_eq!(lines.last().unwrap(), "Nodes searched: 8902");
    gui.send("go perft 100");
    assert!(gui.answers("stop").iter().all(|line| !line.starts_with("Nodes")));
}

#[test]
fn a_depth_beyond_the_deepest_is_reported_and_clamped() {
    let gui = Gui::start();
    gui.send("go depth 1000");
    let lines = gui.search("stop");
    assert_eq!(lines[0], "info string depth 1000 is outside 1 to 246; taken as 246");
}

#[test]
fn debug_says_what_was_understood() {
    let gui = Gui::start();
    gui.send("debug on");
    assert_eq!(gui.answers("joho  go perft 0")[0], "info string understood: go perft 0");
}

#[test]
fn one_go_from_the_command_line_is_answered_like_in_a_session() {
    let output = std::sync::Arc::new(parking_lot::Mutex::new(Vec::new()));
    let mut engine = small_engine::engine();
    let board = lucena::board::Board::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - -", false).unwrap();
    let mut go = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        lucena::uci::run_single_go(&words, Some(board.clone()), &mut engine, output.clone())
    };
    go(&["depth", "2", "ponder"]).unwrap();
    let text = String::from_utf8(output.lock().clone()).unwrap();
    assert!(text.starts_with("info string ignored: ponder"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("bestmove e"), "{text}");
    output.lock().clear();
    for (words, parts) in [
        (&["dpth", "2"][..], &["unknown words in go: \"dpth\", \"2\"", "allowed: depth, nodes"][..]),
        (&["depth"], &["depth without a number"]),
        (&["depth", "x"], &["depth \"x\"", "whole numbers"]),
        (&["depth 0"], &["depth 0 is outside 1 to 246"]),
        (&["depth", "1000"], &["depth 1000 is outside 1 to 246"]),
        (&["nodes", "-5"], &["nodes -5 is outside"]),
        (&["movetime"], &["movetime without a number"]),
        (&["movetime", "0.5"], &["movetime \"0.5\""]),
        (&["wtime", "-5", "btime", "100"], &["wtime -5 is below 0"]),
        (&["wtime", "100", "movestogo", "-1"], &["movestogo -1 is below 0"]),
        (&["mate", "0"], &["mate 0 is outside 1 to 123"]),
        (&["perft", "-1"], &["perft -1 is outside"]),
        (&["depth", "2", "searchmoves", "e2e5"], &["\"e2e5\"", "allowed: e2e3"]),
        (&["depth", "2", "searchmoves"], &["searchmoves needs moves"]),
        (&["searchmoves", "depth", "2"], &["searchmoves needs moves"]),
        (&["winc", "5", "binc", "5"], &["no limit of go was understood"]),
        (&["ponder"], &["go needs a limit"]),
        (&[], &["go needs a limit"]),
    ] {
        let refusal = go(words).unwrap_err().to_string();
        for part in parts {
            assert!(refusal.contains(part), "{words:?}: {refusal}");
        }
        assert!(!refusal.contains("taken as") && !refusal.contains("searching"), "{refusal}");
    }
}

#[test]
fn a_value_is_taken_as_its_bytes_came() {
    let home = tempfile::tempdir().unwrap();
    let names: [&[u8]; 6] = [
        b"two  spaces",
        "no\u{A0}break".as_bytes(),
        "wide\u{3000}".as_bytes(),
        b" ahead",
        b"value value",
        b"byte\xFF\xC3",
    ];
    for name in names {
        let Some(folder) = folder_named(home.path(), name) else { continue };
        let gui = Gui::start();
        let mut line = b"setoption  name SyzygyPath\tvalue ".to_vec();
        line.extend_from_slice(&folder);
        line.extend_from_slice(b" \r");
        gui.send_bytes(&line);
        let notes = gui.settled();
        assert!(notes[0].starts_with("info string Syzygy "), "{notes:?}");
        assert!(notes[0].ends_with(": no Syzygy tables"), "{}: {notes:?}", String::from_utf8_lossy(name));
    }
}

/// A folder of this name, as bytes; nothing where the system allows no such name.
#[cfg(unix)]
fn folder_named(parent: &std::path::Path, name: &[u8]) -> Option<Vec<u8>> {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = parent.join(std::ffi::OsStr::from_bytes(name));
    std::fs::create_dir(&folder).ok()?;
    Some(folder.as_os_str().as_bytes().to_vec())
}

#[cfg(not(unix))]
fn folder_named(parent: &std::path::Path, name: &[u8]) -> Option<Vec<u8>> {
    let folder = parent.join(std::str::from_utf8(name).ok()?);
    std::fs::create_dir(&folder).ok()?;
    Some(folder.to_str()?.as_bytes().to_vec())
}

#[test]
fn a_tilde_in_a_value_is_the_home_folder() {
    let gui = Gui::start();
    let home = directories::BaseDirs::new().unwrap().home_dir().display().to_string();
    let notes = gui.answers("setoption name SyzygyPath value ~/no such folder of lucena");
    assert_one_note(&notes, &[&format!("Syzygy {home}/no such folder of lucena: no Syzygy tables")]);
}

/// The beginning of a Syzygy table of results, as the format has it.
const TABLE_OF_RESULTS: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];

#[test]
fn a_damaged_syzygy_file_is_reported_once_and_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    // One is no table at all, the other was cut off.
    std::fs::write(path("KRvK.rtbw"), [7; 80]).unwrap();
    std::fs::write(path("KRRvKR.rtbw"), [&TABLE_OF_RESULTS[..], &[0xff; 12]].concat()).unwrap();
    let gui = Gui::start();
    let mut lines = gui.answers(&format!("setoption name SyzygyPath value {}", folder.path().display()));
    gui.send("position fen k7/8/8/r7/8/8/4K3/6RR w - - 0 1");
    for _ in 0..3 {
        lines.extend(gui.search("go depth 3 searchmoves e2d1"));
        gui.send("setoption name MultiPV value 2");
        gui.send("ucinewgame");
    }
    for name in ["KRvK.rtbw", "KRRvKR.rtbw"] {
        let name = path(name).display().to_string();
        let told: Vec<&String> = lines.iter().filter(|line| line.contains(&name)).collect();
        assert_eq!(told.len(), 1, "{lines:?}");
        assert!(told[0].contains("cannot be used"), "{told:?}");
    }
    assert!(!lines.iter().any(|line| line.contains("backtrace")), "{lines:?}");
}

/// The trébuchet (any book on pawn endings) beside two blocked pawns: White steps to the pawns just in time, and only so. Then
/// "CET Bishop Pawn vs Pawn 04" of supertorpe's suite, which says a win. One after the other: searches without an end leave
/// the solver, which is of low priority, little time.
#[test]
fn an_ending_of_pawns_or_with_one_piece_is_solved_beside_its_analysis_and_the_result_is_reported_and_kept() {
    let mut engine = Process::start("");
    engine.send("setoption name UCI_AnalyseMode value true");
    engine.send("position fen 8/8/8/p1K1p3/P3Pk2/8/8/8 w - - 0 1");
    let told = engine.answers("go infinite", "info string solved: ");
    assert!(told.last().unwrap().contains("White wins"), "{told:?}");
    // The search begins anew, with what is known.
    engine.until("score cp 19");
    let last = engine.answers("stop", "bestmove").pop().unwrap();
    assert!(last.starts_with("bestmove c5d5"), "{last}");
    engine.send("position fen 2K5/8/3k4/8/B6p/8/7P/8 w - - 0 1");
    let told = engine.answers("go infinite", "info string solved: ");
    assert!(told.last().unwrap().contains("White wins"), "{told:?}");
}

#[test]
fn what_a_file_of_solved_positions_proves_is_played_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept");
    let board = Board::from_fen("8/8/8/p1K1p3/P3Pk2/8/8/8 w - - 0 1", false).unwrap();
    let limits = SolveLimits { time: None, bytes: 1 << 28, threads: 1 };
    let (_, graph) = Solver::new(limits).solve(&board, &AtomicBool::new(false), &mut |_| {}).unwrap();
    graph.save(&mut std::fs::File::create(&file).unwrap(), &board).unwrap();
    let mut engine = Process::start("");
    engine.send(&format!("setoption name Solved Files value {}", file.display()));
    // Another position of the same graph, at one node. Kd5 would be answered by Kf4, with White to move beside both pawns.
    engine.send("position fen 8/8/2K5/p3p3/P3P1k1/8/8/8 w - - 4 3");
    let told = engine.answers("go nodes 1", "bestmove");
    let says = |words: &str| told.iter().any(|line| line.contains(words));
    assert!(
        says("info string solved positions: ") && says("info string solved: ") && says("kept in "),
        "{told:?}"
    );
    assert_eq!(told.last().unwrap(), "bestmove c6d6");

    let whole = std::fs::read(&file).unwrap();
    std::fs::write(&file, &whole[..whole.len() - 1]).unwrap();
    let mut engine = Process::start("");
    engine.send(&format!("setoption name Solved Files value {};/no/such/file", file.display()));
    engine.send("position fen 8/8/2K5/p3p3/P3P1k1/8/8/8 w - - 4 3");
    let told = engine.answers("go nodes 1", "bestmove");
    let says = |words: &str| told.iter().any(|line| line.contains(words));
    assert!(says("is damaged") && says("cannot read /no/such/file: ") && !says("solved: "), "{told:?}");
}

#[test]
fn no_pawn_ending_is_solved_without_memory_for_it() {
    let mut engine = Process::start("");
    engine.send("setoption name UCI_AnalyseMode value true");
    engine.send("setoption name Solver Memory value 0");
    engine.send("position fen 8/8/8/p1K1p3/P3Pk2/8/8/8 w - - 0 1");
    let told = engine.answers("go depth 12", "bestmove");
    assert!(told.iter().all(|line| !line.contains("solved")), "{told:?}");
}
