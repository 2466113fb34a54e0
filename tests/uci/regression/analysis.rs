//! What an analysis reports: all its lines, results as certain as they are, and no mate that the rules prevent.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use lucena::search::{Bound, Limits, LineReport};
use shakmaty::Move;

use crate::process::Process;
use crate::support::{analyse_with, depth, engine, game, nodes};

const ENDINGS: [&str; 4] = [
    "8/2B4r/k7/8/4K3/5R2/8/1r5N w - - 0 90",
    "8/5pk1/6p1/8/1R6/4K1P1/5P2/1r6 w - - 3 9",
    "8/1p3k2/p2r1p2/P1R4p/1P3P1P/4K1P1/8/8 b - - 0 1",
    "2r3k1/5ppp/8/8/3B4/8/5PPP/3R2K1 w - - 0 1",
];

#[test]
fn a_search_that_is_cut_off_reports_all_its_lines_once_more_sorted_and_each_move_once() {
    const LINES: usize = 4;
    for fen in ENDINGS {
        for most in (200..6_000).step_by(347) {
            let mut engine = engine(|options| options.multi_pv = LINES);
            let analysis = analyse_with(&mut engine, &game(fen), nodes(most));
            let last: Vec<&LineReport> = analysis.lines.iter().rev().take(LINES).rev().collect();
            let numbers: Vec<usize> = last.iter().map(|line| line.multi_pv).collect();
            assert_eq!(numbers, [1, 2, 3, 4], "{fen} {most}");
            let moves: HashSet<Move> = last.iter().map(|line| line.line[0]).collect();
            assert_eq!(moves.len(), LINES, "{fen} {most}");
            assert!(last.is_sorted_by(|above, below| above.score >= below.score), "{fen} {most}: {last:?}");
            assert_eq!(analysis.best, Some(last[0].line[0]), "{fen} {most}");
        }
    }
}

/// The tables know all that is below the root, so that an iteration takes some nodes and all of them a millisecond: a GUI that
/// reads slowly lost its engine's game on time over two hundred and forty-six lines a move.
#[test]
fn only_the_last_of_iterations_that_find_nothing_new_is_reported() {
    const DEPTH: u32 = 200;
    for (fen, lines) in [
        ("8/8/8/4k3/8/r7/6K1/2R5 b - - 0 1", 1),
        ("8/8/8/4k3/8/r7/6K1/2R5 b - - 0 1", 3),
        ("8/8/8/8/2k5/8/2p5/2K5 w - - 0 1", 1),
    ] {
        let mut engine = engine(|options| options.multi_pv = lines);
        let analysis = analyse_with(&mut engine, &game(fen), depth(DEPTH));
        assert!(analysis.lines.len() <= 8 * lines, "{fen}: {} lines", analysis.lines.len());
        let last: Vec<&LineReport> = analysis.lines.iter().rev().take(lines).collect();
        assert!(last.iter().all(|line| line.depth == DEPTH || line.score.is_mate()), "{fen}: {last:?}");
    }
}

#[test]
fn a_mate_that_is_proven_is_reported_before_the_other_lines_that_are_asked_for() {
    const LINES: usize = 3;
    // Two rooks mate in a few moves, and nearly every other move wins as well.
    let board = game("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1");
    let mut engine = engine(|options| options.multi_pv = LINES);
    let analysis = analyse_with(&mut engine, &board, Limits { mate: Some(6), ..Limits::default() });
    let last: Vec<&LineReport> = analysis.lines.iter().rev().take(LINES).rev().collect();
    let numbers: Vec<usize> = last.iter().map(|line| line.multi_pv).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert!(last[0].score.is_mate() && analysis.best == Some(last[0].line[0]));
}

/// So many queens that the first iteration is cut off while it looks for the second line, and the first is mate against
/// the mover.
#[test]
fn a_move_that_was_not_searched_is_reported_as_no_better_than_the_mate_before_it() {
    let mut engine = engine(|options| options.multi_pv = 2);
    let board = game("qq1qkqqq/qQ1qqqqq/1q6/8/Q5Q1/8/1QQQQQ1Q/Q1QQKQQQ b - - 2 2");
    let analysis = analyse_with(&mut engine, &board, nodes(1));
    let [first, second] = &analysis.lines[analysis.lines.len() - 2..] else { panic!("two lines") };
    assert!(first.score.is_mate() && first.score.is_loss() && first.bound == Bound::Exact, "{first:?}");
    assert_eq!((second.score, second.bound), (first.score, Bound::Upper), "{second:?}");
}

/// An engine in analysis, which waits for the tables of few men.
fn analyst(options: &[&str]) -> Process {
    let mut engine = Process::start("");
    engine.send("setoption name UCI_AnalyseMode value true");
    for option in options {
        engine.send(&format!("setoption name {option}"));
    }
    engine
}

#[test]
fn a_proven_draw_is_certain() {
    let mut engine = analyst(&["UCI_ShowWDL value true"]);
    for (position, certain) in [
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", true),
        ("fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1", true),
        ("fen 8/8/4k3/8/8/4K3/8/6NN w - - 0 1", true),
        ("fen 5b2/8/4k3/8/8/4K3/1B6/B1B5 b - - 0 1", true),
        ("fen 4k3/8/8/8/8/8/4P3/4K3 w - - 99 1", true),
        ("fen 8/5pk1/6p1/8/1R6/4K1P1/5P2/1r6 w - - 3 9", false),
    ] {
        engine.send(&format!("position {position}"));
        let lines = engine.search("go depth 6");
        let line = lines.iter().rfind(|line| line.contains(" score ")).unwrap();
        assert_eq!(line.contains(" wdl 0 1000 0 "), certain, "{position}: {line}");
    }
}

