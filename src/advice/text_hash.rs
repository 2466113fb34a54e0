//! A stable hash of texts: proofs are stored under the hash of what was proven.

/// Returns a hash of a text that is the same on every machine and in every version (FNV-1a).
pub(super) fn text_hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
