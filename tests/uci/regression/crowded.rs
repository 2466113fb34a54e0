//! Boards full of men, which no game reaches but anyone can set up.

use lucena::board::{Board, Game, perft};
use lucena::search::Limits;

use crate::support::{analyse, analyse_with, depth, engine, rows};

/// Each position with the number of its legal moves.
fn positions() -> impl Iterator<Item = (Board, u64)> {
    rows(include_str!("../../data/crowded.epd")).map(|row| {
        let (fen, count) = row.split_once(" ;D1 ").unwrap();
        (Board::from_fen(fen, false).unwrap(), count.parse().unwrap())
    })
}

#[test]
fn more_moves_than_a_list_holds_are_counted_and_searched() {
    for (board, count) in positions() {
        assert_eq!(perft(&board, 1), count, "{}", board.fen());
        let analysis = analyse(&Game::new(board.clone()), depth(1));
        assert!(analysis.best.is_some_and(|best| board.all_legal_moves().contains(&best)), "{}", board.fen());
    }
}

#[test]
fn every_root_move_can_be_asked_for_however_many_there_are() {
    let (board, _) = positions().max_by_key(|(_, count)| *count).unwrap();
    for asked in board.all_legal_moves() {
        let limits = Limits { nodes: Some(1), search_moves: vec![asked], ..Limits::default() };
        assert_eq!(analyse(&Game::new(board.clone()), limits).best, Some(asked));
    }
}

#[test]
fn a_board_full_of_men_is_searched_two_plies_deep_within_bounds() {
    // Quiescence without bounds took more nodes than anybody waited for; the limit only has to tell the two apart.
    for (board, _) in positions() {
        let limits = Limits { depth: Some(2), nodes: Some(30_000_000), ..Limits::default() };
        let analysis = analyse(&Game::new(board.clone()), limits);
        assert!(analysis.last().depth == 2, "{}", board.fen());
    }
}

#[test]
fn helper_threads_keep_the_limit_of_nodes_while_the_main_thread_still_lacks_a_score() {
    let (board, _) = positions().max_by_key(|(_, count)| *count).unwrap();
    let searched = |threads| {
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let mut engine = engine(|options| {
            options.threads = threads;
            options.multi_pv = 256;
        });
        analyse_with(&mut engine, &Game::new(board.clone()), limits).last().nodes
    };
    // One thread finishes its first iteration; the others add what they searched until they saw the limit.
    let alone = searched(1);
    let together = searched(4);
    assert!(together < alone + 5_000, "{together} nodes of four threads, {alone} of one");
}
