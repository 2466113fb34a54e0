//! Formats a solved position as text for people.

use std::fmt::{self, Write as _};

use comfy_table::{Table, presets};
use indicatif::HumanCount;

use super::effort::Effort;
use super::tables::LargerTables;
use super::words::{conversion_in_words, headline, proven_in_words, reason_in_words, sorted};
use crate::board::{Board, numbered};
use crate::solve::{FiftyMoves, Solution};

/// Returns the proven result of a position, with the moves, the line and the size of the proof.
pub fn text(board: &Board, solution: &Solution, tables: &LargerTables) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = describe(board, solution, tables, &mut text);
    text
}

fn describe(board: &Board, solution: &Solution, tables: &LargerTables, out: &mut String) -> fmt::Result {
    writeln!(out, "{}", headline(board, solution))?;
    if !solution.moves.is_empty() {
        writeln!(out, "{}", move_table(board, solution))?;
    }
    if !solution.line.is_empty() {
        writeln!(out, "line          {}", numbered(board, &solution.line))?;
    }
    writeln!(out, "arrangements  {}", HumanCount(solution.size.arrangements as u64))?;
    writeln!(out, "positions     {}", HumanCount(solution.size.positions))?;
    Effort::of(solution, tables).describe(&tables.results_built(), out)?;
    if let Some(stopped_by) = solution.stopped_by {
        writeln!(out, "stopped by    {}", reason_in_words(stopped_by))?;
        let is_open = solution.proven.value().is_none();
        if let Some(material) = tables.missing_table(board).filter(|_| is_open) {
            writeln!(
                out,
                "would help    lucena tablebase build --results {material}, once; it takes about a minute"
            )?;
        }
    }
    Ok(())
}

fn move_table(board: &Board, solution: &Solution) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_BORDERS_ONLY);
    table.set_header(["move", "result", "winner's moves to capture, pawn move or mate"]);
    for solved in sorted(&solution.moves) {
        let conversion = solved.conversion.map(conversion_in_words).unwrap_or_default();
        let mut words = proven_in_words(solved.proven).to_owned();
        if solution.losing_time.contains(&solved.played) {
            words.push_str(", but only loses time");
        }
        if solved.fifty_moves == Some(FiftyMoves::Spoils) {
            words.push_str(", a draw with the 50-move rule");
        }
        table.add_row([board.notation(solved.played).to_string(), words, conversion]);
    }
    table
}
