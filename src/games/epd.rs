//! Reads extended position descriptions (EPD): one position a line, with what is known about it.

use shakmaty::Move;
use thiserror::Error;

use super::epd_moves;
use crate::board::{Board, FenError, ReadFen};
use crate::text::shortened;

/// A position with what a suite says about it.
#[derive(Clone, Debug, Default)]
pub struct Epd {
    /// The position.
    pub board: Board,
    /// `id`; empty if the line has none.
    pub id: String,
    /// `bm`: the best moves. Empty if the line names none.
    pub best_moves: Vec<Move>,
    /// `am`: the moves to avoid. Empty if the line names none.
    pub avoided_moves: Vec<Move>,
    /// `dm`: the side to move mates in this many moves, or is mated if negative. `None` if the line does not say.
    pub mate: Option<i32>,
    /// `wdl` for the side to move: 2 won, 1 won but for the 50-move rule, 0 drawn, -1 lost but for that rule, -2 lost. `None` if
    /// the line does not say.
    pub result: Option<i32>,
}

/// Why a line is not EPD.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EpdError {
    /// The line is too short for a position.
    #[error(
        "{text:?} has fewer than four fields; a position has board, turn, castling and en passant square"
    )]
    FewFields {
        /// How the line begins.
        text: String,
    },
    /// The position cannot be used.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A word should be a move and is not.
    #[error(
        "{opcode} {operand:?} is not a legal move of this position; write moves as in Nf3, exd5, e8=Q or O-O"
    )]
    NoMove {
        /// `bm` or `am`.
        opcode: String,
        /// The word.
        operand: String,
    },
    /// A word should be a number and is not, or the number is out of range.
    #[error("{opcode} {operand:?} is invalid; allowed: {allowed}")]
    NoNumber {
        /// `dm` or `wdl`.
        opcode: String,
        /// The text found there.
        operand: String,
        /// The allowed values, in words.
        allowed: &'static str,
    },
    /// A quotation mark is not closed.
    #[error("the quotation mark before {text:?} is not closed; write another one after it")]
    OpenQuotation {
        /// How the quoted text begins.
        text: String,
    },
}

/// The number of fields of a position without counters.
const FIELDS: usize = 4;
/// The most of a wrong line that a message repeats, in characters.
const LONGEST_QUOTED: usize = 40;

/// Reads a file's lines, each with its number from 1. Empty lines and comments (`#`) are skipped.
pub fn read(text: &str) -> impl Iterator<Item = (usize, Result<Epd, EpdError>)> + '_ {
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    numbered
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| (number, read_line(line)))
}

/// Reads one line: four fields and operations, or a FEN of six fields and operations.
fn read_line(line: &str) -> Result<Epd, EpdError> {
    let (board, passed_over) = read_board(line)?;
    let operations = split_operations(&passed_over)?;
    let mut epd = Epd { board: with_clock(board, line, &operations)?, ..Epd::default() };
    for (opcode, operands) in &operations {
        epd.take(opcode, operands)?;
    }
    Ok(epd)
}

/// Reads the position, `hmvc` and `id` of a line. The rest may contain anything.
///
/// # Errors
/// If the line does not begin with a position, or `hmvc` is not a possible clock.
pub fn read_position(line: &str) -> Result<Epd, EpdError> {
    let (board, passed_over) = read_board(line)?;
    let operations = split_operations(&passed_over).unwrap_or_default();
    let id = operands_of("id", &operations).map(|words| words.join(" "));
    let board = with_clock(board, line, &operations)?;
    Ok(Epd { board, id: id.unwrap_or_default(), ..Epd::default() })
}

/// Returns the position at the beginning of a line, and the rest.
fn read_board(line: &str) -> Result<(Board, String), EpdError> {
    if line.split_whitespace().take(FIELDS).count() < FIELDS {
        return Err(EpdError::FewFields { text: shortened(line, LONGEST_QUOTED) });
    }
    let ReadFen { board, passed_over } = Board::read_fen(line, false)?;
    Ok((board, passed_over))
}

