//! Asks everybody who knows results at once: the rules, the tables inside the program, built tables, Syzygy files.

use shakmaty::Move;

use super::allowed::{Allowed, Doubt, Sources};
use super::answer::{Distance, Exact, best_first, known_first};
use super::clock::{line_fits_into_clock, on_the_clock, spoilt};
use super::known_by::KnownBy;
use super::rules::{by_rules, can_repeat};
use super::syzygy_clock::syzygy_on_the_clock;
use crate::board::{Board, Game, fits_into_clock};
use crate::search::{SyzygySettings, TablebaseProbe};
use crate::tablebase::{FiftyMoveResult, Wdl};

/// The sources that know results at once.
#[derive(Clone)]
pub struct ExactResults {
    sources: Sources,
    allowed: Allowed,
}

/// A table's answer: the result with the clock, and its distance.
type Found = (FiftyMoveResult, Distance);

const DRAW: Found = (FiftyMoveResult::Draw, Distance::Unknown);

impl ExactResults {
    /// Asks these tables, within what is allowed.
    pub const fn new(sources: Sources, allowed: Allowed) -> ExactResults {
        ExactResults { sources, allowed }
    }

    /// Returns the Syzygy files.
    pub const fn syzygy(&self) -> &SyzygySettings {
        &self.sources.syzygy
    }

