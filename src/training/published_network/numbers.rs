//! Reads the numbers of a network's file, one after the other. `None` means that the file ends before.

/// What is left of the file: integers, least significant byte first.
pub(super) struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    /// All numbers of these bytes.
    pub fn new(bytes: &[u8]) -> Numbers<'_> {
        Numbers(bytes)
    }

    /// Whether nothing is left.
    pub fn are_all_read(&self) -> bool {
        self.0.is_empty()
    }

    /// The next bytes; `None` if there are fewer.
    pub fn bytes(&mut self, count: usize) -> Option<&[u8]> {
        let (first, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(first)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    /// The next number of 32 bits.
    pub fn word(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// Numbers of 16 bits.
    pub fn row<const N: usize>(&mut self) -> Option<[i16; N]> {
        let mut row = [0; N];
        for number in &mut row {
            *number = i16::from_le_bytes(self.array()?);
        }
        Some(row)
    }

    /// Numbers of 32 bits.
    pub fn wide_row<const N: usize>(&mut self) -> Option<[i32; N]> {
        let mut row = [0; N];
        for number in &mut row {
            *number = i32::from_le_bytes(self.array()?);
        }
        Some(row)
    }

    /// Numbers of 8 bits.
    pub fn narrow_row<const N: usize>(&mut self) -> Option<[i16; N]> {
        Some(self.array::<N>()?.map(|byte| i16::from(i8::from_le_bytes([byte]))))
    }
}
