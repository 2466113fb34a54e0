//! Memory for big tables: zeroed bytes straight from the system, in large pages where it has them.
//!
//! A search touches its table all over. With pages of 4 KiB nearly every probe has to look up where its page lies, and
//! the first write to each page waits for the system: together up to a third of the search's time, and with several
//! threads half of it.

use std::io;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

/// A table of up to so many bytes is taken from the system as a whole, in some 130 ms a gibibyte.
#[cfg(target_os = "linux")]
const TAKEN_AT_ONCE: usize = 4 << 30;

/// So many bytes, all zero, beginning at a page. They are only really taken when they are written to.
///
/// # Errors
/// Where the system has not got the memory.
pub(super) fn zeroed(bytes: usize) -> io::Result<MmapMut> {
    let memory = MmapMut::map_anon(bytes)?;
    // Without large pages the table is slower, and works.
    #[cfg(target_os = "linux")]
    let _ = memory.advise(memmap2::Advice::HugePage);
    Ok(memory)
}

/// The same, but up to [`TAKEN_AT_ONCE`] is really taken now: else the search waits for the system at its first write to each
/// page, on its clock (128 ms of the first 155 with a table of 1 GiB). What is larger comes as it is needed, so that nobody
/// waits for seconds before a game.
fn zeroed_and_taken(bytes: usize) -> io::Result<MmapMut> {
    let memory = zeroed(bytes)?;
    #[cfg(target_os = "linux")]
    if bytes <= TAKEN_AT_ONCE {
        // Where the system does not know this, pages come as they are needed.
        let _ = memory.advise(memmap2::Advice::PopulateWrite);
    }
    Ok(memory)
}

type Words<'a> = &'a [AtomicU64];

self_cell!(
    struct Mapped {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Words,
    }
);

/// Words that all threads read and write.
#[derive(Default)]
pub(super) struct SharedWords(Option<Mapped>);

impl SharedWords {
    /// So many words, all zero.
    ///
    /// # Errors
    /// Where the system has not got the memory.
    pub fn zeroed(words: usize) -> io::Result<SharedWords> {
        let bytes = words.checked_mul(size_of::<AtomicU64>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let mapped = Mapped::try_new(MutBorrow::new(zeroed_and_taken(bytes)?), |memory| {
            let words = <[AtomicU64]>::mut_from_bytes(memory.borrow_mut());
            words.map(|words| &*words).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))
        });
        mapped.map(|mapped| SharedWords(Some(mapped)))
    }

    /// The words.
    #[inline]
    pub fn words(&self) -> &[AtomicU64] {
        self.0.as_ref().map_or(&[], |mapped| mapped.borrow_dependent())
    }
}
