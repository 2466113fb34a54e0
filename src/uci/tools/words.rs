//! Reads the words of the commands beside the protocol. `tolerant` calls it.

use super::tool::{SpeedTest, Tool};
use crate::config::Schema;
use crate::text::numbers::within;
use crate::uci::command::{Command, Reading};
use crate::uci::go_limits::DEEPEST;
use crate::uci::quoted::quoted;

/// The longest measurement, in seconds.
const LONGEST: u64 = 86_400;

/// Reads a line by its first word; `None` if that is none of these commands.
pub(in crate::uci) fn read(first: &str, rest: &[&str]) -> Option<Reading> {
    let tool = match first.to_ascii_lowercase().as_str() {
        "eval" => Ok((Tool::Evaluate, rest)),
        "flip" => Ok((Tool::Flip, rest)),
        "compiler" => Ok((Tool::Compiler, rest)),
        "help" | "--help" => Ok((Tool::Help, rest)),
        "export_net" => Ok((Tool::ExportNetworks((!rest.is_empty()).then(|| rest.join(" "))), &rest[..0])),
        "bench" => read_bench(rest),
        "speedtest" => read_speed_test(rest),
        _ => return None,
    };
    Some(match tool {
        Ok((tool, rest)) => Reading { notes: left_over(&tool, rest), ..Reading::of(Command::Tool(tool)) },
        Err(problem) => Reading::refused(format!("ignored: {problem}")),
    })
}

/// A command, and the words that it leaves; or what is wrong with its words, and what is allowed.
type Read<'a> = Result<(Tool, &'a [&'a str]), String>;

fn read_bench<'a>(words: &'a [&'a str]) -> Read<'a> {
    let deepest = DEEPEST.unsigned_abs() as u32;
    let depth = read_next("bench", "depth", words.first(), within(1..=deepest))?;
    Ok((Tool::Bench(depth), words.get(1..).unwrap_or_default()))
}

fn read_speed_test<'a>(words: &'a [&'a str]) -> Read<'a> {
    const NAME: &str = "speedtest";
    let speed_test = SpeedTest {
        threads: read_next(NAME, "threads", words.first(), |word| Schema::read_number("threads", word))?,
        hash: read_next(NAME, "hash", words.get(1), |word| Schema::read_number("hash", word))?,
        seconds: read_next(NAME, "seconds", words.get(2), within(1..=LONGEST))?,
    };
    Ok((Tool::SpeedTest(speed_test), words.get(3..).unwrap_or_default()))
}

/// Reads a word, if there is one.
fn read_next<Number>(
    command: &str,
    name: &str,
    word: Option<&&str>,
    read: impl Fn(&str) -> Result<Number, String>,
) -> Result<Option<Number>, String> {
    let wrong =
        |word: &str, allowed: String| format!("{command}: {name} {} is invalid; {allowed}", quoted(word));
    word.map(|word| read(word).map_err(|allowed| wrong(word, allowed))).transpose()
}

fn left_over(tool: &Tool, words: &[&str]) -> Vec<String> {
    if words.is_empty() {
        Vec::new()
    } else {
        vec![format!("ignored after {tool}: {}", quoted(&words.join(" ")))]
    }
}
