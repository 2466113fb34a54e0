//! What the proof search promises: the shortest mate, whole and true, and no mate only where there is none.

use std::cell::Cell;
use std::collections::HashSet;
use std::time::Duration;

use lucena::board::{Board, Game};
use lucena::evaluation::Parameters;
use lucena::score::Score;
use lucena::search::proof::{MateAnswer, MateLimits, MateResult, ProvenMate, prove_mate};
use lucena::search::reference::{ChessGame, Count, prove};
use proptest::prelude::*;
use shakmaty::{Move, Position};

const MATES: &str = include_str!("../data/proof_mates.epd");
const TABLE: usize = 16;

fn game(fen: &str) -> Game {
    Game::new(Board::from_fen(fen, false).unwrap())
}

fn search(game: &Game, moves: u32, limits: MateLimits) -> MateAnswer {
    prove_mate(game, moves, limits, TABLE, &|| false, &mut |_| {})
}

fn nodes(nodes: u64) -> MateLimits {
    MateLimits { nodes: Some(nodes), time: None }
}

fn mate(game: &Game, moves: u32) -> ProvenMate {
    match search(game, moves, nodes(20_000_000)).result {
        MateResult::Mate(mate) => mate,
        other => panic!("no mate in {moves} from {}: {other:?}", game.board().fen()),
    }
}

/// Plays the solution against every defence by the rules, each position once.
fn check_solution(start: &Game, mate: &ProvenMate) {
    let mut game = start.clone();
    for played in &mate.line {
        assert!(game.board().position().is_legal(*played));
        game.play(*played);
    }
    assert!(game.board().position().is_checkmate(), "the line ends in mate");
    assert_eq!(mate.line.len() as u32, 2 * mate.moves - 1, "the line is as long as the mate");
    assert_eq!(mate.solution.plies(), 2 * mate.moves - 1);
    let mut done = HashSet::new();
    let mut open = vec![(start.board().clone(), mate.solution.root)];
    while let Some((board, index)) = open.pop() {
        let position = &mate.solution.positions[index];
        let after = board.after(position.played);
        assert!(board.position().is_legal(position.played));
        let replies: Vec<Move> = position.replies.iter().map(|reply| reply.played).collect();
        assert_eq!(after.legal_moves().to_vec(), replies, "every reply is answered");
        assert!(!replies.is_empty() || after.position().is_checkmate());
        for reply in &position.replies {
            assert!(mate.solution.positions[reply.next].plies + 2 <= position.plies, "the mate comes nearer");
            if done.insert(reply.next) {
                open.push((after.after(reply.played), reply.next));
            }
        }
    }
}

#[test]
fn the_shortest_mate_is_found_and_shown_whole() {
    for row in MATES.lines().filter(|row| !row.starts_with('#')) {
        let (fen, length) = row.split_once(" dm ").unwrap();
        let moves: u32 = length.trim_end_matches(';').parse().unwrap();
        let start = game(fen);
        let mate = mate(&start, moves + 2);
        assert_eq!(mate.moves, moves, "{row}");
        assert!(mate.is_shortest, "{row}");
        check_solution(&start, &mate);
        if moves > 1 {
            let shorter = search(&start, moves - 1, nodes(20_000_000)).result;
            assert!(
                matches!(shorter, MateResult::NoMateWithin(none) if none == moves - 1),
                "{row}: {shorter:?}"
            );
        }
    }
}

#[test]
fn a_mate_that_comes_after_the_fifty_move_rule_is_none() {
    for fen in ["7k/8/5K2/8/8/8/8/R7 w - - 98 80", "7k/8/5K2/8/8/8/8/R7 w - - 99 80"] {
        let result = search(&game(fen), 12, nodes(5_000_000)).result;
        assert!(matches!(result, MateResult::NoMateWithin(12)), "{fen}: {result:?}");
    }
    // A pawn move on the way sets the clock back: there is time again.
    let start = game("7k/8/5K1P/8/8/8/8/R7 w - - 98 80");
    let mate = mate(&start, 4);
    check_solution(&start, &mate);
}

