//! The input: files and standard input, one after the other, as questions.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::of_games;
use super::question::{Asked, Give, Question};
use crate::cli::CommandError;
use crate::games::Games;
use crate::text::Utf8Stream;
use crate::text::lines::{Lines, Packing};

/// Where questions come from.
pub(super) struct Sources {
    paths: Vec<PathBuf>,
    /// Bytes that have been read of all files.
    read: Arc<AtomicU64>,
}

impl Sources {
    /// The files of the command line, or standard input.
    ///
    /// # Errors
    /// Where one of them cannot be opened: that shows before anything is done.
    pub fn new(files: &[PathBuf]) -> Result<Sources, CommandError> {
        let paths = if files.is_empty() { vec!["-".into()] } else { files.to_vec() };
        for path in paths.iter().filter(|path| !is_stdin(path)) {
            let opened = File::open(path).and_then(|file| file.metadata());
            let reason = match opened {
                Ok(metadata) if metadata.is_dir() => "it is a folder".to_owned(),
                Ok(_) => continue,
                Err(error) => error.to_string(),
            };
            return Err(CommandError::Usage(format!("cannot read {}: {reason}", path.display())));
        }
        Ok(Sources { paths, read: Arc::default() })
    }

    /// The bytes of all files, where that is known.
    pub fn length(&self) -> Option<u64> {
        let length = |path: &PathBuf| {
            let metadata = std::fs::metadata(path).ok().filter(|metadata| metadata.is_file())?;
            (!is_stdin(path)).then_some(metadata.len())
        };
        self.paths.iter().map(length).sum()
    }

    /// Bytes that have been read, as they grow.
    pub fn read(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.read)
    }

    /// Gives every question, in order, until `give` wants no more.
    ///
    /// # Errors
    /// Where a file cannot be read to its end.
    pub fn ask_all(&self, give: &mut Give<'_>) -> Result<(), CommandError> {
        for path in &self.paths {
            let unreadable = |source| CommandError::Unreadable { path: path.clone(), source };
            let place = Question {
                file: (self.paths.len() > 1).then(|| path.display().to_string()),
                ..Question::default()
            };
            let input = BufReader::new(Utf8Stream::new(self.open(path).map_err(unreadable)?));
            if ask_of(input, is_named_pgn(path), &place, give).map_err(unreadable)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn open(&self, path: &Path) -> io::Result<Counted> {
        let inner: Box<dyn Read + Send> =
            if is_stdin(path) { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
        Ok(Counted { inner, read: self.read() })
    }
}

/// Asks about everything in a file; `place` is what all its questions have in common.
fn ask_of(
    mut input: impl BufRead,
    is_named_pgn: bool,
    place: &Question,
    give: &mut Give<'_>,
) -> io::Result<ControlFlow<()>> {
    let begin = input.fill_buf()?;
    if let Some(packing) = Packing::of(begin) {
        return Ok(give(Asked::wrong(unpacking(packing), Question { line: Some(1), ..place.clone() })));
    }
    // No FEN begins with a bracket, and a game with tags always.
    if is_named_pgn || begin_of_text(begin).starts_with(b"[") {
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

/// Without a byte order mark and white space.
fn begin_of_text(begin: &[u8]) -> &[u8] {
    begin.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(begin).trim_ascii_start()
}

/// A file whose bytes are counted.
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

/// What to do with a packed file.
fn unpacking(packing: Packing) -> &'static str {
    match packing {
        Packing::Gzip => "the file is packed by gzip; unpack it first, as in: gzip -dc FILE | lucena analyse",
        Packing::Zstandard => {
            "the file is packed by zstd; unpack it first, as in: zstd -dc FILE | lucena analyse"
        }
        Packing::Zip => "the file is packed by zip; unpack it first, as in: unzip -p FILE | lucena analyse",
    }
}
