//! Repeats a written conversation: it sends the lines marked `>` at their times, waits at `=`, and skips the engine's lines,
//! marked `<`. People can write such a text too. A debug log is such a text, in which it waits for each answer.

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
    if let Some((mark, said)) = part_of_log(line) {
        return Some((0.0, mark, said));
    }
    let (time, rest) = match line.split_once(' ') {
        Some((time, rest)) if time.parse::<f64>().is_ok() => (time.parse().ok()?, rest),
        _ => (0.0, line),
    };
    let mark = rest.chars().next()?;
    let said = rest[mark.len_utf8()..].strip_prefix(' ').unwrap_or(&rest[mark.len_utf8()..]);
    matches!(mark, '>' | '=' | '<').then_some((time, mark, said))
}

/// Mark and line of a debug log, in which the engine's answers are waited for.
fn part_of_log(line: &str) -> Option<(char, &str)> {
    if let Some(written) = line.strip_prefix("<< ") {
        let word = written.split(' ').next().unwrap_or_default();
        return Some(if ["bestmove", "readyok"].contains(&word) { ('=', word) } else { ('<', written) });
    }
    Some(('>', line.strip_prefix(">> ")?))
}

#[test]
fn a_debug_log_is_read_as_what_was_said() {
    let rows = [
        (">> go depth 3", (0.0, '>', "go depth 3")),
        ("<< info depth 1 score cp 3", (0.0, '<', "info depth 1 score cp 3")),
        ("<< bestmove e2e4 ponder e7e5", (0.0, '=', "bestmove")),
        ("<< readyok", (0.0, '=', "readyok")),
        ("   12.5 > go depth 3", (12.5, '>', "go depth 3")),
        ("= bestmove", (0.0, '=', "bestmove")),
    ];
    for (line, wanted) in rows {
        assert_eq!(parts(line), Some(wanted), "{line}");
    }
}
