//! Turns the words after `go` into the search's `Limits`: clamps numbers, checks moves against the position. `session` and
//! `single_go` call it.

use std::fmt;
use std::time::Duration;

use shakmaty::uci::UciMove;
use shakmaty::{ByColor, Move};

use super::command::GoArguments;
use super::go_words::NamedWords;
use super::quoted::quoted;
use super::writer::move_text;
use crate::board::Board;
use crate::score::MAX_PLY;
use crate::search::{Clock, Limits};

/// The depth of the deepest search, in plies.
pub(super) const DEEPEST: i64 = MAX_PLY as i64;
/// The longest mate to search for, in moves: the deepest search sees no longer one.
const LONGEST_MATE: i64 = (DEEPEST + 1) / 2;
/// The longest time in ms, about thirty years; sums of such times cannot overflow.
const LONGEST_TIME: i64 = 1_000_000_000_000;
/// The most moves to the time control; no game has more.
const MOST_MOVES_TO_GO: i64 = 10_000;
/// The words that limit a search, for messages.
pub(super) const LIMITS: &str = "depth, nodes, movetime, mate, wtime and btime, or infinite";
/// The time of a search whose only limits were not understood. It must end by itself, and soon, because a clock may be running.
const FALLBACK_TIME: Duration = Duration::from_millis(100);

/// The limits of a search, and the notes for the user.
pub(super) struct ReadLimits {
    pub limits: Limits,
    pub notes: Vec<Note>,
}

/// What is wrong with a value, and what a session does about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Note {
    pub problem: String,
    pub remedy: String,
}

impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}; {}", self.problem, self.remedy)
    }
}

/// Gives the words their meaning in this position.
pub(super) fn limits(arguments: &GoArguments, board: &Board, chess960: bool) -> ReadLimits {
    let mut notes = Vec::new();
    let mut limits = Limits {
        depth: arguments.depth.map(|depth| whole(clamped("depth", depth, 1, DEEPEST, &mut notes))),
        nodes: arguments.nodes.map(|nodes| clamped("nodes", nodes, 1, i64::MAX, &mut notes).unsigned_abs()),
        move_time: arguments.move_time.map(|time| milliseconds("movetime", time, &mut notes)),
        mate: arguments.mate.map(|mate| whole(clamped("mate", mate, 1, LONGEST_MATE, &mut notes))),
        clock: clock(arguments, board, &mut notes),
        infinite: arguments.infinite,
        ponder: arguments.ponder,
        search_moves: search_moves(&arguments.search_moves, board, chess960, &mut notes),
    };
    if limit_is_lost(arguments) && has_no_limit(&limits) {
        limits.move_time = Some(FALLBACK_TIME);
        notes.push(Note {
            problem: format!("no limit of go was understood; allowed: {LIMITS}"),
            remedy: format!("searching for {} ms", FALLBACK_TIME.as_millis()),
        });
    }
    ReadLimits { limits, notes }
}

/// Returns the depth of `go perft`.
pub(super) fn perft_depth(asked: i64, notes: &mut Vec<Note>) -> u32 {
    whole(clamped("perft", asked, 0, DEEPEST, notes))
}

/// Whether the user meant a limit that the limits do not show: a refused value, or increments alone.
fn limit_is_lost(arguments: &GoArguments) -> bool {
    let GoArguments { increment, moves_to_go, .. } = arguments;
    arguments.limit_refused || increment.white.is_some() || increment.black.is_some() || moves_to_go.is_some()
}

/// Whether only a stop ends the search, without `infinite`.
pub(super) fn has_no_limit(limits: &Limits) -> bool {
    let Limits { depth, nodes, move_time, mate, clock, infinite, .. } = limits;
    !infinite
        && depth.is_none()
        && nodes.is_none()
        && move_time.is_none()
        && mate.is_none()
        && clock.is_none()
}

fn clock(arguments: &GoArguments, board: &Board, notes: &mut Vec<Note>) -> Option<Clock> {
    let mut remaining = ByColor {
        white: arguments.remaining.white.map(|time| clock_time("wtime", time, notes)),
        black: arguments.remaining.black.map(|time| clock_time("btime", time, notes)),
    };
    let mover = board.turn();
    // Some GUIs send only one clock. The mover's must not count as unlimited then.
    if remaining.get(mover).is_none() {
        *remaining.get_mut(mover) = Some((*remaining.get(!mover))?);
    }
    Some(Clock {
        remaining,
        increment: ByColor {
            white: clock_time("winc", arguments.increment.white.unwrap_or(0), notes),
            black: clock_time("binc", arguments.increment.black.unwrap_or(0), notes),
        },
        moves_to_go: arguments
            .moves_to_go
            .filter(|moves| *moves > 0)
            .map(|moves| whole(clamped("movestogo", moves, 1, MOST_MOVES_TO_GO, notes))),
    })
}

/// A clock that has run out may be negative; that needs no note.
fn clock_time(word: &str, time: i64, notes: &mut Vec<Note>) -> Duration {
    milliseconds(word, time.max(0), notes)
}

