//! Opens the page in the user's browser.

use std::process::{Command, Stdio};

/// Opens an address in the user's browser. Returns whether the system has a way to do that.
pub fn open_in_browser(address: &str) -> bool {
    let ways: &[(&str, &[&str])] = if cfg!(target_os = "macos") {
        &[("open", &[])]
    } else if cfg!(windows) {
        &[("rundll32", &["url.dll,FileProtocolHandler"])]
    } else {
        &[("xdg-open", &[]), ("wslview", &[])]
    };
    ways.iter().any(|(program, words)| {
        let mut command = Command::new(program);
        let quiet = Stdio::null;
        command.args(*words).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn().is_ok()
    })
}
