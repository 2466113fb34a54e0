//! The input: files and standard input, one after the other, as questions.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::question::{Asked, Question};
use crate::cli::CommandError;
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
            (!is_stdin(path)).then(|| metadata.len())
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
            let file = (self.paths.len() > 1).then(|| path.display().to_string());
            if self
                .ask_of(open(path).map_err(unreadable)?, file.as_deref(), give)
                .map_err(unreadable)?
                .is_break()
            {
                break;
            }
        }
        Ok(())
    }

    fn ask_of(
        &self,
        input: Box<dyn Read + Send>,
        file: Option<&str>,
        give: &mut Give<'_>,
    ) -> io::Result<ControlFlow<()>> {
        let mut lines = Lines::new(input)?;
        if let Some(packing) = lines.packing() {
            let place = Question { file: file.map(str::to_owned), line: Some(1), ..Question::default() };
            return Ok(give(Asked::wrong(unpacking(packing), place)));
        }
        let mut offset = 0;
        while let Some(line) = lines.next() {
            let line = line?;
            self.read.fetch_add(lines.offset() - offset, Ordering::Relaxed);
            offset = lines.offset();
            if let Some(asked) = Asked::read(&line, file)
                && give(asked).is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Who takes questions.
pub(super) type Give<'a> = dyn FnMut(Asked) -> ControlFlow<()> + 'a;

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    Ok(if is_stdin(path) { Box::new(io::stdin()) } else { Box::new(File::open(path)?) })
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
