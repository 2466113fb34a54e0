//! The textbook's figures, and what the textbook's searches must have in common.

use proptest::prelude::*;

use super::coin_game::CoinGame;
use super::full::f;
use super::number_tree::NumberTree;
use super::stack_of_bounds::f2_on_a_stack;
use super::tic_tac_toe::TicTacToe;
use super::{
    ChessGame, Count, Game, OutOfNodes, PrincipalSearch, ProofTree, Technique, compare, f1, f2, minimax,
    minimum_leaves, prove,
};
use crate::board::{self, Board};
use crate::evaluation::Parameters;
use crate::score::Score;

const OPEN: (i32, i32) = (-i32::MAX, i32::MAX);

/// Value, leaves, and the leaves in order of a search of the π tree.
fn on_pi(
    search: impl FnOnce(&mut NumberTree, &mut Count) -> Result<i32, OutOfNodes>,
) -> (i32, u64, Vec<usize>) {
    let mut tree = NumberTree::pi();
    let mut count = Count::default();
    let value = search(&mut tree, &mut count).unwrap();
    (value, count.leaves, tree.visited)
}

fn chess(fen: &str) -> ChessGame {
    ChessGame::new(&board::Game::new(Board::from_fen(fen, false).unwrap()), Parameters::built_in())
}

#[test]
fn the_pi_tree_has_the_textbooks_figures() {
    assert_eq!(on_pi(|tree, count| minimax(tree, 4, count)).0, 2);
    let full = on_pi(|tree, count| f(tree, 4, count));
    assert_eq!((full.0, full.1), (2, 81));
    let branch_and_bound = on_pi(|tree, count| f1(tree, 4, i32::MAX, count));
    assert_eq!((branch_and_bound.0, branch_and_bound.1), (2, 36));
    let alpha_beta = on_pi(|tree, count| f2(tree, 4, OPEN, count));
    assert_eq!((alpha_beta.0, alpha_beta.1), (2, 31));
    let narrow = on_pi(|tree, count| f2(tree, 4, (0, 4), count));
    assert_eq!((narrow.0, narrow.1), (2, 30));
}

#[test]
fn both_forms_of_f2_visit_the_same_leaves_in_the_same_order() {
    for window in [OPEN, (0, 4), (2, 3), (-5, 1), (3, 9)] {
        let recursive = on_pi(|tree, count| f2(tree, 4, window, count));
        let on_a_stack = on_pi(|tree, count| f2_on_a_stack(tree, 4, window, count));
        assert_eq!(recursive, on_a_stack, "window {window:?}");
    }
}

#[test]
fn the_knuth_moore_minimum_of_the_pi_tree_is_seventeen_and_perfect_order_reaches_it() {
    assert_eq!(minimum_leaves(3.0, 4), 17.0);
    // Every leaf equal: the first move is as good as any, so the order is perfect.
    let mut tree = NumberTree::new(3, 4, |_| 0);
    let mut count = Count::default();
    f2(&mut tree, 4, OPEN, &mut count).unwrap();
    assert_eq!(count.leaves, 17);
}

#[test]
fn with_seven_coins_the_second_player_wins_by_answering_one_with_two_and_two_with_one() {
    let mut game = CoinGame::new(7);
    assert_eq!(minimax(&mut game, 7, &mut Count::default()).unwrap(), -1);
    assert_eq!(
        prove(&mut game, 7, true, 1, &mut Count::default()).unwrap(),
        None,
        "the first player does not win"
    );
    let proof =
        prove(&mut game, 7, false, 1, &mut Count::default()).unwrap().expect("the second player wins");
    check_coin_answers(&proof);
}

fn check_coin_answers(proof: &ProofTree<u32>) {
    let ProofTree::Theirs { replies } = proof else { panic!("the first player is to move") };
    for (theirs, next) in replies {
        match next {
            ProofTree::Ours { played, next } => {
                assert_eq!(played + theirs, 3);
                check_coin_answers(next);
            }
            ProofTree::Reached => assert_eq!(*theirs, 1, "the first player takes the last coin"),
            ProofTree::Theirs { .. } => panic!("the players take turns"),
        }
    }
}

