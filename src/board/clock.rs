//! The 50-move rule: compares the clock with the plies that something needs.

/// The halfmove clock, in plies, at which the 50-move rule makes a draw.
pub const CLOCK_LIMIT: u32 = 100;

/// Returns whether this many plies fit into what the clock leaves. The last of them may be the hundredth ply: a capture or pawn
/// move resets the clock with it, and mate comes before the rule.
pub const fn fits_into_clock(clock: u32, plies: u32) -> bool {
    clock.saturating_add(plies) <= CLOCK_LIMIT
}

/// Returns the plies that the clock leaves.
pub const fn plies_left(clock: u32) -> u32 {
    CLOCK_LIMIT.saturating_sub(clock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hundredth_ply_still_fits() {
        for (clock, plies, fits) in
            [(95, 5, true), (95, 6, false), (100, 0, true), (101, 0, false), (0, 100, true), (0, 101, false)]
        {
            assert_eq!(fits_into_clock(clock, plies), fits, "{clock} {plies}");
        }
        assert_eq!((plies_left(95), plies_left(100), plies_left(120)), (5, 0, 0));
    }
}
