//! `lucena explain`: explains a move by a table of advice, as text or as a page, or shows how a mate is proven.

use std::io::Write as _;

use super::outputs::Force;
use super::progress::print_problem;
use super::syzygy::{SyzygyFolders, report_damage};
use super::{CommandError, position};
use crate::advice::Registry;
use crate::analysis::advising::{Explaining, NoAdvice};
use crate::analysis::mate_tree;
use crate::board::Board;
use crate::config::Config;
use crate::page;
use crate::search::SyzygySettings;
use crate::solve::check_domain;
use crate::text::numbers;
use crate::text::outputs::OutputPath;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The position; the side with the advice is to move
    #[arg(required = true)]
    fen: Vec<String>,

    /// The table to ask, or its file [default: the first one for the material]
    #[arg(long)]
    table: Option<String>,

    /// Prove the shortest mate in at most this many moves and show its solution tree
    #[arg(long, value_name = "MOVES", value_parser = numbers::within(1..=123_u32), conflicts_with_all = ["table", "html"])]
    mate: Option<u32>,

    /// Write one self-contained page instead of text
    #[arg(long, value_name = "FILE", value_parser = super::input::output())]
    html: Option<OutputPath>,

    #[command(flatten)]
    force: Force,

    #[command(flatten)]
    syzygy: SyzygyFolders,
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let board = position::read(&arguments.fen, false)?;
    let page = arguments.force.claim(arguments.html.as_ref(), &page::KIND)?;
    if let Some(moves) = arguments.mate {
        return Ok(writeln!(std::io::stdout().lock(), "{}", mate_tree(&board, moves)?)?);
    }
    let syzygy = arguments.syzygy.open(config);
    let registry = super::advice::registry(config);
    let (registry, named) = match &arguments.table {
        None => (registry, None),
        Some(table) => {
            let (registry, name) = super::advice::registry_with(registry, table)?;
            let named = super::advice::table_of(&registry, &name)?.clone();
            (registry, Some(named))
        }
    };
    let problems = &print_problem;
    let explaining = Explaining { settings: &config.advice, registry: &registry, syzygy: &syzygy, problems };
    let explained = explaining.explain(&board, named.as_ref());
    report_damage(&syzygy);
    let explanation = explained.map_err(|none| {
        CommandError::Usage(match none {
            NoAdvice::Unfit { .. } => none.to_string(),
            NoAdvice::NoTable { .. } => signpost(&registry, &board, &syzygy),
        })
    })?;
    match page {
        Some(page) => page.write(explanation.to_html().map_err(std::io::Error::from)?)?,
        None => writeln!(std::io::stdout().lock(), "{}", explanation.to_text())?,
    }
    Ok(())
}

/// What there is for a position that no table has advice for.
fn signpost(registry: &Registry, board: &Board, syzygy: &SyzygySettings) -> String {
    let fen = board.fen();
    let mut ways = vec![format!("no table has advice for {fen:?}; for this position there is")];
    if let Some(file) = syzygy.tables.table_of(board).filter(|_| board.men() <= syzygy.men) {
        ways.push(format!(
            "  lucena tablebase probe {fen:?}    says what the Syzygy file {file} knows of every move"
        ));
    } else if check_domain(board).is_ok() {
        ways.push(format!(
            "  lucena solve {fen:?}    proves the result of every move, if time and memory allow"
        ));
    }
    ways.push(format!("  lucena go depth 20 --fen {fen:?}    searches for the best move"));
    ways.push("  lucena review GAMES.pgn    judges the endings of whole games, with reasons".to_owned());
    let tables = registry.tables().iter().map(|shelved| &shelved.table);
    let tables: Vec<String> = tables.map(|table| format!("{} ({})", table.material, table.name)).collect();
    ways.push(format!("There are tables for {}, with their side to move.", tables.join(", ")));
    ways.join("\n")
}
