//! Writes src/tablebase/embedded.bin and zeroing.bin anew, by lucena's own generator; some minutes on two cores.
//!
//! `cargo run --release --example embedded_tables`; LUCENA_TABLES may name a folder of tables already built.

use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use lucena::tablebase::{Build, Cache, write_embedded, write_zeroing};

/// The most that both files may take together, in bytes.
const LARGEST: usize = 4 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tablebase");
    let cache = std::env::var_os("LUCENA_TABLES").map(|folder| Cache::new(folder, u64::MAX));
    let cancel = AtomicBool::new(false);
    let build = Build { threads: 2, gives_way: false, cancel: &cancel, progress: &|_| {} };
    let results = write_embedded(&folder.join("embedded.bin"), cache.as_ref(), &build)?;
    let distances = write_zeroing(&folder.join("zeroing.bin"), cache.as_ref(), &build)?;
    println!("results: {results} bytes, distances to zeroing: {distances} bytes");
    if results + distances > LARGEST {
        return Err(format!("the embedded tables have outgrown their {LARGEST} bytes").into());
    }
    Ok(())
}
