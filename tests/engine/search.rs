//! What a search promises: legal lines, whole mates, kept limits, truth under repetition and the 50-move rule.

use std::sync::Arc;
use std::time::Duration;

use crate::support::{
    Analysis, analyse, analyse_with, check_rows, configuration, depth, engine, game, gather, mate_row, nodes,
    rows,
};
use lucena::board::Game;
use lucena::engine::{Engine, Report};
use lucena::score::{Score, ScoreKind};
use lucena::search::{Bound, Clock, Limits, LineReport};
use parking_lot::Mutex;
use shakmaty::{ByColor, CastlingMode, Position};

const MATES: &str = include_str!("../data/mates.epd");
const ENDINGS: &str = include_str!("../data/endings.epd");

/// Plays a reported line out and checks what a match runner would.
fn check_line(start: &Game, line: &LineReport) {
    let mut game = start.clone();
    let text = format!("{line:?} from {}", start.board().fen());
    for played in &line.line {
        assert!(game.board().position().is_legal(*played), "illegal move in {text}");
        game.play(*played);
    }
    if line.bound == Bound::Exact
        && let ScoreKind::Mate { plies } = line.score.kind()
    {
        assert_eq!(line.line.len(), plies.unsigned_abs() as usize, "the line is as long as the mate: {text}");
        assert!(game.board().position().is_checkmate(), "the line ends in mate: {text}");
    }
}

/// No position before the last of a line is a draw by rule: threefold over game and line, clock, stalemate.
fn check_no_move_after_a_draw(start: &Game, line: &LineReport) {
    let mut game = start.clone();
    let mut seen = vec![game.board().keys().position];
    for (index, played) in line.line.iter().enumerate() {
        game.play(*played);
        let key = game.board().keys().position;
        seen.push(key);
        let is_last = index + 1 == line.line.len();
        let is_draw = seen.iter().filter(|earlier| **earlier == key).count() >= 3
            || game.board().is_drawn_by_clock()
            || game.board().position().is_stalemate();
        assert!(is_last || !is_draw, "{line:?} goes on after a draw from {}", start.board().fen());
    }
}

fn check_all(start: &Game, analysis: &Analysis) {
    for line in &analysis.lines {
        check_line(start, line);
        check_no_move_after_a_draw(start, line);
    }
    let last = analysis.last();
    assert_eq!(last.line.first().copied(), analysis.best, "the last line begins with the best move");
}

#[test]
fn mates_are_found_in_full_length_and_shown_to_the_end() {
    for row in rows(MATES) {
        let (start, moves) = mate_row(row);
        // `mate` stops at the stated length; a shorter mate, or a longer one when the nodes are spent, fails.
        let limits = Limits { mate: u32::try_from(moves).ok(), ..nodes(8_000_000) };
        let analysis = analyse(&start, if moves > 0 { limits } else { depth(6) });
        check_all(&start, &analysis);
        let expected = if moves > 0 { 2 * moves - 1 } else { 2 * moves };
        assert_eq!(analysis.last().score.kind(), ScoreKind::Mate { plies: expected }, "{row}");
    }
}

#[test]
fn lines_are_legal_and_end_at_draws_in_all_kinds_of_endings() {
    for (index, fen) in rows(ENDINGS).enumerate() {
        let start = game(fen);
        let mut engine = engine(|options| {
            options.multi_pv = 1 + index % 3;
            options.threads = 1 + index % 2;
        });
        let analysis = analyse_with(&mut engine, &start, nodes(60_000));
        check_all(&start, &analysis);
    }
}

