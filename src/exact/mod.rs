//! Finds what is certain about a position, in one place: by the rules, tables, Syzygy files, the solver and proofs of
//! mate, under the 50-move clock and with repetitions; and who knows it. The engine, `review`, `analyse`, `label` and
//! `tablebase probe` ask here.

mod allowed;
mod answer;
mod asker;
mod clock;
mod clocked_ranges;
mod game_solver;
mod known_by;
mod mates_by_clock;
mod reported_mates;
mod rules;
mod standing;
mod syzygy_clock;

pub use allowed::{Allowed, Doubt, Sources};
pub use answer::{Distance, Exact, known_first};
pub use asker::ExactResults;
pub use clock::line_fits_into_clock;
pub use game_solver::{GameSolver, ProvenPosition, is_for_the_solver, solved_in_game, solver_of_many};
pub use known_by::KnownBy;
pub use mates_by_clock::MatesByClock;
pub use reported_mates::{Shown, prove_reported_mate};
pub use rules::{by_rules, without_moves};
pub use standing::{Category, Ends, Standing, Zeroing};
