//! The date that goes into what lucena makes for packages.

use std::time::{SystemTime, UNIX_EPOCH};

/// The variable by which packages ask for the same date in every build, in seconds since 1970.
const ASKED: &str = "SOURCE_DATE_EPOCH";

const SECONDS_A_DAY: u64 = 86_400;

/// Returns the date that `SOURCE_DATE_EPOCH` names, otherwise today's, as `2026-01-31` in UTC.
#[must_use]
pub fn source_date() -> String {
    let asked = std::env::var(ASKED).ok().and_then(|text| text.trim().parse::<u64>().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date_of(asked.unwrap_or_else(now) / SECONDS_A_DAY)
}

/// Returns the date of a day since 1970-01-01. It counts in years that begin in March, so that the leap day comes last
/// (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
fn date_of(days: u64) -> String {
    const DAYS_BEFORE_1970: u64 = 719_468;
    const DAYS_IN_400_YEARS: u64 = 146_097;
    let days = days + DAYS_BEFORE_1970;
    let (era, day) = (days / DAYS_IN_400_YEARS, days % DAYS_IN_400_YEARS);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day_of_month:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_1970_with_leap_years() {
        // By `date --utc --date @SECONDS +%F`.
        for (seconds, date) in [
            (0_u64, "1970-01-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_709_164_800, "2024-02-29"),
            (1_798_675_200, "2026-12-31"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(date_of(seconds / SECONDS_A_DAY), date, "{seconds}");
        }
    }
}
