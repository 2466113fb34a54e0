//! Writes a file that grows while its command works and can be continued after an interruption. If the name belongs to an earlier
//! file, the new one grows beside it, under a name that ends with `.part`, and replaces it when complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::OutputError;
use super::kind::Kind;
use super::path::OutputPath;
use super::whole::{keep_rights, resolved};

/// A growing file.
pub struct GrowingFile {
    output: OutputPath,
    destination: Destination,
}

enum Destination {
    Stream(Box<dyn Write + Send + Sync>),
    /// The file under the output's own name.
    InPlace(File),
    /// A file beside it, which takes the output's name when complete.
    Beside(File, PathBuf),
}

impl GrowingFile {
    /// Begins a file. An earlier file must be of that kind unless `force` is set. It stays until the new one is complete.
    ///
    /// # Errors
    /// If a file of another kind is there, or the system does not allow writing.
    pub fn begin(output: &OutputPath, kind: &Kind, force: bool) -> Result<GrowingFile, OutputError> {
        let destination = if output.is_stream() {
            Destination::Stream(output.open_stream()?)
        } else {
            output.look_at(kind, force)?;
            if has_content(output.as_ref()) {
                let part = output.companion(OutputPath::PART);
                Destination::Beside(restarted(&part, kind, force)?, part.as_ref().to_owned())
            } else {
                Destination::InPlace(created(output)?)
            }
        };
        Ok(GrowingFile { output: output.clone(), destination })
    }

    /// Begins a file and removes an earlier one of the same kind at once. It never replaces a file of another kind.
    ///
    /// # Errors
    /// If a file of another kind is there, or the system does not allow writing.
    pub fn restart(output: &OutputPath, kind: &Kind) -> Result<GrowingFile, OutputError> {
        let file = restarted(output, kind, false)?;
        Ok(GrowingFile { output: output.clone(), destination: Destination::InPlace(file) })
    }

    /// Opens the file of an earlier run, preferably the unfinished one; `None` if there is none.
    ///
    /// # Errors
    /// If the file is of another kind, or cannot be read and written.
    pub fn resume(output: &OutputPath, kind: &Kind) -> Result<Option<GrowingFile>, OutputError> {
        if output.is_stream() {
            let reason = io::Error::other("only a file can be continued");
            return Err(output.unwritable(reason));
        }
        let part = output.companion(OutputPath::PART);
        let is_begun = has_content(part.as_ref());
        let found = if is_begun { &part } else { output };
        if !is_begun && !has_content(output.as_ref()) {
            return Ok(None);
        }
        found.look_at(kind, false).map_err(OutputError::left_alone)?;
        let file = OpenOptions::new().read(true).write(true).open(found);
        let file = file.map_err(|source| found.unwritable(source))?;
        let destination = if is_begun {
            Destination::Beside(file, part.as_ref().to_owned())
        } else {
            Destination::InPlace(file)
        };
        Ok(Some(GrowingFile { output: output.clone(), destination }))
    }

    /// Returns the file's name while it grows.
    pub fn path(&self) -> &Path {
        match &self.destination {
            Destination::Beside(_, path) => path,
            Destination::Stream(_) | Destination::InPlace(_) => self.output.as_ref(),
        }
    }

    /// Cuts the file to a length in bytes and goes on there. On a stream it does nothing.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn cut(&mut self, length: u64) -> Result<(), OutputError> {
        let cut = |file: &mut File| file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0)).map(drop));
        let cut = match &mut self.destination {
            Destination::Stream(_) => Ok(()),
            Destination::InPlace(file) | Destination::Beside(file, _) => cut(file),
        };
        cut.map_err(|source| self.output.unwritable(source))
    }

    /// Writes bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        self.write_all(bytes).map_err(|source| self.output.failed(source))
    }

    /// Completes the file: writes it to the disk and gives it its name.
    ///
    /// # Errors
    /// If that fails.
    pub fn finish(self) -> Result<(), OutputError> {
        let finished = match self.destination {
            Destination::Stream(mut stream) => stream.flush(),
            Destination::InPlace(file) => file.sync_all(),
            Destination::Beside(file, path) => take_name(&file, &path, &resolved(self.output.as_ref())),
        };
        finished.map_err(|source| self.output.failed(source))
    }

    /// Removes the file.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn remove(self) -> Result<(), OutputError> {
        fs::remove_file(self.path()).map_err(|source| self.output.failed(source))
    }
}

impl Write for GrowingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.destination {
            Destination::Stream(stream) => stream.write(bytes),
            Destination::InPlace(file) | Destination::Beside(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.destination {
            Destination::Stream(stream) => stream.flush(),
            Destination::InPlace(file) | Destination::Beside(file, _) => file.flush(),
        }
    }
}

/// Gives a complete file the name of the file that it replaces.
fn take_name(file: &File, path: &Path, target: &Path) -> io::Result<()> {
    if let Ok(earlier) = fs::metadata(target) {
        keep_rights(file, &earlier)?;
    }
    file.sync_all()?;
    fs::rename(path, target)
}

fn has_content(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0)
}

/// Opens a file, and creates it if it does not exist.
fn created(output: &OutputPath) -> Result<File, OutputError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options.open(output).map_err(|source| output.unwritable(source))
}

/// Opens a file and empties it, if it is of the kind.
fn restarted(output: &OutputPath, kind: &Kind, force: bool) -> Result<File, OutputError> {
    output.look_at(kind, force).map_err(OutputError::left_alone)?;
    let file = created(output)?;
    file.set_len(0).map_err(|source| output.unwritable(source))?;
    Ok(file)
}
