//! Memory for big tables: zeroed bytes straight from the system, in large pages if it has them.
//!
//! A search reads and writes its table in random order. With pages of 4 KiB nearly every probe has to look up where its
//! page is, and the first write to each page waits for the system. Together this costs up to a third of the search's
//! time, and half of it with several threads.

use std::io;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

/// Tables of up to this many bytes are taken from the system at once, in some 130 ms a GiB.
#[cfg(target_os = "linux")]
const TAKEN_AT_ONCE: usize = 4 << 30;

/// Maps this many zeroed bytes, from the start of a page. The system provides a page only at the first write to it.
///
/// # Errors
/// If the system does not have the memory.
pub fn zeroed(bytes: usize) -> io::Result<MmapMut> {
    let memory = MmapMut::map_anon(bytes)?;
    // Without large pages the table is slower, but works.
    #[cfg(target_os = "linux")]
    let _ = memory.advise(memmap2::Advice::HugePage);
    Ok(memory)
}

/// When the system provides the pages of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pages {
    /// Each at the first write to it.
    AsNeeded,
    /// Now, up to 4 GiB. Otherwise a search waits at its first write to each page, on its clock (128 ms of the first 155 with a
    /// table of 1 GiB). Larger tables get their pages as needed, so that no game starts seconds late.
    Now,
}

fn zeroed_with(bytes: usize, pages: Pages) -> io::Result<MmapMut> {
    let memory = zeroed(bytes)?;
    #[cfg(target_os = "linux")]
    if pages == Pages::Now && bytes <= TAKEN_AT_ONCE {
        // On systems that do not know this advice, pages come as they are needed.
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

/// 64-bit words that all threads read and write.
#[derive(Default)]
pub struct SharedWords(Option<Mapped>);

impl SharedWords {
    /// Maps this many zeroed words.
    ///
    /// # Errors
    /// If the system does not have the memory.
    pub fn zeroed(words: usize, pages: Pages) -> io::Result<SharedWords> {
        let bytes = words.checked_mul(size_of::<AtomicU64>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let mapped = Mapped::try_new(MutBorrow::new(zeroed_with(bytes, pages)?), |memory| {
            let words = <[AtomicU64]>::mut_from_bytes(memory.borrow_mut());
            words.map(|words| &*words).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))
        });
        mapped.map(|mapped| SharedWords(Some(mapped)))
    }

    /// Returns the words.
    #[inline]
    pub fn words(&self) -> &[AtomicU64] {
        self.0.as_ref().map_or(&[], |mapped| mapped.borrow_dependent())
    }
}
