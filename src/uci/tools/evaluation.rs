//! The words of an evaluation: the terms as a table, then how they or the network make the value. The session's `eval` and
//! `lucena eval` show them.

use comfy_table::{CellAlignment, Table, presets};
use shakmaty::Color;

use crate::board::color_name;
use crate::evaluation::{Breakdown, Tapered};

/// Returns an evaluation in lines. Values are in centipawns; the last line has the whole value.
#[must_use]
pub fn evaluation_lines(breakdown: &Breakdown) -> Vec<String> {
    let table = terms(breakdown).to_string();
    table.lines().map(|line| line.trim_end().to_owned()).chain(summary(breakdown)).collect()
}

fn terms(breakdown: &Breakdown) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["term", "white mg", "white eg", "black mg", "black eg", "total mg", "total eg"]);
    for row in &breakdown.rows {
        table.add_row(cells(row.term, &[row.white, row.black, row.white - row.black]));
    }
    let sum = breakdown.sum();
    let mut total = cells("sum", &[]);
    total.extend([String::new(), String::new(), String::new(), String::new()]);
    total.extend([sum.middlegame().to_string(), sum.endgame().to_string()]);
    table.add_row(total);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn cells(term: &str, values: &[Tapered]) -> Vec<String> {
    let numbers = values.iter().flat_map(|value| [value.middlegame(), value.endgame()]);
    std::iter::once(term.to_owned()).chain(numbers.map(|number| number.to_string())).collect()
}

fn summary(breakdown: &Breakdown) -> Vec<String> {
    let mover = color_name(breakdown.turn);
    vec![
        format!(
            "phase        {} of {} (mg is weighted by it, eg by the rest)",
            breakdown.phase, breakdown.full_phase
        ),
        format!("tempo        {:?} for {mover}, who is to move", breakdown.tempo),
        format!("terms        {:+} for White", breakdown.terms),
        match breakdown.network {
            Some(value) => {
                format!(
                    "network      {value:+} for White: the value comes from it; the table above explains, and does not \
                     add up to it"
                )
            }
            None => "network      not used here: the terms know how to mate and make the value".to_owned(),
        },
        format!(
            "scale        {} of {}{}: {}",
            breakdown.scale,
            breakdown.full_scale,
            ahead(breakdown),
            breakdown.scale_reason
        ),
        format!(
            "clock        {} half-moves without progress: {:+} becomes {:+}",
            breakdown.clock, breakdown.scaled, breakdown.white_value
        ),
        format!(
            "value        {:+} for White, {:+} for {mover}",
            breakdown.white_value, breakdown.mover_value
        ),
    ]
}

/// Whose advantage is scaled.
fn ahead(breakdown: &Breakdown) -> String {
    match breakdown.unscaled {
        1.. => format!(" for {}, who is ahead", color_name(Color::White)),
        0 => ", nobody is ahead".to_owned(),
        _ => format!(" for {}, who is ahead", color_name(Color::Black)),
    }
}
