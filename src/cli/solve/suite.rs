//! `lucena solve --suite`: compares the claims of an EPD file's positions with proofs.

use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use crate::analysis::solved::{Claim, LargerTables, check_claim, claim_table};
use crate::cli::{CommandError, input, progress};
use crate::games::epd::Epd;
use crate::solve::SolveLimits;

/// The default time for each position.
const TIME_FOR_EACH: Duration = Duration::from_secs(60);

/// Checks the positions of a file, one after another.
///
/// # Errors
/// If the file cannot be read or some of its lines are wrong.
pub(super) fn run(
    path: &Path,
    limits: SolveLimits,
    tables: &LargerTables,
    is_json: bool,
) -> Result<(), CommandError> {
    let (positions, wrong) = input::read_epd(path, with_claim)?;
    let limits = SolveLimits { time: limits.time.or(Some(TIME_FOR_EACH)), ..limits };
    let solver = tables.solver(limits);
    let bar = progress::bar(positions.len(), "suite");
    let mut all = Vec::new();
    for (line, (epd, claim)) in &positions {
        let checked = check_claim(*line, epd, claim, &solver);
        if is_json {
            let mut out = std::io::stdout().lock();
            serde_json::to_writer(&mut out, &checked).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        all.push(checked);
        bar.inc(1);
    }
    bar.finish_and_clear();
    if !is_json {
        write!(std::io::stdout().lock(), "{}", claim_table(&all))?;
    }
    input::outcome(path, wrong)
}

/// Returns a position with its claim.
fn with_claim(epd: Epd) -> Result<(Epd, Claim), &'static str> {
    let claim = Claim::of(&epd).ok_or("the line claims nothing; add bm, am, dm or wdl")?;
    Ok((epd, claim))
}
