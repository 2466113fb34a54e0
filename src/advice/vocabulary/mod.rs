//! Every word that a table may use, with its kind, its description and what it computes: one file per theme.

mod bishop;
mod kings;
mod knight;
mod moves;
mod node;
mod pawn;
mod queen;
mod region;
mod rook;
mod rook_ending;
mod state;
mod suggestion;
mod their_men;
mod their_pawn;
mod themes;
mod word;

pub use node::Node;
pub(super) use pawn::key_squares;
pub(super) use region::squares_within;
pub(super) use rook::room_squares;
pub(super) use suggestion::suggestion;
pub(super) use themes::man_of;
pub use themes::{THEMES, Theme, find};
pub use word::{Meaning, MoveClass, Number, Predicate, Word};
