//! Every legal position of every table of three and four men is compared with Syzygy tables.
//!
//! Needs their folder in LUCENA_SYZYGY, and may be given a folder of built tables in LUCENA_TABLES:
//! `LUCENA_SYZYGY=FOLDER cargo test --release --test knowledge tablebase_truth -- --ignored --nocapture`.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use lucena::tablebase::{Build, Cache, DtmTable, DtmTables, EmbeddedTables, Material, Wdl};
use shakmaty::{CastlingMode, Chess, Color, File, FromSetup as _, Piece, PositionError, Role, Setup, Square};
use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};
use shakmaty_syzygy::{Tablebase, Wdl as SyzygyWdl};

/// Files held in memory: reading from the system for every probe would take most of the time.
struct InMemory;

struct Bytes(Vec<u8>);

impl Filesystem for InMemory {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        std::fs::metadata(path).map(|data| data.len())
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        std::fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect()
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        Ok(Box::new(Bytes(std::fs::read(path)?)))
    }
}

impl RandomAccessFile for Bytes {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let rest = self.0.get(offset as usize..).unwrap_or_default();
        let read = rest.len().min(buffer.len());
        buffer[..read].copy_from_slice(&rest[..read]);
        Ok(read)
    }
}

fn syzygy() -> Tablebase<Chess> {
    let mut syzygy = Tablebase::with_filesystem(Arc::new(InMemory));
    syzygy.add_directory(std::env::var("LUCENA_SYZYGY").expect("LUCENA_SYZYGY names no folder")).unwrap();
    syzygy
}

fn truth(syzygy: &Tablebase<Chess>, position: &Chess) -> Wdl {
    match syzygy.probe_wdl_after_zeroing(position).unwrap() {
        SyzygyWdl::Win | SyzygyWdl::CursedWin => Wdl::Win,
        SyzygyWdl::Draw => Wdl::Draw,
        SyzygyWdl::Loss | SyzygyWdl::BlessedLoss => Wdl::Loss,
    }
}

