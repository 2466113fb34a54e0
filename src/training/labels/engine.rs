//! Runs a UCI engine in its own process and asks it for the values of positions.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use shakmaty::Color;
use thiserror::Error;

use super::effort::TeacherEffort;
use crate::board::Board;
use crate::engine::LastScore;
use crate::text::system_reason;
use crate::training::record::{DECIDED, estimate};

/// Positions per batch. Two batches fit into a pipe, so that neither side waits for the other to read.
const BATCH: usize = 128;

/// Why an engine returns no values.
#[derive(Debug, Error)]
pub enum TeacherError {
    /// The command cannot be started.
    #[error("cannot start {command}")]
    Start {
        /// The command.
        command: String,
        /// The system's error.
        source: std::io::Error,
    },
    /// The engine has ended, or its pipes do not work.
    #[error(
        "{command} no longer answers ({}); try it by hand: a UCI engine answers the word uci",
        system_reason(reason)
    )]
    Gone {
        /// The command.
        command: String,
        /// The system's error.
        reason: std::io::Error,
    },
}

/// A running engine.
pub(super) struct UciEngine {
    command: String,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: Vec<u8>,
    name: String,
}

impl UciEngine {
    /// Starts an engine by its command, words separated by spaces, and sets options (name, value).
    ///
    /// # Errors
    /// If it cannot be started or does not speak UCI.
    pub fn start(command: &str, options: &[(String, String)]) -> Result<UciEngine, TeacherError> {
        let failed = |source| TeacherError::Start { command: command.to_owned(), source };
        let mut words = command.split_whitespace();
        let mut process = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(failed(std::io::ErrorKind::BrokenPipe.into()));
        };
        let command = command.to_owned();
        let output = BufReader::with_capacity(1 << 16, output);
        let mut engine = UciEngine { command, process, input, output, line: Vec::new(), name: String::new() };
        engine.greet(options)?;
        Ok(engine)
    }

    /// Returns the engine's own name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns White's value of each position, in centipawns; `None` if the engine gives none.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn values(
        &mut self,
        boards: &[Board],
        effort: TeacherEffort,
    ) -> Result<Vec<Option<i16>>, TeacherError> {
        // The engine must forget other positions: the same file gives the same values.
        self.send("ucinewgame\nisready\n")?;
        self.read_until(|line| line == b"readyok")?;
        match effort {
            TeacherEffort::Static => self.static_values(boards),
            TeacherEffort::Nodes(nodes) => self.searched_values(boards, &format!("go nodes {nodes}")),
            TeacherEffort::Depth(depth) => self.searched_values(boards, &format!("go depth {depth}")),
        }
    }

    fn greet(&mut self, options: &[(String, String)]) -> Result<(), TeacherError> {
        self.send("uci\n")?;
        let mut name = None;
        self.read_until(|line| {
            let told = line.strip_prefix(b"id name ");
            name = told.map(|told| String::from_utf8_lossy(told).into_owned()).or_else(|| name.take());
            line == b"uciok"
        })?;
        self.name = name.unwrap_or_else(|| self.command.clone());
        for (name, value) in options {
            self.send(&format!("setoption name {name} value {value}\n"))?;
        }
        Ok(())
    }

    /// Asks with Stockfish's `eval`. While one batch is read, the next is on its way.
    fn static_values(&mut self, boards: &[Board]) -> Result<Vec<Option<i16>>, TeacherError> {
        let mut values = Vec::with_capacity(boards.len());
        let mut batches = boards.chunks(BATCH);
        let mut asked = batches.next().unwrap_or_default();
        self.ask_static(asked)?;
        while !asked.is_empty() {
            let next = batches.next().unwrap_or_default();
            self.ask_static(next)?;
            for _ in asked {
                let mut value = None;
                self.read_until(|line| {
                    let told = line.strip_prefix(b"Final evaluation");
                    value = told.and_then(pawns);
                    told.is_some()
                })?;
                values.push(value);
            }
            asked = next;
        }
        Ok(values)
    }

    fn ask_static(&mut self, boards: &[Board]) -> Result<(), TeacherError> {
        let text: String =
            boards.iter().map(|board| format!("position fen {}\neval\n", board.fen())).collect();
        self.send(&text)
    }

    /// Asks by searches, one after the other.
    fn searched_values(&mut self, boards: &[Board], go: &str) -> Result<Vec<Option<i16>>, TeacherError> {
        boards.iter().map(|board| self.searched_value(board, go)).collect()
    }

    fn searched_value(&mut self, board: &Board, go: &str) -> Result<Option<i16>, TeacherError> {
        self.send(&format!("position fen {}\n{go}\n", board.fen()))?;
        let mut last = LastScore::default();
        self.read_until(|line| {
            if let Some((score, is_exact)) = score_of_info(line) {
                last.take(score, is_exact);
            }
            line.starts_with(b"bestmove")
        })?;
        let white = |score: i16| if board.turn() == Color::White { score } else { -score };
        Ok(last.score().map(white))
    }

    fn send(&mut self, text: &str) -> Result<(), TeacherError> {
        self.input.write_all(text.as_bytes()).map_err(|source| gone(&self.command, source))
    }

    /// Reads lines, without their line ends, up to the last one.
    fn read_until(&mut self, mut is_last: impl FnMut(&[u8]) -> bool) -> Result<(), TeacherError> {
        loop {
            self.line.clear();
            let read = self.output.read_until(b'\n', &mut self.line);
            if read.map_err(|source| gone(&self.command, source))? == 0 {
                return Err(gone(&self.command, std::io::ErrorKind::UnexpectedEof.into()));
            }
            if is_last(self.line.trim_ascii_end()) {
                return Ok(());
            }
        }
    }
}