#[test]
fn a_position_that_stood_twice_is_no_way_to_mate() {
    let mut start = game("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    assert_eq!(mate(&start, 3).moves, 2);
    for king_move in ["f6g6 h8g8 g6f6 g8h8", "f6f7 h8h7 f7f6 h7h8"] {
        for played in format!("{king_move} {king_move}").split(' ') {
            start.play_uci(played).unwrap();
        }
    }
    let in_two = search(&start, 2, nodes(5_000_000)).result;
    assert!(matches!(in_two, MateResult::NoMateWithin(2)), "both keys would be the third time: {in_two:?}");
    let mate = mate(&start, 6);
    assert!(mate.moves > 2);
    check_solution(&start, &mate);
}

#[test]
fn positions_without_a_move_or_without_material_have_no_mate() {
    for fen in [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
        "8/8/8/4k3/8/8/2r5/K7 w - - 0 1",
    ] {
        let result = search(&game(fen), 5, nodes(1_000_000)).result;
        assert!(matches!(result, MateResult::NoMateWithin(5)), "{fen}: {result:?}");
    }
}

#[test]
fn without_a_time_limit_every_run_is_the_same_to_the_node() {
    let start = game("1R6/3p4/2pP4/2k1P3/7p/3RN3/2PP3K/8 w - - 0 1");
    let runs: Vec<MateAnswer> = (0..2).map(|_| search(&start, 6, nodes(3_000_000))).collect();
    assert_eq!(runs[0].nodes, runs[1].nodes);
    let lines: Vec<Vec<Move>> = runs
        .iter()
        .map(|run| match &run.result {
            MateResult::Mate(mate) => mate.line.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(lines[0], lines[1]);
}

#[test]
fn a_search_ends_at_its_limits_and_when_it_is_told_to() {
    let hard = game("8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47");
    let limited = search(&hard, 30, nodes(10_000));
    assert!(matches!(limited.result, MateResult::Unknown { .. }));
    assert_eq!(limited.nodes, 10_000);
    let timed = search(&hard, 30, MateLimits { nodes: None, time: Some(Duration::from_millis(50)) });
    assert!(matches!(timed.result, MateResult::Unknown { .. }));
    let asked = Cell::new(0);
    let is_stopped = || asked.replace(asked.get() + 1) >= 20;
    let stopped = prove_mate(&hard, 30, MateLimits::default(), TABLE, &is_stopped, &mut |_| {});
    assert!(matches!(stopped.result, MateResult::Unknown { .. }));
}

#[test]
fn a_tiny_table_finds_the_same_mates() {
    let start = game("2k5/2N5/1PKP4/2P5/8/8/8/8 w - - 0 1");
    let answer = prove_mate(&start, 4, nodes(20_000_000), 0, &|| false, &mut |_| {});
    let MateResult::Mate(mate) = answer.result else { panic!("{:?}", answer.result) };
    assert_eq!(mate.moves, 3);
    check_solution(&start, &mate);
}

#[test]
fn a_found_mate_is_reported_before_a_shorter_one_is_looked_for() {
    let start = game("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    let mut told = Vec::new();
    prove_mate(&start, 12, nodes(5_000_000), TABLE, &|| false, &mut |mate| told.push(mate.moves));
    assert!(told.windows(2).all(|pair| pair[1] < pair[0]));
    assert_eq!(told.last(), Some(&2));
}

/// Random endings of four or five men, as FENs; many are illegal and skipped.
fn endings() -> impl Strategy<Value = String> {
    let pieces = proptest::sample::select(vec![
        "QR", "QN", "RR", "RB", "BN", "Rp", "Qr", "RP", "QPr", "RBp", "BBN", "NNP", "PPp",
    ]);
    (pieces, proptest::collection::vec(0..64_usize, 5), any::<bool>(), 0..100_u32).prop_map(
        |(pieces, squares, white, clock)| {
            let mut board = ['1'; 64];
            for (piece, square) in "Kk".chars().chain(pieces.chars()).zip(squares) {
                board[square] = piece;
            }
            let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
            format!("{} {} - - {clock} 60", ranks.join("/"), if white { 'w' } else { 'b' })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn mates_in_one_and_two_are_exactly_those_of_the_exhaustive_proof(fen in endings()) {
        let Ok(board) = Board::from_fen(&fen, false) else { return Ok(()) };
        let start = Game::new(board);
        for moves in 1..=2_u32 {
            let plies = 2 * moves - 1;
            let mut chess = ChessGame::new(&start, Parameters::built_in());
            let target = Score::mate_in(plies as usize).value();
            let exhaustive = prove(&mut chess, plies, true, target, &mut Count::default()).unwrap().is_some();
            match search(&start, moves, nodes(10_000_000)).result {
                MateResult::Mate(mate) => {
                    prop_assert!(exhaustive, "{}", fen);
                    check_solution(&start, &mate);
                }
                MateResult::NoMateWithin(_) => prop_assert!(!exhaustive, "{}", fen),
                MateResult::Unknown { .. } => prop_assert!(false, "unknown: {}", fen),
            }
        }
    }
}
