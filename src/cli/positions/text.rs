//! `lucena positions text`: a file's positions as lines that people and scripts read.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use super::CommandError;
use crate::training::{GameResult, PositionReader, Record, UnpackError};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each line is FEN;RESULT;GAME;SCORE: the result of the game (1, 0.5 or 0) and the score in centipawns, both \
    for White and empty if unknown. The marks of first positions number the games."
)]
pub(super) struct Arguments {
    /// A file of positions
    file: PathBuf,

    /// Print at most this many positions
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let mut reader = PositionReader::open(&arguments.file)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut left = arguments.positions.unwrap_or(u64::MAX);
    let mut games = 0_u64;
    while let Some(block) = reader.next_block()? {
        for record in &block.records {
            if left == 0 {
                return Ok(out.flush()?);
            }
            left -= 1;
            games += u64::from(record.is_first_of_game());
            writeln!(out, "{}", line(record, games.saturating_sub(1))?)?;
        }
    }
    Ok(out.flush()?)
}

fn line(record: &Record, game: u64) -> Result<String, UnpackError> {
    let result = match record.result()? {
        Some(GameResult::Win) => "1",
        Some(GameResult::Draw) => "0.5",
        Some(GameResult::Loss) => "0",
        None => "",
    };
    let score = record.score().map_or_else(String::new, |score| score.to_string());
    Ok(format!("{};{result};{game};{score}", record.board()?.fen()))
}
