//! What must hold for any bytes that are read as a table's proof. Shared with the fuzz target.
//!
//! Most inputs are scripts that make a file with a right checksum, so that the reader continues after it.

use std::sync::OnceLock;

use lucena::advice::prover::{StoredProof, built_in_proof};
use lucena::advice::{Position, Registry, Side};
use serde_json::{Value, json};
use shakmaty::{Role, Square};

use crate::script::Script;

const MAGIC: &[u8; 8] = b"lucprf01";
/// Where the checksum ends.
const CHECKED_FROM: usize = MAGIC.len() + 4;
/// Tables with a proof inside the program: one that wins, and one that holds.
const PROVEN: [&str; 2] = ["krk", "kkp"];
/// Names of pages.
const NAMES: [&str; 8] = ["krk", "kkp", "krk", "kkp", "kqk", "", "none", "kbnk"];
/// Numbers of all positions of three men.
const NUMBERS: usize = 1 << 18;

/// A table of the program with its proof.
struct Good {
    name: &'static str,
    file: Vec<u8>,
    header: Value,
}

/// Reads a file that the input is, or that it makes.
pub fn examine(data: &[u8]) {
    let mut script = Script(data);
    let good = &good()[script.below(PROVEN.len())];
    match script.byte() % 4 {
        0 => drop(decode(script.0, good.name)),
        1 => drop(decode(&checked(script.0), good.name)),
        2 => examine_built(&mut script, good),
        _ => examine_changed(&mut script, good),
    }
}

fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(Registry::built_in)
}

fn good() -> &'static [Good; 2] {
    static GOOD: OnceLock<[Good; 2]> = OnceLock::new();
    GOOD.get_or_init(|| {
        PROVEN.map(|name| {
            let table = registry().find(name).unwrap();
            let file = built_in_proof(registry(), table).unwrap().encode().unwrap();
            let header = serde_json::from_slice(header_of(&file)).unwrap();
            Good { name, file, header }
        })
    })
}

/// The bytes of good files.
pub fn good_files() -> [&'static [u8]; 2] {
    good().each_ref().map(|good| good.file.as_slice())
}

fn header_of(file: &[u8]) -> &[u8] {
    let (length, rest) = file[CHECKED_FROM..].split_first_chunk().unwrap();
    &rest[..u32::from_le_bytes(*length) as usize]
}

/// What is behind the checksum, with the right one.
fn checked(rest: &[u8]) -> Vec<u8> {
    [MAGIC.as_slice(), &crc32fast::hash(rest).to_le_bytes(), rest].concat()
}

/// What a file gives is asked about positions, and is the same when it was written again.
fn decode(file: &[u8], name: &str) -> Option<StoredProof> {
    let table = registry().find(name).unwrap();
    let stored = match StoredProof::decode(file, registry(), table) {
        Ok(stored) => stored,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return None;
        }
    };
    for position in positions(name) {
        if let Some(entry) = stored.playbook.entry(table, &position) {
            assert!(entry.rule < table.rules.len() && entry.advice < table.advice.len(), "{entry:?}");
            assert_eq!(stored.playbook.moves(table, &position), Some(entry.moves));
        }
    }
    Some(stored)
}

/// Some positions of a table's material.
fn positions(name: &str) -> impl Iterator<Item = Position> {
    let (side, role) = if name == "krk" { (Side::Us, Role::Rook) } else { (Side::Them, Role::Pawn) };
    let third = Square::ALL.into_iter().filter(|square| (8..56).contains(&usize::from(*square)));
    let kings = [(Square::A1, Square::D5), (Square::E4, Square::H8), (Square::C6, Square::C8)];
    kings.into_iter().flat_map(move |(ours, theirs)| {
        third.clone().filter(move |square| *square != ours && *square != theirs).filter_map(move |square| {
            let mut position = Position::kings_only(ours, theirs, Side::Us);
            position.put(side, role, square);
            position.is_legal().then_some(position)
        })
    })
}

/// A file of a good header with other pages, and columns as large as they should be, or nearly.
fn examine_built(script: &mut Script<'_>, good: &Good) {
    let (mut pages, mut size) = (Vec::new(), 0);
    for _ in 0..script.below(4) {
        let name = *script.one_of(&NAMES);
        let name = if script.below(2) == 0 { good.name } else { name };
        let kinds: Vec<Value> = (0..script.below(4))
            .map(|_| json!({"rule": script.below(40), "advice": script.below(40), "deep": script.below(2) == 1}))
            .collect();
        let mut numbers = || (0..script.below(4)).map(|_| script.below(40)).collect::<Vec<usize>>();
        let (endless, stages) = (numbers(), numbers());
        size += 3 * NUMBERS + (2 * endless.len() + stages.len()) * (NUMBERS / 8);
        pages.push(json!({"table": name, "kinds": kinds, "endless": endless, "stages": stages}));
    }
    let mut header = good.header.clone();
    header["pages"] = Value::Array(pages);
    let size = (size + script.below(3)).saturating_sub(1);
    let columns = zstd::bulk::compress(&script.pattern(size), 1).unwrap();
    let header = serde_json::to_vec(&header).unwrap();
    let file = checked(&[&(header.len() as u32).to_le_bytes(), header.as_slice(), &columns].concat());
    // Packing as tightly as the program does takes long: some inputs do it.
    let is_packed = script.below(16) == 15;
    if let Some(stored) = decode(&file, good.name).filter(|_| is_packed) {
        let again = decode(&stored.encode().unwrap(), good.name);
        assert!(again == Some(stored), "what is written is read the same");
    }
}

/// One burst of changes in a good file is always found.
fn examine_changed(script: &mut Script<'_>, good: &Good) {
    let places = if script.below(4) == 0 { 0..CHECKED_FROM } else { CHECKED_FROM..good.file.len() };
    if let Some((at, changed)) = script.burst_in(&good.file, places) {
        assert!(decode(&changed, good.name).is_none(), "changed at {at}");
    }
}
