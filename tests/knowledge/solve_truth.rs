//! The solver's proofs are true: compared with the exact tables, where it may use only smaller ones, and with a plain solver
//! that knows nothing of arrangements.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lucena::board::Board;
use lucena::solve::{BuiltTables, Proven, Solution, SolveLimits, SolvedGraph, Solver, StoppedBy};
use lucena::tablebase::{Build, Cache, DtmTable, DtmTables, EmbeddedTables, MOST_MEN, Material, Syzygy, Wdl};
use shakmaty::{CastlingMode, Chess, Color, Position, Role, Setup, Square};

use crate::syzygy_files::{DRAW, write_constant_table};

const LIMITS: SolveLimits = SolveLimits { time: None, bytes: 1 << 30, threads: 2 };

fn solve(board: &Board, table_men: usize) -> (Solution, SolvedGraph) {
    let solver = Solver::new(LIMITS).with_table_men(table_men);
    solver.solve(board, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

fn board(fen: &str) -> Board {
    Board::from_fen(fen, false).unwrap()
}

/// A random legal position of kings and so many pawns of each side.
fn random_position(random: &mut fastrand::Rng, white_pawns: usize, black_pawns: usize) -> Board {
    loop {
        let mut setup = Setup::empty();
        setup.turn = Color::from_white(random.bool());
        let mut place = |role: Role, color: Color, squares: std::ops::Range<u32>| {
            setup.board.set_piece_at(Square::new(random.u32(squares)), role.of(color));
        };
        place(Role::King, Color::White, 0..64);
        place(Role::King, Color::Black, 0..64);
        (0..white_pawns).for_each(|_| place(Role::Pawn, Color::White, 8..56));
        (0..black_pawns).for_each(|_| place(Role::Pawn, Color::Black, 8..56));
        let men = setup.board.occupied().count();
        if let Ok(position) = setup.position::<Chess>(CastlingMode::Standard)
            && men == 2 + white_pawns + black_pawns
        {
            return Board::new(position);
        }
    }
}

/// Plays at random from a position, so that other positions of its graph come about.
fn random_descendant(random: &mut fastrand::Rng, board: &Board) -> Board {
    let mut board = board.clone();
    for _ in 0..random.usize(0..30) {
        match random.choice(board.legal_moves()) {
            Some(played) => board = board.after(played),
            None => break,
        }
    }
    board
}

fn assert_holds(proven: Proven, truth: Wdl, board: &Board) {
    assert!(proven.least <= truth && truth <= proven.most, "{proven:?} but {truth:?}: {}", board.fen());
}

fn truth(board: &Board) -> Wdl {
    EmbeddedTables::built_in().result(board).unwrap()
}

/// Solves random positions with tables of three men and compares all that the graph knows with those of four.
fn compare_with_four_men(white_pawns: usize, black_pawns: usize, roots: usize, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..roots {
        let root = random_position(&mut random, white_pawns, black_pawns);
        let (solution, graph) = solve(&root, 3);
        assert_eq!(solution.stopped_by, None, "{}", root.fen());
        assert_eq!(solution.proven.value(), Some(truth(&root)), "{}", root.fen());
        for solved in &solution.moves {
            let after = root.after(solved.played);
            assert_eq!(solved.proven.value(), Some(-truth(&after)), "{}", after.fen());
        }
        for _ in 0..500 {
            let other = random_descendant(&mut random, &root);
            assert_holds(graph.proven(&other), truth(&other), &other);
        }
    }
}

#[test]
fn two_pawns_against_a_king_are_solved_as_the_tables_say() {
    compare_with_four_men(2, 0, 8, 1);
    compare_with_four_men(0, 2, 8, 2);
}

#[test]
fn a_pawn_against_a_pawn_is_solved_as_the_tables_say() {
    compare_with_four_men(1, 1, 2, 3);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test knowledge -- --ignored solve_truth"]
fn thousands_of_positions_are_solved_as_the_tables_say() {
    compare_with_four_men(2, 0, 200, 4);
    compare_with_four_men(1, 1, 40, 5);
}

/// Holds every move of the root, and positions that random play from it reaches, against the tables.
fn assert_solved_as_tables_say(solution: &Solution, graph: &SolvedGraph, root: &Board, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..500 {
        let other = random_descendant(&mut random, root);
        assert_holds(graph.proven(&other), truth(&other), &other);
    }
    for solved in &solution.moves {
        assert_eq!(solved.proven.value(), Some(-truth(&root.after(solved.played))));
    }
}

/// Without tables of four men inside the program, those that a pawn can promote to are read from a folder.
#[test]
fn tables_that_were_built_before_are_exits_of_what_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let tables = DtmTables::new();
    let build = Build { threads: 2, gives_way: false, cancel: &AtomicBool::new(false), progress: &|_| {} };
    for material in ["KQvKN", "KRvKN", "KBvKN", "KNvKN"] {
        let cache = Cache::new(folder.path(), u64::MAX);
        tables.provide(material.parse().unwrap(), Some(&cache), &build).unwrap();
    }
    let root = board("8/8/8/8/4N3/2k5/4p3/7K b - - 0 1");
    let built = Arc::new(BuiltTables::of_folder(Cache::new(folder.path(), 0), usize::MAX));
    let solver = Solver::new(LIMITS).with_table_men(3).with_built_tables(Arc::clone(&built));
    let (solution, graph) = solver.solve(&root, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(built.materials().len(), 4, "{:?}", built.materials());
    assert!(solution.stopped_by.is_none() && built.take_problems().is_empty());
    assert_solved_as_tables_say(&solution, &graph, &root, 6);
}

/// Without tables of three men inside the program, a bishop or knight against the bare king is drawn by a file.
#[test]
fn syzygy_files_are_exits_of_what_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    write_constant_table(folder.path(), "KBvK", [DRAW; 2]);
    write_constant_table(folder.path(), "KNvK", [DRAW; 2]);
    let (files, _) = Syzygy::open(&[folder.path().to_owned()]);
    let files = Arc::new(files);
    let root = board("8/4P3/8/8/3k4/8/8/4K3 w - - 0 1");
    let solver = Solver::new(LIMITS).with_table_men(2).with_syzygy(Arc::clone(&files), 7);
    let (solution, graph) = solver.solve(&root, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(files.asked(), ["KBvK", "KNvK"]);
    assert!(solution.stopped_by.is_none() && files.take_problems().is_empty());
    assert_solved_as_tables_say(&solution, &graph, &root, 8);
}

/// Files of four men and the tables inside the program, of which the solver uses only those of three, say the same.
#[test]
#[ignore = "needs Syzygy files of four men in the folder that LUCENA_SYZYGY names: cargo test --release -- --ignored by_syzygy_files"]
fn positions_of_four_men_are_solved_by_syzygy_files_as_the_tables_say() {
    let (files, _) = Syzygy::open(&[std::env::var("LUCENA_SYZYGY").unwrap().into()]);
    let files = Arc::new(files);
    let mut random = fastrand::Rng::with_seed(9);
    for pawns in [(1, 1), (2, 0), (1, 1)] {
        let root = random_position(&mut random, pawns.0, pawns.1);
        let solver = Solver::new(LIMITS).with_table_men(3).with_syzygy(Arc::clone(&files), 7);
        let (_, graph) = solver.solve(&root, &AtomicBool::new(false), &mut |_| {}).unwrap();
        for _ in 0..2_000 {
            let other = random_descendant(&mut random, &root);
            assert_holds(graph.proven(&other), truth(&other), &other);
        }
    }
    assert!(!files.asked().is_empty());
}

/// Syzygy files of five men with a pawn, made by another program: the solver may ask those of three and four men, and those of
/// five men without a pawn, which promotions lead to.
#[test]
#[ignore = "needs Syzygy files of five men in the folder that LUCENA_SYZYGY names: cargo test --release -- --ignored by_syzygy_files"]
fn positions_of_five_men_are_solved_as_by_syzygy_files() {
    let folder = std::path::PathBuf::from(std::env::var("LUCENA_SYZYGY").unwrap());
    let positions = std::env::var("LUCENA_POSITIONS").map_or(2_000, |positions| positions.parse().unwrap());
    let (truth, _) = Syzygy::open(std::slice::from_ref(&folder));
    for name in ["KQPvKQ", "KRPvKR"] {
        let material: Material = name.parse().unwrap();
        if !truth.has_material(material.key()) {
            println!("{name}: no file");
            continue;
        }
        let exits = tempfile::tempdir().unwrap();
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|kind| kind == "rtbw") && path.file_stem().unwrap() != name {
                std::fs::copy(&path, exits.path().join(path.file_name().unwrap())).unwrap();
            }
        }
        let files = Arc::new(Syzygy::open(&[exits.path().to_owned()]).0);
        let (compared, settled) = compare_with_file(&truth, &files, name, positions);
        println!(
            "{name}: {compared} positions compared, {settled} of them settled, with {:?}",
            files.asked()
        );
        assert!(settled > 0);
    }
}

/// The squares of the pawn, one after another.
const PAWNS: [Square; 4] = [Square::E7, Square::A7, Square::B6, Square::D5];

fn compare_with_file(truth: &Syzygy, files: &Arc<Syzygy>, name: &str, positions: usize) -> (usize, usize) {
    let mut random = fastrand::Rng::with_seed(10);
    let (mut compared, mut settled) = (0, 0);
    for pawn in PAWNS {
        let root = random_of_material(&mut random, name, pawn);
        let limits = SolveLimits { time: Some(Duration::from_secs(120)), ..LIMITS };
        let solver = Solver::new(limits).with_syzygy(Arc::clone(files), 7);
        let (_, graph) = solver.solve(&root, &AtomicBool::new(false), &mut |_| {}).unwrap();
        for _ in 0..positions / PAWNS.len() {
            let other = random_of_material(&mut random, name, pawn);
            let proven = graph.proven(&other);
            assert_holds(proven, truth.result(&other).unwrap().without_rule(), &other);
            compared += 1;
            settled += usize::from(proven.value().is_some());
        }
    }
    (compared, settled)
}

/// A random legal position of a material in which White has a single pawn, on this square.
fn random_of_material(random: &mut fastrand::Rng, name: &str, pawn: Square) -> Board {
    let (white, black) = name.split_once('v').unwrap();
    loop {
        let mut setup = Setup::empty();
        setup.turn = Color::from_white(random.bool());
        for (side, color) in [(white, Color::White), (black, Color::Black)] {
            for letter in side.chars() {
                let role = Role::from_char(letter).unwrap();
                let square = if role == Role::Pawn { pawn } else { Square::new(random.u32(0..64)) };
                setup.board.set_piece_at(square, role.of(color));
            }
        }
        let men = setup.board.occupied().count();
        let position = setup.position::<Chess>(CastlingMode::Standard);
        if let Some(position) = position.ok().filter(|_| men + 1 == name.len()) {
            return Board::new(position);
        }
    }
}

/// The tables of five men that `lucena tablebase build` has made here, by its own way. Where the solver would need more pieces
/// than it solves, it may use those that a pawn can promote to.
#[test]
#[ignore = "needs tables of five men in the folder that LUCENA_TABLES names: cargo test --release -- --ignored five_men"]
fn positions_of_five_men_are_solved_as_the_tables_that_were_built_say() {
    let folder = std::env::var("LUCENA_TABLES").unwrap();
    let roots = std::env::var("LUCENA_ROOTS").map_or(200, |roots| roots.parse().unwrap());
    for name in ["KPPvKP", "KRPvKP", "KBPvKP", "KBPvKB"] {
        let material: Material = name.parse().unwrap();
        let Some(table) = Cache::new(&folder, 0).load(material).unwrap() else {
            println!("{name}: no table");
            continue;
        };
        // The table itself is no exit: the solver has to find out what it says.
        let exits = tempfile::tempdir().unwrap();
        for needed in material.with_dependencies().iter().filter(|needed| **needed != material) {
            let from = Cache::new(&folder, 0).path(*needed);
            if needed.men() == MOST_MEN && !needed.has_pawns() && from.exists() {
                std::fs::copy(from, Cache::new(exits.path(), 0).path(*needed)).unwrap();
            }
        }
        let built = Arc::new(BuiltTables::of_folder(Cache::new(exits.path(), 0), usize::MAX));
        let (compared, settled) = compare_with_table(&table, &built, roots);
        println!(
            "{name}: {compared} positions compared, {settled} of them settled, with {:?}",
            built.materials()
        );
        assert!(settled > 0);
    }
}

/// Random ways from a root: what they lead to is compared once.
const DESCENDANTS: usize = 5_000;

fn compare_with_table(table: &DtmTable, built: &Arc<BuiltTables>, roots: usize) -> (usize, usize) {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut compared, mut settled) = (HashSet::new(), 0);
    for _ in 0..roots {
        let (side, number) = (random.usize(0..2), random.usize(0..table.numbers()));
        let Some((root, _)) = table.position(side, number) else { continue };
        let limits = SolveLimits { time: Some(Duration::from_secs(20)), ..LIMITS };
        let solver = Solver::new(limits).with_built_tables(Arc::clone(built));
        let (_, graph) = solver.solve(&root, &AtomicBool::new(false), &mut |_| {}).unwrap();
        for place in 0..DESCENDANTS {
            let other = if place == 0 { root.clone() } else { random_descendant(&mut random, &root) };
            let Some(outcome) = table.outcome(&other) else { continue };
            if !compared.insert(other.keys().position) {
                continue;
            }
            let proven = graph.proven(&other);
            assert_holds(proven, outcome.wdl, &other);
            settled += usize::from(proven.value().is_some());
        }
    }
    (compared.len(), settled)
}

