//! The settings of a server.

use std::fmt::Display;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::config::Config;
use crate::search::SyzygySettings;

/// Called with what the user should know, from any thread.
pub type Notices = fn(&str);

/// What a server may use, and who may reach it.
#[derive(Clone)]
pub struct Settings {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// What every request must name; `None` if only this machine reaches the server.
    pub token: Option<String>,
    /// The user's configuration.
    pub config: Config,
    /// The Syzygy files.
    pub syzygy: SyzygySettings,
    /// The folder of built tables; `None` if the system names none.
    pub tables: Option<PathBuf>,
    /// Where jobs keep their journals; `None` if the system names no such folder.
    pub journals: Option<PathBuf>,
    /// The most time that the solver may take for an answer about a position, by default.
    pub solve_time: Duration,
    /// Jobs that run at the same time, at least one.
    pub jobs: usize,
    /// Memory for the results of each solve, in bytes.
    pub solve_bytes: usize,
    /// Threads of all jobs that run together, and of all searches.
    pub threads: usize,
    /// Receives what the user should know.
    pub notices: Notices,
}

impl Settings {
    /// Tells the user something, such as a problem.
    pub fn notice(&self, words: &dyn Display) {
        (self.notices)(&words.to_string());
    }
}

/// Returns the folder in which jobs keep their journals; `None` if the system names no cache folder.
pub fn journals_folder() -> Option<PathBuf> {
    Some(directories::ProjectDirs::from("", "", "lucena")?.cache_dir().join("jobs"))
}
