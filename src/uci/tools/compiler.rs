//! Says how the program was built: the answer to a question about a report of a fault. build.rs asks the compiler.

use crate::evaluation::vector_instructions;

/// Returns version, compiler, target and processor features of the build, and what the networks found when they started, in lines.
pub(in crate::uci) fn compiler_lines() -> Vec<String> {
    let features = env!("LUCENA_TARGET_FEATURES").replace(',', " ");
    let rows = [
        ("version", concat!("lucena ", env!("CARGO_PKG_VERSION")).to_owned()),
        ("compiled by", env!("LUCENA_COMPILER").to_owned()),
        ("for", env!("LUCENA_TARGET").to_owned()),
        ("processor features", features),
        ("networks use", vector_instructions().unwrap_or("the features above").to_owned()),
        ("checks", if cfg!(debug_assertions) { "on, as in tests" } else { "off" }.to_owned()),
        ("optimisation", format!("level {}", env!("LUCENA_OPTIMISATION"))),
    ];
    rows.into_iter().map(|(name, value)| format!("{name:<20}{value}")).collect()
}
