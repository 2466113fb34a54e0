//! The one kit for pages: frame, style, boards, steppers, charts, and the data and scripts that a page carries. Whoever writes a
//! page fills it with `maud`, which escapes all text. A page is one file that needs nothing from outside.

mod board;
mod carried;
mod chart;
mod frame;
mod stepper;
mod words;

pub use board::{Arrow, Mark, ShownBoard, picture};
pub use carried::Carried;
pub use chart::{Chart, Point};
pub use frame::{KIND, Page};
pub use stepper::{Line, Stepper, told, way};
pub use words::with_code;
