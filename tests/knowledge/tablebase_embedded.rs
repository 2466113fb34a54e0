//! The embedded results: whole, and equal to what the generator gives.

use std::sync::atomic::AtomicBool;

use lucena::board::Board;
use lucena::tablebase::{Build, DtmTables, EmbeddedTables, Wdl};

fn value(fen: &str) -> Option<Wdl> {
    EmbeddedTables::built_in().result(&Board::from_fen(fen, false).unwrap())
}

#[test]
fn known_positions_have_their_known_values_for_either_colour() {
    for (fen, expected) in
        include_str!("../data/tablebase_values.txt").lines().filter_map(|line| line.split_once('\t'))
    {
        let expected = match expected {
            "win" => Some(Wdl::Win),
            "draw" => Some(Wdl::Draw),
            "loss" => Some(Wdl::Loss),
            "nothing" => None,
            other => panic!("{other} is no value"),
        };
        assert_eq!(value(fen), expected, "{fen}");
        let setup = fen.parse::<shakmaty::fen::Fen>().unwrap().into_setup().into_mirrored();
        let mirrored = shakmaty::fen::Fen::try_from(setup).unwrap().to_string();
        assert_eq!(value(&mirrored), expected, "{mirrored}");
    }
}

#[test]
fn distances_agree_with_the_embedded_results_along_a_whole_mate() {
    let tables = DtmTables::new();
    let cancel = AtomicBool::new(false);
    let build = Build { threads: 2, gives_way: false, cancel: &cancel, progress: &|_| {} };
    tables.provide("KRvK".parse().unwrap(), None, &build).unwrap();
    let mut board = Board::from_fen("8/8/8/3k4/8/8/8/K6R w - - 0 1", false).unwrap();
    let mut plies = tables.distance(&board).unwrap().plies;
    while plies > 0 {
        assert_eq!(tables.distance(&board).unwrap().wdl, EmbeddedTables::built_in().result(&board).unwrap());
        let next = board.legal_moves().into_iter().map(|played| board.after(played));
        let best =
            next.filter(|next| tables.distance(next).is_some_and(|outcome| outcome.plies == plies - 1));
        board = best.last().unwrap();
        plies -= 1;
    }
    assert!(board.legal_moves().is_empty() && board.is_check());
}
