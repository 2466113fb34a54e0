//! Appends to a file as a whole or not at all, for files that several runs of lucena share.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom};
use std::path::Path;

/// Appends what `write` writes. Other runs wait meanwhile. `whole` returns the length of what earlier runs completed, in bytes;
/// anything after it is cut off. If writing fails, the file is as it was.
///
/// # Errors
/// The error of `whole` or `write`, or if the file cannot be opened, locked or written to the disk.
pub(crate) fn append<E: From<io::Error>>(
    path: &Path,
    whole: impl FnOnce(&mut File) -> Result<u64, E>,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    // Dropping the file unlocks it.
    file.lock()?;
    let end = whole(&mut file)?;
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    let written = write(&mut file).and_then(|()| Ok(file.sync_data()?));
    if written.is_err() {
        // Nothing better can be done if that fails, too: the next run cuts the rest off.
        let _ = file.set_len(end);
    }
    written
}
