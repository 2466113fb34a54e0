//! `lucena tree`: compares minimax, F1, F2 and principal variation search on one position.

use std::io::Write as _;

use comfy_table::{CellAlignment, Table, presets};

use super::{CommandError, position};
use crate::board::Game;
use crate::evaluation::Parameters;
use crate::search::reference::{Comparison, HEADINGS, compare};
use crate::text::numbers;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "All techniques use the static value at the leaves, without quiescence and without pruning rules. \
                  \"minimum\" is the fewest leaves that can prove the value, with the technique's own mean branching \
                  factor (Knuth and Moore 1975)."
)]
pub(super) struct Arguments {
    /// The position
    #[arg(required = true)]
    fen: Vec<String>,

    /// Depth in plies
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = numbers::within(1..=30_u32))]
    depth: u32,

    /// Stop a technique that needs more nodes than this
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = numbers::at_least(0_u64))]
    nodes: u64,

    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let game = Game::new(position::read(&arguments.fen, false)?);
    let comparison = compare(&game, arguments.depth, &Parameters::built_in(), arguments.nodes);
    let mut out = std::io::stdout().lock();
    if arguments.json {
        serde_json::to_writer(&mut out, &comparison).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{}", table(&comparison))?;
    }
    Ok(())
}

fn table(comparison: &Comparison) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(HEADINGS);
    for report in &comparison.reports {
        table.add_row(report.cells());
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