#[test]
fn no_announced_mate_runs_through_a_position_that_would_be_there_for_the_third_time() {
    let mut engine = analyst(&["MultiPV value 64"]);
    for (position, go) in [
        ("8/8/8/Q7/8/1k6/8/5K2 w - - 0 100 moves a5b5 b3a2 b5a5 a2b3", "searchmoves f1g2"),
        ("8/8/8/8/8/5k2/8/r5K1 w - - 0 1 moves g1h2 a1a3 h2g1 a3a1 g1h2 a1a3", ""),
        ("4r3/8/1k1K4/8/8/8/8/8 w - - 0 1 moves d6d5 e8f8 d5d6 f8e8 d6d5", "searchmoves d5d6"),
        ("8/8/8/8/8/5k2/8/r5K1 w - - 0 1 moves g1h2 a1a4 h2g1 a4a1 g1h2 a1a4 h2g1 a4a1 g1h2 a1a4 h2g1", ""),
    ] {
        engine.send(&format!("position fen {position}"));
        for line in engine.search(&format!("go depth 7 {go}")).iter().filter(|line| line.contains(" pv ")) {
            let (_, told) = line.split_once(" pv ").unwrap();
            let draw = draw_in_line(position, told);
            let is_last = draw == Some(told.split(' ').count());
            assert!(draw.is_none() || is_last && !line.contains(" mate "), "{position}: {line}");
        }
    }
}

/// After how many moves of a line a position is there for the third time.
fn draw_in_line(position: &str, line: &str) -> Option<usize> {
    let (fen, moves) = position.split_once(" moves ").unwrap();
    let mut board = lucena::board::Board::from_fen(fen, false).unwrap();
    let mut seen = vec![board.keys().position];
    let mut is_third = |word: &str| {
        let played = word.parse::<shakmaty::uci::UciMove>().unwrap().to_move(board.position()).unwrap();
        board = board.after(played);
        seen.push(board.keys().position);
        seen.iter().filter(|key| **key == board.keys().position).count() >= 3
    };
    for word in moves.split(' ') {
        is_third(word);
    }
    line.split(' ').position(is_third).map(|place| place + 1)
}

#[test]
fn where_the_tables_know_the_mates_every_line_that_is_asked_for_is_reported() {
    let mut engine = analyst(&["MultiPV value 256"]);
    engine.send("position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    let lines = engine.search("go depth 3");
    for number in 1..=28 {
        let wanted = format!(" multipv {number} score ");
        let line = lines.iter().find(|line| line.contains(&wanted)).unwrap_or_else(|| panic!("{wanted}"));
        // Two moves leave the queen to the king or stalemate it.
        assert_eq!(line.contains(" score cp 0 "), number > 26, "{line}");
    }
}

#[test]
fn analysis_shows_the_shortest_mate_and_the_advice_beside_it() {
    let mut engine = Process::start("");
    engine.send("setoption name UCI_AnalyseMode value true");
    engine.send("position fen 8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    // A machine that is busy with other tests may take some time over the table.
    let shows_mate = |line: &String| line.contains(" score mate 14 ");
    let mut searches = (0..20).map(|_| engine.search("go movetime 4000"));
    let lines = searches.find(|lines| lines.iter().any(shows_mate)).expect("no mate in fourteen");
    assert!(lines.iter().any(|line| line.starts_with("info string advice krk would play ")), "{lines:?}");
    engine.send("setoption name UCI_AnalyseMode value false");
    engine.send("go infinite");
    engine.until(" score mate 14 ");
    engine.search("stop");
    let played = engine.search("go movetime 100");
    assert!(played.iter().any(|line| line.starts_with("info string advice krk: ")), "{played:?}");
}

#[test]
fn what_is_said_beside_a_search_knows_the_clock() {
    let mut engine = Process::start("");
    for fen in [
        "4k3/8/8/8/8/8/4P3/4K3 w - - 99 1",
        "8/8/8/8/4k3/8/4P3/4K3 w - - 97 1",
        "8/8/8/3k4/8/8/8/KQ6 w - - 99 1",
    ] {
        engine.send(&format!("position fen {fen}"));
        let lines = engine.search("go depth 8");
        assert!(!lines.iter().any(|line| line.contains("advice")), "{lines:?}");
    }
    // The win is there, but the table's own way is too long for it.
    engine.send("position fen 8/7K/8/8/3k4/8/2R5/8 w - - 65 100");
    engine.send("setoption name Advice value explain");
    let lines = engine.search("go depth 8");
    let said = lines.iter().find(|line| line.contains("advice krk")).unwrap();
    assert!(said.contains("50-move rule"), "{said}");
}

#[test]
#[ignore = "looks at time: alone on a machine"]
fn timing_counts_what_was_spent_pondering() {
    let mut engine = Process::start("");
    engine.send("position fen 8/8/8/8/8/1k6/1r1q4/K4R2 w - - 0 1");
    engine.send("go ponder wtime 60000 btime 60000");
    std::thread::sleep(Duration::from_secs(3));
    let hit = Instant::now();
    engine.search("ponderhit");
    // Before, nearly 13 seconds; a plain search takes two.
    assert!(hit.elapsed() < Duration::from_secs(2), "{:?}", hit.elapsed());
}
