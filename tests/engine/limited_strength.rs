//! What a player of limited strength still knows: the elementary mates, and not to repeat a won game.

use crate::support::{analyse_with, engine, game, nodes, rows};
use lucena::board::Game;
use lucena::engine::Engine;
use lucena::search::Limits;
use lucena::tablebase::{EmbeddedTables, Wdl};
use shakmaty::Move;

const ELEMENTARY_WINS: &str = include_str!("../data/elementary_wins.txt");

/// From the weakest level to the strongest.
const LEVELS: [u32; 6] = [1000, 1350, 1500, 1700, 2250, 2800];

fn player(elo: u32) -> Engine {
    engine(|options| {
        options.limit_strength = true;
        options.elo = elo;
    })
}

/// The reply that keeps the winner busy longest, a capture that draws before all others. Without pawns the plies to the
/// next capture of a lost side are those to the mate.
fn longest_defence(game: &Game) -> Move {
    let rank = |played: &Move| {
        let child = game.board().after(*played);
        match EmbeddedTables::built_in().result(&child) {
            Some(Wdl::Win) => EmbeddedTables::built_in().plies_to_zeroing(&child).unwrap_or(0),
            _ => u32::MAX,
        }
    };
    game.board().legal_moves().into_iter().max_by_key(rank).unwrap()
}

#[test]
fn every_level_mates_a_bare_king_with_a_queen_or_a_rook() {
    for elo in LEVELS {
        let mut engine = player(elo);
        for fen in rows(ELEMENTARY_WINS) {
            let mut game = game(fen);
            while !game.board().is_checkmate() {
                let place = || format!("{elo} in {fen}: {}", game.board().fen());
                assert!(!game.board().legal_moves().is_empty(), "stalemate: {}", place());
                assert!(!game.board().is_drawn_by_clock(), "50 moves: {}", place());
                assert!(!game.history().has_occurred(game.board()), "repetition: {}", place());
                let best = analyse_with(&mut engine, &game, nodes(2000)).best.unwrap();
                game.play(best);
                if !game.board().is_checkmate() && !game.board().legal_moves().is_empty() {
                    game.play(longest_defence(&game));
                }
            }
        }
    }
}

#[test]
fn with_more_than_four_men_a_bare_king_is_mated_too() {
    for (elo, fen) in
        [(1000, "8/8/8/4k3/8/8/8/KQRR4 w - - 0 1"), (1500, "8/8/8/8/4K3/8/6p1/krr2n2 b - - 0 1")]
    {
        let mut engine = player(elo);
        let mut random = fastrand::Rng::with_seed(5);
        let mut game = game(fen);
        while !game.board().is_checkmate() {
            assert!(!game.board().is_drawn_by_clock(), "{fen}: {}", game.board().fen());
            game.play(analyse_with(&mut engine, &game, nodes(5000)).best.unwrap());
            if !game.board().is_checkmate() {
                let replies = game.board().legal_moves();
                game.play(*random.choice(&replies).expect("no stalemate"));
            }
        }
    }
}

/// A won game in which Ke1 has been on the board so often before, with the same other men.
fn game_that_goes_round(times: usize) -> Game {
    let mut game = game("3k4/8/3n4/8/8/8/7P/Q3K3 w - - 0 1");
    let round = ["e1e2", "d8d7", "e2e1", "d7d8"];
    for played in round.iter().cycle().take(4 * times + 2) {
        game.play_uci(played).unwrap();
    }
    game
}

#[test]
fn a_won_game_is_not_repeated_at_any_level() {
    let third = game_that_goes_round(2);
    for elo in LEVELS {
        let mut engine = player(elo);
        // The strongest levels do not err and look at much.
        for _ in 0..if elo < 2000 { 60 } else { 2 } {
            let best = analyse_with(&mut engine, &third, nodes(20_000)).best.unwrap();
            let after = third.board().after(best);
            let mut history = third.history().clone();
            history.push(third.board());
            assert!(!history.is_repetition(&after, 1), "{elo}: {best:?}");
        }
    }
}

#[test]
fn where_it_errs_it_sees_in_a_won_game_that_a_position_has_been_there() {
    let second = game_that_goes_round(1);
    for elo in [1350, 1500, 1700] {
        let mut engine = player(elo);
        for _ in 0..60 {
            let best = analyse_with(&mut engine, &second, Limits::default()).best.unwrap();
            let mut history = second.history().clone();
            history.push(second.board());
            assert!(!history.has_occurred(&second.board().after(best)), "{elo}: {best:?}");
        }
    }
}
