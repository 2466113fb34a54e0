//! The commands beside the protocol that people type in a session, as users of Stockfish know them.

use std::fmt;

/// One of these commands. It prints as the line that states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Show the static value of the position and its parts.
    Evaluate,
    /// Search fixed positions to this depth in plies, and report the nodes; `None` means the usual depth.
    Bench(Option<u32>),
    /// Measure the nodes a second.
    SpeedTest(SpeedTest),
    /// Write the networks to this file, as it is written; `None` means the usual name.
    ExportNetworks(Option<String>),
    /// Exchange the colours of the position.
    Flip,
    /// Say how the program was built.
    Compiler,
    /// List the commands.
    Help,
}

/// How to measure the speed; `None` means the usual value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpeedTest {
    /// The number of search threads.
    pub threads: Option<usize>,
    /// The size of the transposition table in MiB.
    pub hash: Option<usize>,
    /// The time in seconds.
    pub seconds: Option<u64>,
}

impl Tool {
    /// The word for it.
    pub(in crate::uci) const fn name(&self) -> &'static str {
        match self {
            Tool::Evaluate => "eval",
            Tool::Bench(_) => "bench",
            Tool::SpeedTest(_) => "speedtest",
            Tool::ExportNetworks(_) => "export_net",
            Tool::Flip => "flip",
            Tool::Compiler => "compiler",
            Tool::Help => "help",
        }
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())?;
        match self {
            Tool::Bench(Some(depth)) => write!(formatter, " {depth}"),
            Tool::ExportNetworks(Some(file)) => write!(formatter, " {file}"),
            Tool::SpeedTest(SpeedTest { threads, hash, seconds }) => {
                let values =
                    [threads.map(|number| number as u64), hash.map(|number| number as u64), *seconds];
                values
                    .into_iter()
                    .map_while(|value| value)
                    .try_for_each(|value| write!(formatter, " {value}"))
            }
            _ => Ok(()),
        }
    }
}
