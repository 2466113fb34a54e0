//! Names an output, checks before any work that it can be written, writes it, and gives it its name when complete.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::error::OutputError;
use super::kind::Kind;
use super::whole::{Unfinished, folder_of, resolved};

/// The name that means standard output on the command line.
const STANDARD_OUTPUT: &str = "-";

/// The endings that lucena adds to an output's name to name files beside it.
const COMPANIONS: [&str; 2] = [OutputPath::PART, OutputPath::JOURNAL];

/// The name of a file that a command will write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputPath(PathBuf);

impl AsRef<Path> for OutputPath {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl OutputPath {
    /// The ending of an incomplete file that can be continued.
    pub const PART: &str = ".part";
    /// The ending of the file in which a command notes its progress.
    pub const JOURNAL: &str = ".journal";

    /// Names an output; `-` is standard output.
    pub fn new(path: impl Into<PathBuf>) -> OutputPath {
        OutputPath(path.into())
    }

    /// Names a file; `-` is a file of that name, too.
    pub fn file(path: &Path) -> OutputPath {
        OutputPath(if path == Path::new(STANDARD_OUTPUT) {
            Path::new(".").join(path)
        } else {
            path.to_owned()
        })
    }

    /// Returns the file beside the output whose name has this additional ending.
    #[must_use]
    pub fn companion(&self, ending: &str) -> OutputPath {
        let mut name: OsString = self.0.clone().into();
        name.push(ending);
        OutputPath(name.into())
    }

    /// Returns the output, and the files that lucena may write beside it.
    pub(super) fn with_companions(&self) -> impl Iterator<Item = PathBuf> {
        let companions = COMPANIONS.iter().map(|ending| self.companion(ending).0);
        std::iter::once(self.0.clone()).chain(companions)
    }

    /// Returns whether the output is standard output, a device or a pipe. Writing to it replaces nothing, and it cannot be
    /// continued.
    pub fn is_stream(&self) -> bool {
        self.0 == Path::new(STANDARD_OUTPUT)
            || fs::metadata(&self.0).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
    }

    /// Checks before any work that the output can be written. An earlier file must be of that kind unless `force` is set. The
    /// check changes nothing.
    ///
    /// # Errors
    /// If a file of another kind is there, or the system does not allow writing.
    pub fn claim(&self, kind: &Kind, force: bool) -> Result<Claim, OutputError> {
        if !self.is_stream() {
            self.look_at(kind, force)?;
            Unfinished::beside(&self.0).map_err(|source| self.unwritable(source))?;
        }
        Ok(Claim { output: self.clone() })
    }

    /// Refuses a file that must not be replaced.
    pub(super) fn look_at(&self, kind: &Kind, force: bool) -> Result<(), OutputError> {
        let path = &self.0;
        if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(OutputError::Folder { path: path.clone() });
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Err(OutputError::Folder { path: path.clone() }),
            Ok(_) => {
                // Replacing needs rights to the folder only, but a file without write permission should stay.
                OpenOptions::new().append(true).open(path).map_err(|source| self.unwritable(source))?;
                if force || kind.may_replace(path).map_err(|source| self.unwritable(source))? {
                    return Ok(());
                }
                Err(OutputError::Foreign { path: path.clone(), kind: kind.name })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // This fails if the folder does not exist.
                let folder = fs::metadata(folder_of(&resolved(path)));
                folder.map(drop).map_err(|source| self.unwritable(source))
            }
            Err(source) => Err(self.unwritable(source)),
        }
    }

    pub(super) fn unwritable(&self, source: io::Error) -> OutputError {
        OutputError::Unwritable { path: self.0.clone(), source }
    }

    pub(super) fn failed(&self, source: io::Error) -> OutputError {
        OutputError::Failed { path: self.0.clone(), source }
    }

