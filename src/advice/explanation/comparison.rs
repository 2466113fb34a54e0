//! Compares the values of a table's measures before a move, after it, and after the moves that come nearest to it.

use shakmaty::{Color, Move};

use crate::advice::language::{AdviceTable, Atom, Measure, Term};
use crate::advice::play::judgement::JudgedMove;
use crate::advice::position::notation::{reply_san, san};
use crate::advice::position::step::{Step, Steps};
use crate::advice::position::view::Position;
use crate::advice::satisfy::context::{Context, Memory};
use crate::advice::satisfy::subgoals::Subgoals;
use crate::tablebase::Wdl;

/// How many other moves to compare the played one with.
const RIVALS: usize = 3;

/// A measure, term by term.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The measure's name.
    pub name: String,
    /// The sum, as it is written.
    pub formula: String,
    /// The terms as they are written.
    pub terms: Vec<String>,
    /// The values now, after the move, and after its rivals.
    pub columns: Vec<Column>,
}

/// The values of a measure in one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Our move; empty for the position itself.
    pub san: String,
    /// Their reply after which the measure is greatest; empty if there is none.
    pub reply: String,
    /// What the exact tables say about the move; may be empty.
    pub note: String,
    /// The terms' values.
    pub values: Vec<i32>,
    /// Their sum.
    pub total: i32,
}

/// Returns what each measure of a table says about the move and its rivals; moves that win are preferred as rivals.
pub(super) fn comparisons(
    table: &AdviceTable,
    position: &Position,
    us: Color,
    played: Option<Step>,
    moves: &[JudgedMove],
) -> Vec<Comparison> {
    let subgoals = Subgoals::new(table);
    let memory = Memory::new(&subgoals);
    let scale = Scale { position, us, memory: &memory };
    let measures = table.measures();
    measures.iter().map(|measure| scale.comparison(measure, played, moves)).collect()
}

/// The position at which measures are compared.
struct Scale<'a> {
    position: &'a Position,
    us: Color,
    memory: &'a Memory<'a>,
}

impl Scale<'_> {
    fn comparison(&self, measure: &Measure, played: Option<Step>, moves: &[JudgedMove]) -> Comparison {
        let now = self.column(measure, &Context::root(self.position, self.memory));
        let mut columns = vec![now];
        let step_of = |played: Move| Step::from_move(played, self.us);
        columns.extend(
            moves
                .iter()
                .filter(|one| step_of(one.played) == played)
                .filter_map(|one| self.after(measure, step_of(one.played)?, one)),
        );
        let others = moves.iter().filter(|one| step_of(one.played) != played);
        let mut rivals: Vec<(bool, Column)> = others
            .filter_map(|one| {
                Some((one.result != Some(Wdl::Win), self.after(measure, step_of(one.played)?, one)?))
            })
            .collect();
        rivals.sort_by_key(|(gives_away, column)| (*gives_away, column.total));
        columns.extend(rivals.into_iter().take(RIVALS).map(|(_, column)| column));
        Comparison {
            name: measure.name.clone(),
            formula: measure.sum.to_string(),
            terms: measure.sum.terms.iter().map(term_words).collect(),
            columns,
        }
    }

    /// Returns the values after a move and the reply that makes the measure greatest.
    fn after(&self, measure: &Measure, step: Step, judged: &JudgedMove) -> Option<Column> {
        let root = Context::root(self.position, self.memory);
        let after = self.position.after(step);
        let context = root.next(&after);
        let mut replies = Steps::new();
        after.legal_steps(&mut replies);
        let columns = replies.into_iter().map(|reply| {
            let last = after.after(reply);
            let reply = reply_san(&after, reply, self.us);
            Column { reply, ..self.column(measure, &context.next(&last)) }
        });
        let worst = columns.max_by_key(|column| column.total);
        let column = worst.unwrap_or_else(|| self.column(measure, &context));
        Some(Column { san: san(self.position, step, self.us), note: judged.worth(), ..column })
    }

    fn column(&self, measure: &Measure, context: &Context<'_>) -> Column {
        let values = measure.sum.terms.iter().map(|term| term.value(context)).collect();
        let total = measure.sum.value(context);
        Column { san: String::new(), reply: String::new(), note: String::new(), values, total }
    }
}

fn term_words(term: &Term) -> String {
    match &term.atom {
        Atom::One => term.factor.to_string(),
        atom => {
            let name = match atom {
                Atom::Number { word, .. } => word.name,
                Atom::Measured { measure, .. } => measure.name.as_str(),
                Atom::Depth | Atom::One => "depth",
            };
            let sign = if term.factor < 0 { "−" } else { "" };
            match term.factor.unsigned_abs() {
                1 => format!("{sign}{name}"),
                times => format!("{sign}{times} × {name}"),
            }
        }
    }
}
