//! Exact knowledge of endings with few men: numbering, retrograde generation, the embedded results, the disk cache.

mod cache;
mod conversion;
mod embedded;
mod embedded_dtz;
mod embedded_dtz_pack;
mod embedded_wdl;
mod embedded_wdl_pack;
mod generate;
mod index;
mod material;
mod men;
mod metric;
mod parallel;
mod retract;
mod rows;
mod sealed;
mod seed;
mod symmetry;
mod syzygy;
mod syzygy_problem;
mod table;
mod tables;
mod value;
mod zeroing_distances;

pub use cache::{Cache, CacheError, CachedTable};
pub use embedded::EmbeddedTables;
pub use embedded_dtz_pack::write_zeroing;
pub use embedded_wdl::{EMBEDDED_MEN, EmbeddedError};
pub use embedded_wdl_pack::{EmbedError, write_embedded};
pub use generate::{Build, GenerateError, Progress, generate};
pub use material::{MOST_MEN, Material, MaterialError};
pub use syzygy::{FiftyMoveResult, Syzygy, SyzygyFolder};
pub use syzygy_problem::{FileProblem, SyzygyProblem, UnusableFile};
pub use table::{Census, DtmTable};
pub use tables::{BackgroundBuild, BackgroundError, DtmTables, Provided};
pub use value::{Outcome, Wdl};
