//! A position: shakmaty's rules with lucena's own incremental keys beside them, game history and exchanges.

mod checks;
mod clock;
mod colors;
mod crowded;
mod cycle;
mod exchange;
mod fen;
mod flip;
mod history;
mod keys;
mod line;
mod mixing;
mod packed_move;
mod pass;
mod perft;
mod position;
mod screens;

pub use checks::Checks;
pub use clock::{CLOCK_LIMIT, fits_into_clock, plies_left};
pub use colors::color_name;
pub use exchange::{exchange_value, piece_value, see_at_least};
pub use fen::{FenError, ReadFen};
pub use history::{Game, History, IllegalMove};
pub use keys::Keys;
pub use line::{notations, numbered, numbered_from};
pub use mixing::mixed;
pub use packed_move::PackedMove;
pub use perft::{perft, perft_by_move};
pub use position::Board;