/// Every position that a position can come to, solved one by one: nothing but legal moves, and tables of four men.
struct PlainSolver {
    boards: Vec<Board>,
    numbers: HashMap<u64, usize>,
    values: Vec<Option<Wdl>>,
}

impl PlainSolver {
    fn new(root: &Board) -> PlainSolver {
        PlainSolver::with_root_worth(root, None)
    }

    /// The root may be worth something without regard to its moves.
    fn with_root_worth(root: &Board, worth: Option<Wdl>) -> PlainSolver {
        let mut plain = PlainSolver { boards: Vec::new(), numbers: HashMap::new(), values: Vec::new() };
        let mut children: Vec<Vec<usize>> = Vec::new();
        plain.number(root);
        while children.len() < plain.boards.len() {
            let here = plain.boards[children.len()].clone();
            let moves = if here.men() <= 4 { Default::default() } else { here.legal_moves() };
            children.push(moves.into_iter().map(|played| plain.number(&here.after(played))).collect());
        }
        if let Some(root) = plain.values.first_mut()
            && worth.is_some()
        {
            *root = worth;
        }
        plain.propagate(&children);
        plain
    }

    fn number(&mut self, board: &Board) -> usize {
        let next = self.boards.len();
        let number = *self.numbers.entry(board.keys().position).or_insert(next);
        if number == next {
            self.boards.push(board.clone());
            let is_over = board.legal_moves().is_empty();
            self.values.push(match board.men() {
                0..=4 => Some(truth(board)),
                _ if is_over && board.is_check() => Some(Wdl::Loss),
                _ if is_over => Some(Wdl::Draw),
                _ => None,
            });
        }
        number
    }

