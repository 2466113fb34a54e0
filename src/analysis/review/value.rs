//! What a position is worth: an exact result, or what a search expects.

use shakmaty::{Color, Move};

use crate::analysis::Answer;
use crate::board::Game;
use crate::exact::{Exact, KnownBy, ProvenPosition, Shown, prove_reported_mate};
use crate::score::{Curve, Score, ScoreKind};
use crate::tablebase::{FiftyMoveResult, Wdl};

/// In pawns, for programs that read numbers: a result that is decided but whose mate is not counted out.
const DECIDED_PAWNS: f64 = 100.0;

/// The value of a position, from the side to move.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// The result to be expected: 1 a win, 0 a loss.
    pub expected: f64,
    /// Where the result is exact.
    pub exact: Option<Exact>,
    /// What the search said, where one was asked.
    pub score: Option<Score>,
    /// Best play, where it is known.
    pub line: Vec<Move>,
    /// Nodes of that search.
    pub nodes: u64,
    /// Where somebody else than tables knows them: all moves with what they lead to, the best first.
    pub moves: Vec<(Move, Exact)>,
    /// How often it has been looked at, each time longer.
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

    /// By a search, whose score the curve turns into a result to be expected.
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

    /// The same with a mate that the search told, where that can be proven.
    pub fn with_mate_proven(self, game: &Game) -> Value {
        let Some(shown) = self.score.and_then(|score| prove_reported_mate(game, score, self.nodes)) else {
            return self;
        };
        let (result, line) = match shown {
            Shown::Win(line) => (Wdl::Win, line),
            Shown::Loss => (Wdl::Loss, self.line),
        };
        // The way to the next capture or pawn move is not known: mates are not compared with it.
        let exact = Exact::result_alone(result, KnownBy::MateProof);
        Value { line, score: self.score, ..Value::exact(exact) }
    }

    /// The same from the other side.
    pub fn for_other(&self) -> f64 {
        1.0 - self.expected
    }

    /// As the command `[%eval …]` of a comment has it: in pawns, or moves to mate, for White.
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

/// `#5` where White mates in five moves, `#-5` where Black does.
fn mate(plies: u32, winner: Color) -> String {
    let moves = plies.div_ceil(2);
    winner.fold_wb(format!("#{moves}"), format!("#-{moves}"))
}
