//! Reads whole numbers as people write them, and says which are allowed if a word is none of them: the options of commands.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Returns a reader of whole numbers in a range. Its error says which are allowed.
pub fn within<N>(
    allowed: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: FromStr + Display + PartialOrd + Clone + Send + Sync + 'static,
{
    move |word| {
        let refused = || format!("allowed: a whole number from {} to {}", allowed.start(), allowed.end());
        word.parse().ok().filter(|number| allowed.contains(number)).ok_or_else(refused)
    }
}

/// Returns a reader of whole numbers that are no smaller than this. Its error says which are allowed.
pub fn at_least<N>(least: N) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: FromStr + Display + PartialOrd + Clone + Send + Sync + 'static,
{
    move |word| {
        let refused = || format!("allowed: a whole number, {least} or more");
        word.parse().ok().filter(|number| *number >= least).ok_or_else(refused)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::*;

    #[test]
    fn a_word_that_is_no_allowed_number_is_answered_with_those_that_are() {
        let (depth, nodes) = (within(1..=246_u32), at_least(NonZeroU64::MIN));
        assert_eq!((depth("246"), nodes("1")), (Ok(246), Ok(NonZeroU64::MIN)));
        for word in ["0", "247", "-1", "x", "1e3", ""] {
            assert_eq!(depth(word), Err("allowed: a whole number from 1 to 246".to_owned()), "{word}");
        }
        for word in ["0", "-1", "1.5"] {
            assert_eq!(nodes(word), Err("allowed: a whole number, 1 or more".to_owned()), "{word}");
        }
    }
}
