//! `lucena explain`: explains a move by a table of advice, as text or as a page, or shows how a mate is proven.

use std::io::Write as _;

use super::advice::proof_at_hand;
use super::outputs::Force;
use super::syzygy::{SyzygyFolders, report_damage};
use super::{CommandError, position};
use crate::advice::explanation::Explainer;
use crate::advice::{AdviceTable, Position, Registry};
use crate::analysis::mate_tree;
use crate::board::Board;
use crate::config::Config;
use crate::page;
use crate::search::SyzygySettings;
use crate::solve::check_domain;
use crate::tablebase::{EmbeddedTables, WithSyzygy};
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
    let exact = EmbeddedTables::built_in();
    let all = WithSyzygy { embedded: exact, files: &syzygy.tables, most_men: syzygy.men };
    let registry = super::advice::registry(config);
    let (registry, named) = match &arguments.table {
        None => (registry, None),
        Some(table) => {
            let (registry, name) = super::advice::registry_with(registry, table)?;
            super::advice::table_of(&registry, &name)?;
            (registry, Some(name))
        }
    };
    let explanation = registry
        .for_board(&board)
        .filter(|table| named.as_ref().is_none_or(|name| *name == table.name))
        .find_map(|table| {
            let us = table.material.side_on(&board)?;
            let stored = proof_at_hand(config, &registry, table);
            let playbook = stored.as_ref().map(|stored| &stored.playbook);
            let explainer = Explainer { registry: &registry, table, playbook, exact, syzygy: Some(all) };
            explainer.explain(&Position::from_board(&board, us)?, us)
        });
    report_damage(&syzygy);
    let Some(explanation) = explanation else {
        return Err(CommandError::Usage(match named.and_then(|name| registry.find(&name)) {
            Some(table) => unfit(table, &board),
            None => signpost(&registry, &board, &syzygy),
        }));
    };
    match page {
        Some(page) => page.write(explanation.to_html().map_err(std::io::Error::from)?)?,
        None => writeln!(std::io::stdout().lock(), "{}", explanation.to_text())?,
    }
    Ok(())
}

/// Says that the named table has no advice for a position.
fn unfit(table: &AdviceTable, board: &Board) -> String {
    format!(
        "{} has no advice for {:?}: it is for {} with its side to move; leave out --table to ask all tables",
        table.name,
        board.fen(),
        table.material
    )
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
