//! Puts an estimate of the work on a position into words, and into JSON.

use std::fmt::{self, Write as _};
use std::time::Duration;

use indicatif::{HumanBytes, HumanCount, HumanDuration};
use serde::Serialize;

use crate::board::Board;
use crate::solve::{Amount, Estimate, SolveLimits};

/// An estimate as JSON.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Estimated {
    fen: String,
    least: Least,
    /// Null if nobody can say.
    most: Option<Least>,
    /// The memory that the limits allow.
    bytes_allowed: usize,
    #[serde(skip)]
    estimate: Estimate,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = EstimatedWork)]
struct Least {
    arrangements: usize,
    bytes: usize,
    seconds: f64,
}

impl Least {
    fn of(amount: &Amount) -> Least {
        let Amount { arrangements, bytes, time } = *amount;
        Least { arrangements, bytes, seconds: time.as_secs_f64() }
    }
}

impl Estimated {
    /// Makes the answer from an estimate.
    pub fn of(board: &Board, estimate: Estimate, limits: SolveLimits) -> Estimated {
        Estimated {
            fen: board.fen(),
            least: Least::of(&estimate.least),
            most: estimate.most.as_ref().map(Least::of),
            bytes_allowed: limits.bytes,
            estimate,
        }
    }

    /// The same for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = self.describe(&mut text);
        text
    }

    /// The same in one line.
    pub fn line(&self) -> String {
        let [arrangements, memory, time] = self.ranges();
        format!("estimate: {arrangements} arrangements, {memory}, {time}")
    }

    fn describe(&self, out: &mut String) -> fmt::Result {
        let [arrangements, memory, time] = self.ranges();
        writeln!(out, "arrangements  {arrangements}")?;
        writeln!(out, "memory        {memory}; --memory allows {}", HumanBytes(self.bytes_allowed as u64))?;
        writeln!(out, "time          {time}")?;
        if self.most.is_none() {
            writeln!(out, "beyond that   nobody can say before how much of what is there the proof needs")?;
        }
        Ok(())
    }

    /// Arrangements, memory and time.
    fn ranges(&self) -> [String; 3] {
        let Estimate { least, most } = &self.estimate;
        let range = |words: fn(&Amount) -> String| match most {
            Some(most) if words(most) != words(least) => format!("{} to {}", words(least), words(most)),
            Some(_) => words(least),
            None => format!("{} or more", words(least)),
        };
        [
            range(|amount| HumanCount(amount.arrangements as u64).to_string()),
            range(|amount| HumanBytes(amount.bytes as u64).to_string()),
            range(|amount| in_words(amount.time)),
        ]
    }
}

fn in_words(time: Duration) -> String {
    if time < Duration::from_secs(10) {
        format!("{:.1} s", time.as_secs_f64())
    } else {
        HumanDuration(time).to_string()
    }
}
