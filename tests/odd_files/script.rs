//! Uses bytes as a script that makes a nearly right file. Shared with the fuzz targets.

/// What is left of a script; behind its end stand zeroes.
pub struct Script<'a>(pub &'a [u8]);

impl Script<'_> {
    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number below this one.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit
    }

    /// The next bytes.
    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }

    /// One of these.
    pub fn one_of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// So many bytes that follow a pattern of eight.
    pub fn pattern(&mut self, length: usize) -> Vec<u8> {
        let pattern: [u8; 8] = self.bytes();
        pattern.into_iter().cycle().take(length).collect()
    }

    /// Whether the script has come to its end.
    pub fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    /// The bytes with one burst of one to four bytes changed, and where: a checksum of 32 bits finds every such burst. `None`
    /// where nothing changes.
    pub fn burst_in(&mut self, good: &[u8], places: std::ops::Range<usize>) -> Option<(usize, Vec<u8>)> {
        let at = places.start + usize::from(u16::from_le_bytes(self.bytes())) % places.len();
        let mut changed = good.to_vec();
        let end = (at + 1 + self.below(4)).min(places.end);
        changed[at..end].iter_mut().for_each(|byte| *byte ^= self.byte());
        (changed != good).then_some((at, changed))
    }
}
