//! What the static value of a position is made of, as JSON and in sentences.

use serde::Serialize;
use shakmaty::Color;
use utoipa::ToSchema;

use crate::board::{Board, color_name};
use crate::evaluation::{Breakdown, Evaluator, Parameters, Row};
use crate::exact::{Exact, KnownBy};
use crate::tablebase::Wdl;

/// A value and its parts, in centipawns for White.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ValueParts {
    /// What there is to say, one sentence each.
    sentences: Vec<String>,
    /// The value.
    value: i32,
    /// The network's value; null where the terms make the value.
    network: Option<i32>,
    /// What the terms add up to.
    terms: i32,
    /// The terms, the weightiest first.
    parts: Vec<ValuePart>,
}

/// A term.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ValuePart {
    /// Its name.
    name: &'static str,
    /// What it gives White.
    white: i32,
    /// What it gives Black.
    black: i32,
    /// White's less Black's.
    value: i32,
}

impl ValueParts {
    /// Evaluates a position.
    pub fn of(board: &Board) -> ValueParts {
        let breakdown = Evaluator::new(Parameters::built_in()).explain(board);
        let mut parts: Vec<ValuePart> = breakdown.rows.iter().map(|row| part(&breakdown, row)).collect();
        parts.sort_by_key(|part| std::cmp::Reverse(part.value.abs()));
        ValueParts {
            sentences: sentences(&breakdown, &parts),
            value: breakdown.white_value,
            network: breakdown.network,
            terms: breakdown.terms,
            parts,
        }
    }

    /// Puts what is certain for the side to move before the estimate; `None` if nothing is.
    #[must_use]
    pub fn beside(mut self, turn: Color, certain: Option<Exact>) -> ValueParts {
        self.sentences.splice(0..0, certain.map(|exact| certain_in_words(turn, exact)));
        self
    }
}

fn certain_in_words(turn: Color, exact: Exact) -> String {
    let result = match exact.counted() {
        Wdl::Win => format!("{} wins", color_name(turn)),
        Wdl::Loss => format!("{} wins", color_name(!turn)),
        Wdl::Draw => "The position is drawn".to_owned(),
    };
    let source = match exact.known_by {
        KnownBy::Tables => "by the tables",
        KnownBy::Solver => "proven by the solver",
        KnownBy::MateProof => "by a proof of mate",
        KnownBy::Mate
        | KnownBy::Stalemate
        | KnownBy::DeadMaterial
        | KnownBy::Clock
        | KnownBy::Repetition
        | KnownBy::ComingRepetition => "by the rules",
    };
    format!("{result}, {source}. The value is an estimate that does not know this.")
}

fn part(breakdown: &Breakdown, row: &Row) -> ValuePart {
    let mixed = |value: crate::evaluation::Tapered| value.at_phase(breakdown.phase, breakdown.full_phase);
    let (white, black) = (mixed(row.white), mixed(row.black));
    ValuePart { name: row.term, white, black, value: white - black }
}

fn sentences(breakdown: &Breakdown, parts: &[ValuePart]) -> Vec<String> {
    let mut sentences = vec![headline(breakdown.white_value)];
    for (who, sign) in [("White", 1), ("Black", -1)] {
        let ahead = parts.iter().filter(|part| part.value * sign > 0).take(3);
        let ahead: Vec<String> =
            ahead.map(|part| format!("{} ({:.2})", part.name, f64::from(part.value.abs()) / 100.0)).collect();
        if !ahead.is_empty() {
            sentences.push(format!("{who} has more by {}.", ahead.join(", ")));
        }
    }
    if breakdown.network.is_some() {
        sentences
            .push("The value comes from a network; the terms explain it and do not add up to it.".to_owned());
    }
    if breakdown.scale != breakdown.full_scale {
        let percent = 100 * breakdown.scale / breakdown.full_scale.max(1);
        sentences.push(format!("Only {percent} % of the advantage counts: {}.", breakdown.scale_reason));
    }
    if breakdown.scaled != breakdown.white_value {
        sentences.push(format!(
            "The 50-move clock stands at {} half-moves, which takes part of it away.",
            breakdown.clock
        ));
    }
    sentences
}

fn headline(value: i32) -> String {
    let pawns = f64::from(value.abs()) / 100.0;
    match value {
        0 => "Without looking ahead, lucena sees no advantage.".to_owned(),
        1.. => format!("Without looking ahead, White is better by {pawns:.2} pawns."),
        _ => format!("Without looking ahead, Black is better by {pawns:.2} pawns."),
    }
}
