//! How every history moves: towards its limit, in steps that grow smaller the nearer it is.

/// The greatest value, up or down, that a history can reach.
const HISTORY_LIMIT: i32 = 16_384;

/// Moves a history value towards the limit ("gravity": the further it is, the smaller the step, so that it
/// follows the present and cannot overflow).
pub(super) fn step_towards_limit(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_keeps_histories_within_the_limit() {
        let mut value = 0;
        for _ in 0..1000 {
            step_towards_limit(&mut value, 1600);
        }
        assert!((HISTORY_LIMIT * 9 / 10..=HISTORY_LIMIT).contains(&i32::from(value)));
        for _ in 0..2000 {
            step_towards_limit(&mut value, -1600);
        }
        assert!(i32::from(value) >= -HISTORY_LIMIT);
    }
}
