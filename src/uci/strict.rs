//! Reads lines with vampirc-uci, which only this file knows. It trusts the crate's message only if that prints back as the same
//! line and the line has nothing that the crate is known to misread. It leaves every other line to `tolerant`.

use shakmaty::ByColor;
use vampirc_uci::{UciMessage, UciTimeControl, parse_one};

use super::command::{Command, GoArguments, StartPosition};
use super::tolerant::option_value;

/// The longest line for the crate, in bytes: its grammar stores every word as a node.
const LONGEST_LINE: usize = 16 << 10;

/// The first words of lines for the engine that the crate knows.
const FIRST_WORDS: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// Words of `go` without a number: they are alone, or moves follow.
const GO_WORDS: [&str; 3] = ["ponder", "infinite", "searchmoves"];
/// Words of `go` whose number the crate stores in 64 bits, from at most 12 digits.
const GO_LONG_NUMBERS: [&str; 6] = ["wtime", "btime", "winc", "binc", "movetime", "nodes"];
/// Words of `go` whose number the crate stores in eight bits; it panics above 255.
const GO_SHORT_NUMBERS: [&str; 3] = ["depth", "mate", "movestogo"];

/// Reads a normalised line with vampirc-uci; `None` if its reading cannot be trusted.
pub fn read_strictly(line: &str) -> Option<Command> {
    if line.len() > LONGEST_LINE || !is_harmless(line) {
        return None;
    }
    let message = parse_one(line);
    prints_as(&message, line).then(|| command(message)).flatten()
}

/// Whether the crate can neither panic on this line nor misread it without the printing showing it.
fn is_harmless(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    match words.first() {
        Some(&"go") => go_is_harmless(&words[1..]),
        // The crate ends a name at any word that begins with `value`.
        Some(&"setoption") => words.iter().filter(|word| begins_with_value(word)).count() == 1,
        Some(first) => FIRST_WORDS.contains(first),
        None => false,
    }
}

fn begins_with_value(word: &str) -> bool {
    word.get(..5).is_some_and(|head| head.eq_ignore_ascii_case("value"))
}

fn go_is_harmless(words: &[&str]) -> bool {
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let known = if GO_SHORT_NUMBERS.contains(word) {
            rest.next().is_some_and(|number| number.parse::<u8>().is_ok())
        } else if GO_LONG_NUMBERS.contains(word) {
            rest.next().is_some_and(|number| number.len() <= 12 && number.parse::<i64>().is_ok())
        } else {
            GO_WORDS.contains(word) || is_move(word)
        };
        if !known {
            return false;
        }
    }
    true
}

fn is_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    let squares =
        bytes.len() >= 4 && bytes[..4].chunks(2).all(|square| matches!(square, [b'a'..=b'h', b'1'..=b'8']));
    squares && matches!(&bytes[4..], [] | [b'q' | b'r' | b'b' | b'n'])
}

/// The crate prints `go` with extra spaces.
fn prints_as(message: &UciMessage, line: &str) -> bool {
    let printed = message.to_string();
    printed == line || printed.split_ascii_whitespace().eq(line.split(' '))
}

fn command(message: UciMessage) -> Option<Command> {
    Some(match message {
        UciMessage::Uci => Command::Uci,
        UciMessage::Debug(on) => Command::Debug(on),
        UciMessage::IsReady => Command::IsReady,
        UciMessage::Register { .. } => Command::Register,
        UciMessage::UciNewGame => Command::NewGame,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        UciMessage::SetOption { name, value } => {
            Command::SetOption { name, value: value.map(|value| option_value(&value)) }
        }
        UciMessage::Position { startpos, fen, moves } => Command::Position {
            start: match fen {
                Some(fen) if !startpos => StartPosition::Fen(fen.as_str().to_owned()),
                _ => StartPosition::Initial,
            },
            moves: moves.iter().map(lower_case).collect(),
        },
        UciMessage::Go { time_control, search_control } => {
            let mut arguments = GoArguments::default();
            if let Some(time_control) = time_control {
                take_time_control(&mut arguments, time_control);
            }
            if let Some(search) = search_control {
                arguments.depth = search.depth.map(i64::from);
                arguments.mate = search.mate.map(i64::from);
                arguments.nodes = search.nodes.map(|nodes| i64::try_from(nodes).unwrap_or(i64::MAX));
                arguments.search_moves = search.search_moves.iter().map(lower_case).collect();
            }
            Command::Go(Box::new(arguments))
        }
        _ => return None,
    })
}

/// The crate keeps the case of file letters.
fn lower_case(played: &impl ToString) -> String {
    played.to_string().to_ascii_lowercase()
}

fn take_time_control(arguments: &mut GoArguments, time_control: UciTimeControl) {
    match time_control {
        UciTimeControl::Ponder => arguments.ponder = true,
        UciTimeControl::Infinite => arguments.infinite = true,
        UciTimeControl::MoveTime(time) => arguments.move_time = Some(time.num_milliseconds()),
        UciTimeControl::TimeLeft {
            white_time,
            black_time,
            white_increment,
            black_increment,
            moves_to_go,
        } => {
            let clocks = ByColor { white: white_time, black: black_time };
            let increments = ByColor { white: white_increment, black: black_increment };
            arguments.remaining = clocks.map(|time| time.map(|time| time.num_milliseconds()));
            arguments.increment = increments.map(|time| time.map(|time| time.num_milliseconds()));
            arguments.moves_to_go = moves_to_go.map(i64::from);
        }
    }
}
