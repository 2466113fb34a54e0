//! The evaluator: the value of a network, or of the terms in a few endings, scaled and shrunk by the 50-move clock.

use std::sync::Arc;

use shakmaty::{ByColor, Color};

use super::breakdown::{Breakdown, Row};
use super::context::EvaluationContext;
use super::endings::material::{MaterialEntry, MaterialTable};
use super::endings::scale::Scale;
use super::endings::{mop_up, scaling};
use super::mobility::survey;
use super::network::{Networks, PositionNetworks};
use super::parameters::Parameters;
use super::pawns::{PawnEntry, PawnTable};
use super::squares::SquareTables;
use super::tapered::Tapered;
use super::values::ValueTable;
use super::{king, minor_pieces, passed_pawns, threats};
use crate::board::{Board, CLOCK_LIMIT};
use crate::score::Score;

/// No evaluation reaches this, in centipawns. It is far below every table result and mate.
pub const EVALUATION_LIMIT: i32 = 20_000;

/// The number of terms.
const TERMS: usize = 12;

/// Evaluates positions. Each search thread has its own, because it remembers pawn arrangements, material and values.
#[derive(Debug)]
pub struct Evaluator {
    parameters: Arc<Parameters>,
    tables: Box<SquareTables>,
    pawns: PawnTable,
    material: MaterialTable,
    networks: PositionNetworks,
    values: ValueTable,
}

/// All terms together. Values are White's.
pub(super) struct Terms {
    rows: [Row; TERMS],
    tempo: Tapered,
    phase: i32,
    /// The sum of all rows and the tempo, mixed by phase.
    pub(super) sum: i32,
}

impl Evaluator {
    /// Makes an evaluator with the built-in networks and empty tables.
    pub fn new(parameters: Arc<Parameters>) -> Evaluator {
        Evaluator::with_networks(parameters, &Networks::built_in())
    }

    /// Makes an evaluator with these networks and empty tables.
    pub fn with_networks(parameters: Arc<Parameters>, networks: &Networks) -> Evaluator {
        let tables = Box::new(SquareTables::new(&parameters.squares));
        Evaluator {
            parameters,
            tables,
            pawns: PawnTable::new(),
            material: MaterialTable::new(),
            networks: PositionNetworks::new(networks),
            values: ValueTable::new(),
        }
    }

    /// Uses other networks from now on, and forgets their predecessors' values.
    pub fn use_networks(&mut self, networks: &Networks) {
        self.networks = PositionNetworks::new(networks);
        self.values = ValueTable::new();
    }

