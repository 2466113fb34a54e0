//! Mates that are proven beside an ordinary search: found, true, and played to the end.

use std::time::Duration;

use crate::support::{Analysis, analyse, analyse_with, configuration, engine, mate_row, nodes, rows};
use lucena::board::Game;
use lucena::engine::Engine;
use lucena::score::{Score, ScoreKind};
use lucena::search::{Clock, Limits};
use shakmaty::{ByColor, Position};

const NEAR_MATES: &str = include_str!("../data/near_mates.epd");

/// Moves of the mate that a search announces.
fn announced(analysis: &Analysis) -> Option<u32> {
    match analysis.last().score.kind() {
        ScoreKind::Mate { plies } if plies > 0 => Some((plies as u32).div_ceil(2)),
        _ => None,
    }
}

fn without_proofs() -> Engine {
    let mut configuration = configuration();
    configuration.search.near_mate_share = 0;
    Engine::new(configuration).unwrap()
}

#[test]
fn a_mate_that_the_search_misses_is_proven_beside_it() {
    for row in rows(NEAR_MATES) {
        let (start, shortest) = mate_row(row);
        assert_eq!(announced(&analyse_with(&mut without_proofs(), &start, nodes(300_000))), None, "{row}");
        let analysis = analyse(&start, nodes(250_000));
        let moves = announced(&analysis).unwrap_or_else(|| panic!("no mate: {row}"));
        assert!(moves as i32 >= shortest, "{row}: mate in {moves}");
        let last = analysis.last();
        assert_eq!(last.score, Score::mate_in(last.line.len()), "the line is as long as the mate: {row}");
        assert_eq!(
            last.line.first().copied(),
            analysis.best,
            "the last line begins with the best move: {row}"
        );
        let mut played = start.clone();
        for step in &last.line {
            assert!(played.board().position().is_legal(*step), "{row}");
            played.play(*step);
        }
        assert!(played.board().position().is_checkmate(), "{row}");
    }
}

fn on_the_clock(time: Duration) -> Limits {
    let remaining = ByColor { white: Some(time), black: Some(time) };
    Limits { clock: Some(Clock { remaining, ..Clock::default() }), ..Limits::default() }
}

/// Plays a mate on the clock against random replies; all moves but the first have next to no time.
fn play_out(engine: &mut Engine, start: &Game, random: &mut fastrand::Rng) {
    let mut game = start.clone();
    let mut time = Duration::from_secs(600);
    let mut left = u32::MAX;
    loop {
        let analysis = analyse_with(engine, &game, on_the_clock(time));
        let moves =
            announced(&analysis).unwrap_or_else(|| panic!("the mate is lost: {}", game.board().fen()));
        assert!(moves < left, "mate in {moves} after one in {left}: {}", game.board().fen());
        game.play(analysis.best.unwrap());
        let replies = game.board().legal_moves();
        if replies.is_empty() {
            assert!(game.board().is_check());
            return;
        }
        game.play(replies[random.usize(..replies.len())]);
        (time, left) = (Duration::from_millis(20), moves);
    }
}

#[test]
fn a_proven_mate_is_played_to_the_end_whatever_the_defence() {
    let row = rows(NEAR_MATES).last().unwrap();
    let (start, _) = mate_row(row);
    let mut random = fastrand::Rng::with_seed(1);
    let mut engine = engine(|_| {});
    for _ in 0..5 {
        play_out(&mut engine, &start, &mut random);
    }
}
