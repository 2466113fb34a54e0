//! The local server: its address and guard, its routes, its jobs and its page. It computes nothing that another room could know.

mod assets;
mod connections;
mod extract;
mod files;
mod guard;
mod openapi;
mod position;
mod refusal;
mod routes;
mod server;
mod settings;
mod standard;
mod state;

pub use openapi::description;
pub use server::{ServeError, Server};
pub use settings::{Settings, journals_folder};