    /// Writes a new file, which appears under its name only when it is complete.
    ///
    /// # Errors
    /// If a file of that name exists, or it cannot be written.
    pub fn create_new(&self, content: &[u8]) -> Result<(), OutputError> {
        // A link to nothing is there, too.
        if fs::symlink_metadata(&self.0).is_ok() {
            let reason = "a file of that name is there already";
            return Err(self.unwritable(io::Error::new(io::ErrorKind::AlreadyExists, reason)));
        }
        let mut unfinished = Unfinished::beside(&self.0).map_err(|source| self.unwritable(source))?;
        unfinished.file().write_all(content).map_err(|source| self.failed(source))?;
        unfinished.take_new_name().map_err(|source| self.failed(source))
    }

    /// Opens the file in order to add to its end, and creates it if it does not exist.
    ///
    /// # Errors
    /// If a file of another kind is there, or the system does not allow writing.
    pub fn open_end(&self, kind: &Kind) -> Result<File, OutputError> {
        if !self.is_stream() {
            self.look_at(kind, false).map_err(OutputError::left_alone)?;
        }
        let mut options = OpenOptions::new();
        options.append(true).create(true).open(&self.0).map_err(|source| self.unwritable(source))
    }

    /// Creates a folder beside the output for temporary files. Dropping the returned value removes it.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn scratch_folder(&self) -> Result<tempfile::TempDir, OutputError> {
        let folder = resolved(&self.0);
        let scratch = tempfile::Builder::new().prefix(".lucena-").tempdir_in(folder_of(&folder));
        scratch.map_err(|source| self.unwritable(source))
    }

    /// Opens an output for which [`OutputPath::is_stream`] is true.
    pub(super) fn open_stream(&self) -> Result<Box<dyn Write + Send + Sync>, OutputError> {
        if self.0 == Path::new(STANDARD_OUTPUT) {
            return Ok(Box::new(io::stdout()));
        }
        let file = OpenOptions::new().write(true).open(&self.0).map_err(|source| self.unwritable(source))?;
        Ok(Box::new(file))
    }
}

/// An output that was checked and can be written.
#[derive(Clone, Debug)]
pub struct Claim {
    output: OutputPath,
}

impl Claim {
    /// Lets `write` write the output.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_by(self, write: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<(), OutputError> {
        let mut output = self.begin()?;
        write(&mut output).map_err(|source| output.path.failed(source))?;
        output.finish()
    }

    /// Opens the output for writing.
    ///
    /// # Errors
    /// If the system does not allow writing.
    pub fn begin(self) -> Result<Output, OutputError> {
        let destination = if self.output.is_stream() {
            Destination::Stream(BufWriter::new(self.output.open_stream()?))
        } else {
            let unfinished = Unfinished::beside(&self.output.0);
            let mut unfinished = unfinished.map_err(|source| self.output.unwritable(source))?;
            let file = unfinished.file().try_clone().map_err(|source| self.output.unwritable(source))?;
            Destination::File(BufWriter::new(file), unfinished)
        };
        Ok(Output { destination, path: self.output })
    }

    /// Writes the whole output at once.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(self, content: impl AsRef<[u8]>) -> Result<(), OutputError> {
        self.write_by(|output| output.write_all(content.as_ref()))
    }
}

/// An output that is being written. If it is dropped without [`Output::finish`], the earlier file stays.
pub struct Output {
    destination: Destination,
    path: OutputPath,
}

enum Destination {
    Stream(BufWriter<Box<dyn Write + Send + Sync>>),
    File(BufWriter<File>, Unfinished),
}

impl Output {
    /// Writes bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        self.write_all(bytes).map_err(|source| self.path.failed(source))
    }

    /// Completes the output. A file takes its name now.
    ///
    /// # Errors
    /// If that fails; then the earlier file is unchanged.
    pub fn finish(self) -> Result<(), OutputError> {
        let finished = match self.destination {
            Destination::Stream(mut stream) => stream.flush(),
            Destination::File(mut file, unfinished) => file.flush().and_then(|()| unfinished.take_name()),
        };
        finished.map_err(|source| self.path.failed(source))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.destination {
            Destination::Stream(stream) => stream.write(bytes),
            Destination::File(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.destination {
            Destination::Stream(stream) => stream.flush(),
            Destination::File(file, _) => file.flush(),
        }
    }
}
