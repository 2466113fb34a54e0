//! Proofs never contradict each other: those from different roots of one graph, interrupted and complete ones, and the mates
//! that an ordinary search finds.

use std::sync::atomic::{AtomicBool, Ordering};

use lucena::board::{Board, Game};
use lucena::engine::{AdviceMode, Engine};
use lucena::score::ScoreKind;
use lucena::solve::{Proven, SolveLimits, SolvedGraph, Solver};
use lucena::tablebase::Wdl;
use shakmaty::{CastlingMode, Chess, Color, Position, Role, Setup, Square};

use crate::support::{analyse_with, configuration, nodes, rows};

/// Pawns that can come to few others.
const TINY: &str = include_str!("../data/solve_tiny_graphs.txt");
/// Mates are near here: the queen mates on h1.
const QUEEN_AHEAD: &str = "8/8/8/8/8/1pk5/1P5q/K7 b - - 0 1";
const MEBIBYTE: usize = 1 << 20;

/// Positions of a graph that proofs are compared at.
const COMPARED: usize = 200;

struct Compared {
    random: fastrand::Rng,
    positions: usize,
    /// Of these, how many both proofs settle.
    settled: usize,
    mates: usize,
}

impl Compared {
    fn with_seed(seed: u64) -> Compared {
        Compared { random: fastrand::Rng::with_seed(seed), positions: 0, settled: 0, mates: 0 }
    }

    /// Solves, with memory for part of it, and stops after so many reports.
    fn solve(&self, board: &Board, mebibytes: usize, most_reports: usize) -> SolvedGraph {
        let limits = SolveLimits { time: None, bytes: mebibytes * MEBIBYTE, threads: 2 };
        let (cancel, mut reports) = (AtomicBool::new(false), 0);
        let mut stop = |_: &_| {
            reports += 1;
            cancel.store(reports >= most_reports, Ordering::Relaxed);
        };
        Solver::new(limits).solve(board, &cancel, &mut stop).unwrap().1
    }

    /// Plays at random, so that other positions of a graph come about.
    fn descendant(&mut self, board: &Board) -> Board {
        let mut board = board.clone();
        for _ in 0..self.random.usize(0..40) {
            match self.random.choice(board.legal_moves()) {
                Some(played) => board = board.after(played),
                None => break,
            }
        }
        board
    }

    /// A root, and positions after some of its moves, each solved by itself and some of them cut short.
    fn compare_roots(&mut self, root: &Board, mebibytes: usize, roots: usize) {
        let whole = self.solve(root, mebibytes, usize::MAX);
        for _ in 0..roots {
            let most_reports = self.random.usize(1..20);
            let cut_short = self.solve(root, mebibytes, most_reports);
            self.compare(root, &whole, &cut_short);
            let other = self.descendant(root);
            // Pawns may have become more pieces than are solved.
            if other.pieces(Color::White).count() + other.pieces(Color::Black).count() <= 2 {
                let anew = self.solve(&other, mebibytes, usize::MAX);
                self.compare(&other, &whole, &anew);
            }
        }
    }

    fn compare(&mut self, from: &Board, one: &SolvedGraph, other: &SolvedGraph) {
        for place in 0..COMPARED {
            let board = if place == 0 { from.clone() } else { self.descendant(from) };
            let (first, second) = (one.proven(&board), other.proven(&board));
            assert!(agree(first, second), "{}: {first:?} and {second:?}", board.fen());
            self.positions += 1;
            self.settled += usize::from(first.value().is_some() && second.value().is_some());
        }
    }

    /// Mates that the search finds without any tables, from positions of the graph.
    fn compare_mates(&mut self, root: &Board, mebibytes: usize, searches: usize) {
        let solved = self.solve(root, mebibytes, usize::MAX);
        let mut engine = without_tables();
        for place in 0..searches {
            let board = if place == 0 { root.clone() } else { self.descendant(root) };
            if board.legal_moves().is_empty() {
                continue;
            }
            let analysis = analyse_with(&mut engine, &Game::new(board.clone()), nodes(10_000));
            let ScoreKind::Mate { plies } = analysis.last().score.kind() else { continue };
            let value = if plies > 0 { Wdl::Win } else { Wdl::Loss };
            let told = solved.proven(&board);
            assert!(agree(told, Proven { least: value, most: value }), "{}: {told:?}, {plies}", board.fen());
            self.mates += 1;
        }
    }
}

