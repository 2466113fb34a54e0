//! Compares the solver's proofs with those of an independent brute-force solver in Python, scripts/checks/solve_plain.py.

use std::sync::atomic::AtomicBool;

use lucena::board::Board;
use lucena::solve::{Conversion, Proven, SolveLimits, Solver};
use lucena::tablebase::Wdl;
use shakmaty::uci::UciMove;

/// Six men and more: two pawns against two on one file, and pawns that no king gets past, some with a bishop or with spare moves.
const SOLVED: &str = include_str!("../data/solve_plain.txt");
const LIMITS: SolveLimits = SolveLimits { time: None, bytes: 1 << 30, threads: 2 };

/// A root with what was found of it, its moves and other positions that it can come to.
struct Solved {
    root: Board,
    result: Wdl,
    moves: Vec<PlainMove>,
    others: Vec<(Board, Wdl)>,
}

struct PlainMove {
    uci: String,
    result: Wdl,
    /// Not told in draws, and where the root has pieces.
    distance: Option<u32>,
}

fn board(fen: &str) -> Board {
    Board::from_fen(fen, false).unwrap()
}

fn wdl(word: &str) -> Wdl {
    match word {
        "win" => Wdl::Win,
        "draw" => Wdl::Draw,
        "loss" => Wdl::Loss,
        _ => panic!("{word} is no result"),
    }
}

fn solved() -> Vec<Solved> {
    let mut all: Vec<Solved> = Vec::new();
    for line in SOLVED.lines().filter(|line| !line.starts_with('#')) {
        let (kind, rest) = line.split_once(' ').unwrap();
        let fields: Vec<&str> = rest.split("; ").collect();
        let result = wdl(fields[1]);
        match kind {
            "root" => {
                let root = board(fields[0]);
                all.push(Solved { root, result, moves: Vec::new(), others: Vec::new() });
            }
            "move" => all.last_mut().unwrap().moves.push(PlainMove {
                uci: fields[0].to_owned(),
                result,
                distance: fields[2].parse().ok(),
            }),
            _ => all.last_mut().unwrap().others.push((board(fields[0]), result)),
        }
    }
    all
}

#[test]
fn twenty_graphs_of_six_men_are_solved_as_a_solver_in_python_solves_them() {
    let six_men: Vec<Solved> = solved().into_iter().filter(|solved| solved.root.men() == 6).collect();
    assert!(six_men.len() >= 20);
    compare(six_men);
}

#[test]
#[ignore = "slow: half a minute: millions of positions"]
fn graphs_of_more_men_are_solved_as_a_solver_in_python_solves_them() {
    compare(solved().into_iter().filter(|solved| solved.root.men() > 6).collect());
}

fn compare(all: Vec<Solved>) {
    for Solved { root, result, moves, others } in all {
        let fen = root.fen();
        let (solution, graph) =
            Solver::new(LIMITS).solve(&root, &AtomicBool::new(false), &mut |_| {}).unwrap();
        assert_eq!(solution.proven.value(), Some(result), "{fen}");
        assert_eq!(solution.moves.len(), moves.len(), "{fen}");
        for PlainMove { uci, result, distance } in moves {
            let played = uci.parse::<UciMove>().unwrap().to_move(root.position()).unwrap();
            let solved = solution.moves.iter().find(|solved| solved.played == played).unwrap();
            assert_eq!(solved.proven.value(), Some(result), "{uci} in {fen}");
            let is_told = distance.map(|moves| Conversion { moves, is_exact: true });
            assert!(distance.is_none() || solved.conversion == is_told, "{uci} in {fen}: {solved:?}");
        }
        // What the proof does not need may be open.
        for (other, result) in others {
            let Proven { least, most } = graph.proven(&other);
            let told = format!("{least:?} to {most:?}: {} of {fen}", other.fen());
            assert!(least <= result && result <= most, "{told}");
            assert!(root.men() > 6 || least == most, "{told}");
        }
    }
}
