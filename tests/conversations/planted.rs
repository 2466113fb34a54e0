//! Gives the oracle short conversations in which a rule is broken, and checks that it reports that. The conversations are in
//! tests/data/conversation_faults.txt.

use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::options::Announced;
use crate::oracle::Oracle;

const CONVERSATIONS: &str = include_str!("../data/conversation_faults.txt");
const PATIENCE: Duration = Duration::from_secs(10);

/// The first fault that the oracle finds.
fn fault(conversation: &str, announced: &Rc<Announced>) -> Result<(), String> {
    let mut now = Instant::now();
    let mut oracle = Oracle::new(Rc::clone(announced), PATIENCE);
    let mut quits = false;
    for line in conversation.lines() {
        let Some((mark, rest)) = line.split_once(' ') else { continue };
        match mark {
            ">" => oracle.sent(rest, now),
            "<" => oracle.received(rest, now)?,
            "@" => {
                now += Duration::from_millis(rest.parse().unwrap());
                oracle.overdue(now)?;
            }
            _ => {}
        }
        quits |= line == "> quit";
    }
    if quits { oracle.concluded() } else { Ok(()) }
}

#[test]
fn the_oracle_sees_every_planted_fault() {
    let announced = Rc::new(Announced::new(CONVERSATIONS.lines()));
    let mut count = 0;
    for conversation in CONVERSATIONS.split("\n\n") {
        let Some(expected) = conversation.lines().find_map(|line| line.strip_prefix("! ")) else { continue };
        let found = fault(conversation, &announced).err().unwrap_or("nothing".to_owned());
        assert!(found.contains(expected), "{found:?} instead of {expected:?}:\n{conversation}");
        count += 1;
    }
    assert!(count > 40, "{count}");
}
