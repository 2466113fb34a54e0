//! `lucena advice prove`: proves a table, reports how much of its promise it keeps, and writes the proof and the escapes.

use std::io::Write as _;

use indicatif::ProgressBar;
use parking_lot::Mutex;
use shakmaty::Color;

use crate::advice::prover::{Proof, ProofNotice, ProveError, ProveOptions, StoredProof};
use crate::advice::{AdviceTable, Aim, Registry};
use crate::analysis::advising::{self, ResultsAtHand, kept_proof};
use crate::cli::machine::{self, threads_or_all_cores};
use crate::cli::outputs::{self, Force};
use crate::cli::progress::print_problem;
use crate::cli::syzygy::{SyzygyFolders, report_damage};
use crate::cli::{CommandError, input, progress};
use crate::config::Config;
use crate::text::outputs::{Claim, Output, OutputError, OutputPath};

/// The most counterexamples to show.
const COUNTEREXAMPLES: usize = 10;

#[derive(Debug, clap::Args)]
#[command(after_help = "The exact tables say what can be won, drawn and lost; missing ones are built. \
                  Escapes are grouped by the rule and the advice that give the win, or the draw, away. Lucena keeps \
                  the proof, and answers from it as long as the table and those it hands over to do not change. A proof \
                  of five men that was killed goes on from where it was a minute before.")]
pub(super) struct Arguments {
    /// The name of a table, or its file
    table: String,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// Threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = machine::threads)]
    threads: Option<usize>,

    /// Write the proof, with the moves that play needs, to this file
    #[arg(long, value_name = "FILE", value_parser = input::output())]
    out: Option<OutputPath>,

    /// Write every position that escapes to this file: "FEN<TAB>rule<TAB>advice<TAB>how"
    #[arg(long, value_name = "FILE", value_parser = input::output())]
    escapes: Option<OutputPath>,

    /// Prove the table from the beginning, even if a proof of it is kept or half made; --escapes only
    /// ignores a kept one
    #[arg(long)]
    anew: bool,

    #[command(flatten)]
    syzygy: SyzygyFolders,

    #[command(flatten)]
    force: Force,
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
    let written = arguments.force.claim(arguments.out.as_ref(), &outputs::PROOF)?;
    let asked_again = !arguments.anew && arguments.escapes.is_none();
    let kept = if asked_again { kept_answer(config, registry, table) } else { None };
    let stored = match kept {
        Some(kept) => kept,
        None => proven_now(config, registry, table, arguments)?,
    };
    if let Some(written) = written {
        written.write(stored.encode().map_err(|error| CommandError::Failed(error.to_string()))?)?;
    }
    answer(&stored.proof, arguments.json)
}

/// Returns the stored proof of a table, if it has all that a new one would show; it reports that the proof is an old one.
fn kept_answer(config: &Config, registry: &Registry, table: &AdviceTable) -> Option<StoredProof> {
    let cache = config.advice.proofs()?;
    let kept = kept_proof(&cache, registry, table, &print_problem)?;
    // A lesson proves without looking for examples.
    let is_whole = kept.proof.failures.is_empty() || !kept.proof.counterexamples.is_empty();
    if is_whole {
        let path = cache.path(registry, table);
        eprintln!("lucena: this is the proof kept in {}; --anew makes it again", path.display());
    }
    is_whole.then_some(kept)
}

/// Makes and stores a new proof, with examples of what escapes.
fn proven_now(
    config: &Config,
    registry: &Registry,
    table: &AdviceTable,
    arguments: &Arguments,
) -> Result<StoredProof, CommandError> {
    let reporter = Reporter::new(arguments, table.promise.aim)?;
    let results = ResultsAtHand::with(config, table, || arguments.syzygy.open(config));
    let asked = (arguments.threads, COUNTEREXAMPLES, !arguments.anew);
    let stored = prove(config, registry, table, asked, &results, reporter);
    report_damage(results.syzygy());
    stored
}

