//! The form of the embedded files: a magic, a checksum over everything after it, and the content.

use std::io::{self, Write as _};
use std::path::Path;

use thiserror::Error;

use crate::text::outputs::replace;

/// The first bytes of a file: its kind and the version of its format.
pub(in crate::tablebase) type Magic = [u8; 8];

/// What is wrong with data that should have this form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SealError {
    /// The data is shorter than a header.
    #[error("too short")]
    TooShort,
    /// Data of another kind or version.
    #[error("it is not in this version's format")]
    OtherFormat,
    /// The content differs from what was written.
    #[error("the checksum differs")]
    Checksum,
}

/// Bytes of the magic and the checksum.
const HEADER_BYTES: usize = 12;

/// Returns the content after the header. It does not verify the checksum, which would take time at every start.
///
/// # Errors
/// If the data is of another kind.
pub(in crate::tablebase) fn content(data: &'static [u8], magic: Magic) -> Result<&'static [u8], SealError> {
    let (header, content) = data.split_at_checked(HEADER_BYTES).ok_or(SealError::TooShort)?;
    if header[..8] == magic { Ok(content) } else { Err(SealError::OtherFormat) }
}

/// Verifies the checksum.
///
/// # Errors
/// If the data differs from what was written.
pub(in crate::tablebase) fn verify(data: &'static [u8], magic: Magic) -> Result<(), SealError> {
    let content = content(data, magic)?;
    if data[8..HEADER_BYTES] == crc32fast::hash(content).to_le_bytes() {
        Ok(())
    } else {
        Err(SealError::Checksum)
    }
}

/// Takes as many bytes from the rest of the data as a length of four bytes says; `None` if there are fewer.
pub(in crate::tablebase) fn take(rest: &mut &'static [u8], length: &[u8]) -> Option<&'static [u8]> {
    let length = u32::from_le_bytes(length.try_into().ok()?);
    let (taken, after) = rest.split_at_checked(length as usize)?;
    *rest = after;
    Some(taken)
}

/// Writes a file; returns its size in bytes.
///
/// # Errors
/// If writing fails.
pub(in crate::tablebase) fn write(path: &Path, magic: Magic, content: &[u8]) -> io::Result<usize> {
    let whole = [&magic[..], &crc32fast::hash(content).to_le_bytes(), content].concat();
    replace(path, |file| file.write_all(&whole))?;
    Ok(whole.len())
}
