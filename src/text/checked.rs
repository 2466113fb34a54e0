//! Reads and writes files that end with a checksum over everything before it, always as a whole.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Take, Write};

/// A stream that computes a checksum over what passes through it.
pub(crate) struct Checked<S> {
    inner: S,
    hasher: crc32fast::Hasher,
}

impl<S> Checked<S> {
    /// A stream through which nothing has passed yet.
    pub(crate) fn new(inner: S) -> Checked<S> {
        Checked { inner, hasher: crc32fast::Hasher::new() }
    }

    /// Adds bytes to the checksum that did not pass through the stream.
    pub(crate) fn has_passed(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
    }

    /// Returns the inner stream and the checksum.
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

/// Why a checked file is rejected.
pub(crate) enum Fault {
    /// Another program wrote it, or another version of this one.
    Foreign,
    /// It is shorter than it was written, or its bytes have changed.
    Damaged,
    /// Access to it failed.
    Io(io::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        match error.kind() {
            // A short file ends too early, and the decompressor reports changed bytes as invalid data or "other".
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData | io::ErrorKind::Other => {
                Fault::Damaged
            }
            _ => Fault::Io(error),
        }
    }
}

/// Reads an array of bytes.
///
/// # Errors
/// If reading fails, or the stream ends before.
pub(crate) fn read_array<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

const BUFFER_BYTES: usize = 1 << 18;

/// Writes what `write` writes, followed by its checksum.
pub(crate) fn write_checked<W: Write>(
    output: W,
    write: impl FnOnce(&mut Checked<BufWriter<W>>) -> io::Result<()>,
) -> io::Result<()> {
    let mut checked = Checked::new(BufWriter::with_capacity(BUFFER_BYTES, output));
    write(&mut checked)?;
    let (mut output, checksum) = checked.finish();
    output.write_all(&checksum.to_le_bytes())?;
    output.flush()
}

/// A buffered file. The caller reads its beginning before [`read_checked`] reads on.
pub(crate) fn reader(file: File) -> BufReader<File> {
    BufReader::with_capacity(BUFFER_BYTES, file)
}

/// Reads what lies between the beginning, which the caller has read, and the checksum, and compares the checksum.
///
/// # Errors
/// The error of `read`, or if the checksum differs.
pub(crate) fn read_checked<T>(
    mut file: BufReader<File>,
    beginning: &[u8],
    read: impl FnOnce(&mut Checked<Take<&mut BufReader<File>>>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let length = file.get_ref().metadata()?.len();
    let rest = length.checked_sub((beginning.len() + size_of::<u32>()) as u64).ok_or(Fault::Damaged)?;
    let mut checked = Checked::new(file.by_ref().take(rest));
    checked.has_passed(beginning);
    let found = read(&mut checked)?;
    io::copy(&mut checked, &mut io::sink())?;
    let (_, computed) = checked.finish();
    if u32::from_le_bytes(read_array(&mut file)?) == computed { Ok(found) } else { Err(Fault::Damaged) }
}
