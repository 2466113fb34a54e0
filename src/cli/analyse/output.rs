//! Where objects go: standard output, or a file that is gone on with where an earlier run was interrupted.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, BufWriter, Seek as _, SeekFrom, Write};
use std::path::Path;

use super::question::Question;
use crate::cli::CommandError;

/// Where objects go.
pub(super) struct Output {
    writer: BufWriter<Box<dyn Write>>,
}

/// What an earlier run has written.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Earlier {
    /// Whole lines.
    pub objects: u64,
    /// What the last of them was about.
    pub last: Option<Question>,
}

impl Output {
    /// Standard output.
    pub fn standard() -> Output {
        Output { writer: BufWriter::new(Box::new(io::stdout().lock())) }
    }

    /// A file. A last line without its end is cut off, and what comes follows those before it.
    ///
    /// # Errors
    /// Where the file cannot be read or written, or holds something else.
    pub fn resume(path: &Path) -> Result<(Output, Earlier), CommandError> {
        let wrong =
            |reason: String| CommandError::Usage(format!("cannot resume {}: {reason}", path.display()));
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.map_err(|error| wrong(error.to_string()))?;
        let (earlier, length) = count(&file).map_err(|error| wrong(error.to_string()))?;
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Output { writer: BufWriter::new(Box::new(file)) }, earlier))
    }

    /// Writes one line.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(&mut self, object: &impl serde::Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.writer, object)?;
        self.writer.write_all(b"\n")
    }

    /// Sees to it that everything written so far can be read.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The whole lines of a file, and the bytes that they take.
fn count(file: &File) -> io::Result<(Earlier, u64)> {
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let (mut objects, mut length) = (0, 0);
    let (mut line, mut last) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            break;
        }
        objects += 1;
        length += read as u64;
        std::mem::swap(&mut line, &mut last);
    }
    let is_none =
        |_| io::Error::new(io::ErrorKind::InvalidData, "its last line is no object of lucena analyse");
    let last = (objects > 0).then(|| serde_json::from_slice(&last).map_err(is_none)).transpose()?;
    Ok((Earlier { objects, last }, length))
}
