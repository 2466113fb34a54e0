//! `export_net`: writes the networks that play to a new file.

use crate::evaluation::Networks;
use crate::text::outputs::OutputPath;
use crate::text::{paths, with_causes};

/// The usual name of the file.
const USUAL_NAME: &str = "lucena-networks.bin.zst";

/// Writes the networks, and returns in words what became of that. It never replaces a file.
pub(in crate::uci) fn export_networks(networks: Option<&Networks>, file: Option<&str>) -> String {
    let path = paths::path(file.unwrap_or(USUAL_NAME));
    let bytes = networks.cloned().unwrap_or_else(Networks::built_in).as_file();
    match OutputPath::file(&path).create_new(&bytes) {
        Ok(()) => format!(
            "both networks are written to {}, {} bytes; setoption name EvalFile value {0} reads them",
            path.display(),
            bytes.len()
        ),
        Err(error) => format!("ignored: {}", with_causes(&error)),
    }
}