    /// Wins and losses spread until nothing changes; what is left is drawn.
    fn propagate(&mut self, children: &[Vec<usize>]) {
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for here in (0..self.boards.len()).rev() {
                if self.values[here].is_some() {
                    continue;
                }
                let value = |child: &usize| self.values[*child];
                if children[here].iter().any(|child| value(child) == Some(Wdl::Loss)) {
                    self.values[here] = Some(Wdl::Win);
                    has_changed = true;
                } else if children[here].iter().all(|child| value(child) == Some(Wdl::Win)) {
                    self.values[here] = Some(Wdl::Loss);
                    has_changed = true;
                }
            }
        }
    }
}

/// The positions of the file, each with the million or more that it can come to.
fn tiny_graphs() -> impl Iterator<Item = &'static str> {
    include_str!("../data/solve_tiny_graphs.txt").lines().filter(|line| !line.starts_with('#'))
}

#[test]
fn a_tiny_graph_is_solved_as_a_plain_solver_solves_it() {
    compare_with_plain_solver(tiny_graphs().take(1));
}

#[test]
#[ignore = "slow: millions of positions, one by one"]
fn all_tiny_graphs_are_solved_as_a_plain_solver_solves_them() {
    compare_with_plain_solver(tiny_graphs());
}

fn compare_with_plain_solver(fens: impl Iterator<Item = &'static str>) {
    for fen in fens {
        let root = board(fen);
        let plain = PlainSolver::new(&root);
        let (solution, graph) = solve(&root, 4);
        let value = |number: usize| plain.values[number].unwrap_or(Wdl::Draw);
        assert_eq!(solution.proven.value(), Some(value(0)), "{fen}, {} positions", plain.boards.len());
        for (number, other) in plain.boards.iter().enumerate() {
            assert_holds(graph.proven(other), value(number), other);
        }
    }
}

