//! Games by their numbers: played on several threads, taken in order, so that the threads change nothing.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::Builder;

use crossbeam_channel::{Receiver, Sender, bounded};
use fastrand::Rng;
use parking_lot::Mutex;

use crate::board::mixed;
use crate::cli::{CommandError, progress};
use crate::threads::{self, Shortage};

/// So many games of each thread may be done before the writer has taken them.
const GAMES_WAITING: usize = 64;

/// The random numbers of a game: they depend on the seed and the game's number alone.
pub(super) fn random_of(seed: u64, number: u64) -> Rng {
    Rng::with_seed(seed.wrapping_add(mixed(number)))
}

/// Plays the games of these numbers, one thread a player, and hands them over in their order.
///
/// # Errors
/// The first that taking a game gives; then no further game begins.
pub(super) fn play_in_order<Player: Send, Game: Send>(
    players: Vec<Player>,
    numbers: Range<u64>,
    play: impl Fn(&mut Player, u64) -> Game + Sync,
    mut take: impl FnMut(u64, Game) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let next = AtomicU64::new(numbers.start);
    let wanted = players.len();
    // Whoever plays takes one of them: those whose threads cannot be had are left.
    let players = Mutex::new(players);
    std::thread::scope(|scope| {
        let (sender, games) = bounded(GAMES_WAITING * wanted);
        let started = threads::start(0..wanted, |_| {
            let (sender, players, next, play, end) = (sender.clone(), &players, &next, &play, numbers.end);
            Builder::new().name("player".to_owned()).spawn_scoped(scope, move || {
                let player = players.lock().pop();
                player.map(|player| play_games(player, next, end, play, &sender))
            })
        });
        threads::tell(Shortage::of(wanted, started.len()));
        drop(sender);
        if started.is_empty()
            && let Some(mut player) = players.lock().pop()
        {
            return numbers.into_iter().try_for_each(|number| take(number, play(&mut player, number)));
        }
        // Where taking fails the receiver goes with this call, and no further game begins.
        take_in_order(games, numbers, take)
    })
}

/// Plays games until all numbers are taken.
fn play_games<Player, Game>(
    mut player: Player,
    next: &AtomicU64,
    end: u64,
    play: &impl Fn(&mut Player, u64) -> Game,
    games: &Sender<(u64, Game)>,
) {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        // The taker has gone only where taking failed, which it tells itself.
        if number >= end || games.send((number, play(&mut player, number))).is_err() {
            return;
        }
    }
}

/// Takes games in the order of their numbers, whichever ends first.
fn take_in_order<Game>(
    games: Receiver<(u64, Game)>,
    numbers: Range<u64>,
    mut take: impl FnMut(u64, Game) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let bar = progress::bar(usize::try_from(numbers.end).unwrap_or(usize::MAX), "selfplay");
    bar.set_position(numbers.start);
    bar.reset_eta();
    let mut waiting = BTreeMap::new();
    let mut due = numbers.start;
    for (number, game) in games {
        bar.inc(1);
        waiting.insert(number, game);
        while let Some(game) = waiting.remove(&due) {
            take(due, game)?;
            due += 1;
        }
    }
    bar.finish_and_clear();
    Ok(())
}
