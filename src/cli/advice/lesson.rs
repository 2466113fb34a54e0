//! `lucena advice lesson`: writes a page that teaches a whole ending, from its table and its proof.

use super::prove::prove_and_store;
use crate::advice::lesson::Teacher;
use crate::advice::prover::StoredProof;
use crate::advice::{AdviceTable, Registry};
use crate::analysis::advising::{ResultsAtHand, proof_at_hand};
use crate::cli::outputs::Force;
use crate::cli::progress::print_problem;
use crate::cli::{CommandError, input};
use crate::config::Config;
use crate::page;
use crate::text::outputs::OutputPath;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The page needs no other file. It has the table's idea, each rule with positions in which it fires, \
                  the longest win (or a long defence) to step through, and exercises that judge every move. If the \
                  table is not proven yet, lucena proves it first and saves the proof."
)]
pub(super) struct Arguments {
    /// The name of a table, or its file
    table: String,

    /// Write the page to this file
    #[arg(long, value_name = "FILE", value_parser = input::output())]
    html: OutputPath,

    #[command(flatten)]
    force: Force,

    /// Threads for a proof [default: one per core]
    #[arg(long, value_name = "N", value_parser = crate::cli::machine::threads)]
    threads: Option<usize>,
}

impl Arguments {
    /// Returns the name or the file of the table.
    pub(super) fn table(&self) -> &str {
        &self.table
    }
}

pub(super) fn run(
    config: &Config,
    registry: &Registry,
    table: &AdviceTable,
    arguments: &Arguments,
) -> Result<(), CommandError> {
    let output = arguments.html.claim(&page::KIND, arguments.force.force)?;
    let StoredProof { proof, playbook } = match proof_at_hand(&config.advice, registry, table, &print_problem)
    {
        Some(stored) => stored,
        None => prove_and_store(config, registry, table, arguments.threads)?,
    };
    let exact = ResultsAtHand::of(config, table);
    let lesson = Teacher { registry, table, proof: &proof, playbook: &playbook, exact: &exact }.lesson();
    let page = lesson.to_html().map_err(std::io::Error::from)?;
    Ok(output.write(page)?)
}
