//! The arguments of `lucena label`.

use std::path::PathBuf;

use crate::cli::outputs::Force;
use crate::cli::syzygy::SyzygyFolders;
use crate::cli::{input, machine};
use crate::text::numbers;
use crate::text::outputs::OutputPath;
use crate::training::{Changes, TeacherEffort};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The teacher is lucena itself, with --engine any UCI engine, or with --teacher a network. Without --nodes and --depth it gives \
    its static value (an engine by `eval`, as Stockfish understands it). Positions of up to four men, and those \
    that --tables or Syzygy files know, get their exact results without the teacher. Positions for which the teacher gives no value, because they are \
    in check, are left out and counted. The 50-move clock counts as zero, since a network does not see it.\n\
    --resume continues where the output ends, and also labels positions that were added to the input since.\n\
    Exit code 1 if the new scores contradict the results of the games, as scores of the wrong side do."
)]
pub(in crate::cli) struct Arguments {
    /// The file of positions, as written by `lucena selfplay`
    #[arg(value_parser = input::path())]
    pub positions: PathBuf,

    /// Write the labelled positions to this file
    #[arg(long, value_name = "FILE", value_parser = input::output())]
    pub out: OutputPath,

    #[command(flatten)]
    pub(super) force: Force,

    /// A UCI engine as teacher, with its arguments [default: lucena itself]
    #[arg(long, value_name = "COMMAND")]
    pub engine: Option<String>,

    /// A network as teacher, in the format of Stockfish 15.1 (that program writes its own by `export_net FILE`): its static value
    #[arg(long, value_name = "FILE.nnue", value_parser = input::path(), conflicts_with_all = ["engine", "nodes", "depth"])]
    pub teacher: Option<PathBuf>,

    /// Set an option of the engine; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub option: Vec<(String, String)>,

    /// Search this many nodes for each position
    #[arg(long, value_name = "N", value_parser = numbers::at_least(1_u64), conflicts_with = "depth")]
    pub nodes: Option<u64>,

    /// Search each position to this depth in half-moves
    #[arg(long, value_name = "N", value_parser = numbers::within(1..=128_u32))]
    pub depth: Option<u32>,

    /// Number of teachers that work at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = machine::threads)]
    pub workers: usize,

    /// Use the cached tables of five men, too (lucena tablebase build); they are read into memory
    #[arg(long)]
    pub tables: bool,

    #[command(flatten)]
    pub(super) syzygy: SyzygyFolders,

    /// Label N others for each position: men moved, taken, added, or likely moves played. Few of them have a side far ahead
    #[arg(long, value_name = "N", value_parser = numbers::within(1..=1000_usize))]
    pub changed: Option<usize>,

    /// Seed for --changed
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = numbers::at_least(0_u64), requires = "changed")]
    pub seed: u64,

    /// The most men of a position that --changed makes
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = numbers::within(2..=32_usize), requires = "changed")]
    pub most_men: usize,

    /// Continue the output of an earlier run with the same teacher
    #[arg(long, conflicts_with = "changed")]
    pub resume: bool,
}

impl Arguments {
    /// Returns how the teacher finds values.
    pub(super) fn effort(&self) -> TeacherEffort {
        match (self.nodes, self.depth) {
            (Some(nodes), _) => TeacherEffort::Nodes(nodes),
            (None, Some(depth)) => TeacherEffort::Depth(depth),
            (None, None) => TeacherEffort::Static,
        }
    }

    /// Returns how to change the positions; `None` if they stay as they are.
    pub(super) fn changes(&self) -> Option<Changes> {
        self.changed.map(|copies| Changes { copies, seed: self.seed, most_men: self.most_men })
    }
}

fn name_and_value(word: &str) -> Result<(String, String), String> {
    let (name, value) = word.split_once('=').ok_or("it has no value; write NAME=VALUE, as in Hash=256")?;
    Ok((name.to_owned(), value.to_owned()))
}
