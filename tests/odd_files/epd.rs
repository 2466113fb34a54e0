//! What must hold for any bytes that are read as a file of positions with operations, or as a stream of positions. Shared
//! with the fuzz target.

use std::io::BufReader;

use lucena::board::Board;
use lucena::games::epd::{self, Epd};
use lucena::text::lines::Lines;
use lucena::text::{Utf8Stream, decode};

/// Reads bytes as suites are read, and as streams are.
pub fn examine(bytes: &[u8]) {
    let text = decode(bytes);
    let lines: Vec<&str> = text.lines().collect();
    for (number, read) in epd::read(&text) {
        let line = lines[number - 1].trim();
        match read {
            Ok(epd) => {
                check(&epd);
                let position = epd::read_position(line).unwrap();
                assert_eq!((position.board.fen(), position.id), (epd.board.fen(), epd.id), "{line}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    for line in Lines::new(BufReader::new(Utf8Stream::new(bytes))) {
        match epd::read_position(line.unwrap().text.trim()) {
            Ok(epd) => check(&epd),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn check(epd: &Epd) {
    let fen = epd.board.fen();
    assert_eq!(Board::from_fen(&fen, false).map(|board| board.fen()), Ok(fen));
    let legal = epd.board.all_legal_moves();
    let named = epd.best_moves.iter().chain(&epd.avoided_moves);
    named.for_each(|named| assert!(legal.contains(named), "{named:?} in {}", epd.board.fen()));
    assert!(epd.mate != Some(0) && epd.result.is_none_or(|result| (-2..=2).contains(&result)));
}
