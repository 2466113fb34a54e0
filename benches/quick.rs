//! What is quick by itself, measured alone: moves, exchanges, the evaluation, probes, a move of a table of advice, and a
//! short search, in which the picking of moves counts most. `cargo bench`, or `cargo bench -- NAME`.

#![allow(clippy::unwrap_used, reason = "a measurement that cannot begin says so")]

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use lucena::advice::prover::built_in_proof;
use lucena::advice::{Position, Proven, Registry, Side, longest_line};
use lucena::board::{Board, Game, exchange_value};
use lucena::config::Config;
use lucena::engine::{AdviceMode, Configuration, Engine, Options, Report, TableSettings};
use lucena::evaluation::{Evaluator, Parameters};
use lucena::search::Limits;
use lucena::tablebase::EmbeddedTables;
use shakmaty::{Role, Square};

fn main() {
    divan::main();
}

/// Endings of all kinds.
fn endings() -> Vec<Board> {
    let rows = include_str!("../tests/data/many_endings.epd").lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| Board::from_fen(row, false).unwrap()).collect()
}

/// All positions after two moves from each ending: more than the evaluation keeps values of.
fn after_two_moves() -> Vec<Board> {
    let after = |board: &Board| {
        let moves = board.legal_moves().into_iter();
        moves.map(|played| board.after(played)).collect::<Vec<_>>()
    };
    endings().iter().flat_map(after).collect::<Vec<_>>().iter().flat_map(after).collect()
}

/// Positions of four men.
fn of_four_men() -> Vec<Board> {
    let mut random = fastrand::Rng::with_seed(7);
    let roles = ['Q', 'R', 'B', 'N', 'P', 'q', 'r', 'b', 'n', 'p'];
    let mut boards = Vec::new();
    while boards.len() < 4_096 {
        let mut squares = ['1'; 64];
        for man in ['K', 'k', roles[random.usize(0..5)], roles[random.usize(0..10)]] {
            squares[random.usize(0..64)] = man;
        }
        let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
        boards.extend(Board::from_fen(&format!("{} w - - 0 1", ranks.join("/")), false));
    }
    boards
}

#[divan::bench]
fn legal_moves(bencher: Bencher<'_, '_>) {
    let boards = endings();
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench_local(|| boards.iter().map(|board| board.legal_moves().len()).sum::<usize>());
}

#[divan::bench]
fn exchanges(bencher: Bencher<'_, '_>) {
    let captures: Vec<_> = endings()
        .into_iter()
        .flat_map(|board| board.legal_moves().into_iter().map(move |played| (board.clone(), played)))
        .filter(|(_, played)| played.is_capture())
        .collect();
    bencher
        .counter(ItemsCount::new(captures.len()))
        .bench_local(|| captures.iter().map(|(board, played)| exchange_value(board, *played)).sum::<i32>());
}

#[divan::bench]
fn evaluation(bencher: Bencher<'_, '_>) {
    let boards = after_two_moves();
    let mut evaluator = Evaluator::new(Parameters::built_in());
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench_local(|| boards.iter().map(|board| i64::from(evaluator.evaluate(board).value())).sum::<i64>());
}

#[divan::bench]
fn probes_of_embedded_results(bencher: Bencher<'_, '_>) {
    let boards = of_four_men();
    EmbeddedTables::built_in().await_opened();
    bencher.counter(ItemsCount::new(boards.len())).bench_local(|| {
        boards.iter().filter(|board| EmbeddedTables::built_in().result(board).is_some()).count()
    });
}

/// The move and the whole line to mate.
#[divan::bench]
fn move_of_krk(bencher: Bencher<'_, '_>) {
    let registry = Registry::built_in();
    let table = registry.find("krk").unwrap();
    let stored = built_in_proof(&registry, table).unwrap();
    let proven = Proven { registry: &registry, table, playbook: &stored.playbook };
    let mut position = Position::kings_only(Square::E1, Square::D5, Side::Us);
    position.put(Side::Us, Role::Rook, Square::A1);
    bencher.bench_local(|| {
        let advised = proven.ask(&position).unwrap();
        longest_line(&proven, &position, &advised).unwrap().len()
    });
}

#[divan::bench]
fn search_of_20_000_nodes(bencher: Bencher<'_, '_>) {
    let built_in = Config::built_in().engine();
    let options = Options { advice: AdviceMode::Off, table_cache: false, ..built_in.options };
    let tables = TableSettings { build: false, ..built_in.tables };
    let mut engine = Engine::new(Configuration { options, tables, ..built_in }).unwrap();
    engine.set_game(Game::new(endings().swap_remove(0)));
    engine.make_ready();
    bencher.counter(ItemsCount::new(20_000_usize)).bench_local(|| {
        engine.forget();
        engine.go(Limits { nodes: Some(20_000), ..Limits::default() }, Arc::new(|_: Report| {}));
        engine.wait();
    });
}