/// An engine that finds mates by its search alone.
fn without_tables() -> Engine {
    let mut configuration = configuration();
    configuration.options.advice = AdviceMode::Off;
    configuration.tables.probe = false;
    Engine::new(configuration).unwrap()
}

fn agree(one: Proven, other: Proven) -> bool {
    one.least.max(other.least) <= one.most.min(other.most)
}

/// A random legal position of kings, so many pawns of each side, and perhaps a piece.
fn random_position(random: &mut fastrand::Rng, pawns: usize, piece: Option<Role>) -> Board {
    loop {
        let mut setup = Setup::empty();
        setup.turn = Color::from_white(random.bool());
        let mut place = |role: Role, color: Color, squares: std::ops::Range<u32>| {
            setup.board.set_piece_at(Square::new(random.u32(squares)), role.of(color));
        };
        for color in Color::ALL {
            place(Role::King, color, 0..64);
            (0..pawns).for_each(|_| place(Role::Pawn, color, 8..56));
        }
        if let Some(role) = piece {
            place(role, Color::White, 0..64);
        }
        let men = setup.board.occupied().count();
        if let Ok(position) = setup.position::<Chess>(CastlingMode::Standard)
            && men == 2 + 2 * pawns + usize::from(piece.is_some())
            && !position.legal_moves().is_empty()
        {
            return Board::new(position);
        }
    }
}

#[test]
fn roots_of_one_graph_and_mates_of_the_search_never_contradict_each_other() {
    let mut compared = Compared::with_seed(1);
    let root = |fen| Board::from_fen(fen, false).unwrap();
    compared.compare_roots(&root(rows(TINY).next().unwrap()), 64, 2);
    compared.compare_mates(&root(QUEEN_AHEAD), 64, 10);
    assert!(compared.settled > 100 && compared.mates > 0, "{} {}", compared.settled, compared.mates);
}

/// Two rooks, and pawns that block each other: what is solved early is packed while the rest is worked on, and saved so.
#[test]
fn what_was_solved_in_little_memory_says_what_was_solved_with_room() {
    let mut compared = Compared::with_seed(3);
    let root = Board::from_fen("8/8/8/3k4/r2p4/3P4/3K4/7R w - - 0 1", false).unwrap();
    let (ample, narrow) = (compared.solve(&root, 256, 30), compared.solve(&root, 16, 30));
    let file = tempfile::NamedTempFile::new().unwrap();
    narrow.save(&mut file.as_file(), &root).unwrap();
    let loaded = SolvedGraph::load(file.path(), usize::MAX).unwrap();
    let loaded_packed = SolvedGraph::load(file.path(), 0).unwrap();
    compared.compare(&root, &ample, &narrow);
    compared.compare(&root, &ample, &loaded);
    compared.compare(&root, &ample, &loaded_packed);
    assert_eq!(loaded.size().arrangements, narrow.size().arrangements);
    assert!(loaded_packed.size().bytes < loaded.size().bytes);
    assert!(narrow.size().bytes < ample.size().bytes && narrow.size().arrangements > 2);
    assert!(compared.settled > 100, "{}", compared.settled);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test knowledge -- --ignored solve_roots --nocapture"]
fn random_roots_and_mates_of_the_search_never_contradict_each_other() {
    let mut compared = Compared::with_seed(2);
    let pieces = [None, None, Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)];
    for round in 0..24 {
        let piece = pieces[round % pieces.len()];
        let root = random_position(&mut compared.random, 1 + round / pieces.len() % 2, piece);
        compared.compare_roots(&root, 32, 2);
        compared.compare_mates(&root, 32, 20);
        let Compared { positions, settled, mates, .. } = &compared;
        println!("{} {positions} positions, {settled} settled by both, {mates} mates", root.fen());
    }
}