/// Where coming back to the position is as good as a draw, what only loses time no longer wins.
#[test]
fn moves_that_win_only_by_coming_back_are_reported_to_lose_time() {
    let root = board("8/8/8/8/p3K3/Pp6/1P6/2k5 b - - 0 1");
    let never_back = PlainSolver::with_root_worth(&root, Some(Wdl::Draw));
    let (solution, _) = solve(&root, 4);
    let mut losing_time = 0;
    for solved in &solution.moves {
        let after = root.after(solved.played);
        let number = never_back.numbers[&after.keys().position];
        let wins = solved.proven.value() == Some(Wdl::Win);
        let still_wins = never_back.values[number] == Some(Wdl::Loss);
        let is_told = solution.losing_time.contains(&solved.played);
        assert_eq!(is_told, wins && !still_wins, "{}", root.notation(solved.played));
        losing_time += u32::from(is_told);
    }
    assert!(losing_time > 0);
}

#[test]
fn of_the_corresponding_squares_of_lasker_and_reichhelm_one_move_alone_wins() {
    let root = board("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    let (solution, _) = solve(&root, 4);
    let winning: Vec<String> = solution
        .moves
        .iter()
        .filter(|solved| solved.proven.value() == Some(Wdl::Win))
        .map(|solved| root.notation(solved.played).to_string())
        .collect();
    assert_eq!(winning, ["Kb1"]);
    assert!(solution.moves.iter().all(|solved| solved.proven.value().is_some()));
}

/// All the arrangements of sixteen pawns are more than any memory holds: what is known of them counts, too.
#[test]
fn a_board_full_of_pawns_is_given_up_when_the_memory_ends() {
    let full = board("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
    let limits = SolveLimits { bytes: 1 << 23, ..LIMITS };
    let (solution, _) = Solver::new(limits).solve(&full, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!((solution.stopped_by, solution.proven), (Some(StoppedBy::Memory), Proven::NOTHING));
    assert!(solution.size.bytes < 2 * limits.bytes, "{:?}", solution.size);
}

/// Three pawns can step once, and no king or pawn can ever take anything: eight arrangements, seen from both sides.
#[test]
fn kings_shut_in_by_pawns_are_solved_in_as_many_arrangements_as_can_come_about() {
    let root = board("4k3/2p5/8/p1p1p1p1/P1P1P1P1/8/P5P1/4K3 w - - 0 1");
    let (solution, _) = solve(&root, 4);
    assert!(solution.moves.iter().all(|solved| solved.proven.value() == Some(Wdl::Draw)));
    assert_eq!((solution.proven.value(), solution.size.arrangements), (Some(Wdl::Draw), 16));
}

/// The same men with the kings on other squares: on those that pawns attack, too, which kings that move do not come to.
fn with_kings_elsewhere(random: &mut fastrand::Rng, board: &Board) -> Board {
    let pieces = board.position().board();
    loop {
        let mut setup = Setup::empty();
        setup.turn = Color::from_white(random.bool());
        setup.board = pieces.clone();
        for king in pieces.kings() {
            setup.board.discard_piece_at(king);
        }
        for color in Color::ALL {
            setup.board.set_piece_at(Square::new(random.u32(0..64)), Role::King.of(color));
        }
        let men = setup.board.occupied().count();
        if let Ok(position) = setup.position::<Chess>(CastlingMode::Standard)
            && men == pieces.occupied().count()
        {
            return Board::new(position);
        }
    }
}

#[test]
fn kings_that_a_solved_graph_was_not_made_for_are_unknown_until_it_is_gone_on_with() {
    let mut random = fastrand::Rng::with_seed(8);
    let solver = Solver::new(LIMITS).with_table_men(3);
    let mut unknown = 0;
    let root = random_position(&mut random, 1, 1);
    let (_, mut solved) = solve(&root, 3);
    for _ in 0..6 {
        let other = with_kings_elsewhere(&mut random, &root);
        let told = solved.proven(&other);
        assert_holds(told, truth(&other), &other);
        unknown += usize::from(told.value().is_none());
        let cancel = AtomicBool::new(false);
        let (solution, more) = solver.go_on(&other, solved, &cancel, &mut |_| {}).unwrap();
        assert_eq!(solution.proven.value(), Some(truth(&other)), "{}", other.fen());
        solved = more;
    }
    assert!(unknown > 0);
}
