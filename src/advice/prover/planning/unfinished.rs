//! Saves what a long proof has planned so far, so that one that was killed goes on from there.
//!
//! The file holds what takes the time: the plans. What comes before them (the promise, the surveys) a proof finds again. It goes on
//! only if that gives the positions with which the file began.

use std::fs;
use std::io::{self, BufWriter, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use zerocopy::IntoBytes as _;

use super::super::playbooks::stored::language;
use crate::text::outputs::replace;
use crate::text::system_reason;

/// Saving takes at most about one part in this many of the time.
const SHARE_OF_SAVING: u32 = 20;
/// Quick rather than small: the file is needed only until the proof is complete.
const COMPRESSION_LEVEL: i32 = 1;
/// Bytes that are compressed at a time.
const BUFFER: usize = 1 << 20;

/// The file of one unfinished proof.
pub(in crate::advice::prover) struct Unfinished {
    path: PathBuf,
    /// What the proof is about. A file about something else is not used.
    about: String,
    between_saves: Duration,
    next_save: Instant,
    is_saved: bool,
    has_failed: bool,
}

impl Unfinished {
    /// Returns the file at this path for a proof that begins with the positions of these numbers. It touches no file yet.
    pub fn new(path: PathBuf, from: &[u32], between_saves: Duration) -> Unfinished {
        let about = format!("{} {} {:08x}", language(), from.len(), crc32fast::hash(from.as_bytes()));
        let next_save = Instant::now() + between_saves;
        Unfinished { path, about, between_saves, next_save, is_saved: false, has_failed: false }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads what was saved; `None` if nothing was, or about something else.
    ///
    /// # Errors
    /// The reason in words, if the file cannot be read or is damaged.
    pub fn load<T: DeserializeOwned>(&mut self) -> Result<Option<T>, String> {
        let packed = match fs::read(&self.path) {
            Ok(packed) => packed,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(system_reason(&error)),
        };
        let damaged = || "it is damaged".to_owned();
        let bytes = zstd::decode_all(&*packed).map_err(|_| damaged())?;
        drop(packed);
        let (about, rest): (String, _) = postcard::take_from_bytes(&bytes).map_err(|_| damaged())?;
        if about != self.about {
            return Ok(None);
        }
        let saved = postcard::from_bytes(rest).map_err(|_| damaged())?;
        self.is_saved = true;
        Ok(Some(saved))
    }

    /// Returns whether it is time to save again.
    pub fn is_due(&self) -> bool {
        !self.has_failed && Instant::now() >= self.next_save
    }

    /// Returns whether something was saved, by this run or an earlier one.
    pub fn is_saved(&self) -> bool {
        self.is_saved && !self.has_failed
    }

    /// Saves this in place of what was saved before.
    ///
    /// # Errors
    /// The reason in words, if it cannot be written. The earlier file stays.
    pub fn save(&mut self, content: &impl Serialize) -> Result<(), String> {
        let started = Instant::now();
        let written = self.write(content);
        self.next_save = Instant::now() + self.between_saves.max(started.elapsed() * SHARE_OF_SAVING);
        self.has_failed = written.is_err();
        self.is_saved |= written.is_ok();
        written.map_err(|error| system_reason(&error))
    }

    fn write(&self, content: &impl Serialize) -> io::Result<()> {
        let packed = self.packed(content)?;
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        replace(&self.path, |file| file.write_all(&packed))
    }

    fn packed(&self, content: &impl Serialize) -> io::Result<Vec<u8>> {
        let mut encoder = zstd::Encoder::new(Vec::new(), COMPRESSION_LEVEL)?;
        encoder.include_checksum(true)?;
        let mut writer = BufWriter::with_capacity(BUFFER, encoder);
        postcard::to_io(&(&self.about, content), &mut writer).map_err(io::Error::other)?;
        writer.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
    }

    /// Removes the file. One that cannot be removed does no harm.
    pub fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }
}