    /// Returns the static value for the side to move, without looking for captures or mates.
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let key = board.keys().position;
        let scaled = self.values.get(key).unwrap_or_else(|| {
            let scaled = self.scaled(board);
            self.values.keep(key, scaled);
            scaled
        });
        let value = damped(&self.parameters, scaled, board);
        Score::centipawns(board.turn().fold_wb(value, -value))
    }

    /// Returns the same value with its parts: the terms, the network, the scale and the clock.
    pub fn explain(&mut self, board: &Board) -> Breakdown {
        let context = EvaluationContext::new(board);
        let terms = self.terms(board, &context);
        let network = self.network(board, &context);
        let unscaled = network.unwrap_or(terms.sum);
        let scale = self.scale(board, &context, unscaled);
        let scaled = unscaled * scale.value / self.parameters.scaling.full;
        let value = damped(&self.parameters, scaled, board);
        Breakdown {
            rows: terms.rows.to_vec(),
            turn: board.turn(),
            tempo: terms.tempo,
            phase: terms.phase,
            full_phase: self.parameters.phase.full,
            terms: terms.sum,
            network,
            unscaled,
            scale: scale.value,
            full_scale: self.parameters.scaling.full,
            scale_reason: scale.reason.words(),
            scaled,
            clock: board.halfmove_clock(),
            white_value: value,
            mover_value: board.turn().fold_wb(value, -value),
        }
    }

    /// Returns the value for White before the 50-move clock shrinks it, in centipawns.
    #[inline]
    fn scaled(&mut self, board: &Board) -> i32 {
        let context = EvaluationContext::new(board);
        let unscaled = self.network(board, &context).unwrap_or_else(|| self.terms(board, &context).sum);
        unscaled * self.scale(board, &context, unscaled).value / self.parameters.scaling.full
    }

    /// Returns the network's value for White, in centipawns; `None` where the terms know better.
    #[inline]
    fn network(&mut self, board: &Board, context: &EvaluationContext<'_>) -> Option<i32> {
        let material = self.material.entry(board.keys().material, context, &self.parameters);
        (!material.is_valued_by_terms).then(|| self.networks.value(context))
    }

    #[inline]
    pub(super) fn terms(&mut self, board: &Board, context: &EvaluationContext<'_>) -> Terms {
        let Evaluator { parameters, tables, pawns, material, .. } = self;
        let parameters: &Parameters = parameters;
        let pawns = pawns.entry(board.keys().pawns, context, parameters, tables);
        let material = material.entry(board.keys().material, context, parameters);
        let rows = rows(context, parameters, tables, pawns, material);
        let tempo = parameters.material.tempo;
        let sum =
            rows.iter().fold(context.turn.fold_wb(tempo, -tempo), |sum, row| sum + row.white - row.black);
        let sum = sum.at_phase(material.phase, parameters.phase.full);
        Terms { rows, tempo, phase: material.phase, sum }
    }

    /// Returns the part of a value for White that can be won.
    #[inline]
    pub(super) fn scale(&mut self, board: &Board, context: &EvaluationContext<'_>, unscaled: i32) -> Scale {
        let strong = Color::from_white(unscaled > 0);
        let material = self.material.entry(board.keys().material, context, &self.parameters);
        let ending = &material.endings[strong];
        if !ending.depends_on_squares {
            return ending.scale;
        }
        let pawns = self.pawns.entry(board.keys().pawns, context, &self.parameters, &self.tables);
        scaling::scale_by_squares(context, &self.parameters, ending, strong, pawns.passed[strong])
    }
}

/// An advantage that cannot be won in fifty moves is a draw, so values shrink as the clock runs.
#[inline]
fn damped(parameters: &Parameters, scaled: i32, board: &Board) -> i32 {
    let clock = board.halfmove_clock().min(CLOCK_LIMIT) as i32;
    let damped = scaled * (parameters.scaling.clock - clock) / parameters.scaling.clock;
    damped.clamp(1 - EVALUATION_LIMIT, EVALUATION_LIMIT - 1)
}

/// Returns all terms. They share the squares that the pieces attack, computed once.
#[inline]
fn rows(
    context: &EvaluationContext<'_>,
    parameters: &Parameters,
    tables: &SquareTables,
    pawns: &PawnEntry,
    material: &MaterialEntry,
) -> [Row; TERMS] {
    let found = ByColor {
        white: survey(context, parameters, tables, Color::White),
        black: survey(context, parameters, tables, Color::Black),
    };
    let attacked = found.as_ref().map(|side| side.attacked);
    [
        row("material", |color| material.value[color]),
        row("bishop pair", |color| material.bishop_pair[color]),
        row("squares", |color| pawns.squares[color] + found[color].squares),
        row("pawn structure", |color| pawns.structure[color]),
        row("passed pawns", |color| {
            pawns.passed_value[color]
                + passed_pawns::value(context, parameters, color, pawns.passed[color], &attacked)
        }),
        row("mobility", |color| found[color].mobility),
        row("minor pieces", |color| minor_pieces::value(context, parameters, color, pawns.spread)),
        row("rooks", |color| found[color].rooks),
        row("threats", |color| threats::value(context, parameters, color, &found[color], &found[!color])),
        row("king safety", |color| {
            king::shelter(context, parameters, color) + king::pressure(parameters, found[!color].pressure)
        }),
        row("king activity", |color| king::activity(context, parameters, color)),
        row("mop-up", |color| mop_up::value(context, parameters, color, material.endings[color].mop_up)),
    ]
}

#[inline]
fn row(term: &'static str, of: impl Fn(Color) -> Tapered) -> Row {
    Row { term, white: of(Color::White), black: of(Color::Black) }
}
