//! The aim of a table: to win what can be won, or to hold what is drawn.

use serde::{Deserialize, Serialize};

/// The aim of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// To win every position that can be won.
    #[default]
    Wins,
    /// Never to lose a drawn position, whatever they do and however long they try.
    Holds,
}

impl Aim {
    /// Returns what such a table does: `wins` or `holds`.
    pub const fn words(self) -> &'static str {
        match self {
            Aim::Wins => "wins",
            Aim::Holds => "holds",
        }
    }
}
