//! An output as the command line names it, and what becomes of it: claimed before any work, written, and named when complete.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::error::OutputError;
use super::kind::Kind;
use super::whole::{Unfinished, folder_of, resolved};

/// The name by which the command line means standard output.
const STANDARD_OUTPUT: &str = "-";

/// What follows an output's name in the names of files that lucena keeps beside it.
const COMPANIONS: [&str; 2] = [OutputPath::PART, OutputPath::JOURNAL];

/// A file that a command is to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputPath(PathBuf);

impl AsRef<Path> for OutputPath {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl OutputPath {
    /// Ends the name of a file that can be continued and is not yet complete.
    pub const PART: &str = ".part";
    /// Ends the name of the file that notes what a command has done.
    pub const JOURNAL: &str = ".journal";

    /// Names an output; `-` is standard output.
    pub fn new(path: impl Into<PathBuf>) -> OutputPath {
        OutputPath(path.into())
    }

    /// The file beside it whose name goes on with `ending`.
    #[must_use]
    pub fn companion(&self, ending: &str) -> OutputPath {
        let mut name: OsString = self.0.clone().into();
        name.push(ending);
        OutputPath(name.into())
    }

    /// The output, and the files that lucena may keep beside it.
    pub(super) fn with_companions(&self) -> impl Iterator<Item = PathBuf> {
        let companions = COMPANIONS.iter().map(|ending| self.companion(ending).0);
        std::iter::once(self.0.clone()).chain(companions)
    }

    /// Whether bytes go on at once to whoever reads them: standard output, a device or a pipe. There nothing is replaced, and
    /// nothing can be continued.
    pub fn is_stream(&self) -> bool {
        self.0 == Path::new(STANDARD_OUTPUT)
            || fs::metadata(&self.0).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
    }

    /// Looks whether the output can be written, before any work is done for it: an earlier file has to be of that kind, unless
    /// `force` is set. Nothing is changed yet.
    ///
    /// # Errors
    /// Where something else is there, or the system does not let the file be written.
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
                // Who may not write a file may not replace it, either.
                OpenOptions::new().append(true).open(path).map_err(|source| self.unwritable(source))?;
                if force || kind.may_replace(path).map_err(|source| self.unwritable(source))? {
                    return Ok(());
                }
                Err(OutputError::Foreign { path: path.clone(), kind: kind.name })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // A folder that is missing shows here.
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

    /// Writes a file where none is.
    ///
    /// # Errors
    /// Where there is one already, or it cannot be written.
    pub fn create_new(&self, content: &[u8]) -> Result<(), OutputError> {
        let mut file = File::create_new(&self.0).map_err(|source| self.unwritable(source))?;
        file.write_all(content).map_err(|source| self.failed(source))
    }

    /// A folder beside the output for what is of use while it is made; it goes with the value that is returned.
    ///
    /// # Errors
    /// Where the system does not let one be made.
    pub fn scratch_folder(&self) -> Result<tempfile::TempDir, OutputError> {
        let folder = resolved(&self.0);
        let scratch = tempfile::Builder::new().prefix(".lucena-").tempdir_in(folder_of(&folder));
        scratch.map_err(|source| self.unwritable(source))
    }

    /// Opens what [`OutputPath::is_stream`] is true of.
    pub(super) fn open_stream(&self) -> Result<Box<dyn Write + Send>, OutputError> {
        if self.0 == Path::new(STANDARD_OUTPUT) {
            return Ok(Box::new(io::stdout()));
        }
        let file = OpenOptions::new().write(true).open(&self.0).map_err(|source| self.unwritable(source))?;
        Ok(Box::new(file))
    }
}

/// An output that can be written.
#[derive(Clone, Debug)]
pub struct Claim {
    output: OutputPath,
}

impl Claim {
    /// Writes what `write` gives.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write_by(self, write: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<(), OutputError> {
        let mut output = self.begin()?;
        write(&mut output).map_err(|source| output.path.failed(source))?;
        output.finish()
    }

    /// Begins to write.
    ///
    /// # Errors
    /// Where the system does not let the file be written.
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

    /// Writes everything in one go.
    ///
    /// # Errors
    /// Where the system does not let it be written.
    pub fn write(self, content: impl AsRef<[u8]>) -> Result<(), OutputError> {
        self.write_by(|output| output.write_all(content.as_ref()))
    }
}

/// An output that is being written. Dropped without [`Output::finish`], it leaves what was there before.
pub struct Output {
    destination: Destination,
    path: OutputPath,
}

enum Destination {
    Stream(BufWriter<Box<dyn Write + Send>>),
    File(BufWriter<File>, Unfinished),
}

impl Output {
    /// Writes bytes.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        self.write_all(bytes).map_err(|source| self.path.failed(source))
    }

    /// Completes the output: a file takes its name now.
    ///
    /// # Errors
    /// Where that fails; then what was there before is unchanged.
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
