//! `lucena perft`: counts the paths of legal moves from a position.

use std::io::Write as _;

use shakmaty::Position as _;

use super::{CommandError, position, progress};
use crate::board::perft_by_move;
use crate::text::numbers;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Length of the paths in half-moves
    #[arg(value_name = "N", value_parser = numbers::within(0..=40_u32))]
    depth: u32,

    /// The position [default: the start of the game]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// The position, given without --fen
    #[arg(value_name = "FEN")]
    position: Vec<String>,

    /// Show the count after each first move
    #[arg(long)]
    divide: bool,

    /// Use the castling rules of Chess960, and show castling as the king capturing its rook
    #[arg(long)]
    chess960: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let board = position::read_optional(arguments.fen.as_deref(), &arguments.position, arguments.chess960)?;
    let board = board.unwrap_or_default();
    let mode = board.position().castles().mode();
    let mut output = std::io::stdout().lock();
    let counts = perft_by_move(&board, arguments.depth);
    let bar = progress::bar(counts.len(), "perft");
    let mut total = u64::from(arguments.depth == 0);
    for (first, count) in counts {
        total += count;
        bar.inc(1);
        if arguments.divide {
            bar.suspend(|| writeln!(output, "{}: {count}", first.to_uci(mode)))?;
        }
    }
    bar.finish_and_clear();
    writeln!(output, "{total}")?;
    Ok(())
}
