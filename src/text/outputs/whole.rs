//! A file that is written beside its target and takes the target's name when it is complete: whatever happens before, what was
//! there stays.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// How the name of an unfinished file begins and ends.
const PREFIX: &str = ".lucena-";
const SUFFIX: &str = ".part";

/// Links that lead on to another one, at most.
const MOST_LINKS: usize = 16;

/// Whether a file has the name of one that was never finished: its writer was killed.
pub fn is_unfinished(path: &Path) -> bool {
    let is_named = |name: &str| name.starts_with(PREFIX) && name.ends_with(SUFFIX);
    path.file_name().and_then(OsStr::to_str).is_some_and(is_named)
}

/// Writes a file that appears under its name, in place of what was there, only when it is complete.
///
/// # Errors
/// What `write` returns, and where the system refuses the file; then what was there is unchanged.
pub fn replace<T, E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<T, E>,
) -> Result<T, E> {
    let mut unfinished = Unfinished::beside(path)?;
    let written = write(unfinished.file())?;
    unfinished.take_name()?;
    Ok(written)
}

/// A file that has not yet taken its name. Dropped, it is gone.
pub(super) struct Unfinished {
    file: NamedTempFile,
    target: PathBuf,
}

impl Unfinished {
    /// Begins the file that is to replace the target, or the file that the target links to.
    ///
    /// # Errors
    /// Where the target's folder does not take a new file.
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

    /// Takes the target's name and the rights of the file that was there.
    ///
    /// # Errors
    /// Where the file cannot be brought to the disk, or not under its name.
    pub fn take_name(self) -> io::Result<()> {
        let Unfinished { file, target } = self;
        if let Ok(earlier) = fs::metadata(&target) {
            keep_rights(file.as_file(), &earlier)?;
        }
        file.as_file().sync_all()?;
        file.persist(&target).map_err(|error| error.error)?;
        // The new name is on the disk only when the folder is; not every system lets a folder be synchronised.
        let _ = File::open(folder_of(&target)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// What everyone may do with a new file, before the user's mask.
#[cfg(unix)]
const NEW_FILE_MODE: u32 = 0o666;

/// Gives a file the rights, and where this user may, the owner of an earlier one.
pub(super) fn keep_rights(file: &File, earlier: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let _ = fchown(file, Some(earlier.uid()), Some(earlier.gid()));
    }
    file.set_permissions(earlier.permissions())
}

/// The folder that a file is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// The file that a path means in the end, where it is a link, whether that file is there or not.
pub(super) fn resolved(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(linked) = fs::read_link(&path) else { break };
        path = folder_of(&path).join(linked);
    }
    path
}