#[test]
fn multi_pv_gives_the_best_moves_in_falling_order() {
    // A queen, a rook and a knight can be taken, each by one pawn; the knight would not be worth the time.
    let start = game("6k1/5ppp/8/1q2r2n/P2P2P1/8/8/6K1 w - - 0 1");
    let mut engine = engine(|options| options.multi_pv = 2);
    let analysis = analyse_with(&mut engine, &start, depth(4));
    let told: Vec<(usize, String)> = analysis.lines[analysis.lines.len() - 2..]
        .iter()
        .map(|line| (line.multi_pv, line.line[0].to_uci(CastlingMode::Standard).to_string()))
        .collect();
    assert_eq!(told, [(1, "a4b5".to_owned()), (2, "d4e5".to_owned())]);
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let start = game("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    let position = start.board().position();
    let asked: Vec<_> =
        position.legal_moves().into_iter().filter(|legal| legal.to() == shakmaty::Square::A2).collect();
    let limits = Limits { search_moves: asked.clone(), ..depth(4) };
    assert_eq!(analyse(&start, limits).best, asked.first().copied());
}

#[test]
fn a_node_limit_is_kept_to_the_node_by_one_thread() {
    let start = game("8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47");
    let analysis = analyse(&start, nodes(12_345));
    assert_eq!(analysis.last().nodes, 12_345);
}

#[test]
fn two_searches_of_the_same_position_are_the_same_to_the_node() {
    let start = game("8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47");
    let counts: Vec<u64> = (0..2).map(|_| analyse(&start, depth(10)).last().nodes).collect();
    assert_eq!(counts[0], counts[1]);
    let mut used = engine(|_| {});
    analyse_with(&mut used, &game("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), depth(8));
    used.forget();
    assert_eq!(analyse_with(&mut used, &start, depth(10)).last().nodes, counts[0], "forgetting is complete");
}

#[test]
fn a_mated_or_stalemated_root_has_a_score_and_no_move() {
    for (fen, score) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Score::mated_in(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::DRAW),
    ] {
        let analysis = analyse(&game(fen), depth(5));
        assert_eq!(analysis.best, None);
        assert_eq!(analysis.last().score, score);
    }
}

#[test]
fn mate_comes_before_the_fifty_move_rule_and_after_it_there_is_none() {
    // Mate in one, played as the hundredth half-move: it counts.
    let in_time = analyse(&game("7k/8/6K1/8/8/8/8/R7 w - - 99 80"), depth(6));
    assert_eq!(in_time.last().score, Score::mate_in(1));
    // The same mate needs two more moves: the draw comes first.
    let too_late = analyse(&game("7k/8/5K2/8/8/8/8/R7 w - - 98 80"), depth(12));
    assert_eq!(too_late.last().score, Score::DRAW);
}

/// Seen in time only if exchanges that lose the last piece are not pruned: taken, it leaves a stalemate.
#[test]
fn a_lost_side_saves_itself_by_giving_away_its_last_piece() {
    for fen in ["7k/4Q2p/6qP/8/KP6/8/8/1N6 b - - 0 1", "7k/5P1p/5q1P/Q7/4K3/8/7R/8 b - - 0 1"] {
        assert_eq!(analyse(&game(fen), depth(7)).last().score, Score::DRAW, "{fen}");
    }
}

/// A leaf with a bare king is told from one where White is a queen up.
#[test]
fn a_stalemate_at_the_end_of_the_search_is_a_draw() {
    let start = game("k7/8/8/4p2p/4P2P/8/8/1Q4K1 w - - 0 1");
    let to = |square| {
        let legal = start.board().position().legal_moves();
        legal.into_iter().filter(|played| played.to() == square).collect::<Vec<_>>()
    };
    let score = |square| {
        let limits = Limits { search_moves: to(square), ..depth(1) };
        analyse(&start, limits).last().score
    };
    assert_eq!(score(shakmaty::Square::B6), Score::DRAW);
    assert!(score(shakmaty::Square::B5) > Score::centipawns(300));
}

#[test]
fn the_third_repetition_is_seen_as_a_draw() {
    // White is three pawns up, but the position after Rb2 has been on the board twice.
    let mut start = game("6k1/8/8/8/8/8/1r3PPP/R5K1 w - - 0 1");
    for text in ["a1a3", "b2b8", "a3a1", "b8b2", "a1a3", "b2b8", "a3a1"] {
        start.play_uci(text).unwrap_or_else(|error| panic!("{error}"));
    }
    let position = start.board().position();
    let repeat = position.legal_moves().into_iter().find(|legal| legal.to() == shakmaty::Square::B2).unwrap();
    let limits = Limits { search_moves: vec![repeat], ..depth(6) };
    assert_eq!(analyse(&start, limits).last().score, Score::DRAW);
}

/// A whole round of checks is longer than these searches are deep: the draw shows as soon as the checking side could go
/// back to where it was.
#[test]
fn a_perpetual_check_is_seen_before_a_position_has_come_back() {
    for fen in [
        "8/p4p2/8/3Q4/k7/5K2/P1p5/2q1r3 w - - 0 1",
        "5k2/2pK4/8/4Q3/8/3n4/4q3/4r3 w - - 0 1",
        "8/8/4K3/8/8/3Qp3/8/1rk4q w - - 0 1",
    ] {
        assert_eq!(analyse(&game(fen), depth(6)).last().score, Score::DRAW, "{fen}");
    }
}

/// Each of these fails without the cure that the data file names.
#[test]
fn endings_that_go_wrong_without_care_are_played_right() {
    assert_eq!(check_rows(include_str!("../data/ending_cures.epd"), 600_000), 6);
}

#[test]
fn an_infinite_search_answers_only_when_stopped() {
    let mut engine = engine(|options| options.threads = 2);
    let reports = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&reports);
    engine.set_game(game("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"));
    engine.go(
        Limits { infinite: true, ..Limits::default() },
        Arc::new(move |report: Report| sink.lock().push(report)),
    );
    std::thread::sleep(Duration::from_millis(300));
    assert!(engine.is_searching());
    engine.stop();
    engine.wait();
    assert!(gather(reports.lock().drain(..)).best.is_some());
}

#[test]
fn pondering_ends_with_the_clock_only_after_the_ponder_hit() {
    let mut engine = engine(|_| {});
    let clock = Clock {
        remaining: ByColor {
            black: Some(Duration::from_millis(300)),
            white: Some(Duration::from_millis(300)),
        },
        ..Clock::default()
    };
    engine.set_game(game("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"));
    engine.go(Limits { ponder: true, clock: Some(clock), ..Limits::default() }, Arc::new(|_: Report| {}));
    std::thread::sleep(Duration::from_millis(500));
    assert!(engine.is_searching(), "the clock does not run while pondering");
    engine.ponder_hit();
    engine.wait();
    assert!(!engine.is_searching());
}

#[test]
fn a_search_begun_while_another_runs_follows_it_and_both_answer() {
    let mut engine = engine(|_| {});
    let reports = Arc::new(Mutex::new(Vec::new()));
    engine.set_game(game("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"));
    for limits in [Limits { infinite: true, ..Limits::default() }, depth(3)] {
        let sink = Arc::clone(&reports);
        engine.go(limits, Arc::new(move |report: Report| sink.lock().push(report)));
    }
    engine.wait();
    let answers = reports.lock().iter().filter(|report| matches!(report, Report::BestMove { .. })).count();
    assert_eq!(answers, 2);
}

#[test]
fn a_weakened_player_shows_one_line_and_plays_its_move() {
    let start = game("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
    let mut engine = engine(|options| {
        options.limit_strength = true;
        options.elo = 1000;
    });
    for _ in 0..20 {
        let analysis = analyse_with(&mut engine, &start, Limits::default());
        assert!(analysis.lines.iter().all(|line| line.multi_pv == 1));
        assert!(analysis.last().nodes < 1_000, "a weak player looks at little");
        check_all(&start, &analysis);
    }
}

#[test]
fn with_the_tree_of_lines_an_expected_reply_is_answered_at_once() {
    let mut configuration = configuration();
    configuration.search.pv_tree = true;
    let mut engine = Engine::new(configuration).unwrap();
    let mut game = game("8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47");
    let first = analyse_with(&mut engine, &game, depth(10));
    check_all(&game, &first);
    let line = first.last().line.clone();
    game.play(line[0]);
    game.play(line[1]);
    let second = analyse_with(&mut engine, &game, nodes(1));
    assert_eq!(second.best, Some(line[2]));
    assert_eq!((second.lines[0].depth, &second.lines[0].line[..]), (8, &line[2..]));
}
