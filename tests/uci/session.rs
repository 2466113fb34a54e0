//! What a session answers.

use crate::gui::Gui;

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
    assert_eq!(lines.len(), 2 + 20 + 1);
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

#[test]
fn a_refused_position_leaves_the_old_one() {
    let gui = Gui::start();
    gui.send("position startpos moves e2e4 e7e5");
    let before = fen(&gui);
    let rows: [(&str, &[&str]); 7] = [
        ("position startpos moves e2e4 e2e4", &["move 2", "\"e2e4\"", "allowed are", "e7e5"]),
        ("position startpos moves e7e8k", &["move 1", "\"e7e8k\""]),
        ("position startpos moves f2f3 e7e5 g2g4 d8h4 a2a3", &["move 5", "the game is over"]),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", &["illegal position", "each side needs one king"]),
        ("position fen k7/1Q6/8/8/8/8/8/K7 w - - 0 1", &["only the side to move may be"]),
        ("position fen nonsense", &["\"nonsense\" is no FEN", "a FEN has"]),
        ("position", &["nothing to set up", "startpos"]),
    ];
    for (line, parts) in rows {
        assert_one_note(&gui.answers(line), &[parts, &["the position stays as it was"]].concat());
        assert_eq!(fen(&gui), before, "{line}");
    }
}

#[test]
fn a_fen_without_counters_sets_the_position() {
    let gui = Gui::start();
    gui.send("position fen 8/8/8/8/8/4k3/4p3/4K3 w - -");
    assert_eq!(fen(&gui), "Fen: 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1");
}

#[test]
fn a_refused_option_is_told_once() {
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
    assert!(lines[0].starts_with("info string ignored in searchmoves: \"e2e5\"; allowed are "), "{lines:?}");
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
fn a_depth_beyond_the_deepest_is_told_and_clamped() {
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
    let words = ["depth", "2", "ponder"].map(str::to_owned);
    let mut engine = crate::support::engine();
    let fen = Some("4k3/8/8/8/8/8/4P3/4K3 w - -");
    lucena::uci::run_single_go(&words, fen, &mut engine, output.clone()).unwrap();
    let text = String::from_utf8(output.lock().clone()).unwrap();
    assert!(text.starts_with("info string ignored: ponder"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("bestmove e"), "{text}");
    let refusal = lucena::uci::run_single_go(&words, Some("8/8"), &mut engine, output).unwrap_err();
    assert!(refusal.contains("is no FEN"), "{refusal}");
}
