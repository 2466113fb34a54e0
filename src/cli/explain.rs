//! `lucena explain`: explains a move by a table of advice, as text or as a page, or shows how a mate is proven.

use std::io::Write as _;

use super::advice::proof_at_hand;
use super::outputs::Force;
use super::{CommandError, position};
use crate::advice::Position;
use crate::advice::explanation::Explainer;
use crate::analysis::mate_tree;
use crate::config::Config;
use crate::page;
use crate::tablebase::EmbeddedTables;
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
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..=123), conflicts_with_all = ["table", "html"])]
    mate: Option<u32>,

    /// Write one self-contained page instead of text
    #[arg(long, value_name = "FILE", value_parser = super::input::output())]
    html: Option<OutputPath>,

    #[command(flatten)]
    force: Force,
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let board = position::read(&arguments.fen, false)?;
    let page = arguments.force.claim(arguments.html.as_ref(), &page::KIND)?;
    if let Some(moves) = arguments.mate {
        return Ok(writeln!(std::io::stdout().lock(), "{}", mate_tree(&board, moves)?)?);
    }
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
            let exact = EmbeddedTables::built_in();
            let explainer = Explainer { registry: &registry, table, playbook, exact };
            explainer.explain(&Position::from_board(&board, us)?, us)
        });
    let Some(explanation) = explanation else {
        let materials: Vec<String> = registry
            .tables()
            .iter()
            .map(|shelved| format!("{} ({})", shelved.table.material, shelved.table.name))
            .collect();
        return Err(CommandError::Usage(format!(
            "no table has advice for {:?}; there are tables for {}, with their side to move",
            arguments.fen.join(" "),
            materials.join(", ")
        )));
    };
    match page {
        Some(page) => page.write(explanation.to_html().map_err(std::io::Error::from)?)?,
        None => writeln!(std::io::stdout().lock(), "{}", explanation.to_text())?,
    }
    Ok(())
}
