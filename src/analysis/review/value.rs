//! The value of a position: an exact result, or the expectation of a search.

use shakmaty::{Color, Move};

use crate::board::Game;
use crate::engine::Answer;
use crate::exact::{Exact, KnownBy, ProvenPosition, Shown, prove_reported_mate};
use crate::score::{Curve, Score, ScoreKind};
use crate::tablebase::{FiftyMoveResult, Wdl};

/// The value in pawns of a result that is decided without a counted mate, for programs that read numbers.
const DECIDED_PAWNS: f64 = 100.0;

/// The number of looks after which a lost half point is confirmed.
pub(super) const CONFIRMED: usize = 7;

/// The value of a position for the side to move.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// The expected result: 1 is a win, 0 a loss.
    pub expected: f64,
    /// The exact result; `None` if it is unknown.
    pub exact: Option<Exact>,
    /// The score of the search; `None` if there was none.
    pub score: Option<Score>,
    /// Best play; empty if it is unknown.
    pub line: Vec<Move>,
    /// Nodes of the search.
    pub nodes: u64,
    /// All moves with their results, the best first, if a source other than tables knows them.
    pub moves: Vec<(Move, Exact)>,
    /// How often it was searched, each time longer.
    pub looks: usize,
}

impl Value {
    pub fn exact(exact: Exact) -> Value {
        let expected = f64::from(exact.half_points()) / 2.0;
        Value {
            expected,
            exact: Some(exact),
            score: None,
            line: Vec::new(),
            nodes: 0,
            moves: Vec::new(),
            looks: usize::MAX,
        }
    }

    pub fn solved(solved: ProvenPosition) -> Value {
        Value { line: solved.line, moves: solved.moves, ..Value::exact(solved.exact) }
    }

    /// Returns the value by a search; the curve turns its score into an expected result.
    pub fn searched(answer: &Answer, curve: Curve, looks: usize) -> Value {
        let score = answer.score.unwrap_or(Score::DRAW);
        let line = match (answer.line.first(), answer.best) {
            (Some(first), Some(best)) if *first == best => answer.line.clone(),
            (_, best) => best.into_iter().collect(),
        };
        let expected = curve.expected_result(score, answer.is_proven_draw);
        let nodes = answer.nodes;
        Value { expected, exact: None, score: Some(score), line, nodes, moves: Vec::new(), looks }
    }

    /// Returns the value with the search's mate, if that can be proven.
    pub fn with_mate_proven(self, game: &Game) -> Value {
        let Some(shown) = self.score.and_then(|score| prove_reported_mate(game, score, self.nodes)) else {
            return self;
        };
        let (result, line) = match shown {
            Shown::Win(line) => (Wdl::Win, line),
            Shown::Loss => (Wdl::Loss, self.line),
        };
        // The distance to the next capture or pawn move is unknown, so mates are not compared by it.
        let exact = Exact::result_alone(result, KnownBy::MateProof);
        Value { line, score: self.score, ..Value::exact(exact) }
    }

    /// Returns whether the result is exact, or searched long enough to confirm a lost half point.
    pub fn is_confirmed(&self) -> bool {
        self.looks >= CONFIRMED
    }

    /// Returns the expected result for the other side.
    pub fn for_other(&self) -> f64 {
        1.0 - self.expected
    }

    /// Returns the expected result for White in this position.
    pub fn for_white(&self, game: &Game) -> f64 {
        game.board().turn().fold_wb(self.expected, self.for_other())
    }

    /// Returns the value as in the comment command `[%eval …]`: in pawns, or moves to mate, for White.
    pub fn written(&self, turn: Color) -> String {
        let sign = turn.fold_wb(1.0, -1.0);
        let pawns = |value: f64| format!("{:.2}", sign * value + 0.0);
        match (self.exact.map(|exact| exact.result), self.score.map(Score::kind)) {
            (_, Some(ScoreKind::Mate { plies })) if plies > 0 => mate(plies.unsigned_abs(), turn),
            (_, Some(ScoreKind::Mate { plies })) => mate(plies.unsigned_abs(), !turn),
            (Some(FiftyMoveResult::Win), _) => pawns(DECIDED_PAWNS),
            (Some(FiftyMoveResult::Loss), _) => pawns(-DECIDED_PAWNS),
            (Some(_), _) => "0.00".to_owned(),
            (None, Some(ScoreKind::Table { plies })) => {
                pawns(if plies > 0 { DECIDED_PAWNS } else { -DECIDED_PAWNS })
            }
            (None, Some(ScoreKind::Centipawns(value))) => pawns(f64::from(value) / 100.0),
            (None, None) => "0.00".to_owned(),
        }
    }
}

/// Returns White's expected results in successive positions.
pub(super) fn expected_for_white(values: &[Value], games: &[Game]) -> Vec<f64> {
    values.iter().zip(games).map(|(value, game)| value.for_white(game)).collect()
}

/// Returns `#5` if White mates in five moves, `#-5` if Black does.
fn mate(plies: u32, winner: Color) -> String {
    let moves = plies.div_ceil(2);
    winner.fold_wb(format!("#{moves}"), format!("#-{moves}"))
}
