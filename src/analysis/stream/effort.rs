//! How long each position of a stream is searched, and how large a table that needs.

use std::time::Duration;

use crate::search::Limits;

/// The default nodes for each position: a fixed number, so that the answers are the same everywhere.
const NODES: u64 = 100_000;
/// The nodes that fill one MiB of transposition table.
const NODES_PER_MEBIBYTE: u64 = 32_768;
/// The largest default table of a worker in MiB; also the default if time or depth ends the search.
const LARGEST_TABLE: usize = 32;

/// Returns the limits of each search; without any, a fixed number of nodes.
#[must_use]
pub fn limits(nodes: Option<u64>, move_time: Option<Duration>, depth: Option<u32>) -> Limits {
    let is_unlimited = move_time.is_none() && depth.is_none();
    let nodes = nodes.or(is_unlimited.then_some(NODES));
    Limits { depth, nodes, move_time, ..Limits::default() }
}

/// Returns the size of each worker's table in MiB: what the nodes need. Clearing it is part of every search.
#[must_use]
pub fn table_mebibytes(limits: &Limits) -> usize {
    let by_nodes = limits.nodes.map(|nodes| nodes.div_ceil(NODES_PER_MEBIBYTE));
    let by_nodes = by_nodes.and_then(|mebibytes| usize::try_from(mebibytes).ok());
    by_nodes.unwrap_or(LARGEST_TABLE).min(LARGEST_TABLE)
}
