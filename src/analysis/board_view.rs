//! Everything that a board shows of a position in a game: the legal moves, what is certain of each, and who knows it.

use serde::Serialize;
use shakmaty::{Color, Move};
use utoipa::ToSchema;

use super::probe::{Knowledge, ProbeError};
use super::stream::result_word;
use crate::board::{Board, Game, color_name};
use crate::exact::{Distance, Exact, KnownBy, by_rules, known_first, solved_in_game};
use crate::solve::Solution;
use crate::tablebase::Wdl;

/// A position in a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BoardView {
    /// The position.
    fen: String,
    /// `white` or `black`: the side to move.
    turn: String,
    /// Whether the side to move is in check.
    is_check: bool,
    /// Plies since the last capture or pawn move; at 100 the game is drawn.
    clock: u32,
    /// How the game has ended; null if it goes on.
    over: Option<Over>,
    /// What is certain for the side to move; null if nobody knows.
    certain: Option<Certain>,
    /// Every legal move, the best first; those of unknown result come between draws and losses.
    moves: Vec<LegalMove>,
    /// How many legal moves have an unknown result.
    unknown: usize,
    /// How many legal moves keep the result of the position; null if that result, or that of a move, is unknown.
    keeping: Option<usize>,
    /// The men whose distances to mate are still being built, such as `KPvKP`, if they were asked for: ask again. Null if none are.
    building: Option<String>,
}

/// How a game has ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Over {
    /// `checkmate`, `stalemate`, `insufficient_material`, `fifty_moves` or `repetition`.
    reason: &'static str,
    /// `1-0`, `0-1` or `1/2-1/2`.
    result: &'static str,
}

/// What is certain, and who knows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Certain {
    /// `win`, `draw` or `loss`, with the clock and the 50-move rule.
    result: &'static str,
    /// `rules`, `tables`, `solver` or `mate`.
    known_by: &'static str,
    /// The Syzygy file that knows it; null if another source does.
    syzygy: Option<String>,
    /// Plies to the next capture, pawn move or mate that keeps the result; null if unknown, or in a draw.
    plies_to_zeroing: Option<u32>,
    /// Plies to mate; null if unknown, or in a draw.
    plies_to_mate: Option<u32>,
    /// Whether the draw is a win or loss that comes too late for the 50-move rule.
    is_spoilt: bool,
}

/// A legal move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalMove {
    /// The move in UCI's notation.
    uci: String,
    /// The move in standard notation.
    san: String,
    /// The square that the man leaves.
    from: String,
    /// The square that it goes to.
    to: String,
    /// `queen`, `rook`, `bishop` or `knight`; null if it is no promotion.
    promotion: Option<String>,
    /// Whether it takes a man.
    is_capture: bool,
    /// Whether it sets the clock to zero: a capture or a pawn move.
    is_zeroing: bool,
    /// Whether it gives check.
    is_check: bool,
    /// The position after it.
    fen: String,
    /// What is certain for the side that plays it; null if nobody knows.
    certain: Option<Certain>,
    /// Of a move that draws, how many replies hold the draw; null otherwise, and if a reply is unknown.
    replies: Option<Replies>,
}

/// How many replies hold a draw.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Replies {
    /// Replies that hold it.
    hold: usize,
    /// All replies.
    all: usize,
}

/// Finds what a board shows.
pub struct Viewer<'a> {
    /// The tables.
    pub knowledge: &'a mut Knowledge,
    /// Whether to look mates up, too: this may build tables, which takes seconds. There are none as long as a table is to come.
    pub has_mates: bool,
    /// Asks the solver, if the tables do not know the position or one of its moves; returns nothing if it does not answer.
    pub solve: &'a mut dyn FnMut(&Board) -> Option<Solution>,
}

