//! Exact knowledge of endings with few men: numbering, retrograde generation, embedded results, the disk cache, Syzygy files.

mod cache;
mod embedded;
mod fifty_moves;
mod generation;
mod index;
mod material;
mod results;
mod rows;
mod symmetry;
mod syzygy;
mod syzygy_materials;
mod syzygy_problem;
mod syzygy_reader;
mod table;
mod tables;
mod value;

pub use cache::{Cache, CacheError, CachedTable};
pub use embedded::pack_distances::write_zeroing;
pub use embedded::pack_results::{EmbedError, write_embedded};
pub use embedded::results::{EMBEDDED_MEN, EmbeddedError};
pub use embedded::sealed::SealError;
pub use embedded::tables_inside::EmbeddedTables;
pub use fifty_moves::FiftyMoveResult;
pub use generation::generate::{Build, GenerateError, Progress, generate};
pub(crate) use generation::parallel::in_parallel;
pub use material::{MOST_MEN, Material, MaterialError};
pub use results::{Results, WithSyzygy};
pub use syzygy::{Syzygy, SyzygyDistance, SyzygyFolder};
pub use syzygy_problem::{FileProblem, SyzygyProblem, UnusableFile};
pub use table::{Census, DtmTable};
pub use tables::{BackgroundBuild, BackgroundError, DtmTables, Provided};
pub use value::{Outcome, Wdl};
