//! The rule by which every history value moves: towards its limit, in smaller steps the nearer it is.

/// The largest size that a history value can reach.
const HISTORY_LIMIT: i32 = 16_384;

/// Moves a history value towards the limit ("gravity"). The nearer the limit, the smaller the step, so that the value
/// follows recent results and cannot overflow.
pub(in crate::search) fn step_towards_limit(value: &mut i16, bonus: i32) {
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