/// Returns the operands of an operation. If the line has it several times, the last one counts.
fn operands_of<'a>(wanted: &str, operations: &'a [(&str, Vec<String>)]) -> Option<&'a [String]> {
    let found = operations.iter().rfind(|(opcode, _)| *opcode == wanted);
    found.map(|(_, operands)| operands.as_slice())
}

/// Returns the position with the clock that `hmvc` names, if the line has one.
fn with_clock(board: Board, line: &str, operations: &[(&str, Vec<String>)]) -> Result<Board, EpdError> {
    let named = operands_of("hmvc", operations).and_then(<[String]>::first);
    let Some(clock) = named else { return Ok(board) };
    let fields: Vec<&str> = line.split_whitespace().take(FIELDS).collect();
    Ok(Board::from_fen(&format!("{} {clock} 1", fields.join(" ").replace(';', " ")), false)?)
}

impl Epd {
    /// Takes one operation; unused opcodes are skipped.
    fn take(&mut self, opcode: &str, operands: &[String]) -> Result<(), EpdError> {
        match opcode {
            "id" => self.id = operands.join(" "),
            "bm" => self.best_moves = self.moves(opcode, operands)?,
            "am" => self.avoided_moves = self.moves(opcode, operands)?,
            "dm" => {
                let possible = |moves: &i32| *moves != 0;
                self.mate = Some(number(opcode, operands, "a number of moves other than 0", possible)?);
            }
            "wdl" => {
                let possible = |result: &i32| (-2..=2).contains(result);
                self.result = Some(number(opcode, operands, "2, 1, 0, -1 or -2", possible)?);
            }
            _ => {}
        }
        Ok(())
    }

    fn moves(&self, opcode: &str, operands: &[String]) -> Result<Vec<Move>, EpdError> {
        let position = self.board.position();
        let read = |operand: &String| {
            epd_moves::read(position, operand)
                .ok_or_else(|| EpdError::NoMove { opcode: opcode.to_owned(), operand: operand.clone() })
        };
        operands.iter().map(read).collect()
    }
}

/// Splits `bm Kc2; id "a; b";` into opcodes with their operands. A semicolon in quotation marks does not end an operation.
fn split_operations(text: &str) -> Result<Vec<(&str, Vec<String>)>, EpdError> {
    let mut operations = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.find(|letter: char| letter.is_whitespace() || letter == ';').unwrap_or(rest.len());
        let opcode = &rest[..end];
        let (operands, after) = split_operands(&rest[end..])?;
        if !opcode.is_empty() {
            operations.push((opcode, operands));
        }
        rest = after.trim_start();
    }
    Ok(operations)
}

/// Returns the operands up to the next semicolon, and the rest.
fn split_operands(text: &str) -> Result<(Vec<String>, &str), EpdError> {
    let mut operands = Vec::new();
    let mut rest = text.trim_start();
    loop {
        if let Some(quoted) = rest.strip_prefix('"') {
            let (operand, after) = quoted.split_once('"').ok_or_else(|| open_quotation(quoted))?;
            operands.push(operand.to_owned());
            rest = after.trim_start();
        } else if rest.is_empty() {
            return Ok((operands, rest));
        } else if let Some(after) = rest.strip_prefix(';') {
            return Ok((operands, after));
        } else {
            let ends = |letter: char| letter.is_whitespace() || letter == ';' || letter == '"';
            let end = rest.find(ends).unwrap_or(rest.len());
            operands.push(rest[..end].to_owned());
            rest = rest[end..].trim_start();
        }
    }
}

fn open_quotation(text: &str) -> EpdError {
    EpdError::OpenQuotation { text: shortened(text, LONGEST_QUOTED) }
}

