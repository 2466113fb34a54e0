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
        let mapped = Mapped::try_new(MutBorrow::new(zeroed(bytes)?), |memory| {
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