fn milliseconds(word: &str, time: i64, notes: &mut Vec<Note>) -> Duration {
    Duration::from_millis(clamped(word, time, 0, LONGEST_TIME, notes).unsigned_abs())
}

fn clamped(word: &str, value: i64, minimum: i64, maximum: i64, notes: &mut Vec<Note>) -> i64 {
    let used = value.clamp(minimum, maximum);
    if used != value {
        notes.push(Note {
            problem: format!("{word} {value} is outside {minimum} to {maximum}"),
            remedy: format!("taken as {used}"),
        });
    }
    used
}

fn whole(value: i64) -> u32 {
    u32::try_from(value.max(0)).unwrap_or(u32::MAX)
}

fn search_moves(words: &[String], board: &Board, chess960: bool, notes: &mut Vec<Note>) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    let mut illegal = NamedWords::default();
    for word in words {
        let parsed = word.parse::<UciMove>().ok().and_then(|parsed| parsed.to_move(board.position()).ok());
        match parsed {
            Some(played) if !moves.contains(&played) => moves.push(played),
            Some(_) => {}
            None => illegal.add(quoted(word)),
        }
    }
    let legal = || {
        let legal: Vec<String> =
            board.all_legal_moves().iter().map(|played| move_text(*played, chess960).to_string()).collect();
        format!("allowed: {}", if legal.is_empty() { "none".to_owned() } else { legal.join(" ") })
    };
    let remedy = if moves.is_empty() { "searching all moves" } else { "searching the others" };
    let problem = illegal.sentence("illegal in searchmoves", &legal());
    notes.extend(problem.map(|problem| Note { problem, remedy: remedy.to_owned() }));
    moves
}

#[cfg(test)]
mod tests {
    use super::super::command::Command;
    use super::super::read_line;
    use super::*;

    fn read(line: &str, fen: &str) -> ReadLimits {
        let Some(Command::Go(arguments)) = read_line(line).command else { panic!("{line} is no go") };
        limits(&arguments, &Board::from_fen(fen, false).unwrap(), false)
    }

    const WHITE_TO_MOVE: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    const BLACK_TO_MOVE: &str = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";

    #[test]
    fn one_clock_alone_counts_for_the_mover() {
        for (line, fen) in [("go wtime 100", BLACK_TO_MOVE), ("go btime 100", WHITE_TO_MOVE)] {
            let clock = read(line, fen).limits.clock.unwrap();
            assert_eq!(clock.remaining.white, Some(Duration::from_millis(100)), "{line}");
            assert_eq!(clock.remaining.black, Some(Duration::from_millis(100)), "{line}");
        }
        let clock = read("go wtime 100", WHITE_TO_MOVE).limits.clock.unwrap();
        assert_eq!(clock.remaining.black, None);
    }

    #[test]
    fn a_negative_clock_has_run_out() {
        let read = read("go wtime -250 btime 100 movestogo 0", WHITE_TO_MOVE);
        let clock = read.limits.clock.unwrap();
        assert_eq!(clock.remaining.white, Some(Duration::ZERO));
        assert_eq!(clock.moves_to_go, None);
        assert_eq!(read.notes, []);
    }

    #[test]
    fn numbers_outside_their_range_are_clamped_and_named() {
        let read =
            read("go depth 1000 mate 200 nodes 0 movetime -3 wtime 99999999999999999999", WHITE_TO_MOVE);
        assert_eq!(read.limits.depth, Some(246));
        assert_eq!(read.limits.mate, Some(123));
        assert_eq!(read.limits.nodes, Some(1));
        assert_eq!(read.limits.move_time, Some(Duration::ZERO));
        assert_eq!(read.notes.len(), 5, "{:?}", read.notes);
        assert_eq!(read.notes[0].to_string(), "depth 1000 is outside 1 to 246; taken as 246");
    }

    #[test]
    fn a_search_whose_limits_were_not_understood_still_ends() {
        for line in
            ["go nodes 1e6", "go wtime 0.5 btime 0.5", "go depth", "go winc 100 binc 100", "go movestogo 4"]
        {
            assert_eq!(read(line, WHITE_TO_MOVE).limits.move_time, Some(FALLBACK_TIME), "{line}");
        }
        for line in ["go", "go infinite nodes x", "go depth 3 nodes x", "go ponder"] {
            assert_eq!(read(line, WHITE_TO_MOVE).limits.move_time, None, "{line}");
        }
    }

    #[test]
    fn searchmoves_keeps_the_legal_moves() {
        let read = read("go searchmoves e2e4 0000 e2e5 e2e4 e1d1 depth 2", WHITE_TO_MOVE);
        assert_eq!(read.limits.search_moves.len(), 2);
        assert_eq!(read.limits.depth, Some(2));
        let note = read.notes[0].to_string();
        assert!(note.starts_with("illegal in searchmoves: \"0000\", \"e2e5\"; allowed: "), "{note}");
        assert!(note.ends_with("; searching the others"), "{note}");
    }
}
