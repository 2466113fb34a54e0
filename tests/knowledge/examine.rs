//! What must hold for any text that is read as a table of advice. Shared by the property test and the fuzz target.

use lucena::advice::{Position, Severity, Side, check};
use shakmaty::{Role, Square};

/// A table that no error stands against is asked for its move with so little patience that every text is quick.
const MOST_NODES: u64 = 200;

/// Reads a text and checks what is said about it.
pub fn examine(text: &str) {
    let checked = check("any", text);
    let has_error = checked.problems.iter().any(|problem| problem.severity() == Severity::Error);
    assert_eq!(checked.table.is_none(), has_error, "a table, or an error that says why there is none");
    let lines = text.lines().count() + 1;
    for problem in &checked.problems {
        assert!((1..=lines).contains(&problem.place.line) && problem.place.column >= 1, "{problem}");
        assert!(!problem.kind.to_string().is_empty());
    }
    if let Some(table) = checked.table {
        let again = check("any", &table.text).table.map(|again| format!("{again:?}"));
        assert_eq!(again, Some(format!("{table:?}")), "a text means one thing");
        let mut position = Position::kings_only(Square::E1, Square::D5, Side::Us);
        position.put(Side::Us, Role::Rook, Square::A1);
        table.advise_within(&position, MOST_NODES);
    }
}
