//! The files in which jobs keep what they have done, named after what was asked: the same question finds them again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::text::outputs::OutputPath;

/// Files of questions that nobody has asked again for this long are removed.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);

/// A folder of journals.
#[derive(Clone)]
pub struct Journals {
    folder: PathBuf,
}

impl Journals {
    /// Uses a folder, which it creates, and removes files that are too old.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub fn open(folder: &Path) -> std::io::Result<Journals> {
        fs::create_dir_all(folder)?;
        for entry in fs::read_dir(folder)?.flatten() {
            let written = entry.metadata().and_then(|about| about.modified()).ok();
            let age = written.and_then(|written| written.elapsed().ok());
            if age.is_some_and(|age| age > KEPT) {
                // A file that cannot be removed only takes space.
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(Journals { folder: folder.to_owned() })
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the file of a question: `kind` and `ending` say what it holds.
    pub fn file(&self, kind: &str, question: &[u8], ending: &str) -> OutputPath {
        let checksum = crc32fast::hash(question);
        let length = question.len();
        OutputPath::new(self.folder.join(format!("{kind}-{checksum:08x}-{length}.{ending}")))
    }
}
