//! How long a move of a proven table takes, with the whole line to mate, in every hundredth position:
//! `cargo test --release --test knowledge advice_speed -- --ignored --nocapture`.

use std::time::{Duration, Instant};

use lucena::advice::explanation::Explainer;
use lucena::advice::prover::built_in_proof;
use lucena::advice::{Position, Proven, Registry, Side, longest_line};
use lucena::board::Board;
use lucena::tablebase::EmbeddedTables;
use shakmaty::{Bitboard, Color, Role, Square};

/// Legal positions with one piece beside the kings, spread over all of them.
fn positions_with(role: Role) -> impl Iterator<Item = Position> {
    (0..1 << 18_u32).step_by(101).filter_map(move |number| {
        let [king, piece, theirs] = [number >> 12, number >> 6 & 63, number & 63].map(Square::new);
        let mut position = Position::kings_only(king, theirs, Side::Us);
        let apart = king != theirs && !shakmaty::attacks::king_attacks(king).contains(theirs);
        let stands = role != Role::Pawn || !Bitboard::BACKRANKS.contains(piece);
        if !apart || !stands || position.occupied().contains(piece) {
            return None;
        }
        position.put(Side::Us, role, piece);
        position.is_legal().then_some(position)
    })
}

fn positions() -> impl Iterator<Item = Position> {
    positions_with(Role::Rook)
}

#[test]
#[ignore = "looks at time: alone on a machine"]
fn a_table_without_a_proof_is_asked_for_milliseconds_at_most() {
    let registry = Registry::built_in();
    for (name, role) in
        [("krk", Role::Rook), ("krk_book", Role::Rook), ("kqk", Role::Queen), ("kpk", Role::Pawn)]
    {
        let table = registry.find(name).unwrap();
        // The best of three: the machine has other work too.
        let ask = |position: &Position| {
            let started = Instant::now();
            let found = table.advise_within(position, 4_000).is_some();
            (started.elapsed(), found)
        };
        let mut times: Vec<(Duration, bool)> =
            positions_with(role).map(|position| (0..3).map(|_| ask(&position)).min().unwrap()).collect();
        times.sort();
        let given_up = times.iter().filter(|(_, found)| !found).count();
        let (median, worst) = (times[times.len() / 2].0, times.last().unwrap().0);
        println!("{name}: median {median:?}, worst {worst:?}, {given_up} given up");
        assert!(worst < Duration::from_millis(10), "{name}: {worst:?}");
    }
}

#[test]
#[ignore = "looks at time: alone on a machine"]
fn half_of_all_moves_take_less_than_a_tenth_of_a_millisecond_and_none_five() {
    let registry = Registry::built_in();
    let table = registry.find("krk").unwrap();
    let stored = built_in_proof(&registry, table).unwrap();
    let proven = Proven { registry: &registry, table, playbook: &stored.playbook };
    let mut times = Vec::new();
    for position in positions() {
        // The best of three: the machine has other work too.
        let time = (0..3).map(|_| {
            let started = Instant::now();
            let advised = proven.ask(&position).unwrap();
            longest_line(&proven, &position, &advised).unwrap();
            started.elapsed()
        });
        times.push((time.min().unwrap(), position));
    }
    times.sort_by_key(|(time, _)| *time);
    let (median, (worst, position)) = (times[times.len() / 2].0, times.last().unwrap());
    println!(
        "{} positions: median {median:?}, worst {worst:?} in {}",
        times.len(),
        position.fen(shakmaty::Color::White)
    );
    assert!(median < Duration::from_micros(100), "median {median:?}");
    assert!(*worst < Duration::from_millis(5), "{worst:?} in {}", position.fen(shakmaty::Color::White));
}

#[test]
#[ignore = "looks at time: alone on a machine"]
fn the_deepest_questions_are_explained_within_two_seconds() {
    let registry = Registry::built_in();
    // No proof at hand: bishop and knight far from the king; a drawn pawn ending, where all advice fails.
    for (name, fen) in
        [("kbnk", "8/8/8/3k4/8/8/8/KBN5 w - - 0 1"), ("kpk", "8/4k3/8/8/8/8/4P3/4K3 w - - 0 1")]
    {
        let table = registry.find(name).unwrap();
        let exact = EmbeddedTables::built_in();
        let explainer = Explainer { registry: &registry, table, playbook: None, exact, syzygy: None };
        let board = Board::from_fen(fen, false).unwrap();
        let position = Position::from_board(&board, Color::White).unwrap();
        let started = Instant::now();
        let explanation = explainer.explain(&position, Color::White).unwrap();
        let taken = started.elapsed();
        println!("{name}: {taken:.2?} for {} moves to the end", explanation.line.moves.len());
        assert!(taken < Duration::from_secs(2), "{name}: {taken:?}");
    }
}
