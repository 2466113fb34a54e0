//! The arguments of `lucena review`.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::analysis::review::{Effort, Request};
use crate::cli::outputs::Force;
use crate::cli::syzygy::SyzygyFolders;
use crate::cli::{input, machine};
use crate::config::ReviewSettings;
use crate::text::numbers;
use crate::text::outputs::OutputPath;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without --out and --html the annotated games go to stdout. Signs: ?? half a point lost, ? a mistake, \
                  ?! doubtful, or a detour in a won position, ! the only move that keeps the result. Exact are results of up \
                  to four men, draws by built results of five men, and results of Syzygy files (--syzygy, or SyzygyPath in \
                  engine.toml); a search estimates the others. Games that cannot be read are reported and left out; the exit code \
                  is then 2. The thresholds are in engine.toml, section [review].\n\
                  Example:\n  lucena review GAMES.pgn --out ANNOTATED.pgn --html PAGE.html"
)]
pub(in crate::cli) struct Arguments {
    /// The games; - reads standard input
    #[arg(value_name = "GAMES.pgn", value_parser = input::path())]
    pub games: PathBuf,

    /// Write the annotated games to this file
    #[arg(long, value_name = "FILE.pgn", value_parser = input::output())]
    pub out: Option<OutputPath>,

    /// Write one self-contained page
    #[arg(long, value_name = "FILE", value_parser = input::output())]
    pub html: Option<OutputPath>,

    #[command(flatten)]
    pub(super) force: Force,

    /// Review only the games of this player (part of the name is enough); the page becomes a report on the player
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,

    /// An ending begins with this many men on the board
    #[arg(long, value_name = "MEN", value_parser = numbers::within::<u8>(2..=32))]
    pub from: Option<u8>,

    /// Nodes for each position without an exact result; doubtful moves get more
    #[arg(long, value_name = "N", value_parser = numbers::at_least::<u64>(1), conflicts_with = "movetime")]
    pub nodes: Option<u64>,

    /// Time for each such position in milliseconds, instead of nodes
    #[arg(long, value_name = "MS", value_parser = numbers::at_least::<u64>(1))]
    pub movetime: Option<u64>,

    /// Games to review at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = machine::threads)]
    pub workers: Option<usize>,

    #[command(flatten)]
    pub(super) syzygy: SyzygyFolders,

    /// Continue where an interrupted review of the same games stopped
    #[arg(long)]
    pub resume: bool,
}

impl Arguments {
    /// Returns the request for the review.
    pub fn request(&self, settings: &ReviewSettings) -> Request {
        let effort = match self.movetime.map(Duration::from_millis) {
            Some(time) => Effort::of_time(time),
            None => Effort::of_nodes(self.nodes, settings),
        };
        Request {
            games: self.games.clone(),
            annotated: self.out.clone(),
            page: self.html.clone(),
            force: self.force.force,
            player: self.player.clone(),
            men: self.from.map_or(settings.men, usize::from),
            effort,
            workers: machine::threads_or_all_cores(self.workers),
            resume: self.resume,
            cancel: Arc::default(),
            question: self.question(settings),
        }
    }

    /// Returns the request as one line. A review of other games or with other settings has another line.
    fn question(&self, settings: &ReviewSettings) -> String {
        let Arguments { games, player, from, nodes, movetime, .. } = self;
        let version = env!("CARGO_PKG_VERSION");
        format!("lucena {version}: {games:?} {player:?} {from:?} {nodes:?} {movetime:?} {settings:?}")
    }
}
