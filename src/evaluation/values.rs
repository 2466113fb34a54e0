//! Stores values found lately, because a position returns by other move orders and a node asks again for what its parent asked.

/// One entry for each value of the lower bits of a key.
const ENTRIES: usize = 1 << 16;

/// Values of positions by key, before the 50-move clock shrinks them. The lower bits of a key select the entry, which
/// holds the other bits beside the value, so that no two keys are confused.
#[derive(Debug)]
pub(super) struct ValueTable(Box<[u64]>);

/// Marks an entry without a value; real values are far from it.
const NONE: i16 = i16::MIN;

impl ValueTable {
    pub(super) fn new() -> ValueTable {
        ValueTable(vec![u64::from(NONE as u16); ENTRIES].into_boxed_slice())
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<i32> {
        let entry = self.0[place(key)];
        let value = entry as i16;
        (entry ^ key < ENTRIES as u64 && value != NONE).then(|| i32::from(value))
    }

    /// Stores a value that fits into 16 bits. A larger one is computed again each time.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, value: i32) {
        if let Ok(value) = i16::try_from(value) {
            self.0[place(key)] = key & !(ENTRIES as u64 - 1) | u64::from(value as u16);
        }
    }
}

#[inline]
fn place(key: u64) -> usize {
    key as usize % ENTRIES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_under_its_own_key_alone() {
        const KEY: u64 = 0x1234_5678_9abc_def0;
        let mut values = ValueTable::new();
        assert_eq!(values.get(0), None);
        for value in [0, -1, 19_999, -19_999] {
            values.keep(KEY, value);
            assert_eq!(values.get(KEY), Some(value));
            for bit in 0..64 {
                assert_eq!(values.get(KEY ^ 1 << bit), None, "{bit}");
            }
        }
    }

    #[test]
    fn a_value_beyond_16_bits_is_not_stored() {
        let mut values = ValueTable::new();
        for value in [i32::from(i16::MIN), 40_000, -40_000] {
            values.keep(5, value);
            assert_eq!(values.get(5), None);
        }
    }
}