/// Prints a proof; an error if it proves nothing.
fn answer(proof: &Proof, json: bool) -> Result<(), CommandError> {
    let mut output = std::io::stdout().lock();
    if json {
        serde_json::to_writer(&mut output, proof).map_err(std::io::Error::from)?;
        writeln!(output)?;
    } else {
        writeln!(output, "{}", proof.to_text())?;
    }
    if proof.proven {
        return Ok(());
    }
    let Proof { table: name, material, .. } = proof;
    let reason = match (proof.claimed, &proof.part, proof.promise) {
        (1.., _, _) => String::new(),
        (0, Some(part), _) => format!(": nothing is promised by `{part}`"),
        (0, None, Aim::Wins) => format!(": nothing can be won with {material}"),
        (0, None, Aim::Holds) => format!(": nothing is drawn with {material}"),
    };
    Err(CommandError::Failed(format!("{name} is not proven{reason}")))
}

/// Proves a table and stores the proof, for callers that need its moves; a table that keeps only part of its promise counts too.
pub(super) fn prove_and_store(
    config: &Config,
    registry: &Registry,
    table: &AdviceTable,
    threads: Option<usize>,
) -> Result<StoredProof, CommandError> {
    let reporter = Reporter { bar: progress::bar(0, ""), escapes: None, aim: table.promise.aim };
    prove(config, registry, table, (threads, 0, true), &ResultsAtHand::of(config, table), reporter)
}

/// Proves a table on this many threads with this many examples of what escapes, and stores the proof.
fn prove(
    config: &Config,
    registry: &Registry,
    table: &AdviceTable,
    (threads, counterexamples, goes_on): (Option<usize>, usize, bool),
    results: &ResultsAtHand,
    reporter: Reporter,
) -> Result<StoredProof, CommandError> {
    let options = ProveOptions {
        threads: threads_or_all_cores(threads),
        counterexamples,
        goes_on,
        report: &|notice| reporter.report(&notice),
        ..ProveOptions::default()
    };
    let stored = advising::prove(config, registry, table, options, results, &print_problem)
        .map_err(|error: ProveError| CommandError::Usage(error.to_string()))?;
    reporter.finish()?;
    Ok(stored)
}

/// Shows the progress of the proof and writes the positions that escape.
struct Reporter {
    bar: ProgressBar,
    aim: Aim,
    escapes: Option<Mutex<Writer>>,
}

/// A file that is written until the first error.
struct Writer {
    file: Output,
    failed: Option<OutputError>,
}

impl Reporter {
    fn new(arguments: &Arguments, aim: Aim) -> Result<Reporter, CommandError> {
        let claim = arguments.force.claim(arguments.escapes.as_ref(), &outputs::ESCAPES)?;
        let file = claim.map(Claim::begin).transpose()?;
        let writer = |file| Mutex::new(Writer { file, failed: None });
        Ok(Reporter { bar: progress::bar(0, ""), aim, escapes: file.map(writer) })
    }

    fn report(&self, notice: &ProofNotice<'_>) {
        match notice {
            ProofNotice::Building(built) => {
                self.show(format!("exact table of {}", built.material), built.solved, built.positions);
            }
            ProofNotice::Surveying { table, advice, done, all } => {
                self.show(format!("{table}: {advice}"), *done as u64, *all as u64);
            }
            ProofNotice::Planned { table, done, all } | ProofNotice::Promised { table, done, all } => {
                self.show((*table).to_owned(), *done as u64, *all as u64);
            }
            ProofNotice::Reached { table, reached, open, bytes } => {
                let what = format!("{table}: follows its moves, {} MiB", bytes >> 20);
                self.show(what, *reached as u64, (reached + open) as u64);
            }
            ProofNotice::Escapes { position, escape, rule, advice } => {
                let Some(writer) = &self.escapes else { return };
                let fen = position.fen(Color::White);
                let advice = advice.unwrap_or("-");
                writer.lock().write(&format!("{fen}\t{rule}\t{advice}\t{}\n", escape.words(self.aim)));
            }
            news => self.bar.suspend(|| eprintln!("lucena: {}", news.news().unwrap_or_default())),
        }
    }

    fn show(&self, what: String, done: u64, all: u64) {
        self.bar.set_length(all);
        self.bar.set_message(what);
        self.bar.set_position(done);
    }

    fn finish(self) -> Result<(), CommandError> {
        self.bar.finish_and_clear();
        let Some(writer) = self.escapes else { return Ok(()) };
        let Writer { file, failed } = writer.into_inner();
        Ok(failed.map_or_else(|| file.finish(), Err)?)
    }
}

impl Writer {
    fn write(&mut self, line: &str) {
        if self.failed.is_none() {
            self.failed = self.file.put(line.as_bytes()).err();
        }
    }
}