#[test]
fn the_player_who_faces_one_coin_more_than_a_multiple_of_three_loses() {
    for coins in 1..=13 {
        let value = f2(&mut CoinGame::new(coins), coins, OPEN, &mut Count::default()).unwrap();
        assert_eq!(value, if coins % 3 == 1 { -1 } else { 1 }, "{coins} coins");
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let mut game = TicTacToe::default();
    assert_eq!(minimax(&mut game, 9, &mut Count::default()).unwrap(), 0);
    assert_eq!(f2_on_a_stack(&mut game, 9, OPEN, &mut Count::default()).unwrap(), 0);
    assert!(
        prove(&mut game, 9, true, 1, &mut Count::default()).unwrap().is_none(),
        "the first cannot force a win"
    );
    assert!(prove(&mut game, 9, true, 0, &mut Count::default()).unwrap().is_some(), "the first can hold");
    assert!(prove(&mut game, 9, false, 0, &mut Count::default()).unwrap().is_some(), "the second can hold");
    let mut search = PrincipalSearch::new(true, Count::default());
    assert_eq!(search.search(&mut game, 9).unwrap(), 0);
}

#[test]
fn the_static_value_of_tic_tac_toe_is_the_difference_of_open_lines() {
    let mut game = TicTacToe::default();
    assert_eq!(game.static_value(), 0);
    game.play(0b000_010_000);
    // The second player has the four lines that miss the centre, the first all eight.
    assert_eq!(game.static_value(), 4 - 8);
    game.take_back();
    assert_eq!(minimax(&mut game, 1, &mut Count::default()).unwrap(), 4, "the centre is the best square");
}

const ENDINGS: [&str; 8] = [
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/P7/8/8/8/2k5/7p/K7 b - - 3 60",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 99 90",
    "1k1K4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
    "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 97 80",
    "R7/5kpp/8/8/8/8/r5PP/6K1 w - - 0 1",
];

#[test]
fn all_techniques_agree_on_chess_endings() {
    for fen in ENDINGS {
        for depth in 0..=3 {
            let expected = minimax(&mut chess(fen), depth, &mut Count::default()).unwrap();
            assert_eq!(f(&mut chess(fen), depth, &mut Count::default()), Ok(expected), "F, {fen}");
            assert_eq!(
                f1(&mut chess(fen), depth, i32::MAX, &mut Count::default()),
                Ok(expected),
                "F1, {fen}"
            );
            assert_eq!(f2(&mut chess(fen), depth, OPEN, &mut Count::default()), Ok(expected), "F2, {fen}");
            for with_table in [false, true] {
                let mut search = PrincipalSearch::new(with_table, Count::default());
                assert_eq!(search.search(&mut chess(fen), depth), Ok(expected), "PVS {with_table}, {fen}");
            }
        }
    }
}

#[test]
fn mate_goes_before_the_fifty_move_rule_and_stalemate_is_a_draw() {
    let value = |fen, depth| f2(&mut chess(fen), depth, OPEN, &mut Count::default()).unwrap();
    assert_eq!(value("7k/8/6K1/8/8/8/8/R7 w - - 99 80", 3), Score::mate_in(1).value());
    assert_eq!(value("7k/8/5K2/8/8/8/8/R7 w - - 98 80", 4), Score::DRAW.value());
    assert_eq!(value("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 2), Score::DRAW.value());
}

#[test]
fn a_third_time_over_game_and_tree_is_a_draw() {
    // The position after Rh2 has been on the board twice.
    let mut game = board::Game::new(Board::from_fen("k7/8/1K6/8/8/8/8/7R w - - 0 1", false).unwrap());
    for played in ["h1h2", "a8b8", "h2h1", "b8a8", "h1h2", "a8b8", "h2h1", "b8a8"] {
        game.play_uci(played).unwrap();
    }
    let mut chess = ChessGame::new(&game, Parameters::built_in());
    let repeat = chess.moves().into_iter().find(|played| played.to() == shakmaty::Square::H2).unwrap();
    chess.play(repeat);
    assert_eq!(chess.outcome(), Some(Score::DRAW.value()));
    chess.take_back();
    assert_eq!(chess.outcome(), None, "a move is asked for at the root");
}

#[test]
fn a_node_limit_ends_every_search_and_leaves_the_game_where_it_was() {
    let mut game = TicTacToe::default();
    let key = game.key();
    let limited = || Count::with_limit(50);
    assert_eq!(minimax(&mut game, 9, &mut limited()), Err(OutOfNodes));
    assert_eq!(f2_on_a_stack(&mut game, 9, OPEN, &mut limited()), Err(OutOfNodes));
    assert_eq!(PrincipalSearch::new(true, limited()).search(&mut game, 9), Err(OutOfNodes));
    assert_eq!(game.key(), key);
}

#[test]
fn the_laboratory_compares_all_techniques_and_says_what_did_not_end() {
    let game = board::Game::new(Board::from_fen(ENDINGS[0], false).unwrap());
    let comparison = compare(&game, 4, &Parameters::built_in(), 20_000);
    assert_eq!(comparison.reports.len(), Technique::ALL.len());
    let minimax = &comparison.reports[0];
    assert_eq!(minimax.cells()[1], "not run to the end");
    assert_eq!(minimax.nodes, 20_000);
    let lazy = &comparison.reports[4];
    assert!(lazy.times_minimum().unwrap() < 10.0);
    let json: serde_json::Value = serde_json::from_str(&serde_json::to_string(&comparison).unwrap()).unwrap();
    assert_eq!(json["reports"][0]["outcome"], "out_of_nodes");
    assert!(json["reports"][4]["outcome"]["centipawns"].is_i64());
}

/// A random tree: degree, height, and its leaves.
fn trees() -> impl Strategy<Value = (usize, u32, Vec<i32>)> {
    (1..5_usize, 0..5_u32).prop_flat_map(|(degree, height)| {
        let leaves = degree.pow(height);
        (Just(degree), Just(height), proptest::collection::vec(-9..10, leaves))
    })
}

proptest! {
    #[test]
    fn every_search_of_a_random_tree_equals_minimax((degree, height, leaves) in trees()) {
        let tree = NumberTree::new(degree, height, |leaf| leaves[leaf]);
        for depth in 0..=height {
            let expected = minimax(&mut tree.clone(), depth, &mut Count::default());
            prop_assert_eq!(f(&mut tree.clone(), depth, &mut Count::default()), expected);
            prop_assert_eq!(f1(&mut tree.clone(), depth, i32::MAX, &mut Count::default()), expected);
            prop_assert_eq!(f2(&mut tree.clone(), depth, OPEN, &mut Count::default()), expected);
            prop_assert_eq!(f2_on_a_stack(&mut tree.clone(), depth, OPEN, &mut Count::default()), expected);
            for with_table in [false, true] {
                let mut search = PrincipalSearch::new(with_table, Count::default());
                prop_assert_eq!(search.search(&mut tree.clone(), depth), expected);
            }
        }
    }

    #[test]
    fn a_window_tells_the_value_inside_and_a_bound_outside(
        (degree, height, leaves) in trees(),
        alpha in -11..10,
        width in 1..12,
    ) {
        let tree = NumberTree::new(degree, height, |leaf| leaves[leaf]);
        let beta = alpha + width;
        let truth = minimax(&mut tree.clone(), height, &mut Count::default()).unwrap();
        let mut recursive = tree.clone();
        let found = f2(&mut recursive, height, (alpha, beta), &mut Count::default()).unwrap();
        if truth <= alpha {
            prop_assert!(found <= alpha);
        } else if truth >= beta {
            prop_assert!(found >= beta);
        } else {
            prop_assert_eq!(found, truth);
        }
        let mut stacked = tree.clone();
        prop_assert_eq!(f2_on_a_stack(&mut stacked, height, (alpha, beta), &mut Count::default()).unwrap(), found);
        prop_assert_eq!(recursive.visited, stacked.visited);
    }

    #[test]
    fn a_value_is_proved_exactly_where_minimax_reaches_it(
        (degree, height, leaves) in trees(),
        target in -9..10,
        our_turn: bool,
    ) {
        let mut tree = NumberTree::new(degree, height, |leaf| leaves[leaf]);
        let value = minimax(&mut tree, height, &mut Count::default()).unwrap();
        let ours = if our_turn { value } else { -value };
        let proof = prove(&mut tree, height, our_turn, target, &mut Count::default()).unwrap();
        prop_assert_eq!(proof.is_some(), ours >= target);
        // One child at our nodes, all at theirs.
        let their_plies = if our_turn { height / 2 } else { height.div_ceil(2) };
        if let Some(proof) = proof {
            prop_assert_eq!(proof.leaves(), degree.pow(their_plies));
        }
    }
}
