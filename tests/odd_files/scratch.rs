//! Gives each thread its own file for tests of readers that take paths. Shared with the fuzz targets.

use std::cell::OnceCell;
use std::path::PathBuf;

use tempfile::TempDir;

thread_local! {
    static FOLDER: OnceCell<TempDir> = const { OnceCell::new() };
}

/// The path of a file that holds these bytes until the thread writes the next one.
pub fn holding(bytes: &[u8]) -> PathBuf {
    let path = FOLDER.with(|folder| folder.get_or_init(|| tempfile::tempdir().unwrap()).path().join("odd"));
    std::fs::write(&path, bytes).unwrap();
    path
}