impl Drop for UciEngine {
    fn drop(&mut self) {
        // An engine that does not quit by itself is killed; one that has ended needs neither.
        let _ = self.input.write_all(b"quit\n");
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn gone(command: &str, reason: std::io::Error) -> TeacherError {
    TeacherError::Gone { command: command.to_owned(), reason }
}

/// Returns the value in `       +0.13 (white side) ...`, in centipawns; `None` if there is none (in check).
fn pawns(text: &[u8]) -> Option<i16> {
    let word = text.split(|letter| letter.is_ascii_whitespace()).find(|word| !word.is_empty())?;
    let pawns: f64 = str::from_utf8(word).ok()?.parse().ok()?;
    Some(estimate((pawns * 100.0).round() as i64))
}

/// Returns the score of an `info` line about the best line, for the side to move, and whether it is exact.
fn score_of_info(line: &[u8]) -> Option<(i16, bool)> {
    let line = str::from_utf8(line).ok()?;
    let mut words = line.strip_prefix("info ")?.split_whitespace();
    let is_other_line = line.contains(" multipv ") && !line.contains(" multipv 1 ");
    words.by_ref().find(|word| *word == "score" && !is_other_line)?;
    let kind = words.next()?;
    let value: i64 = words.next()?.parse().ok()?;
    let score = match kind {
        "cp" => estimate(value),
        "mate" if value > 0 => DECIDED,
        "mate" => -DECIDED,
        _ => return None,
    };
    Some((score, !words.any(|word| matches!(word, "lowerbound" | "upperbound"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_static_value_is_read_and_none_in_check() {
        assert_eq!(pawns(b"       +0.13 (white side) [with scaled NNUE, hybrid, ...]"), Some(13));
        assert_eq!(pawns(b"      -12.40 (white side)"), Some(-1240));
        assert_eq!(pawns(b": none (in check)"), None);
    }

    #[test]
    fn scores_of_the_best_line_are_read() {
        let line = b"info depth 3 seldepth 3 multipv 1 score cp -31 nodes 90 nps 1 pv e2e4";
        assert_eq!(score_of_info(line), Some((-31, true)));
        assert_eq!(score_of_info(b"info depth 3 score cp 12 lowerbound nodes 90"), Some((12, false)));
        assert_eq!(score_of_info(b"info depth 9 score mate -3 nodes 90"), Some((-DECIDED, true)));
        assert_eq!(score_of_info(b"info depth 9 score mate 0"), Some((-DECIDED, true)));
        assert_eq!(score_of_info(b"info depth 3 multipv 2 score cp 4 pv e2e4"), None);
        assert_eq!(score_of_info(b"info currmove e2e4 currmovenumber 1"), None);
        assert_eq!(score_of_info(b"info depth 1 score cp 99999999"), Some((DECIDED - 1, true)));
    }
}
