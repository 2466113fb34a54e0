//! Tests with networks of random weights, and with a published one if there is one.

use std::path::Path;

use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup as _, Position as _};

use super::file::{Fault, Layers};
use super::inputs::INPUTS;
use super::shape::{PAIRS, UNITS};
use super::*;
use crate::board::Board;

/// The bytes of a network with random weights, small enough that no unit is always off or on.
fn random_network() -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(7);
    let mut bytes = Vec::new();
    bytes.extend(0x7AF3_2F20_u32.to_le_bytes());
    bytes.extend(0_u32.to_le_bytes());
    bytes.extend(4_u32.to_le_bytes());
    bytes.extend(*b"test");
    bytes.extend(0x7F23_44B8_u32.to_le_bytes());
    for _ in 0..UNITS * (INPUTS + 1) {
        bytes.extend(random.i16(-20..30).to_le_bytes());
    }
    for _ in 0..INPUTS * 8 {
        bytes.extend(random.i32(-5000..5000).to_le_bytes());
    }
    for _ in 0..8 {
        bytes.extend(0_u32.to_le_bytes());
        for (inputs, units) in [(2 * PAIRS, 16), (32, 32), (32, 1)] {
            (0..units).for_each(|_| bytes.extend(random.i32(-4000..4000).to_le_bytes()));
            (0..units * inputs).for_each(|_| bytes.push(random.u8(..)));
        }
    }
    bytes
}

fn network(layers: Layers) -> PublishedNetwork {
    let layers = Arc::new(layers);
    let views = Views::new(&layers);
    PublishedNetwork { layers, views }
}

#[test]
fn a_position_is_worth_the_same_after_others_and_mirrored() {
    let first = network(Layers::of_bytes(&random_network(), "test".to_owned()).unwrap());
    let (mut kept, mut random, mut values) = (first.another(), fastrand::Rng::with_seed(3), Vec::new());
    for _ in 0..5 {
        let mut board = Board::default();
        for _ in 0..80 {
            let moves = board.legal_moves();
            let Some(played) = random.choice(moves) else { break };
            board = board.after(played);
            let value = kept.value(&board);
            assert_eq!(value, first.another().value(&board), "{}", board.fen());
            let mirrored = board.position().clone().to_setup(EnPassantMode::Legal).into_mirrored();
            let mirrored = Board::new(Chess::from_setup(mirrored, CastlingMode::Standard).unwrap());
            assert_eq!(value, kept.value(&mirrored), "{}", board.fen());
            values.push(value);
        }
    }
    values.sort_unstable();
    values.dedup();
    assert!(values.len() > 300, "{}", values.len());
}

#[test]
fn a_file_of_another_format_or_shape_or_length_is_refused() {
    let whole = random_network();
    let read = |bytes: &[u8]| Layers::of_bytes(bytes, String::new());
    assert!(matches!(read(b"lucena"), Err(Fault::Foreign)));
    assert!(matches!(read(&whole[..whole.len() - 1]), Err(Fault::Damaged)));
    assert!(matches!(read(&[whole.as_slice(), &[0]].concat()), Err(Fault::Damaged)));
    let mut other = whole;
    other[16] ^= 1;
    assert!(matches!(read(&other), Err(Fault::OtherShape)));
}

/// `LUCENA_TEACHER` names the network that Stockfish 15.1 exports, `LUCENA_TEACHER_VALUES` perhaps a file of more rows. The values are what its `eval` prints as "NNUE evaluation".
#[test]
#[ignore = "needs a network of Stockfish 15.1"]
fn a_published_network_values_positions_as_its_own_program() {
    let path = std::env::var("LUCENA_TEACHER").unwrap();
    let mut network = PublishedNetwork::read(Path::new(&path)).unwrap();
    let rows = match std::env::var("LUCENA_TEACHER_VALUES") {
        Ok(more) => std::fs::read_to_string(more).unwrap(),
        Err(_) => include_str!("../../../tests/data/teacher_values.txt").to_owned(),
    };
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let (fen, centipawns) = row.split_once(';').unwrap();
        let board = Board::from_fen(fen, false).unwrap();
        let for_white = board.turn().fold_wb(1, -1) * network.centipawns(&board);
        assert_eq!(for_white, centipawns.parse::<i32>().unwrap(), "{fen}");
    }
}