/// Compares a whole table on two threads; answers how many positions were compared and how many differ.
fn compare(syzygy: &Tablebase<Chess>, table: &DtmTable) -> (u64, u64) {
    let (compared, wrong, next) = (AtomicU64::new(0), AtomicU64::new(0), AtomicUsize::new(0));
    let embedded = EmbeddedTables::built_in();
    let work = || {
        loop {
            let start = next.fetch_add(4096, Ordering::Relaxed);
            if start >= table.numbers() {
                return;
            }
            for number in start..(start + 4096).min(table.numbers()) {
                for side in 0..2 {
                    let Some(board) = table.board(side, number) else { continue };
                    let expected = truth(syzygy, board.position());
                    compared.fetch_add(1, Ordering::Relaxed);
                    let found = [table.outcome(&board).map(|outcome| outcome.wdl), embedded.result(&board)];
                    if found != [Some(expected); 2] && wrong.fetch_add(1, Ordering::Relaxed) < 5 {
                        println!("{} is {expected:?}, not {found:?}", board.fen());
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    (compared.into_inner(), wrong.into_inner())
}

#[test]
#[ignore = "takes minutes and needs Syzygy tables"]
fn every_position_of_up_to_four_men_has_the_value_that_syzygy_gives() {
    let syzygy = syzygy();
    let tables = DtmTables::new();
    let folder = std::env::var("LUCENA_TABLES").ok();
    let cache = folder.map(|folder| Cache::new(folder, u64::MAX));
    let cancel = AtomicBool::new(false);
    let build = Build { threads: 2, gives_way: false, cancel: &cancel, progress: &|_| {} };
    let mut sum = (0, 0);
    for material in (3..=4).flat_map(Material::all_of) {
        tables.provide(material, cache.as_ref(), &build).unwrap();
        let (compared, wrong) = compare(&syzygy, &tables.get(material).unwrap());
        println!("{material}: {compared} positions, {wrong} differ");
        sum = (sum.0 + compared, sum.1 + wrong);
    }
    println!("in all: {} positions, {} differ", sum.0, sum.1);
    assert_eq!(sum.1, 0);
}

/// Counts the positions of a material with White to move by what they are worth to White, nobody able to capture en
/// passant: every way to put the men on the board.
fn counted(syzygy: &Tablebase<Chess>, material: &str) -> [u64; 3] {
    let (ours, theirs) = material.split_once('v').unwrap();
    let men = |letters: &str, color: Color| -> Vec<Piece> {
        letters.chars().map(|letter| Role::from_char(letter).unwrap().of(color)).collect()
    };
    let men = [men(ours, Color::White), men(theirs, Color::Black)].concat();
    let mut counts = [0; 3];
    for number in 0..1_u32 << (6 * men.len()) {
        let mut setup = Setup::empty();
        for (place, man) in men.iter().enumerate() {
            setup.board.set_piece_at(Square::new(number >> (6 * place) & 63), *man);
        }
        if setup.board.occupied().count() < men.len() {
            continue;
        }
        let position = Chess::from_setup(setup, CastlingMode::Standard);
        let Ok(position) = position.or_else(PositionError::ignore_impossible_check) else { continue };
        counts[match truth(syzygy, &position) {
            Wdl::Win => 0,
            Wdl::Draw => 1,
            Wdl::Loss => 2,
        }] += 1;
    }
    counts
}

/// The figures that proofs of advice are compared with.
#[test]
#[ignore = "needs Syzygy files"]
fn the_counts_of_the_data_file_are_those_of_the_syzygy_files() {
    let (syzygy, mut found) = (syzygy(), String::new());
    let expected = include_str!("../data/exact_counts.txt");
    for material in expected.lines().filter(|line| !line.starts_with('#')) {
        let material = material.split_whitespace().next().unwrap();
        let [won, drawn, lost] = counted(&syzygy, material);
        found.push_str(&format!("{material} {won} {drawn} {lost}\n"));
    }
    assert!(expected.ends_with(&found), "{found}");
}

/// The language has no pawns on both sides; the tables that it is measured against do.
#[test]
#[ignore = "slow: builds the tables of king and pawn against king and pawn and of what they promote to"]
fn king_and_pawn_against_king_and_pawn_is_counted_as_syzygy_counts_it() {
    let cancel = AtomicBool::new(false);
    let build = Build { threads: 2, gives_way: false, cancel: &cancel, progress: &|_| {} };
    let (tables, material) = (DtmTables::new(), "KPvKP".parse().unwrap());
    tables.provide(material, None, &build).unwrap();
    let table = tables.get(material).unwrap();
    let mut counts = [0_u64; 3];
    for number in 0..1_u32 << 24 {
        let [ours, theirs, pawn, other] = [18, 12, 6, 0].map(|shift| Square::new(number >> shift & 63));
        // One of two mirror images.
        if ours.file() > File::D {
            continue;
        }
        let mut pieces = shakmaty::Board::empty();
        for (square, man) in [
            (ours, Color::White.king()),
            (theirs, Color::Black.king()),
            (pawn, Color::White.pawn()),
            (other, Color::Black.pawn()),
        ] {
            pieces.set_piece_at(square, man);
        }
        let is_placed =
            pieces.occupied().count() == 4 && (pieces.pawns() & shakmaty::Bitboard::BACKRANKS).is_empty();
        if !is_placed || shakmaty::attacks::king_attacks(ours).contains(theirs) {
            continue;
        }
        match table.outcome_of_pieces(&pieces, Color::White).map(|outcome| outcome.wdl) {
            Some(Wdl::Win) => counts[0] += 2,
            Some(Wdl::Draw) => counts[1] += 2,
            Some(Wdl::Loss) => counts[2] += 2,
            None => {}
        }
    }
    let expected = include_str!("../data/exact_counts.txt");
    let [won, drawn, lost] = counts;
    assert!(expected.contains(&format!("KPvKP {won} {drawn} {lost}\n")), "{counts:?}");
}
