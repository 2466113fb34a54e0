//! Distances to mate under the 50-move rule are compared with a plain search that looks at every move.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lucena::board::Board;
use lucena::exact::MatesByClock;
use lucena::tablebase::{Build, Cache, DtmTables, EmbeddedTables, Material, Outcome, Wdl};

/// The rule's limit, in plies.
const LIMIT: u32 = 100;

fn tables(materials: &[Material]) -> Arc<DtmTables> {
    let tables = DtmTables::new();
    let cache = std::env::var("LUCENA_TABLES").ok().map(|folder| Cache::new(folder, u64::MAX));
    let cancel = AtomicBool::new(false);
    let build = Build { threads: 2, gives_way: false, cancel: &cancel, progress: &|_| {} };
    for needed in materials.iter().flat_map(|material| material.with_dependencies()) {
        tables.provide(needed, cache.as_ref(), &build).unwrap();
    }
    Arc::new(tables)
}

fn at_clock(board: &Board, clock: u32) -> Board {
    let fen = board.fen();
    let position: Vec<&str> = fen.split(' ').take(4).collect();
    Board::from_fen(&format!("{} {clock} 100", position.join(" ")), false).unwrap()
}

/// A full-width search under the 50-move rule, without bounds. After a capture or pawn move the rule is far, and the distance
/// without it counts.
struct Plain<'a> {
    tables: &'a DtmTables,
    seen: HashMap<String, Outcome>,
}

impl Plain<'_> {
    fn outcome(&mut self, board: &Board) -> Outcome {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return if board.is_check() { Outcome { wdl: Wdl::Loss, plies: 0 } } else { Outcome::DRAW };
        }
        if board.halfmove_clock() >= LIMIT {
            return Outcome::DRAW;
        }
        if let Some(outcome) = self.seen.get(&board.fen()) {
            return *outcome;
        }
        let mut best: Option<Outcome> = None;
        for &played in &moves {
            let child = board.after(played);
            let after = if played.is_zeroing() {
                let distance = self.tables.distance(&child).unwrap();
                assert!(distance.plies <= LIMIT);
                distance
            } else {
                self.outcome(&child)
            };
            let plies = if after.wdl == Wdl::Draw { 0 } else { after.plies + 1 };
            let found = Outcome { wdl: -after.wdl, plies };
            if best.is_none_or(|best| worth(found) > worth(best)) {
                best = Some(found);
            }
        }
        let best = best.unwrap();
        self.seen.insert(board.fen(), best);
        best
    }
}

fn worth(outcome: Outcome) -> (Wdl, i64) {
    let plies = i64::from(outcome.plies);
    (outcome.wdl, if outcome.wdl == Wdl::Win { -plies } else { plies })
}

/// How many of the compared positions still have a mate, and how many have a longer one than without the rule.
#[derive(Clone, Copy, Debug, Default)]
struct Compared {
    with_mate: usize,
    with_longer: usize,
}

/// Compares random positions of a material in which the mate is further away than the clock allows, with at most this many plies
/// left.
fn compare(tables: &Arc<DtmTables>, material: Material, most_left: u32, count: usize) -> Compared {
    let table = tables.get(material).unwrap();
    let mut random = fastrand::Rng::with_seed(58);
    let mut mates = MatesByClock::new(Arc::clone(EmbeddedTables::built_in()), Arc::clone(tables));
    let embedded = EmbeddedTables::built_in();
    let (mut compared, mut found) = (0, Compared::default());
    for _ in 0..count * 10_000 {
        let Some((board, outcome)) = table.position(random.usize(0..2), random.usize(0..table.numbers()))
        else {
            continue;
        };
        let left = random.u32(1..=most_left);
        if outcome.wdl == Wdl::Draw || outcome.plies <= left {
            continue;
        }
        // Most have no mate in time: one in ten of these is enough.
        if embedded.plies_to_zeroing(&board).is_some_and(|plies| plies > left) && random.usize(0..10) > 0 {
            continue;
        }
        let board = at_clock(&board, LIMIT - left);
        let expected = Plain { tables, seen: HashMap::new() }.outcome(&board);
        assert_eq!(mates.outcome(&board), Some(expected), "{}", board.fen());
        compared += 1;
        let is_mate = expected.wdl != Wdl::Draw;
        found.with_mate += usize::from(is_mate);
        found.with_longer += usize::from(is_mate && expected.plies > outcome.plies);
        if compared == count {
            break;
        }
    }
    found
}

#[test]
fn mates_under_the_fifty_move_rule_are_those_of_a_plain_search() {
    let mut sum = Compared::default();
    for (name, most_left, count) in [("KPvK", 12, 200), ("KQvKR", 3, 60), ("KRvKN", 4, 40)] {
        let material: Material = name.parse().unwrap();
        let found = compare(&tables(&[material]), material, most_left, count);
        sum.with_mate += found.with_mate;
        sum.with_longer += found.with_longer;
    }
    assert!(sum.with_mate > 200 && sum.with_longer > 10, "{sum:?}");
}

/// May be given a folder of tables in LUCENA_TABLES.
#[test]
#[ignore = "builds every table of up to four men, and searches for minutes"]
fn mates_of_every_material_under_the_fifty_move_rule_are_those_of_a_plain_search() {
    let materials: Vec<Material> = (3..=4).flat_map(Material::all_of).collect();
    let tables = tables(&materials);
    let mut sum = Compared::default();
    for material in materials {
        let pawns = material.to_string().matches('P').count();
        let (most_left, count) = [(6, 20), (9, 20), (40, 20)][pawns];
        let table = tables.get(material).unwrap();
        let longest = table.census(0).longest_plies.max(table.census(1).longest_plies) + 1;
        assert!(longest <= LIMIT, "{material}: from a clock of zero, a mate does not fit");
        let found = compare(&tables, material, most_left, count);
        println!("{material}: of {count} {found:?}");
        sum.with_mate += found.with_mate;
        sum.with_longer += found.with_longer;
    }
    println!("{sum:?}");
    assert!(sum.with_mate > 200 && sum.with_longer > 50, "{sum:?}");
}

#[test]
fn the_clock_makes_a_mate_longer_or_a_draw_and_leaves_others_alone() {
    let tables = tables(&["KRvKN".parse().unwrap()]);
    let mut mates = MatesByClock::new(Arc::clone(EmbeddedTables::built_in()), tables);
    let mut plies = |fen: &str| mates.outcome(&Board::from_fen(fen, false).unwrap()).map(|found| found.plies);
    // Mated in the corner: the hundredth ply mates, the hundred-and-first is too late, and a mate on the board stands.
    assert_eq!(plies("7k/8/6K1/8/8/8/8/R7 w - - 99 100"), Some(1));
    assert_eq!(plies("7k/8/6K1/8/8/8/8/R7 w - - 100 100"), Some(0));
    assert_eq!(
        mates.outcome(&Board::from_fen("R6k/8/6K1/8/8/8/8/8 b - - 100 100", false).unwrap()).unwrap().wdl,
        Wdl::Loss
    );
}
