//! Writes objects to standard output or to a file, which can be continued after an interruption.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, IntoInnerError, StdoutLock, Write};
use std::path::Path;

use super::error::StreamError;
use super::question::Question;
use crate::text::outputs::{GrowingFile, Kind, OutputPath};

/// The beginning of an object.
const BEGINNING: &[u8] = b"{\"schema\":";

const OBJECTS: Kind = Kind { name: "an output of lucena analyse", begins: begins_objects };

/// Returns whether a file begins with an object, or with a part of one that an interruption left.
fn begins_objects(beginning: &[u8]) -> bool {
    match beginning.iter().position(|byte| *byte == b'\n') {
        Some(end) => {
            begins_object(beginning) && serde_json::from_slice::<Question>(&beginning[..end]).is_ok()
        }
        None => begins_object(beginning),
    }
}

fn begins_object(bytes: &[u8]) -> bool {
    bytes.starts_with(BEGINNING) || BEGINNING.starts_with(bytes)
}

/// A file for objects.
#[derive(Clone, Debug)]
pub struct Destination {
    /// The file.
    pub path: OutputPath,
    /// Whether to continue the file of an earlier run, if there is one.
    pub resume: bool,
    /// Whether to replace a file of any kind.
    pub force: bool,
}

/// Where objects go.
pub enum To<'a> {
    /// To standard output.
    Standard,
    /// To a file.
    File(&'a Destination),
    /// To whatever takes them.
    Writer(Box<dyn Write>),
}

/// The output of objects.
pub(super) enum Output {
    Standard(BufWriter<StdoutLock<'static>>),
    File(BufWriter<GrowingFile>),
    Writer(BufWriter<Box<dyn Write>>),
}

/// The output of an earlier run.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Earlier {
    /// Whole lines.
    pub objects: u64,
    /// The question of the last line.
    pub last: Option<Question>,
}

impl Output {
    /// Opens an output.
    ///
    /// # Errors
    /// If a file cannot be written, or something else is there.
    pub fn open(to: To<'_>) -> Result<(Output, Earlier), StreamError> {
        match to {
            To::Standard => Ok((Output::Standard(BufWriter::new(io::stdout().lock())), Earlier::default())),
            To::Writer(writer) => Ok((Output::Writer(BufWriter::new(writer)), Earlier::default())),
            To::File(Destination { path, resume: true, .. }) => Output::resume(path),
            To::File(Destination { path, force, .. }) => {
                let file = GrowingFile::begin(path, &OBJECTS, *force)?;
                Ok((Output::File(BufWriter::new(file)), Earlier::default()))
            }
        }
    }

    /// Continues the file of an earlier run, or begins one. It cuts off a last line that an interruption left incomplete.
    ///
    /// # Errors
    /// If the file cannot be read or written, or contains something else.
    fn resume(path: &OutputPath) -> Result<(Output, Earlier), StreamError> {
        let (file, earlier) = match GrowingFile::resume(path, &OBJECTS)? {
            None => (GrowingFile::begin(path, &OBJECTS, false)?, Earlier::default()),
            Some(mut file) => {
                let wrong = |reason| StreamError::NotResumed { path: file.path().to_owned(), reason };
                let (earlier, length) = count(file.path()).map_err(wrong)?;
                file.cut(length)?;
                (file, earlier)
            }
        };
        Ok((Output::File(BufWriter::new(file)), earlier))
    }

    /// Writes one line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, object: &impl serde::Serialize) -> io::Result<()> {
        let writer = self.writer();
        serde_json::to_writer(&mut *writer, object)?;
        writer.write_all(b"\n")
    }

    /// Makes everything written so far readable.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }

    /// Completes a file and gives it its name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<(), StreamError> {
        self.flush()?;
        match self {
            Output::Standard(_) | Output::Writer(_) => Ok(()),
            Output::File(writer) => Ok(writer.into_inner().map_err(IntoInnerError::into_error)?.finish()?),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Output::Standard(writer) => writer,
            Output::File(writer) => writer,
            Output::Writer(writer) => writer,
        }
    }
}

/// Counts the whole lines of a file, and their bytes. What follows them must be the beginning of an object.
fn count(path: &Path) -> io::Result<(Earlier, u64)> {
    let wrong = |reason: &str| io::Error::new(io::ErrorKind::InvalidData, reason.to_owned());
    let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
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
    if !begins_object(&line) {
        return Err(wrong("its last line is not the beginning of an object"));
    }
    let is_none = |_| wrong("its last line is not an object of lucena analyse");
    let last = (objects > 0).then(|| serde_json::from_slice(&last).map_err(is_none)).transpose()?;
    Ok((Earlier { objects, last }, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = "{\"schema\":1,\"line\":1,\"fen\":\"8/8/8/8/8/8/8/8 w - - 0 1\"}\n";

    #[test]
    fn only_what_an_interruption_has_left_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answers");
        for (content, kept) in [
            (String::new(), Some(0)),
            ("{\"sch".to_owned(), Some(0)),
            (WHOLE.to_owned(), Some(1)),
            (format!("{WHOLE}{{\"schema\":1,\"line\":2,\"f"), Some(1)),
            ("precious".to_owned(), None),
            ("{\"precious\":1}".to_owned(), None),
            (format!("{WHOLE}precious"), None),
            (WHOLE.trim_end().to_owned(), Some(0)),
            (format!("precious\n{WHOLE}"), None),
        ] {
            std::fs::write(&path, &content).unwrap();
            let resumed = Output::resume(&OutputPath::new(&path)).map(|(_, earlier)| earlier.objects);
            assert_eq!(resumed.ok(), kept, "{content}");
            let left = std::fs::read_to_string(&path).unwrap();
            let expected = kept.map_or(content, |objects| WHOLE.repeat(objects as usize));
            assert_eq!(left, expected);
        }
    }
}
