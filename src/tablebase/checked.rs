//! A stream that keeps the checksum of what goes through it. Used for files that are written or read as a whole.

use std::io::{self, Read, Write};

/// The stream.
pub(crate) struct Checked<S> {
    inner: S,
    hasher: crc32fast::Hasher,
}

impl<S> Checked<S> {
    /// Nothing has gone through it yet.
    pub(crate) fn new(inner: S) -> Checked<S> {
        Checked { inner, hasher: crc32fast::Hasher::new() }
    }

    /// Counts bytes that went another way.
    pub(crate) fn has_passed(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
    }

    /// Returns the stream beneath and the checksum.
    pub(crate) fn finish(self) -> (S, u32) {
        (self.inner, self.hasher.finalize())
    }
}

impl<S: Write> Write for Checked<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<S: Read> Read for Checked<S> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.hasher.update(&bytes[..read]);
        Ok(read)
    }
}
