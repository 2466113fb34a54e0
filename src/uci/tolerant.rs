//! lucena's own reader, for every line that `strict` declines: it takes what it understands, skips the rest as the protocol
//! requires, and reports what it skipped.

use super::command::{Command, Reading, StartPosition};
use super::go_words;
use super::quoted::quoted;
use super::tools::words as tool_words;
use crate::text::did_you_mean;

/// The commands, for messages.
const COMMANDS: &str = "uci, debug, isready, setoption, register, ucinewgame, position, go, stop, ponderhit, d, eval, flip, \
                        bench, speedtest, export_net, compiler, help, quit";

/// The first words of lines from an engine to a GUI: they mean that two engines are connected.
const ENGINE_WORDS: [&str; 8] =
    ["id", "uciok", "readyok", "bestmove", "copyprotection", "registration", "info", "option"];

/// Words by which GUIs probe for other protocols. They are ignored without a note.
const QUIET_WORDS: [&str; 4] = ["xboard", "protover", "ucci", "usi"];

/// Reads a normalised line, skipping what it does not understand.
pub fn read_tolerantly(line: &str) -> Reading {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(first) = words.first() else { return Reading::default() };
    if ENGINE_WORDS.contains(first) {
        return Reading::refused(format!("ignored: {} is for the GUI, not for the engine", quoted(first)));
    }
    if let Some(reading) = tool_words::read(first, &words[1..]) {
        return reading;
    }
    // The protocol asks for this: "joho debug on" means "debug on".
    for (index, word) in words.iter().enumerate() {
        if let Some(reading) = read_command(word, &words[index + 1..]) {
            return reading;
        }
    }
    if first.eq_ignore_ascii_case("d") {
        return Reading::of(Command::Display);
    }
    if first.starts_with('#') || QUIET_WORDS.contains(first) {
        return Reading::default();
    }
    let hint = did_you_mean(first, COMMANDS.split(", "));
    Reading::refused(format!("ignored: unknown command {}{hint}; allowed: {COMMANDS}", quoted(first)))
}

fn read_command(word: &str, rest: &[&str]) -> Option<Reading> {
    Some(match word.to_ascii_lowercase().as_str() {
        "uci" => Reading::of(Command::Uci),
        "isready" => Reading::of(Command::IsReady),
        "ucinewgame" => Reading::of(Command::NewGame),
        "stop" => Reading::of(Command::Stop),
        "ponderhit" => Reading::of(Command::PonderHit),
        "quit" => Reading::of(Command::Quit),
        "register" => Reading::of(Command::Register),
        "debug" => read_debug(rest),
        "setoption" => read_set_option(rest),
        "position" => read_position(rest),
        "go" => go_words::read(rest),
        _ => return None,
    })
}

fn read_debug(rest: &[&str]) -> Reading {
    match rest.first().map(|word| word.to_ascii_lowercase()).as_deref() {
        Some("on") => Reading::of(Command::Debug(true)),
        Some("off") => Reading::of(Command::Debug(false)),
        _ => Reading::refused("ignored: debug needs a word after it; allowed: on or off".to_owned()),
    }
}

/// The first `value` ends the name. No option of lucena's has that word in its name, so every later one belongs to the value.
fn read_set_option(rest: &[&str]) -> Reading {
    let rest = match rest.first() {
        Some(first) if first.eq_ignore_ascii_case("name") => &rest[1..],
        _ => rest,
    };
    let split = rest.iter().position(|word| word.eq_ignore_ascii_case("value"));
    let name = rest[..split.unwrap_or(rest.len())].join(" ");
    if name.is_empty() {
        return Reading::refused(
            "ignored: setoption has no name; write setoption name NAME value VALUE".to_owned(),
        );
    }
    let value = split.map(|split| option_value(&rest[split + 1..].join(" ")));
    Reading::of(Command::SetOption { name, value })
}

/// Returns the value of an option; `<empty>` is the protocol's word for an empty text.
pub(super) fn option_value(text: &str) -> String {
    if text == "<empty>" { String::new() } else { text.to_owned() }
}

fn read_position(rest: &[&str]) -> Reading {
    let is_moves = |word: &&str| word.eq_ignore_ascii_case("moves");
    let split = rest.iter().position(is_moves).unwrap_or(rest.len());
    let (start, moves) = rest.split_at(split);
    let start = match start.first().map(|word| word.to_ascii_lowercase()).as_deref() {
        Some("startpos") if start.len() == 1 => StartPosition::Initial,
        Some("startpos") => {
            return refused_position(&format!("unknown word {} after startpos", quoted(start[1])));
        }
        Some("fen") if start.len() > 1 => StartPosition::Fen(start[1..].join(" ")),
        Some("fen") => return refused_position("no FEN after fen"),
        Some(other) => return refused_position(&format!("unknown word {}", quoted(other))),
        None => return refused_position("no position given"),
    };
    let moves = moves.iter().filter(|word| !is_moves(word)).map(|word| word.to_ascii_lowercase()).collect();
    Reading::of(Command::Position { start, moves })
}

fn refused_position(reason: &str) -> Reading {
    Reading::without_position(format!(
        "position: {reason}; write position startpos or position fen FEN, and after it moves e2e4 e7e5 if moves were played"
    ))
}

/// Whether a line with this beginning was meant to set the position.
pub(super) fn is_position(beginning: &str) -> bool {
    beginning.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("position"))
}
