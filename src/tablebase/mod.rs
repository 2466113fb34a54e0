//! Exact knowledge of endings with few men: numbering, retrograde generation, the embedded results, the disk cache.

mod cache;
mod conversion;
mod embedded;
mod generate;
mod index;
mod material;
mod men;
mod metric;
mod pack;
mod parallel;
mod retract;
mod rows;
mod sealed;
mod seed;
mod symmetry;
mod syzygy;
mod table;
mod tables;
mod value;
mod zeroing;
mod zeroing_distances;
mod zeroing_pack;

pub use cache::{Cache, CacheError, CachedTable};
pub use embedded::{EMBEDDED_MEN, Embedded, EmbeddedError};
pub use generate::{Build, GenerateError, Progress, generate};
pub use material::{MOST_MEN, Material, MaterialError};
pub use pack::{EmbedError, write_embedded};
pub use syzygy::{FiftyMoveResult, Syzygy, SyzygyFolder};
pub use table::{Census, Table};
pub use tables::{BackgroundBuild, BackgroundError, Provided, Tables};
pub use value::{Outcome, Wdl};
pub use zeroing::Zeroing;
pub use zeroing_pack::write_zeroing;