    /// Returns the tables as a search uses them.
    pub fn tables(&self) -> TablebaseProbe<'_> {
        let Sources { embedded, built, syzygy } = &self.sources;
        TablebaseProbe::new(embedded, built, syzygy)
    }

    /// Returns whether the embedded tables are asked about a position.
    pub fn is_embedded(&self, board: &Board) -> bool {
        board.men() <= self.allowed.own_men
    }

    /// Returns the result of a game's position, with its clock and its repetitions; `None` if it is not exactly known.
    pub fn of_game(&self, game: &Game) -> Option<Exact> {
        if let Some(over) = by_rules(game) {
            return Some(over);
        }
        let exact = self.of_board(game.board())?;
        let is_saved = exact.result == FiftyMoveResult::Loss && can_repeat(game);
        Some(if is_saved { Exact::draw(KnownBy::ComingRepetition) } else { exact })
    }

    /// Returns the result of a position by the tables, with its clock but without what came before; `None` if they do not know
    /// it.
    pub fn of_board(&self, board: &Board) -> Option<Exact> {
        let mut positions = self.allowed.positions;
        let (result, distance) = self.found(board, false, &mut positions)?;
        Some(Exact { result, distance, known_by: KnownBy::Tables })
    }

    /// Returns the result by the tables as if there were no 50-move rule; `None` if they do not know it. Of Syzygy files it
    /// uses no distances.
    pub fn without_clock(&self, board: &Board) -> Option<Exact> {
        let in_file = || {
            let (_, result) = self.by_file(board)?;
            Some(Exact::result_alone(result.without_rule(), KnownBy::Tables))
        };
        let built = || Some(Exact::result_alone(self.sources.built.result(board)?, KnownBy::Tables));
        self.own_without_clock(board).or_else(in_file).or_else(built)
    }

    /// Returns the name of the Syzygy file that decides a position, and its result as if the clock were zero; `None` if
    /// lucena's own tables know the position, or no file does.
    pub fn by_file(&self, board: &Board) -> Option<(&str, FiftyMoveResult)> {
        let syzygy = &self.sources.syzygy;
        if board.men() > syzygy.largest() || self.own_without_clock(board).is_some() {
            return None;
        }
        Some((syzygy.tables.table_of(board)?, syzygy.tables.result(board)?))
    }

    /// Returns whether a Syzygy file has results of a position's material.
    pub fn has_file(&self, board: &Board) -> bool {
        let syzygy = &self.sources.syzygy;
        board.men() <= syzygy.largest() && syzygy.tables.table_of(board).is_some()
    }

    fn own_without_clock(&self, board: &Board) -> Option<Exact> {
        let (result, distance) = if self.is_embedded(board) {
            (self.sources.embedded.result(board)?, Distance::Unknown)
        } else {
            let outcome = self.sources.built.distance(board)?;
            (outcome.wdl, Distance::ToMate(outcome.plies))
        };
        let exact = Exact::result_alone(result, KnownBy::Tables);
        Some(if result == Wdl::Draw { exact } else { Exact { distance, ..exact } })
    }

    /// Returns the legal moves with what they lead to, from the side that plays them, the best first. Repetitions that the
    /// other side can bring about count. `None` if a move is not exactly known.
    pub fn moves(&self, game: &Game) -> Option<Vec<(Move, Exact)>> {
        let after = |played: Move| {
            let mut next = game.clone();
            next.play(played);
            Some((played, self.of_game(&next)?.before(played)))
        };
        let mut known: Vec<_> = game.board().legal_moves().into_iter().map(after).collect::<Option<_>>()?;
        best_first(&mut known);
        Some(known)
    }

    /// Returns the legal moves with what they lead to, as far as that is known, the best first; those of unknown result come
    /// between draws and losses.
    pub fn moves_known(&self, game: &Game) -> Vec<(Move, Option<Exact>)> {
        let mut moves: Vec<_> = game
            .board()
            .all_legal_moves()
            .into_iter()
            .map(|played| {
                let mut next = game.clone();
                next.play(played);
                (played, self.of_game(&next).map(|exact| exact.before(played)))
            })
            .collect();
        known_first(&mut moves);
        moves
    }

    /// Returns what each of these moves leads to by the tables, from the side that plays it, in their order. A third occurrence
    /// is a draw. The allowed positions are for all moves together. `None` if a move is not known.
    pub fn prospects(&self, game: &Game, moves: impl Iterator<Item = Move>) -> Option<Vec<Exact>> {
        let mut history = game.history().clone();
        history.push(game.board());
        let mut positions = self.allowed.positions;
        let prospect = |played: Move| {
            let child = game.board().after(played);
            if history.is_third_occurrence(&child) {
                return Some(Exact::draw(KnownBy::Repetition));
            }
            self.prospect(game.board(), played, &child, &mut positions)
        };
        moves.map(prospect).collect()
    }

    fn prospect(&self, board: &Board, played: Move, child: &Board, positions: &mut u32) -> Option<Exact> {
        let (result, distance) = self.found(child, played.is_zeroing(), positions)?;
        let exact = Exact { result, distance, known_by: KnownBy::Tables }.before(played);
        // The zeroing move itself must come in time.
        let is_late = played.is_zeroing() && !fits_into_clock(board.halfmove_clock(), 1);
        let counts = self.is_embedded(child) || self.sources.syzygy.fifty_move_rule;
        Some(if is_late && counts { Exact { result: spoilt(exact.result), ..exact } } else { exact })
    }

    /// What lucena's own tables know, or else Syzygy files. Right after a zeroing move, no distance to the next one is needed.
    fn found(&self, board: &Board, is_after_zeroing: bool, positions: &mut u32) -> Option<Found> {
        if self.is_embedded(board) {
            return self.embedded(board, is_after_zeroing);
        }
        let in_files = |positions: &mut u32| self.files(board, is_after_zeroing, positions);
        self.built(board).or_else(|| in_files(positions)).or_else(|| self.drawn_by_result(board))
    }

    fn embedded(&self, board: &Board, is_after_zeroing: bool) -> Option<Found> {
        let result = self.sources.embedded.result(board)?;
        if result == Wdl::Draw {
            return Some(DRAW);
        }
        if is_after_zeroing {
            return Some((result.into(), Distance::ToZeroing(0)));
        }
        let plies = self.sources.embedded.plies_to_zeroing(board)?;
        Some((on_the_clock(result.into(), board.halfmove_clock(), plies), Distance::ToZeroing(plies)))
    }

    /// What a built table knows. It has distances to mate but none to zeroing, so the line to mate has to fit into the clock.
    fn built(&self, board: &Board) -> Option<Found> {
        let outcome = self.sources.built.distance(board)?;
        if outcome.wdl == Wdl::Draw {
            return Some(DRAW);
        }
        let result = FiftyMoveResult::from(outcome.wdl);
        let by_mate = on_the_clock(result, board.halfmove_clock(), outcome.plies);
        let fits = by_mate == result || line_fits_into_clock(board, &self.tables().line(board)?);
        Some((if fits { result } else { by_mate }, Distance::ToMate(outcome.plies)))
    }

    /// A draw by a built result. Wins and losses may come too late: results have no distances.
    fn drawn_by_result(&self, board: &Board) -> Option<Found> {
        (self.sources.built.result(board)? == Wdl::Draw).then_some(DRAW)
    }

    fn files(&self, board: &Board, is_after_zeroing: bool, positions: &mut u32) -> Option<Found> {
        let syzygy = &self.sources.syzygy;
        if board.men() > syzygy.largest() {
            return None;
        }
        if board.is_checkmate() {
            return Some((FiftyMoveResult::Loss, Distance::ToZeroing(0)));
        }
        let result = syzygy.tables.result(board)?;
        if result == FiftyMoveResult::Draw {
            return Some(DRAW);
        }
        let (result, plies) = if is_after_zeroing {
            (result, 0)
        } else if syzygy.fifty_move_rule {
            let clocked = syzygy_on_the_clock(&syzygy.tables, board, positions)?;
            if !clocked.is_certain && self.allowed.doubt == Doubt::IsUnknown {
                return None;
            }
            (clocked.result, clocked.plies)
        } else {
            (result, syzygy.tables.distance(board)?.plies)
        };
        let result = if syzygy.fifty_move_rule { result } else { syzygy.counted(result).into() };
        Some((result, Distance::ToZeroing(plies)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::tablebase::{EMBEDDED_MEN, EmbeddedTables};

    fn embedded_alone() -> ExactResults {
        let embedded = Arc::clone(EmbeddedTables::built_in());
        let sources = Sources { embedded, built: Arc::default(), syzygy: SyzygySettings::default() };
        let allowed = Allowed { own_men: EMBEDDED_MEN, positions: 0, doubt: Doubt::IsUnknown };
        ExactResults::new(sources, allowed)
    }

    /// The engine asks about moves by `prospects`, a review by `moves`.
    #[test]
    fn both_ways_to_ask_about_moves_give_the_same_results_at_the_edge_of_the_fifty_move_rule() {
        let exact = embedded_alone();
        let rows = include_str!("../../tests/data/fifty_move_results.txt").lines();
        let positions = rows.filter_map(|row| Some(row.split_once('\t')?.0));
        let mut compared = 0;
        for (position, clock) in positions.flat_map(|position| (90..100).map(move |clock| (position, clock)))
        {
            let game = Game::new(Board::from_fen(&format!("{position} {clock} 90"), false).unwrap());
            let moves = exact.moves(&game).unwrap();
            let prospects = exact.prospects(&game, moves.iter().map(|(played, _)| *played)).unwrap();
            for ((played, by_game), by_tables) in moves.iter().zip(prospects) {
                let both = (by_game.counted(), by_tables.counted());
                assert_eq!(both.0, both.1, "{} {played}", game.board().fen());
                compared += 1;
            }
        }
        assert!(compared > 5_000, "{compared}");
    }

    /// KBNK takes up to 33 moves: far more than ten plies are left.
    #[test]
    fn a_result_without_the_clock_stands_where_the_clock_spoils_it() {
        let exact = embedded_alone();
        let board = Board::from_fen("7k/8/8/8/8/8/8/KBN5 w - - 90 90", false).unwrap();
        assert_eq!(exact.of_board(&board).unwrap().result, FiftyMoveResult::CursedWin);
        assert_eq!(exact.without_clock(&board).unwrap().result, FiftyMoveResult::Win);
    }
}
