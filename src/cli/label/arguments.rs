//! What `lucena label` takes.

use std::path::PathBuf;

use super::question::Question;
use crate::cli::outputs::Force;
use crate::cli::{input, searcher};
use crate::text::outputs::OutputPath;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A teacher is lucena itself or, with --engine, any UCI engine. Without --nodes and --depth it is asked \
    for its static value (of an engine: by `eval`, as Stockfish understands it). Positions of up to four men get their \
    exact results and are no question to the teacher. Positions for which the teacher tells no value, because they are \
    in check, are left out and counted. The clock of the 50-move rule counts as zero: a network does not see it.\n\
    --resume goes on where the output ends; positions that have come to the input since are labelled, too.\n\
    Exit code 1 where the new scores contradict the games' results: then they are those of the wrong side."
)]
pub(in crate::cli) struct Arguments {
    /// The file of positions, as `lucena selfplay --purpose network` writes it
    #[arg(value_parser = input::path())]
    pub positions: PathBuf,

    /// Where the labelled positions go
    #[arg(long, value_name = "FILE", value_parser = input::output())]
    pub out: OutputPath,

    #[command(flatten)]
    pub(super) force: Force,

    /// A UCI engine as teacher, with its arguments; without it lucena teaches
    #[arg(long, value_name = "COMMAND")]
    pub engine: Option<String>,

    /// An option for the engine, several times where wanted
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub option: Vec<(String, String)>,

    /// Ask for searches of so many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "depth")]
    pub nodes: Option<u64>,

    /// Ask for searches of this depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=128))]
    pub depth: Option<u32>,

    /// Teachers that answer at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = searcher::threads)]
    pub processes: usize,

    /// Ask the tables of five men in the cache, too (lucena tablebase build); they are read into memory
    #[arg(long)]
    pub tables: bool,

    /// Go on with the output of an earlier run of the same teacher
    #[arg(long)]
    pub resume: bool,
}

impl Arguments {
    /// What the teacher is asked for.
    pub(super) fn question(&self) -> Question {
        match (self.nodes, self.depth) {
            (Some(nodes), _) => Question::Nodes(nodes),
            (None, Some(depth)) => Question::Depth(depth),
            (None, None) => Question::Static,
        }
    }
}

fn name_and_value(word: &str) -> Result<(String, String), String> {
    let (name, value) = word.split_once('=').ok_or("allowed is NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}
