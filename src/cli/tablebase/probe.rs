//! `lucena tablebase probe`: what a position is worth, as text or as one JSON object a line.

use std::io::Write;

use comfy_table::{Table, presets};
use serde::Serialize;
use shakmaty::{Color, Move};

use super::super::machine::threads_or_all_cores;
use super::super::{CommandError, input};
use super::knowledge::{Knowledge, RankedMove};
use crate::board::Board;
use crate::exact::Exact;
use crate::tablebase::{Cache, Wdl};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Missing tables of up to four men are built and saved in the cache; those of five men \
                  come only from the cache (lucena tablebase build). Values ignore the 50-move rule."
)]
pub(super) struct Arguments {
    /// The position; - reads positions from standard input, one per line
    #[arg(required = true)]
    fen: Vec<String>,

    /// Print one JSON object per line: wdl is 2, 0 or -2 for the side to move; dtm_plies is null in a draw
    #[arg(long)]
    json: bool,

    /// Threads for building [default: one per core]
    #[arg(long, value_parser = super::super::machine::threads)]
    threads: Option<usize>,
}

pub(super) fn run(cache: Cache, arguments: &Arguments) -> Result<(), CommandError> {
    let mut knowledge = Knowledge::new(cache, threads_or_all_cores(arguments.threads));
    if arguments.fen == ["-"] {
        return stream(&mut knowledge, arguments.json);
    }
    let fen = arguments.fen.join(" ");
    let board = Knowledge::read(&fen, "")?;
    let value = knowledge.value(&board)?;
    let mut out = std::io::stdout().lock();
    if arguments.json {
        Answer::of(&fen, value).write(&mut out)?;
    } else {
        describe(&mut knowledge, &board, value, &mut out)?;
    }
    match (value, lacking(&knowledge, &board)) {
        (None, Some(words)) => Err(CommandError::Failed(words)),
        (Some(_), Some(words)) => {
            eprintln!("lucena: {words}");
            Ok(())
        }
        (_, None) => Ok(()),
    }
}

/// One position in a line of JSON.
#[derive(Serialize)]
struct Answer<'a> {
    fen: &'a str,
    wdl: Option<i8>,
    dtm_plies: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl<'a> Answer<'a> {
    fn of(fen: &'a str, value: Option<Exact>) -> Answer<'a> {
        let wdl = value.map(|value| match value.counted() {
            Wdl::Win => 2,
            Wdl::Draw => 0,
            Wdl::Loss => -2,
        });
        Answer {
            fen: fen.trim(),
            wdl,
            dtm_plies: value.and_then(|value| value.distance.plies()),
            error: None,
        }
    }

    fn write(&self, out: &mut impl Write) -> Result<(), CommandError> {
        serde_json::to_writer(&mut *out, self).map_err(std::io::Error::from)?;
        Ok(writeln!(out)?)
    }
}

/// Answers every line of stdin with one line, bad ones too, so that answers and questions stay in step.
fn stream(knowledge: &mut Knowledge, json: bool) -> Result<(), CommandError> {
    let (mut unread, mut unknown) = (0, 0);
    for (index, line) in input::stdin_lines().enumerate() {
        let line = line?;
        let fen = line.as_str();
        if fen.is_empty() {
            continue;
        }
        let mut out = std::io::stdout().lock();
        let (value, error) = match Knowledge::read(fen, &format!("stdin:{}: ", index + 1)) {
            Ok(board) => {
                let value = knowledge.value(&board)?;
                unknown += usize::from(value.is_none());
                (value, lacking(knowledge, &board).filter(|_| value.is_none()))
            }
            Err(error) => {
                unread += 1;
                (None, Some(error.to_string()))
            }
        };
        if json {
            Answer { error, ..Answer::of(fen, value) }.write(&mut out)?;
        } else {
            let words = error.unwrap_or_else(|| value.map_or_else(String::new, in_words));
            writeln!(out, "{fen}\t{words}")?;
        }
        out.flush()?;
    }
    match (unread, unknown) {
        (0, 0) => Ok(()),
        (0, _) => Err(CommandError::Failed(format!("positions of unknown value: {unknown}"))),
        _ => Err(CommandError::Usage(format!("lines that are no position of a table: {unread}"))),
    }
}

fn describe(
    knowledge: &mut Knowledge,
    board: &Board,
    value: Option<Exact>,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let turn = if board.turn() == Color::White { "White" } else { "Black" };
    let moves = knowledge.moves(board)?;
    let words = match value {
        _ if moves.is_empty() && board.is_check() => "is mated".to_owned(),
        _ if moves.is_empty() => "is stalemated: draw".to_owned(),
        value => format!("to move: {}", value.map_or_else(|| "unknown".to_owned(), in_words)),
    };
    writeln!(out, "{turn} {words}")?;
    if !moves.is_empty() {
        writeln!(out, "{}", table(board, &moves))?;
    }
    let line = knowledge.line(board)?;
    if !line.is_empty() {
        writeln!(out, "{}", numbered(board, &line))?;
    }
    Ok(())
}

fn table(board: &Board, moves: &[RankedMove]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_BORDERS_ONLY);
    table.set_header(["move", "value", "plies to mate"]);
    for ranked in moves {
        let san = board.notation(ranked.played).to_string();
        let plies = ranked.value.and_then(|value| value.distance.plies()).map(|plies| plies.to_string());
        let words = ranked.value.map_or_else(|| "unknown".to_owned(), in_words);
        table.add_row([san, words, plies.unwrap_or_default()]);
    }
    table
}

/// The value for the side to move, in words.
fn in_words(value: Exact) -> String {
    match (value.counted(), value.distance.plies()) {
        (Wdl::Draw, _) => "draw".to_owned(),
        (Wdl::Win, Some(plies)) => format!("win, mate in {}", plies.div_ceil(2)),
        (Wdl::Win, None) => "win".to_owned(),
        (Wdl::Loss, Some(plies)) => format!("loss, mated in {}", plies / 2),
        (Wdl::Loss, None) => "loss".to_owned(),
    }
}

/// `1. Kb6 Kb8 2. Rh8#`, counting from the position.
fn numbered(board: &Board, line: &[Move]) -> String {
    let mut words = Vec::new();
    let mut board = board.clone();
    let mut number = 1;
    for (place, &played) in line.iter().enumerate() {
        match board.turn() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if place == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        number += u32::from(board.turn() == Color::Black);
        words.push(board.notation(played).to_string());
        board = board.after(played);
    }
    words.join(" ")
}

/// How to come to know what is not known.
fn lacking(knowledge: &Knowledge, board: &Board) -> Option<String> {
    let material = knowledge.lacks(board)?;
    Some(format!("{material} is not in the cache; to build it: lucena tablebase build {material}"))
}
