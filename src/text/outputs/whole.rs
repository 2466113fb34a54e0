//! Writes a file beside its target and gives it the target's name when it is complete, so that an interruption changes nothing.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// The beginning and the ending of an unfinished file's name.
const PREFIX: &str = ".lucena-";
const SUFFIX: &str = ".part";

/// The longest chain of symbolic links that is followed.
const MOST_LINKS: usize = 16;

/// Returns whether a file's name marks it as unfinished, as after a crash.
pub fn is_unfinished(path: &Path) -> bool {
    let is_named = |name: &str| name.starts_with(PREFIX) && name.ends_with(SUFFIX);
    path.file_name().and_then(OsStr::to_str).is_some_and(is_named)
}

/// Writes a file that appears under its name, and replaces an earlier one, only when it is complete.
///
/// # Errors
/// If `write` fails, or the system does not allow writing. An earlier file is then unchanged.
pub fn replace<T, E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<T, E>,
) -> Result<T, E> {
    let mut unfinished = Unfinished::beside(path)?;
    let written = write(unfinished.file())?;
    unfinished.take_name()?;
    Ok(written)
}

/// A file that has not yet taken its name. Dropping it removes it.
pub(super) struct Unfinished {
    file: NamedTempFile,
    target: PathBuf,
}

impl Unfinished {
    /// Creates the file that will replace the target. If the target is a link, it will replace the linked file.
    ///
    /// # Errors
    /// If no file can be created in the target's folder.
    pub fn beside(target: &Path) -> io::Result<Unfinished> {
        let target = resolved(target);
        let mut builder = Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(NEW_FILE_MODE));
        let file = builder.tempfile_in(folder_of(&target))?;
        Ok(Unfinished { file, target })
    }

    pub fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Takes the target's name unless a file has it.
    ///
    /// # Errors
    /// If a file of that name exists, or the file cannot be written to the disk or named.
    pub fn take_new_name(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist_noclobber(&self.target).map_err(|error| error.error)?;
        Ok(())
    }

    /// Takes the target's name and the permissions of the file that it replaces.
    ///
    /// # Errors
    /// If the file cannot be written to the disk or renamed.
    pub fn take_name(self) -> io::Result<()> {
        let Unfinished { file, target } = self;
        if let Ok(earlier) = fs::metadata(&target) {
            keep_rights(file.as_file(), &earlier)?;
        }
        file.as_file().sync_all()?;
        file.persist(&target).map_err(|error| error.error)?;
        // The new name is on the disk only once the folder is, but some systems cannot synchronise a folder.
        let _ = File::open(folder_of(&target)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// The permissions of a new file before the user's mask applies.
#[cfg(unix)]
const NEW_FILE_MODE: u32 = 0o666;

/// Gives a file the permissions of an earlier one and, if the system allows, its owner and group.
pub(super) fn keep_rights(file: &File, earlier: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let _ = fchown(file, Some(earlier.uid()), Some(earlier.gid()));
    }
    file.set_permissions(earlier.permissions())
}

/// Returns the folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Follows a chain of links to the file that it means, which need not exist.
pub(super) fn resolved(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(linked) = fs::read_link(&path) else { break };
        path = folder_of(&path).join(linked);
    }
    path
}
