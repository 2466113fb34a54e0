//! The embedded results: whole, fast, and equal to what the generator gives; and how they are made.

#![allow(clippy::unwrap_used)] // A test may fail by panicking.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use lucena::board::Board;
use lucena::tablebase::{Build, Cache, DtmTables, EmbeddedWdl, Wdl, write_embedded, write_zeroing};
use shakmaty::Position;

fn value(fen: &str) -> Option<Wdl> {
    EmbeddedWdl::shared().probe(&Board::from_fen(fen, false).unwrap())
}

#[test]
fn known_positions_have_their_known_values_for_either_colour() {
    for (fen, expected) in
        include_str!("data/tablebase_values.txt").lines().filter_map(|line| line.split_once('\t'))
    {
        let expected = match expected {
            "win" => Some(Wdl::Win),
            "draw" => Some(Wdl::Draw),
            "loss" => Some(Wdl::Loss),
            "nothing" => None,
            other => panic!("{other} is no value"),
        };
        assert_eq!(value(fen), expected, "{fen}");
        let setup = fen.parse::<shakmaty::fen::Fen>().unwrap().into_setup().into_mirrored();
        let mirrored = shakmaty::fen::Fen::try_from(setup).unwrap().to_string();
        assert_eq!(value(&mirrored), expected, "{mirrored}");
    }
}

#[test]
fn distances_agree_with_the_embedded_results_along_a_whole_mate() {
    let tables = DtmTables::new();
    let cancel = AtomicBool::new(false);
    let build = Build { threads: 2, gives_way: false, cancel: &cancel, progress: &|_| {} };
    tables.provide("KRvK".parse().unwrap(), None, &build).unwrap();
    let mut board = Board::from_fen("8/8/8/3k4/8/8/8/K6R w - - 0 1", false).unwrap();
    let mut plies = tables.distance(&board).unwrap().plies;
    while plies > 0 {
        assert_eq!(tables.distance(&board).unwrap().wdl, EmbeddedWdl::shared().probe(&board).unwrap());
        let next = board.legal_moves().into_iter().map(|played| board.after(played));
        let best =
            next.filter(|next| tables.distance(next).is_some_and(|outcome| outcome.plies == plies - 1));
        board = best.last().unwrap();
        plies -= 1;
    }
    assert!(board.legal_moves().is_empty() && board.is_check());
}

/// Random positions of four men with White to move, all of one material where one is given.
fn random_boards(count: usize, material: Option<[&str; 2]>) -> Vec<Board> {
    let mut boards: Vec<Board> = Vec::new();
    let mut random = fastrand::Rng::with_seed(7);
    let roles = ["Q", "R", "B", "N", "P"];
    while boards.len() < count {
        let [first, second] =
            material.unwrap_or_else(|| [roles[random.usize(0..5)], roles[random.usize(0..5)]]);
        let mut squares = ['1'; 64];
        for man in ["K", "k", first, &second.to_lowercase()] {
            squares[random.usize(0..64)] = man.chars().next().unwrap();
        }
        let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
        if let Ok(board) = Board::from_fen(&format!("{} w - - 0 1", ranks.join("/")), false)
            && board.position().board().occupied().count() == 4
        {
            boards.push(board);
        }
    }
    boards
}

/// The time of a probe in nanoseconds: the median of blocks, so that other programs on the machine do not count. The
/// boards are in the processor's cache as they are in a search, the table is wherever it is.
fn nanoseconds_a_probe(boards: &[Board]) -> f64 {
    let embedded = EmbeddedWdl::shared();
    let time_of = |block: &[Board]| {
        let near: Vec<Board> = block.to_vec();
        let start = std::time::Instant::now();
        let wins = near.iter().filter(|board| embedded.probe(board) == Some(Wdl::Win)).count();
        let taken = start.elapsed();
        std::hint::black_box(wins);
        taken.as_nanos() as f64 / block.len() as f64
    };
    let mut times: Vec<f64> = (0..3).flat_map(|_| boards.chunks(128).map(time_of)).collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

#[test]
#[ignore = "measures the time of a first probe and of probes of random positions"]
fn probes_are_quick() {
    let boards = random_boards(200_000, None);
    let mut slowest = std::time::Duration::ZERO;
    for board in &boards {
        let start = std::time::Instant::now();
        EmbeddedWdl::shared().probe(board);
        slowest = slowest.max(start.elapsed());
    }
    println!("slowest first probe: {slowest:?}; all tables take {} bytes", EmbeddedWdl::shared().bytes());
    println!("all materials: {:.1} ns a probe", nanoseconds_a_probe(&boards));
    for material in [["R", "N"], ["Q", "R"], ["R", "P"], ["P", "P"]] {
        let boards = random_boards(50_000, Some(material));
        println!("{material:?}: {:.1} ns a probe", nanoseconds_a_probe(&boards));
    }
}

/// `cargo test --release --test tablebase_embedded -- --ignored written_anew --nocapture`
#[test]
#[ignore = "writes src/tablebase/embedded.bin and zeroing.bin, which takes minutes"]
fn embedded_files_are_written_anew() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tablebase");
    let cache = std::env::var("LUCENA_TABLES").ok().map(|folder| Cache::new(folder, u64::MAX));
    let cancel = AtomicBool::new(false);
    let build = Build { threads: 2, gives_way: false, cancel: &cancel, progress: &|_| {} };
    let results = write_embedded(&folder.join("embedded.bin"), cache.as_ref(), &build).unwrap();
    let distances = write_zeroing(&folder.join("zeroing.bin"), cache.as_ref(), &build).unwrap();
    println!("results: {results} bytes, distances to zeroing: {distances} bytes");
    assert!(results + distances <= 4 << 20, "the embedded tables have outgrown their 4 MiB");
}
