//! What a search promises about time. Other work on the machine would make these tests fail, so they run only on request:
//! `cargo test --release --test engine timing -- --ignored --test-threads 1`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lucena::engine::Report;
use lucena::search::{Clock, Limits};
use shakmaty::ByColor;

use crate::support::{analyse_with, engine, game};

#[test]
#[ignore = "looks at time: alone on a machine"]
fn a_search_that_is_stopped_answers_at_once() {
    let mut engine = engine(|options| options.threads = 2);
    engine.set_game(game("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"));
    engine.go(Limits { infinite: true, ..Limits::default() }, Arc::new(|_: Report| {}));
    std::thread::sleep(Duration::from_millis(300));
    let asked = Instant::now();
    engine.stop();
    engine.wait();
    assert!(asked.elapsed() < Duration::from_millis(200), "took {:?}", asked.elapsed());
}

#[test]
#[ignore = "looks at time: alone on a machine"]
fn a_clock_of_a_few_milliseconds_is_not_overstepped() {
    let start = game("8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47");
    let mut engine = engine(|_| {});
    engine.make_ready();
    for left in [0, 1, 15, 40] {
        let clock = Clock {
            remaining: ByColor { black: Some(Duration::from_millis(left)), white: None },
            ..Clock::default()
        };
        let begun = Instant::now();
        let analysis = analyse_with(&mut engine, &start, Limits { clock: Some(clock), ..Limits::default() });
        assert!(analysis.best.is_some());
        assert!(begun.elapsed() < Duration::from_millis(left + 30), "{left} ms became {:?}", begun.elapsed());
    }
}
