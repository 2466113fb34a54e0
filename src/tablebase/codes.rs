//! The codes of a finished table, in pages of their own: the heap, in which a build leaves holes, does not grow with every table.

use std::ops::Deref;

use memmap2::{Mmap, MmapMut};

/// Codes, by number.
#[derive(Debug)]
pub(super) enum Codes {
    /// In pages that go back to the system with the table.
    Pages(Mmap),
    /// In the heap, if the system gives no pages.
    Heap(Vec<u8>),
}

impl From<Vec<u8>> for Codes {
    fn from(codes: Vec<u8>) -> Codes {
        match in_pages(&codes) {
            Ok(pages) => Codes::Pages(pages),
            Err(_) => Codes::Heap(codes),
        }
    }
}

fn in_pages(codes: &[u8]) -> std::io::Result<Mmap> {
    let mut pages = MmapMut::map_anon(codes.len())?;
    pages.copy_from_slice(codes);
    pages.make_read_only()
}

impl Deref for Codes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Codes::Pages(pages) => pages,
            Codes::Heap(codes) => codes,
        }
    }
}
