//! Small tables are built and compared with what the literature says of them.

use std::sync::atomic::AtomicBool;

use lucena::tablebase::{Build, Cache, DtmTables, Material};

fn provide(tables: &DtmTables, name: &str, cache: Option<&Cache>) {
    let cancel = AtomicBool::new(false);
    let build = Build { threads: 2, gives_way: false, cancel: &cancel, progress: &|_| {} };
    let provided = tables.provide(name.parse().unwrap(), cache, &build).unwrap();
    assert!(provided.problems.is_empty(), "{:?}", provided.problems);
}

fn longest_moves(tables: &DtmTables, name: &str) -> u32 {
    let table = tables.get(name.parse().unwrap()).unwrap();
    table.census(0).longest_plies.max(table.census(1).longest_plies).div_ceil(2)
}

#[test]
fn longest_mates_are_those_of_the_literature() {
    let tables = DtmTables::new();
    for (name, moves) in [("KQvK", 10), ("KRvK", 16), ("KPvK", 28), ("KBNvK", 33)] {
        provide(&tables, name, None);
        assert_eq!(longest_moves(&tables, name), moves, "{name}");
    }
}

#[test]
fn counts_of_king_and_pawn_against_king_are_those_of_the_literature() {
    let tables = DtmTables::new();
    provide(&tables, "KPvK", None);
    let table = tables.get("KPvK".parse().unwrap()).unwrap();
    let [pawn_moves, king_moves] = [table.census(0), table.census(1)];
    assert_eq!(pawn_moves.wins + pawn_moves.draws + pawn_moves.losses, 81_664);
    assert_eq!(king_moves.wins + king_moves.draws + king_moves.losses, 84_012);
    assert_eq!((pawn_moves.wins, king_moves.losses), (62_480, 48_802));
}

/// May be given a folder to keep the tables in LUCENA_TABLES.
#[test]
#[ignore = "builds every table of up to four men"]
fn longest_mates_of_four_men_are_those_of_the_literature() {
    let tables = DtmTables::new();
    let cache = std::env::var("LUCENA_TABLES").ok().map(|folder| Cache::new(folder, u64::MAX));
    for material in (2..=4).flat_map(Material::all_of) {
        provide(&tables, &material.to_string(), cache.as_ref());
    }
    for (name, moves) in [
        ("KQvK", 10),
        ("KRvK", 16),
        ("KPvK", 28),
        ("KBBvK", 19),
        ("KBNvK", 33),
        ("KQvKR", 35),
        ("KRvKN", 40),
        ("KRvKB", 29),
    ] {
        assert_eq!(longest_moves(&tables, name), moves, "{name}");
    }
}

/// Takes the tables of fewer men from LUCENA_TABLES, where given, and keeps the new ones there.
#[test]
#[ignore = "builds tables of five men: minutes and gigabytes"]
fn longest_mates_of_rook_and_more_against_rook_are_those_of_the_literature() {
    let tables = DtmTables::new();
    let cache = std::env::var("LUCENA_TABLES").ok().map(|folder| Cache::new(folder, u64::MAX));
    for (name, moves) in [("KRRvKR", 31), ("KRBvKR", 65), ("KRPvKR", 74)] {
        provide(&tables, name, cache.as_ref());
        assert_eq!(longest_moves(&tables, name), moves, "{name}");
    }
}
