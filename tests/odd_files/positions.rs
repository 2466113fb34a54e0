//! What must hold for any bytes that are read as a file of positions for the networks. Shared with the fuzz target.
//!
//! Most inputs are scripts that make a file with right checksums, so that the reader continues after them.

use std::path::Path;

use lucena::board::Board;
use lucena::text::outputs::OutputPath;
use lucena::training::{PositionReader, PositionWriter, RECORD_BYTES, Record};

use crate::scratch;
use crate::script::Script;

const MAKER: &str = "odd files";

/// Reads a file that the input is, or that it makes.
pub fn examine(data: &[u8]) {
    let mut script = Script(data);
    match script.byte() % 4 {
        0 => drop(read(&scratch::holding(script.0))),
        1 => examine_built(&mut script),
        2 => examine_changed(&mut script),
        _ => examine_torn(&mut script),
    }
}

/// The records of a file as far as they can be read; each is looked at.
fn read(path: &Path) -> Vec<Record> {
    let mut reader = match PositionReader::open(path) {
        Ok(reader) => reader,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return Vec::new();
        }
    };
    let mut records = Vec::new();
    while let Ok(Some(block)) = reader.next_block() {
        records.extend(block.records);
        assert!(reader.offset() <= reader.length());
    }
    records.iter().for_each(check);
    records
}

/// A record is a position or says why not; a position can be played from, written down, and packed again.
fn check(record: &Record) {
    let _ = (record.men(), record.is_first_of_game(), record.score());
    let (board, knowledge) = (record.board(), record.knowledge());
    let Ok(board) = board else { return };
    let moves = board.all_legal_moves();
    moves.iter().for_each(|played| drop(board.after(*played)));
    board.legal_moves();
    let fen = board.fen();
    assert_eq!(Board::from_fen(&fen, false).map(|board| board.fen()).as_ref(), Ok(&fen));
    if let Ok(knowledge) = knowledge {
        let packed = Record::pack(&board, &knowledge).unwrap();
        assert_eq!(packed.board().unwrap().fen(), fen);
        assert_eq!(packed.knowledge().unwrap(), knowledge);
    }
}

fn header() -> [u8; 128] {
    let mut header = [0; 128];
    header[..8].copy_from_slice(b"lucenaPF");
    header[8] = 1;
    header[12] = RECORD_BYTES as u8;
    header[16..16 + MAKER.len()].copy_from_slice(MAKER.as_bytes());
    let checksum = crc32fast::hash(&header[..124]);
    header[124..].copy_from_slice(&checksum.to_le_bytes());
    header
}

/// The form of docs/network-data.md: a header with count, mark and checksum, and the records.
fn block(count: u32, mark: u64, records: &[u8]) -> Vec<u8> {
    let mut header = [0; 32];
    header[..4].copy_from_slice(b"PBLK");
    header[4..8].copy_from_slice(&count.to_le_bytes());
    header[8..16].copy_from_slice(&mark.to_le_bytes());
    header[16..20].copy_from_slice(&crc32fast::hash(records).to_le_bytes());
    let checksum = crc32fast::hash(&header[..28]);
    header[28..].copy_from_slice(&checksum.to_le_bytes());
    [header.as_slice(), records].concat()
}

/// A record of the script's making, mostly with men that can stand so.
fn record(script: &mut Script<'_>) -> [u8; RECORD_BYTES] {
    let mut bytes = script.bytes::<RECORD_BYTES>();
    if script.below(4) > 0 {
        // Kings on squares of their own, and no role that does not exist.
        let men = u64::from_le_bytes(std::array::from_fn(|place| bytes[place])).count_ones() as usize;
        for place in 0..men.min(32) {
            let shift = place % 2 * 4;
            let kind = bytes[8 + place / 2] >> shift & 15;
            let (color, role) = (kind / 8, kind % 8 % 5);
            let kind = match place {
                0 => 5,
                1 => 13,
                _ => 8 * color + role,
            };
            bytes[8 + place / 2] = bytes[8 + place / 2] & !(15 << shift) | kind << shift;
        }
        bytes[25] %= 64;
        bytes[27] %= 4;
    }
    bytes
}

fn records(script: &mut Script<'_>, most: usize) -> Vec<u8> {
    (0..script.below(most)).flat_map(|_| record(script)).collect()
}

/// Blocks of any records, with counts that may lie. What was read before is read again when the file is gone on with.
fn examine_built(script: &mut Script<'_>) {
    let goes_on = script.below(8) == 7;
    let mut file = header().to_vec();
    while !script.is_over() && file.len() < 1 << 16 {
        let records = records(script, 8);
        let right = (records.len() / RECORD_BYTES) as u32;
        let count = match script.below(8) {
            7 => u32::from_le_bytes(script.bytes()),
            6 => right + 1,
            _ => right,
        };
        file.extend(block(count, u64::from_le_bytes(script.bytes()), &records));
    }
    let path = scratch::holding(&file);
    let before = read(&path);
    if goes_on {
        let writer = PositionWriter::resume(&OutputPath::new(&path), MAKER).unwrap();
        assert_eq!(writer.written(), before.len() as u64);
        writer.finish().unwrap();
        assert_eq!(read(&path), before);
    }
}

/// Two blocks of good records.
pub fn good_file() -> Vec<u8> {
    let start = Board::default();
    let moves = start.legal_moves();
    let boards = moves.iter().map(|played| start.after(*played));
    let nothing = lucena::training::Knowledge {
        result: None,
        score: Some(20),
        exact: false,
        origin: lucena::training::Origin::Start,
        plies_left: 40,
    };
    let packed: Vec<u8> = boards.flat_map(|board| *Record::pack(&board, &nothing).unwrap().bytes()).collect();
    let (first, second) = packed.split_at(10 * RECORD_BYTES);
    [header().to_vec(), block(10, 1, first), block(10, 2, second)].concat()
}

/// One burst of changes costs the blocks from there on, or the file; no altered record is given.
fn examine_changed(script: &mut Script<'_>) {
    let good = good_file();
    let whole = read(&scratch::holding(&good));
    assert_eq!(whole.len(), 20);
    if let Some((at, changed)) = script.burst_in(&good, 0..good.len()) {
        let left = read(&scratch::holding(&changed));
        assert!(left.len() < whole.len() && whole.starts_with(&left), "changed at {at}");
    }
}

/// A file that ends too early gives the blocks before its end.
fn examine_torn(script: &mut Script<'_>) {
    let good = good_file();
    let length = usize::from(u16::from_le_bytes(script.bytes())) % good.len();
    let left = read(&scratch::holding(&good[..length]));
    assert_eq!(left.len(), length.saturating_sub(128) / (32 + 10 * RECORD_BYTES) * 10, "torn at {length}");
}
