//! The kinds of files that a command's output may replace, and the switch that lets it replace any other.

use crate::advice::prover::{Escape, StoredProof};
use crate::cli::CommandError;
use crate::text::beginning;
use crate::text::outputs::{Claim, Kind, OutputPath};

/// For commands that write files.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Force {
    /// Replace an output file of any kind; without this, lucena replaces only a file of the same kind
    #[arg(long)]
    pub force: bool,
}

impl Force {
    /// Claims an output, if one is named.
    ///
    /// # Errors
    /// If something else is there, or it cannot be written.
    pub fn claim(self, output: Option<&OutputPath>, kind: &Kind) -> Result<Option<Claim>, CommandError> {
        Ok(output.map(|output| output.claim(kind, self.force)).transpose()?)
    }
}

/// Proofs of advice tables.
pub(in crate::cli) const PROOF: Kind = Kind { name: "a proof of lucena", begins: StoredProof::begins };
/// Manual pages, which name their subject within the first lines.
pub(in crate::cli) const MAN_PAGE: Kind = Kind {
    name: "a manual page of lucena",
    begins: |bytes| beginning(bytes).lines().take(5).any(|line| line.starts_with(".TH lucena")),
};
/// Positions that escape from an advice table.
pub(in crate::cli) const ESCAPES: Kind = Kind { name: "a list of escapes", begins: Escape::begins_list };
