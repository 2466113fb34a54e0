//! Move generation counted against published numbers (tests/data/perft.epd).

use lucena::board::{Board, perft, perft_by_move};

/// Position, depth and count of every entry of the data file.
fn entries() -> Vec<(String, u32, u64)> {
    let mut entries = Vec::new();
    let lines = include_str!("../data/perft.epd").lines();
    for line in lines.filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (fen, counts) = line.split_once(';').unwrap();
        for count in counts.split(';') {
            let (depth, nodes) = count.trim().split_once(' ').unwrap();
            let depth = depth.strip_prefix('D').unwrap().parse().unwrap();
            entries.push((fen.trim().to_owned(), depth, nodes.parse().unwrap()));
        }
    }
    entries
}

#[test]
fn move_counts_match_the_published_ones() {
    let entries = entries();
    assert!(entries.len() > 150);
    for (fen, depth, nodes) in entries {
        let board = Board::from_fen(&fen, false).unwrap();
        assert_eq!(perft(&board, depth), nodes, "{fen} depth {depth}");
    }
}

#[test]
fn counts_by_first_move_add_up_to_the_whole() {
    let board = Board::from_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", false).unwrap();
    assert_eq!(perft_by_move(&board, 4).map(|(_, count)| count).sum::<u64>(), 43_238);
    assert_eq!(perft_by_move(&board, 1).map(|(_, count)| count).sum::<u64>(), 14);
    assert_eq!(perft_by_move(&board, 0).len(), 0);
    assert_eq!(perft(&board, 0), 1);
}
