//! Reads the input, files and standard input one after the other, as questions.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::error::StreamError;
use super::of_games;
use super::question::{Asked, Give, Question};
use crate::games::{Games, begins_games};
use crate::text::lines::{Line, Lines, Packing};
use crate::text::{Utf8Stream, system_reason};

/// The most bytes of a file to read in order to find its format.
const LONGEST_BEGINNING: u64 = 1 << 16;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Games (PGN).
    Games,
    /// Positions (FEN or EPD), one a line.
    Positions,
}

/// Called, from another thread, with an input whose format is likely by its beginning, but not certain.
pub type Guesses = fn(&Path, Format);

/// The inputs of questions.
pub struct Sources {
    paths: Vec<PathBuf>,
    /// What is read instead of files; `None` to read the files.
    text: Option<Arc<[u8]>>,
    /// Their format; `None` if it was not named.
    format: Option<Format>,
    guesses: Guesses,
    /// Bytes read of all files.
    read: Arc<AtomicU64>,
}

impl Sources {
    /// Opens these files, or standard input if there are none. `format` is their format; `None` to find it by their names and
    /// beginnings.
    ///
    /// # Errors
    /// If one of them cannot be opened. This is found before anything is done.
    pub fn new(files: &[PathBuf], format: Option<Format>, guesses: Guesses) -> Result<Sources, StreamError> {
        let paths = if files.is_empty() { vec!["-".into()] } else { files.to_vec() };
        for path in paths.iter().filter(|path| !is_stdin(path)) {
            let opened = File::open(path).and_then(|file| file.metadata());
            let reason = match opened {
                Ok(metadata) if metadata.is_dir() => "it is a folder; name a file".to_owned(),
                Ok(_) => continue,
                Err(error) => system_reason(&error),
            };
            return Err(StreamError::NoInput { path: path.clone(), reason });
        }
        Ok(Sources { paths, text: None, format, guesses, read: Arc::default() })
    }

    /// Reads a text that is in memory. `format` is its format; `None` to find it by its beginning.
    pub fn of_text(text: &[u8], format: Option<Format>) -> Sources {
        let paths = vec!["-".into()];
        Sources { paths, text: Some(text.into()), format, guesses: |_, _| {}, read: Arc::default() }
    }

    /// Returns the bytes of all files; `None` if that is unknown.
    pub fn length(&self) -> Option<u64> {
        let length = |path: &PathBuf| {
            let metadata = std::fs::metadata(path).ok().filter(|metadata| metadata.is_file())?;
            (!is_stdin(path)).then_some(metadata.len())
        };
        self.paths.iter().map(length).sum()
    }

    /// Returns the number of bytes read so far, which keeps growing.
    pub(super) fn read(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.read)
    }

    /// Gives every question, in order, until `give` breaks.
    ///
    /// # Errors
    /// If a file cannot be read to its end.
    pub(super) fn ask_all(&self, give: &mut Give<'_>) -> Result<(), StreamError> {
        for path in &self.paths {
            let unreadable = |source| StreamError::Unreadable { path: path.clone(), source };
            let place = Question {
                file: (self.paths.len() > 1).then(|| path.display().to_string()),
                ..Question::default()
            };
            let input = BufReader::new(Utf8Stream::new(self.open(path).map_err(unreadable)?));
            let named = self.format.or(is_named_pgn(path).then_some(Format::Games));
            let format = |begin: &[u8]| named.unwrap_or_else(|| format_by(begin, path, self.guesses));
            if ask_of(input, format, &place, give).map_err(unreadable)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn open(&self, path: &Path) -> io::Result<Counted> {
        let inner: Box<dyn Read + Send> = match &self.text {
            Some(text) => Box::new(Cursor::new(Arc::clone(text))),
            None if is_stdin(path) => Box::new(io::stdin()),
            None => Box::new(File::open(path)?),
        };
        Ok(Counted { inner, read: self.read() })
    }
}

/// Asks about everything in a file; `place` is common to all its questions.
fn ask_of(
    input: impl BufRead,
    format: impl FnOnce(&[u8]) -> Format,
    place: &Question,
    give: &mut Give<'_>,
) -> io::Result<ControlFlow<()>> {
    let (begin, input) = with_beginning(input)?;
    if let Some(packing) = Packing::of(&begin) {
        return Ok(give(Asked::wrong(unpacking(packing), Question { line: Some(1), ..place.clone() })));
    }
    if format(&begin) == Format::Games {
        return of_games::ask_all(Games::new(input), place, give);
    }
    for line in Lines::new(input) {
        if let Some(asked) = Asked::read(&line?, place)
            && give(asked).is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Reads a stream up to the end of the first line with content; returns that, and the stream from its beginning.
fn with_beginning(mut input: impl BufRead) -> io::Result<(Vec<u8>, impl BufRead)> {
    let mut begin = Vec::new();
    while first_line(&String::from_utf8_lossy(&begin)).is_none() {
        let room = LONGEST_BEGINNING - begin.len() as u64;
        if input.by_ref().take(room).read_until(b'\n', &mut begin)? == 0 {
            break;
        }
    }
    Ok((begin.clone(), Cursor::new(begin).chain(input)))
}

/// Returns the format of a text by its first line. It reports a guess.
fn format_by(begin: &[u8], path: &Path, guesses: Guesses) -> Format {
    let begin = String::from_utf8_lossy(begin);
    let Some(first) = first_line(&begin) else { return Format::Positions };
    // A game with tags begins with a bracket, and no FEN does.
    if first.starts_with('[') {
        return Format::Games;
    }
    if begins_games(first) {
        guesses(path, Format::Games);
        return Format::Games;
    }
    let line = Line { number: 1, text: first.to_owned(), is_cut: false };
    if Asked::read(&line, &Question::default()).is_none_or(|asked| asked.board.is_none()) {
        guesses(path, Format::Positions);
    }
    Format::Positions
}

/// Returns the first line that is neither empty nor a comment, without a byte order mark.
fn first_line(begin: &str) -> Option<&str> {
    let mut lines = begin.split(['\n', '\r']).map(|line| line.trim_start_matches('\u{FEFF}').trim());
    lines.find(|line| !line.is_empty() && !line.starts_with('#'))
}

/// A file that counts the bytes read.
struct Counted {
    inner: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(into)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

fn is_named_pgn(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
}

/// Returns the command that unpacks a packed file.
fn unpacking(packing: Packing) -> &'static str {
    match packing {
        Packing::Gzip => {
            "the file is compressed by gzip; decompress it first, as in: gzip -dc FILE | lucena analyse"
        }
        Packing::Zstandard => {
            "the file is compressed by zstd; decompress it first, as in: zstd -dc FILE | lucena analyse"
        }
        Packing::Zip => {
            "the file is compressed by zip; decompress it first, as in: unzip -p FILE | lucena analyse"
        }
    }
}
