//! Repeats a written conversation: it sends the lines marked `>` at their times, waits at `=`, and skips the engine's lines,
//! marked `<`. People can write such a text too.

use std::time::Duration;

use crate::talk::{Halt, Talk};

/// Says it again. Only a fault is an error.
pub fn say_again(text: &str, talk: &mut Talk) -> Result<(), String> {
    match say_lines(text, talk) {
        Err(Halt::Fault(fault)) => Err(fault),
        Err(Halt::Enough) | Ok(()) => Ok(()),
    }
}

fn say_lines(text: &str, talk: &mut Talk) -> Result<(), Halt> {
    let mut last_time = 0.0;
    let mut ends = false;
    for line in text.lines() {
        let Some((time, mark, rest)) = parts(line) else { continue };
        let pause = f64::max(time - last_time, 0.0);
        last_time = time;
        match (mark, rest) {
            ('>', "quit") => {
                talk.listen(Duration::from_secs_f64(pause / 1000.0))?;
                return talk.end(None, true);
            }
            ('>', _) => {
                talk.listen(Duration::from_secs_f64(pause / 1000.0))?;
                talk.send(rest)?;
            }
            ('=', "bestmove") => talk.until_answered()?,
            ('=', "readyok") => talk.until_ready()?,
            ('=', "end of input") => ends = true,
            ('=', "closed output") => return talk.end_by_closed_output(),
            _ => {}
        }
    }
    if ends { talk.end(None, false) } else { talk.end(None, true) }
}

/// Time in ms, mark and line; a text without times is said without pauses.
fn parts(line: &str) -> Option<(f64, char, &str)> {
    let line = line.trim_start();
    let (time, rest) = match line.split_once(' ') {
        Some((time, rest)) if time.parse::<f64>().is_ok() => (time.parse().ok()?, rest),
        _ => (0.0, line),
    };
    let mark = rest.chars().next()?;
    let said = rest[mark.len_utf8()..].strip_prefix(' ').unwrap_or(&rest[mark.len_utf8()..]);
    matches!(mark, '>' | '=' | '<').then_some((time, mark, said))
}
