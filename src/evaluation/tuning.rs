//! Measures how much each parameter counts in a position by changing it a little; a tuner calls it.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

use super::context::EvaluationContext;
use super::evaluator::Evaluator;
use super::parameters::{BUILT_IN, Parameters};
use crate::board::{Board, CLOCK_LIMIT};

/// The change of a summed parameter, in centipawns. It is many phase steps, so that mixing by phase rounds nothing.
const SUM_STEP: i64 = 240;

/// The change of a scale. The rules take the minimum of scales, so that a larger change could change which rule counts.
const SCALE_STEP: i64 = 1;

/// Parameters that say how others count instead of counting themselves.
const NOT_COUNTED: [&str; 8] = [
    "king/bishop_pressure",
    "king/knight_pressure",
    "king/queen_pressure",
    "king/rook_pressure",
    "phase/",
    "scaling/clock",
    "scaling/full",
    "scaling/troitzky_line/",
];

/// The text is not a set of evaluation parameters.
#[derive(Debug, Error)]
#[error("these are not evaluation parameters: {0}")]
pub struct ParametersError(String);

/// A set of parameters that can be changed one by one.
#[derive(Clone, Debug)]
pub struct ParameterSet {
    tree: Value,
    parameters: Arc<Parameters>,
}

/// One number of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parameter {
    /// Table, key and indexes in lists, as in `passed_pawns/free_stop/3/1`.
    pub name: String,
    /// The number itself, in the unit of its key.
    pub value: i64,
    /// The part of the value to which it belongs.
    pub part: Part,
}

/// The place of a parameter in the value: sum × scale ÷ full scale × damping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The sum of all terms, mixed by phase.
    Sum,
    /// The part of an advantage that can be won.
    Scale,
}

/// The parts of the value that the terms give a position. It is the position's value only against a bare king and for
/// two knights against pawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts {
    /// All terms, White's minus Black's, mixed by phase, in centipawns.
    pub sum: i32,
    /// The scale, in parts of the full scale.
    pub scale: i32,
    /// The part of the value that the 50-move clock leaves, from 0 to 1.
    pub damping: f64,
}

impl Parts {
    const fn of(&self, part: Part) -> i32 {
        match part {
            Part::Sum => self.sum,
            Part::Scale => self.scale,
        }
    }
}

impl Part {
    const fn step(self) -> i64 {
        match self {
            Part::Sum => SUM_STEP,
            Part::Scale => SCALE_STEP,
        }
    }
}

impl ParameterSet {
    /// Returns the parameters built into the program.
    ///
    /// # Errors
    /// Never: a test reads them.
    pub fn built_in() -> Result<ParameterSet, ParametersError> {
        ParameterSet::read(BUILT_IN)
    }

    /// Reads parameters from text in the form of parameters.toml.
    ///
    /// # Errors
    /// If a key is missing, unknown or of another kind.
    pub fn read(text: &str) -> Result<ParameterSet, ParametersError> {
        let tree = toml_edit::de::from_str(text).map_err(|error| ParametersError(error.to_string()))?;
        let parameters = parameters(&tree)?;
        Ok(ParameterSet { tree, parameters })
    }

    /// Returns the full scale: the scale of an ordinary position.
    pub fn full_scale(&self) -> i32 {
        self.parameters.scaling.full
    }

    /// Returns every number that counts in values, lists in their order.
    pub fn counted(&self) -> Vec<Parameter> {
        let mut found = Vec::new();
        collect("", &self.tree, &mut found);
        found.retain(|parameter| !NOT_COUNTED.iter().any(|name| parameter.name.starts_with(name)));
        found
    }

    /// Returns the parts of each position's value, in the order of `boards`.
    pub fn parts(&self, boards: &[Board]) -> Vec<Parts> {
        parts(&self.parameters, boards).collect()
    }

    /// Returns how much each position's part grows with one unit of a parameter, as pairs of the position's index in
    /// `boards` and the growth. Positions that the parameter does not touch are left out.
    ///
    /// # Errors
    /// If the set does not contain the parameter.
    pub fn coefficients(
        &self,
        parameter: &Parameter,
        boards: &[Board],
    ) -> Result<Vec<(usize, f64)>, ParametersError> {
        let step = parameter.part.step();
        let (lower, raised) = (self.changed(parameter, -step)?, self.changed(parameter, step)?);
        let pairs = parts(&lower, boards).zip(parts(&raised, boards));
        let changes = pairs.map(|(lower, raised)| raised.of(parameter.part) - lower.of(parameter.part));
        let touched = changes.enumerate().filter(|(_, change)| *change != 0);
        Ok(touched.map(|(position, change)| (position, f64::from(change) / (2 * step) as f64)).collect())
    }

    /// Returns the parameters with one of them changed.
    fn changed(&self, parameter: &Parameter, by: i64) -> Result<Arc<Parameters>, ParametersError> {
        let mut tree = self.tree.clone();
        let place = tree.pointer_mut(&format!("/{}", parameter.name));
        *place.ok_or_else(|| ParametersError(format!("there is no {}", parameter.name)))? =
            Value::from(parameter.value + by);
        parameters(&tree)
    }
}

fn parameters(tree: &Value) -> Result<Arc<Parameters>, ParametersError> {
    let parameters = serde_json::from_value(tree.clone());
    parameters.map(Arc::new).map_err(|error| ParametersError(error.to_string()))
}

/// Collects all integers below a place.
fn collect(name: &str, value: &Value, found: &mut Vec<Parameter>) {
    let below = |key: &str| if name.is_empty() { key.to_owned() } else { format!("{name}/{key}") };
    match value {
        Value::Object(table) => table.iter().for_each(|(key, value)| collect(&below(key), value, found)),
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(index, value)| collect(&below(&index.to_string()), value, found));
        }
        _ => found.extend(value.as_i64().map(|value| {
            let part = if name.starts_with("scaling/") { Part::Scale } else { Part::Sum };
            Parameter { name: name.to_owned(), value, part }
        })),
    }
}

fn parts(parameters: &Arc<Parameters>, boards: &[Board]) -> impl Iterator<Item = Parts> {
    let mut evaluator = Evaluator::new(Arc::clone(parameters));
    let limit = parameters.scaling.clock;
    boards.iter().map(move |board| {
        let context = EvaluationContext::new(board);
        let terms = evaluator.terms(board, &context);
        let scale = evaluator.scale(board, &context, terms.sum).value;
        let clock = board.halfmove_clock().min(CLOCK_LIMIT) as i32;
        let damping = f64::from(limit - clock) / f64::from(limit);
        Parts { sum: terms.sum, scale, damping }
    })
}
