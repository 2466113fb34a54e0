//! Tests of whole solving runs.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use shakmaty::{Color, Piece, Role};

use super::*;
use crate::solve::arrangement::layout::{Placement, ProofSide};
use crate::solve::lookahead::facts::Shown;
use crate::solve::solution::{Proven, StoppedBy};
use crate::tablebase::{EmbeddedTables, Wdl};

/// "CET" of supertorpe's suite, two pawns against pawns, 63, 117 and 100: White wins them all.
const RACES: [&str; 3] = [
    "8/6p1/7k/7P/4P3/6K1/8/8 w - - 0 1",
    "7k/8/4K1pp/8/8/6PP/8/8 w - - 0 1",
    "8/pp6/3K4/2P5/P7/4k3/8/8 w - - 0 1",
];

/// Looks ahead from the beginning, and stops once the result of the position is known.
fn looking_ahead(fen: &str) -> (Board, Solution) {
    let board = Board::from_fen(fen, false).unwrap();
    let limits = SolveLimits { time: None, bytes: 1 << 28, threads: 1 };
    let solver = Solver { small_work: 0, ..Solver::new(limits) };
    let cancel = AtomicBool::new(false);
    let mut stop = |progress: &SolveProgress| {
        if progress.proven.value().is_some() {
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let (solution, _) = solver.solve(&board, &cancel, &mut stop).unwrap();
    (board, solution)
}

#[test]
fn the_line_of_a_win_that_was_proven_by_looking_ahead_never_comes_back_and_ends_in_mate() {
    for fen in RACES {
        let (mut board, solution) = looking_ahead(fen);
        assert_eq!(solution.proven.value(), Some(Wdl::Win), "{fen}");
        let mut met = HashSet::new();
        for &played in &solution.line {
            assert!(met.insert(board.keys().position), "{fen} comes back to {}", board.fen());
            board = board.after(played);
        }
        assert!(board.is_checkmate(), "{fen} ends with {}", board.fen());
    }
}

#[test]
fn so_much_work_and_no_more_is_done_and_every_run_ends_at_the_same_point() {
    let board = Board::from_fen("8/p4p1p/1p2k1p1/8/8/1P2K1P1/P4P1P/8 w - - 0 1", false).unwrap();
    let limits = SolveLimits { time: None, bytes: usize::MAX, threads: 1 };
    let run = || {
        let solver = Solver::new(limits).with_most_work(1 << 16);
        let (solution, solved) = solver.solve(&board, &AtomicBool::new(false), &mut |_| {}).unwrap();
        assert_eq!(solution.stopped_by, Some(StoppedBy::Work));
        (solved.graph.work(), solution.proven, solved.size())
    };
    let (first, second) = (run(), run());
    assert_eq!(first, second);
    assert!((1 << 16..1 << 20).contains(&first.0), "{first:?}");
}

/// A random legal position of these men, kings included.
fn random_position(random: &mut fastrand::Rng, men: &[Piece]) -> Board {
    loop {
        let mut setup = shakmaty::Setup::empty();
        setup.turn = Color::from_white(random.bool());
        for man in men {
            let squares = if man.role == Role::Pawn { 8..56 } else { 0..64 };
            setup.board.set_piece_at(shakmaty::Square::new(random.u32(squares)), *man);
        }
        let is_full = setup.board.occupied().count() == men.len();
        if let Ok(position) = setup.position::<shakmaty::Chess>(shakmaty::CastlingMode::Standard)
            && is_full
        {
            return Board::new(position);
        }
    }
}

/// Looks ahead with tables of three men only, and compares every proven single position with those of four.
fn compare_looking_ahead(men: &[Piece], roots: usize, seed: u64) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    let limits = SolveLimits { time: None, bytes: 1 << 24, threads: 1 };
    let solver = Solver { small_work: 0, ..Solver::new(limits).with_table_men(3) };
    let mut compared = 0;
    for _ in 0..roots {
        let root = random_position(&mut random, men);
        let (solution, solved) = solver.solve(&root, &AtomicBool::new(false), &mut |_| {}).unwrap();
        let truth = |board: &Board| EmbeddedTables::built_in().result(board).unwrap();
        let Proven { least, most } = solution.proven;
        assert!(least <= truth(&root) && truth(&root) <= most, "{least:?} {most:?}: {}", root.fen());
        for (arrangement, facts) in solved.graph.facts() {
            for ((number, mover, king), shown) in facts.all() {
                let at = Placement::of(number as usize, arrangement.piece_count());
                let board = arrangement.board(&at, king, mover).unwrap();
                let won = if mover == ProofSide::Attacker { Wdl::Win } else { Wdl::Loss };
                assert_eq!(truth(&board) == won, shown != Shown::Held, "{}: {shown:?}", board.fen());
                compared += 1;
            }
        }
    }
    compared
}

/// Kings and two others.
fn men(others: &str) -> Vec<Piece> {
    "Kk".chars().chain(others.chars()).map(|letter| Piece::from_char(letter).unwrap()).collect()
}

#[test]
fn single_positions_that_were_proven_by_looking_ahead_are_worth_what_the_tables_say() {
    assert!(compare_looking_ahead(&men("Pp"), 1, 1) > 0);
}

#[test]
#[ignore = "slow: what two pieces come to is searched without tables of them"]
fn single_positions_with_pieces_that_were_proven_by_looking_ahead_are_worth_what_the_tables_say() {
    for (others, seed) in ["Pp", "Rp", "qP", "Np", "BP"].into_iter().zip([0, 2, 3, 4, 5]) {
        assert!(compare_looking_ahead(&men(others), 10, seed) > 0, "{others}");
    }
    // The solver proves all these roots with their arrangements, so there may be nothing to compare but the roots.
    compare_looking_ahead(&men("PP"), 10, 1);
}

/// Black has only a6. White's king captures that pawn, and both white pawns go on alone.
#[test]
fn a_position_that_memory_keeps_closed_is_worth_what_its_moves_are() {
    let root = Board::from_fen("k1K5/p7/8/P7/8/7p/7P/8 b - - 0 1", false).unwrap();
    let only = root.after(root.legal_moves()[0]);
    let with = |bytes| Solver::new(SolveLimits { time: None, bytes, threads: 1 });
    let cancel = AtomicBool::new(false);
    let (_, solved) = with(1 << 28).solve(&only, &cancel, &mut |_| {}).unwrap();
    assert_eq!(solved.proven(&root).value(), None);
    let (solution, solved) = with(1).go_on(&root, solved, &cancel, &mut |_| {}).unwrap();
    assert_eq!(solution.proven.value(), Some(Wdl::Loss));
    assert_eq!(solved.proven(&root).value(), Some(Wdl::Loss));
    assert!(solution.line.len() > 1, "{:?}", solution.line);
}

/// A line of "CET Four Pawns vs Four Pawns 49" ends in this mate.
#[test]
fn a_mate_or_stalemate_is_known_where_no_arrangement_was_opened() {
    let limits = SolveLimits { time: None, bytes: 1 << 28, threads: 1 };
    let root = Board::from_fen(RACES[0], false).unwrap();
    let (_, solved) = Solver::new(limits).solve(&root, &AtomicBool::new(false), &mut |_| {}).unwrap();
    let value = |fen| solved.proven(&Board::from_fen(fen, false).unwrap()).value();
    assert_eq!(value("8/8/8/1P1P4/8/p1p5/P1P2k2/1K2q3 w - - 0 1"), Some(Wdl::Loss));
    assert_eq!(value("k7/P7/K7/8/8/p7/P7/8 b - - 0 1"), Some(Wdl::Draw));
    assert_eq!(value("8/8/8/1P1Pq3/8/p1p5/P1P2k2/1K6 w - - 0 1"), None);
}

/// Distances reported before everything is proven are those of the whole graph, or upper bounds if marked as such.
#[test]
fn distances_beside_what_is_not_proven_yet_are_exact_or_marked_as_upper_bounds() {
    let limits = SolveLimits { time: None, bytes: 1 << 28, threads: 1 };
    for fen in &RACES[..1] {
        let (board, solution) = looking_ahead(fen);
        let (whole, _) = Solver::new(limits).solve(&board, &AtomicBool::new(false), &mut |_| {}).unwrap();
        for (reported, truth) in solution.moves.iter().zip(&whole.moves) {
            let (Some(reported), Some(truth)) = (reported.conversion, truth.conversion) else { continue };
            assert!(truth.is_exact && reported.moves >= truth.moves, "{fen}: {reported:?} {truth:?}");
            assert!(!reported.is_exact || reported.moves == truth.moves, "{fen}: {reported:?} {truth:?}");
        }
    }
}
