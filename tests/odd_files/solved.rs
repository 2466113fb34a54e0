//! What must hold for any bytes that are read as a file of solved positions. Shared with the fuzz target.
//!
//! Most inputs are scripts that make a file with a right checksum, so that the reader continues after it.

use std::io::Write as _;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use lucena::board::Board;
use lucena::solve::{Distances, SolveLimits, SolvedGraph, Solver};

use crate::scratch;
use crate::script::Script;

const MAGIC: &[u8; 8] = b"lucsol04";
/// Memory for what a file gives, in bytes.
const MEMORY: usize = 64 << 20;
/// A pawn ending that is solved at once.
const SOLVED: &str = "8/8/8/1k6/8/P7/8/K7 w - - 0 1";
/// Asked about with whatever was read.
const POSITIONS: [&str; 6] = [
    SOLVED,
    "8/8/8/1k6/8/P7/7p/K7 b - - 0 1",
    "8/p7/8/8/8/8/P7/K1k5 w - - 0 1",
    "8/8/4k3/3pP3/3P4/4K3/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/P7/RN2K3 w - - 0 1",
    "8/5k2/8/8/3Q4/8/1p6/K7 w - - 0 1",
];

/// Reads a file that the input is, or that it makes.
pub fn examine(data: &[u8]) {
    let mut script = Script(data);
    match script.byte() % 4 {
        0 => drop(load(script.0)),
        1 => drop(load(&with_body(&mut script))),
        2 => examine_built(&mut script),
        _ => examine_changed(&mut script),
    }
}

/// A file of a position that was really solved.
pub fn good_file() -> &'static [u8] {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| {
        let board = Board::from_fen(SOLVED, false).unwrap();
        let solver = Solver::new(SolveLimits { time: None, bytes: MEMORY, threads: 1 }).with_table_men(2);
        let (_, graph) = solver.solve(&board, &AtomicBool::new(false), &mut |_| {}).unwrap();
        saved(&graph)
    })
}

fn saved(graph: &SolvedGraph) -> Vec<u8> {
    let mut bytes = Vec::new();
    graph.save(&mut bytes, &Board::default()).unwrap();
    bytes
}

/// What a file gives, if it gives anything, is asked about positions, and gives the same when it was saved again.
pub fn load(file: &[u8]) -> Option<SolvedGraph> {
    let graph = match SolvedGraph::load(&scratch::holding(file), MEMORY) {
        Ok(graph) => graph,
        Err(error) => {
            assert!(error.is_wrong_file() && !error.to_string().is_empty(), "{error}");
            return None;
        }
    };
    let again = SolvedGraph::load(&scratch::holding(&saved(&graph)), MEMORY).unwrap();
    let sizes = [&graph, &again].map(|graph| (graph.size().arrangements, graph.size().positions));
    assert_eq!(sizes[0], sizes[1]);
    assert_eq!(graph.longest_way(), again.longest_way());
    for fen in POSITIONS {
        let board = Board::from_fen(fen, false).unwrap();
        assert_eq!(graph.proven(&board), again.proven(&board), "{fen}");
        assert_eq!(graph.knows(&board), again.knows(&board), "{fen}");
        if Distances::are_cheap(&board) && board.all_pieces().count() <= MEN_WITH_LINES {
            Distances::new(&graph).line(&board);
        }
    }
    Some(graph)
}

/// Lines of positions with more men take long to find.
const MEN_WITH_LINES: usize = 4;

/// A file of a good header with some counts, and a body byte by byte.
fn with_body(script: &mut Script<'_>) -> Vec<u8> {
    let [men, arrangements, facts] = script.bytes();
    file(&header(usize::from(men), usize::from(arrangements), usize::from(facts)), script.0)
}

/// What such a file says before the results.
pub fn header(men: usize, arrangements: usize, facts: usize) -> Vec<u8> {
    format!(
        "{{\"lucena\":\"0.1.0\",\"fen\":\"{SOLVED}\",\"table_men\":{men},\"arrangements\":{arrangements},\
         \"with_facts\":{facts}}}"
    )
    .into_bytes()
}

/// The form of src/solve/stored.rs: beginning, header, packed body, and the checksum of all that.
pub fn file(header: &[u8], body: &[u8]) -> Vec<u8> {
    let mut file = [MAGIC.as_slice(), &(header.len() as u32).to_le_bytes(), header].concat();
    let mut encoder = zstd::Encoder::new(&mut file, 1).unwrap();
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap();
    let checksum = crc32fast::hash(&file);
    file.extend(checksum.to_le_bytes());
    file
}

/// A file whose arrangements and facts are as large as they should be; what they say is the script's.
fn examine_built(script: &mut Script<'_>) {
    let (men, arrangements, facts) = (script.below(6), script.below(5), script.below(4));
    let (more, is_longer) = (script.below(3), script.below(8) == 7);
    let mut body = Vec::new();
    for _ in 0..arrangements {
        add_arrangement(script, &mut body);
    }
    for _ in 0..facts {
        add_facts(script, &mut body);
    }
    if is_longer {
        body.push(script.byte());
    }
    load(&file(&header(men, arrangements + more / 2, facts), &body));
}

/// Pawns and the kinds of pieces beside them. Returns how many placements there are.
fn add_code(script: &mut Script<'_>, body: &mut Vec<u8>) -> usize {
    let mut pawns = [0_u64; 2];
    for side in &mut pawns {
        for _ in 0..script.below(4) {
            *side |= 1 << (script.byte() % 64);
        }
    }
    pawns.iter().for_each(|squares| body.extend(squares.to_le_bytes()));
    // Two pieces make files of megabytes: they come seldom.
    let men = match script.below(16) {
        0..11 => [0, 0, 0],
        11..15 => [1 + script.byte() % 9, 0, 0],
        _ => [1 + script.byte() % 9, 1 + script.byte() % 9, 0],
    };
    body.extend(men);
    64 << (6 * men.iter().filter(|man| **man > 0).count())
}

fn add_arrangement(script: &mut Script<'_>, body: &mut Vec<u8>) {
    let placements = add_code(script, body);
    body.extend(script.bytes::<4>());
    body.extend(if script.below(2) == 0 { [0xff; 16] } else { script.bytes() });
    let sets = script.below(5);
    body.push(sets as u8);
    for _ in 0..2 * sets {
        let words = script.pattern(8 * placements);
        body.extend(words);
    }
}

fn add_facts(script: &mut Script<'_>, body: &mut Vec<u8>) {
    add_code(script, body);
    // Three pieces only have proofs.
    if let Some(third) = body.last_mut().filter(|_| script.below(8) == 7) {
        *third = script.byte() % 10;
    }
    let facts = script.below(6);
    body.extend((facts as u32).to_le_bytes());
    for _ in 0..facts {
        let [low, high] = script.bytes();
        body.extend([low, high, 0, 0]);
        body.extend([script.byte() % 3, script.byte() % 65]);
        body.extend(script.bytes::<2>());
    }
}

/// One burst of changes in a good file is always found.
fn examine_changed(script: &mut Script<'_>) {
    let good = good_file();
    if let Some((at, changed)) = script.burst_in(good, 0..good.len()) {
        assert!(load(&changed).is_none(), "changed at {at}");
    }
}
