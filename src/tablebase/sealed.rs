//! The form of the files inside the program: a magic, a checksum over everything after it, and the content.

use std::io::{self, Write as _};
use std::path::Path;

use thiserror::Error;

use crate::text::outputs::replace;

/// How a file begins: what it is, and the version of its format.
pub(super) type Magic = [u8; 8];

/// What is wrong with data that should be of this form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SealError {
    /// Not even a header.
    #[error("too short")]
    TooShort,
    /// Other data, or of another version.
    #[error("not in this version's format")]
    OtherFormat,
    /// Not what was written.
    #[error("the checksum differs")]
    Checksum,
}

/// The magic and the checksum.
const HEADER_BYTES: usize = 12;

/// Returns what stands behind the header. The checksum is not looked at: that would take time at every start.
///
/// # Errors
/// Where the data is not of this kind.
pub(super) fn content(data: &'static [u8], magic: Magic) -> Result<&'static [u8], SealError> {
    let (header, content) = data.split_at_checked(HEADER_BYTES).ok_or(SealError::TooShort)?;
    if header[..8] == magic { Ok(content) } else { Err(SealError::OtherFormat) }
}

/// Compares the checksum.
///
/// # Errors
/// Where the data is not what was written.
pub(super) fn verify(data: &'static [u8], magic: Magic) -> Result<(), SealError> {
    let content = content(data, magic)?;
    if data[8..HEADER_BYTES] == crc32fast::hash(content).to_le_bytes() {
        Ok(())
    } else {
        Err(SealError::Checksum)
    }
}

/// Takes from the rest of the data as many bytes as a length of four bytes says.
pub(super) fn take(rest: &mut &'static [u8], length: &[u8]) -> Option<&'static [u8]> {
    let length = u32::from_le_bytes(length.try_into().ok()?);
    let (taken, after) = rest.split_at_checked(length as usize)?;
    *rest = after;
    Some(taken)
}

/// Writes a file; answers its size in bytes.
///
/// # Errors
/// Where it cannot be written.
pub(super) fn write(path: &Path, magic: Magic, content: &[u8]) -> io::Result<usize> {
    let whole = [&magic[..], &crc32fast::hash(content).to_le_bytes(), content].concat();
    replace(path, |file| file.write_all(&whole))?;
    Ok(whole.len())
}
