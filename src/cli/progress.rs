//! Progress bars for long work, on stderr and only where a person is looking.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over this many steps. It draws nothing where stderr is not a terminal.
pub(super) fn bar(steps: usize, label: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64).with_message(label);
    // The template is fixed; should indicatif refuse it, its own style does as well.
    if let Ok(style) =
        ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {elapsed_precise}, {eta} left")
    {
        bar.set_style(style);
    }
    bar
}