fn number(
    opcode: &str,
    operands: &[String],
    allowed: &'static str,
    possible: impl Fn(&i32) -> bool,
) -> Result<i32, EpdError> {
    let operand = operands.join(" ");
    let number = operand.parse().ok().filter(possible);
    number.ok_or_else(|| EpdError::NoNumber { opcode: opcode.to_owned(), operand, allowed })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Result<Epd, EpdError> {
        read(text).next().unwrap().1
    }

    #[test]
    fn operations_are_read_with_several_moves_and_quoted_semicolons() {
        let epd =
            line("8/2k5/8/8/6K1/8/7P/8 w - - bm Kf5 Kg5! Kh5; id \"J&S; 42.07\"; dm 15;wdl 2; c0 \"\"; x;")
                .unwrap();
        assert_eq!(epd.best_moves.len(), 3);
        assert_eq!((epd.id.as_str(), epd.mate, epd.result), ("J&S; 42.07", Some(15), Some(2)));
        assert!(epd.avoided_moves.is_empty());
    }

    #[test]
    fn moves_are_read_in_every_spelling_that_suites_have() {
        let rows = [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "O-O 0-0 o-o O-O! 0-0+ e1g1", 6),
            ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "O-O-O 0-0-0 0-0-0!? e8c8", 4),
            ("8/4P1k1/8/8/8/8/8/K7 w - -", "e8=Q e8Q e8q e8(Q) e8/Q e8=Q+ e8Q! e7e8q e7-e8Q e7e8=Q", 10),
            ("3r4/4P1k1/8/8/8/8/8/K7 w - -", "exd8=N exd8N exd8=n# e7xd8N e7d8n", 5),
            ("8/8/8/8/8/k7/8/KR6 w - -", "Rb3+ Rb3 Rb3# Rb3+! Rb1b3 Rb1-b3 b1b3", 7),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6 exd6e.p. exd6, e5d6", 4),
        ];
        for (position, moves, count) in rows {
            let best = line(&format!("{position} bm {moves};")).unwrap().best_moves;
            assert_eq!(best.len(), count, "{moves}");
            assert!(best.iter().all(|played| *played == best[0]), "{moves}: {best:?}");
        }
        for wrong in ["e8", "e9", "O-O-O-O", "e8K", "e8=P", "0000", "Q", ""] {
            let line = line(&format!("8/4P1k1/8/8/8/8/8/K7 w - - bm {wrong} e8Q;"));
            assert_eq!(line.is_err(), !wrong.is_empty(), "{wrong}");
        }
    }

    #[test]
    fn counters_are_taken_from_a_fen_and_from_hmvc() {
        assert_eq!(
            line("8/2k5/8/8/6K1/8/7P/8 w - - 12 40 am h4; id \"x\"").unwrap().board.halfmove_clock(),
            12
        );
        assert_eq!(line("8/2k5/8/8/6K1/8/7P/8 w - - hmvc 7; am h4;").unwrap().board.halfmove_clock(), 7);
        assert_eq!(line("8/2k5/8/8/6K1/8/7P/8 w - -").unwrap().board.halfmove_clock(), 0);
    }

    #[test]
    fn every_reader_takes_the_last_of_repeated_operations() {
        let text = "8/2k5/8/8/6K1/8/7P/8 w - - id \"one\"; hmvc 3; hmvc 7; id \"two\";";
        for read in [line(text), read_position(text)] {
            let read = read.unwrap();
            assert_eq!((read.id.as_str(), read.board.halfmove_clock()), ("two", 7));
        }
    }

    #[test]
    fn a_bad_line_says_what_is_wrong() {
        let error = |text: &str| line(text).unwrap_err().to_string();
        assert!(error("8/8 w").contains("four fields"));
        assert!(error("8/8/8/8/8/8/8/8 w - - bm e4;").contains("empty"));
        assert!(error("8/2k5/8/8/6K1/8/7P/8 w - - bm Ka1;").contains("bm \"Ka1\" is not a legal move"));
        assert!(error("8/2k5/8/8/6K1/8/7P/8 w - - wdl 3;").contains("2, 1, 0, -1 or -2"));
        assert!(error("8/2k5/8/8/6K1/8/7P/8 w - - dm 0;").contains("other than 0"));
        assert!(error("8/2k5/8/8/6K1/8/7P/8 w - - id \"x;").contains("not closed"));
    }

    #[test]
    fn comments_and_empty_lines_keep_the_count_of_lines() {
        let text = "# a comment\n\n8/2k5/8/8/6K1/8/7P/8 w - -\n";
        assert_eq!(read(text).map(|(number, _)| number).collect::<Vec<_>>(), [3]);
    }
}
