//! The kit from which all pages are made: frame, style, boards, steppers, charts, data and scripts. Each page is a single file
//! that loads nothing. Callers write its content with `maud`, which escapes all text.

mod board;
mod carried;
mod chart;
mod exercise;
mod frame;
mod stepper;
mod words;

pub use board::{Arrow, Mark, ShownBoard, picture};
pub use carried::Carried;
pub use chart::{Chart, Point};
pub use exercise::{Exercise, ExerciseStep, HOW_TO_MOVE, JudgedAnswer, Verdict, exercise, solved_exercises};
pub use frame::{FILES, KIND, Page};
pub use stepper::{Line, Stepper, caption, move_list};
pub use words::with_code;
