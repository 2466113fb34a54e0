//! `lucena serve`: shows a board in the browser of this machine, and answers programs.

use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use super::machine::{self, threads_or_all_cores};
use super::syzygy::{self, SyzygyFolders, TablesFolder};
use super::{CommandError, progress};
use crate::config::Config;
use crate::serve::{Server, Settings, journals_folder, open_in_browser};
use crate::text::numbers;
use crate::threads::all_cores;

/// The default port.
const PORT: u16 = 8085;
/// The default number of jobs at the same time: each gets a large part of the memory.
const JOBS: usize = 2;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The server listens on this machine alone, and ends at Ctrl-C. docs/serve.md lists what it answers; GET \
                  /openapi.json describes it for programs, and GET /standard?fen=FEN answers as the public table servers do.\n\
                  Examples:\n  lucena serve --open\n  lucena serve --host 192.168.1.20 --token SECRET"
)]
pub(super) struct Arguments {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Let other machines reach the server at this address of this machine; needs --token
    #[arg(long, value_name = "ADDRESS", requires = "token")]
    host: Option<IpAddr>,

    /// Answer only requests with this token
    #[arg(long, value_name = "TOKEN", value_parser = token)]
    token: Option<String>,

    #[command(flatten)]
    tables: TablesFolder,

    #[command(flatten)]
    syzygy: SyzygyFolders,

    /// Most seconds that the solver takes for an answer about a position that no table holds
    #[arg(long, value_name = "SECONDS", default_value_t = 1, value_parser = numbers::within(0..=60_u64))]
    solve_time: u64,

    /// Jobs (solve, review, proof of a table) that run at the same time; more wait [default: 2, or 1 on a single core]
    #[arg(long, value_name = "N", value_parser = numbers::within(1..=64_usize))]
    jobs: Option<usize>,

    /// Memory for the results of all solves together, in GiB; each gets an equal part [default: 4, or what the machine allows]
    #[arg(long, value_name = "GIB", value_parser = machine::gibibytes)]
    memory: Option<f64>,

    /// Threads of all jobs, and of all searches: those that run share them [default: one per core]
    #[arg(long, value_name = "N", value_parser = machine::threads)]
    threads: Option<usize>,
}

/// Reads a token: it must fit into an address, a header and a cookie as it is.
fn token(word: &str) -> Result<String, String> {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.' | '~');
    match (8..=256).contains(&word.len()) && word.chars().all(fits) {
        true => Ok(word.to_owned()),
        false => Err("allowed: 8 to 256 letters, digits and -_.~".to_owned()),
    }
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let syzygy = arguments.syzygy.open(config);
    let jobs = arguments.jobs.unwrap_or_else(|| JOBS.min(all_cores()));
    let server = Server::open(Settings {
        address: arguments.host.unwrap_or(Ipv4Addr::LOCALHOST.into()),
        port: arguments.port,
        token: arguments.token.clone(),
        config: arguments.syzygy.named_in(config),
        syzygy: syzygy.clone(),
        tables: arguments.tables.folder(config)?,
        journals: journals_folder(),
        solve_time: Duration::from_secs(arguments.solve_time),
        jobs,
        solve_bytes: machine::solver_bytes(arguments.memory)? / jobs,
        threads: threads_or_all_cores(arguments.threads),
        notices: print,
    })?;
    let page = server.page();
    writeln!(std::io::stdout().lock(), "{page}")?;
    if arguments.open && !open_in_browser(&page) {
        print("cannot open a browser here; open the address yourself");
    }
    server.run()?;
    syzygy::report_damage(&syzygy);
    Ok(())
}

fn print(words: &str) {
    progress::print_words(words);
}
