//! Exact knowledge of endings with few men: numbering, retrograde generation, the embedded results, the disk cache.

mod cache;
mod conversion;
mod generate;
mod index;
mod material;
mod men;
mod parallel;
mod retract;
mod seed;
mod symmetry;
mod table;
mod tables;
mod value;

pub use cache::{Cache, CacheError, CachedTable};
pub use generate::{Build, GenerateError, Progress, generate};
pub use material::{MOST_MEN, Material, MaterialError};
pub use table::{Census, Table};
pub use tables::{BackgroundBuild, BackgroundError, Provided, Tables};
pub use value::{Outcome, Wdl};