impl Viewer<'_> {
    /// Returns the view of a game's position.
    ///
    /// # Errors
    /// If a table cannot be built.
    pub fn view(&mut self, game: &Game) -> Result<BoardView, ProbeError> {
        let board = game.board();
        let building = if self.has_mates { self.knowledge.to_come(board)? } else { None };
        self.has_mates &= building.is_none();
        let results = self.knowledge.results();
        let mut root = results.of_game(game);
        let mut known = results.moves_known(game);
        let is_open = root.is_none() || known.iter().any(|(_, exact)| exact.is_none());
        if is_open && let Some(solution) = self.solution(game) {
            let (proven, moves) = solved_in_game(&solution, game);
            root = root.or(proven);
            add_proven(&mut known, &moves);
        }
        let moves = known
            .iter()
            .map(|(played, exact)| self.legal_move(game, *played, *exact))
            .collect::<Result<Vec<_>, _>>()?;
        let keeps = |wanted: Exact| {
            let counted = |(_, exact): &(Move, Option<Exact>)| exact.map(Exact::counted);
            let all: Option<Vec<Wdl>> = known.iter().map(counted).collect();
            Some(all?.into_iter().filter(|counted| *counted == wanted.counted()).count())
        };
        Ok(BoardView {
            fen: board.fen(),
            turn: color_name(board.turn()).to_lowercase(),
            is_check: board.is_check(),
            clock: board.halfmove_clock(),
            over: over(game),
            certain: root.map(|exact| self.certain(board, exact)).transpose()?,
            unknown: known.iter().filter(|(_, exact)| exact.is_none()).count(),
            keeping: root.and_then(keeps),
            building: building.map(|material| material.to_string()),
            moves,
        })
    }

    /// Returns the exact result of a game's position alone; `None` if nobody knows it.
    pub fn result(&mut self, game: &Game) -> Option<Exact> {
        let known = self.knowledge.results().of_game(game);
        known.or_else(|| solved_in_game(&self.solution(game)?, game).0)
    }

    /// Asks the solver about the position of a game that goes on.
    fn solution(&mut self, game: &Game) -> Option<Solution> {
        if by_rules(game).is_some() { None } else { (self.solve)(game.board()) }
    }

    fn legal_move(
        &mut self,
        game: &Game,
        played: Move,
        exact: Option<Exact>,
    ) -> Result<LegalMove, ProbeError> {
        let board = game.board();
        let after = board.after(played);
        let uci = board.uci(played);
        let (from, to) = uci.split_at_checked(2).unwrap_or_default();
        let certain = exact.map(|exact| self.certain_after(&after, exact)).transpose()?;
        let is_drawn = exact.is_some_and(|exact| exact.counted() == Wdl::Draw);
        Ok(LegalMove {
            from: from.to_owned(),
            to: to.get(..2).unwrap_or_default().to_owned(),
            promotion: played.promotion().map(|role| format!("{role:?}").to_lowercase()),
            san: board.notation(played).to_string(),
            is_capture: played.is_capture(),
            is_zeroing: played.is_zeroing(),
            is_check: after.is_check(),
            fen: after.fen(),
            certain,
            replies: if is_drawn { self.replies(game, played) } else { None },
            uci,
        })
    }

    /// Returns how many replies hold the draw that a move leads to.
    fn replies(&self, game: &Game, played: Move) -> Option<Replies> {
        let mut next = game.clone();
        next.play(played);
        if by_rules(&next).is_some() {
            return None;
        }
        let replies = self.knowledge.results().moves(&next)?;
        let hold = replies.iter().filter(|(_, exact)| exact.counted() == Wdl::Draw).count();
        Some(Replies { hold, all: replies.len() })
    }

    fn certain(&mut self, board: &Board, exact: Exact) -> Result<Certain, ProbeError> {
        let mate = self.plies_to_mate(board, exact)?;
        Ok(self.described(board, exact, mate))
    }

    /// What is certain of a move that leads to this position, for the side that plays it.
    fn certain_after(&mut self, after: &Board, exact: Exact) -> Result<Certain, ProbeError> {
        let mate = self.plies_to_mate(after, exact)?.map(|plies| plies + 1);
        Ok(self.described(after, exact, mate))
    }

    fn plies_to_mate(&mut self, board: &Board, exact: Exact) -> Result<Option<u32>, ProbeError> {
        let is_wanted = self.has_mates && exact.counted() != Wdl::Draw;
        let outcome = if is_wanted { self.knowledge.mate(board)? } else { None };
        Ok(outcome.map(|outcome| outcome.plies))
    }

    /// Describes a result; `asked` is the position that a table was asked about.
    fn described(&self, asked: &Board, exact: Exact, mate: Option<u32>) -> Certain {
        let is_by_table = exact.known_by == KnownBy::Tables;
        let results = self.knowledge.results();
        let file = if is_by_table { results.by_file(asked).map(|(name, _)| name.to_owned()) } else { None };
        let (plies_to_zeroing, plies_to_mate) = match exact.distance {
            _ if exact.counted() == Wdl::Draw => (None, None),
            Distance::Unknown => (None, mate),
            Distance::ToZeroing(plies) => (Some(plies), mate),
            Distance::ToMate(plies) => (None, Some(plies)),
        };
        Certain {
            result: result_word(exact.counted()),
            known_by: exact.known_by.word(),
            syzygy: file,
            plies_to_zeroing,
            plies_to_mate,
            is_spoilt: exact.result.is_spoilt(),
        }
    }
}

/// Adds what the solver has proven of the moves.
fn add_proven(known: &mut [(Move, Option<Exact>)], proven: &[(Move, Exact)]) {
    for (played, exact) in known.iter_mut() {
        let of_move = proven.iter().find(|(other, _)| other == played);
        *exact = exact.or(of_move.map(|(_, exact)| *exact));
    }
    known_first(known);
}

fn over(game: &Game) -> Option<Over> {
    let exact = by_rules(game)?;
    let reason = match exact.known_by {
        KnownBy::Mate => "checkmate",
        KnownBy::Stalemate => "stalemate",
        KnownBy::DeadMaterial => "insufficient_material",
        KnownBy::Clock => "fifty_moves",
        KnownBy::Repetition => "repetition",
        KnownBy::ComingRepetition | KnownBy::Tables | KnownBy::Solver | KnownBy::MateProof => return None,
    };
    let result = match (exact.counted(), game.board().turn()) {
        (Wdl::Draw, _) => "1/2-1/2",
        (Wdl::Win, Color::White) | (Wdl::Loss, Color::Black) => "1-0",
        (Wdl::Win, Color::Black) | (Wdl::Loss, Color::White) => "0-1",
    };
    Some(Over { reason, result })
}
