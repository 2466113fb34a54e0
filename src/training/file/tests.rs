//! Tests of files of positions: written, torn, damaged, of others.

use std::path::Path;

use super::format::{BLOCK_HEADER_BYTES, HEADER_BYTES, write_header};
use super::{PositionFileError, PositionReader, PositionWriter};
use crate::board::Board;
use crate::text::outputs::OutputPath;
use crate::training::record::Record;
use crate::training::{Knowledge, Origin};

const MAKER: &str = "a teacher";

/// Returns a game of this many records with different scores.
fn game(length: usize) -> Vec<Record> {
    let board = Board::default();
    let record = |number: usize| {
        let score = Some((number % 30_000) as i16);
        let knowledge = Knowledge { result: None, score, exact: false, origin: Origin::Start, plies_left: 0 };
        let mut record = Record::pack(&board, &knowledge).unwrap();
        record.set_first_of_game(number == 0);
        record
    };
    (0..length).map(record).collect()
}

fn output(path: &Path) -> OutputPath {
    OutputPath::new(path)
}

fn read(path: &Path) -> Result<(Vec<Record>, u64), PositionFileError> {
    let mut reader = PositionReader::open(path)?;
    let (mut records, mut mark) = (Vec::new(), 0);
    while let Some(block) = reader.next_block()? {
        records.extend(block.records);
        mark = block.mark;
    }
    Ok((records, mark))
}

fn write_games(writer: &mut PositionWriter, numbers: std::ops::Range<u64>) -> Vec<Record> {
    let mut all = Vec::new();
    for number in numbers {
        let records = game(1 + number as usize * 37 % 90);
        writer.push(&records, number + 1).unwrap();
        all.extend(records);
    }
    all
}

#[test]
fn what_is_written_is_read_with_its_mark() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions");
    let mut writer = PositionWriter::create(&output(&path), MAKER, false).unwrap();
    let written = write_games(&mut writer, 0..500);
    assert_eq!(writer.written(), written.len() as u64);
    writer.finish().unwrap();
    assert_eq!(read(&path).unwrap(), (written, 500));
    assert_eq!(PositionReader::open(&path).unwrap().maker(), MAKER);
}

#[test]
fn a_torn_tail_is_cut_wherever_it_is_torn_and_the_games_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions");
    let mut writer = PositionWriter::create(&output(&path), MAKER, false).unwrap();
    let all = write_games(&mut writer, 0..700);
    writer.finish().unwrap();
    let whole = std::fs::read(&path).unwrap();
    for length in [HEADER_BYTES, HEADER_BYTES + 5, whole.len() / 2, whole.len() - 1, whole.len()] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let mut writer = PositionWriter::resume(&output(&path), MAKER).unwrap();
        let due = writer.mark();
        write_games(&mut writer, due..700);
        writer.finish().unwrap();
        assert_eq!(read(&path).unwrap(), (all.clone(), 700), "torn at {length}");
    }
}

#[test]
fn a_file_that_grows_while_it_is_read_ends_before_its_torn_tail() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions");
    let mut writer = PositionWriter::create(&output(&path), MAKER, false).unwrap();
    let first = write_games(&mut writer, 0..500);
    writer.finish().unwrap();
    let mut reader = PositionReader::open(&path).unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.extend(bytes[HEADER_BYTES..].to_vec());
    bytes.extend([0; 100]);
    std::fs::write(&path, &bytes).unwrap();
    let mut records = 0;
    while let Some(block) = reader.next_block().unwrap() {
        records += block.records.len();
    }
    assert_eq!(records, 2 * first.len());
}

#[test]
fn damage_before_the_end_is_reported_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions");
    let mut writer = PositionWriter::create(&output(&path), MAKER, false).unwrap();
    let records = game(60_000);
    (0..4).for_each(|number| writer.push(&records, number).unwrap());
    writer.finish().unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[HEADER_BYTES + BLOCK_HEADER_BYTES + 1000] ^= 4;
    std::fs::write(&path, &bytes).unwrap();
    let error = read(&path).unwrap_err();
    assert!(matches!(error, PositionFileError::Damaged { offset: 128, .. }), "{error}");
    assert!(PositionWriter::resume(&output(&path), MAKER).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "nothing is cut from a damaged file");
}

#[test]
fn other_files_and_other_makers_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions");
    let reason = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        PositionReader::open(&path).err().unwrap().to_string()
    };
    assert!(reason(b"").contains("too short"));
    assert!(reason(&[b'x'; 200]).contains("does not begin with lucenaPF"));
    let header = write_header(MAKER).unwrap();
    let changed = |at: usize| {
        let mut bytes = header;
        bytes[at] += 1;
        bytes
    };
    assert!(reason(&changed(8)).contains("version 2; this lucena reads version 1"));
    assert!(reason(&changed(12)).contains("32 bytes"));
    assert!(reason(&changed(20)).contains("checksum of its header"));
    std::fs::write(&path, header).unwrap();
    let error = PositionWriter::resume(&output(&path), "another").err().unwrap();
    assert!(matches!(error, PositionFileError::OtherMaker { .. }), "{error}");
    let long = PositionWriter::create(&output(&path), &"x".repeat(105), false).err().unwrap();
    assert!(matches!(long, PositionFileError::LongMaker(_)), "{long}");
}
