//! The local server: its address and guard, its routes, its jobs and its page. It computes nothing that another room could know.

mod browser;
mod connections;
mod end_requests;
mod engines;
mod events;
mod extract;
mod files;
mod guard;
mod hosts;
mod jobs;
mod refusal;
mod routes;
mod server;
mod settings;
mod solver;
mod state;

pub use browser::open_in_browser;
pub use routes::description;
pub use server::{ServeError, Server};
pub use settings::{Settings, journals_folder};
