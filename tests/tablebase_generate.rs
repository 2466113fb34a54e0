//! Small tables are built and compared with what the literature says of them.

#![allow(clippy::unwrap_used)] // A test may fail by panicking.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lucena::tablebase::{Build, Material, Table, generate};

fn build(names: &[&str]) -> HashMap<Material, Arc<Table>> {
    let cancel = AtomicBool::new(false);
    let build = Build { threads: 2, cancel: &cancel, progress: &|_| {} };
    let mut tables = HashMap::new();
    for name in names {
        for material in name.parse::<Material>().unwrap().with_dependencies() {
            if !tables.contains_key(&material) {
                let table = generate(material, &tables, &build).unwrap();
                tables.insert(material, Arc::new(table));
            }
        }
    }
    tables
}

fn longest_moves(tables: &HashMap<Material, Arc<Table>>, name: &str) -> u32 {
    let table = &tables[&name.parse().unwrap()];
    table.census(0).longest_plies.max(table.census(1).longest_plies).div_ceil(2)
}

#[test]
fn longest_mates_are_those_of_the_literature() {
    let tables = build(&["KQvK", "KRvK", "KPvK", "KBNvK"]);
    for (name, moves) in [("KQvK", 10), ("KRvK", 16), ("KPvK", 28), ("KBNvK", 33)] {
        assert_eq!(longest_moves(&tables, name), moves, "{name}");
    }
}

#[test]
#[ignore = "builds every table of up to four men"]
fn longest_mates_of_four_men_are_those_of_the_literature() {
    let names: Vec<String> =
        (2..=4).flat_map(Material::all_of).map(|material| material.to_string()).collect();
    let start = std::time::Instant::now();
    let tables = build(&names.iter().map(String::as_str).collect::<Vec<_>>());
    println!("{} tables in {:?}", tables.len(), start.elapsed());
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
