//! Explains in words why a move was wrong; it checks each reason by exact results.

use shakmaty::{Bitboard, Color, Move, Position as _, Role, Square};

use super::judge::JudgedMove;
use crate::advice::explanation::Explainer;
use crate::advice::{Position, Registry};
use crate::board::{Board, Game, color_name, plies_left};
use crate::exact::{Exact, ExactResults, KnownBy};
use crate::tablebase::{EmbeddedTables, FiftyMoveResult};

/// Tables of advice for more men look so far ahead that an explanation would take seconds.
const MOST_ADVISED_MEN: usize = 3;

/// The sources of reasons.
#[derive(Clone)]
pub(super) struct Reasons {
    exact: ExactResults,
    registry: Registry,
}

impl Reasons {
    pub fn new(exact: ExactResults, registry: Registry) -> Reasons {
        Reasons { exact, registry }
    }

    /// Returns the reasons, as sentences without full stops; empty if none is certain.
    pub fn of(&self, judged: &JudgedMove) -> Vec<String> {
        let mut next = judged.game.clone();
        next.play(judged.played);
        let mut reasons: Vec<String> = Vec::new();
        if let (Some(before), Some(after)) = (judged.before.exact, judged.after.exact)
            && before.half_points() + after.half_points() > 2
        {
            reasons.extend(by_rules(&after));
            reasons.extend(by_clock(&before, &after, next.board()));
            if after.known_by == KnownBy::Tables && after.result == FiftyMoveResult::Draw {
                reasons.extend(self.wrong_rook_pawn(next.board(), !judged.game.board().turn()));
                reasons.extend(self.saving_reply(&next));
            }
        }
        if let Some(&best) = judged.better.first() {
            reasons.extend(self.zugzwang(&judged.game, best));
            reasons.extend(self.advice(judged.game.board(), best));
        }
        reasons
    }

    /// Finds a reply that saves half a point by stalemate, or by capturing the last man that could win.
    fn saving_reply(&self, next: &Game) -> Option<String> {
        let (reply, exact) = *self.exact.moves(next)?.first()?;
        let name = next.board().notation(reply);
        match exact.known_by {
            KnownBy::Stalemate => Some(format!("{name} is stalemate")),
            KnownBy::DeadMaterial => Some(format!("after {name} nothing is left to mate with")),
            _ => None,
        }
    }

    /// Finds a bishop that does not control the promotion corner of its rook pawns, against a bare king that reaches it.
    fn wrong_rook_pawn(&self, board: &Board, defender: Color) -> Option<String> {
        let men = board.position().board();
        let ours = men.by_color(!defender);
        let pawns = ours & men.pawns();
        let bishops = ours & men.bishops();
        let is_bare = men.by_color(defender).count() == 1;
        let has_others = (ours & !(pawns | bishops | men.kings())).any();
        let file = pawns.into_iter().next()?.file();
        let is_rook_file = matches!(file, shakmaty::File::A | shakmaty::File::H);
        let all_on_file = pawns.into_iter().all(|pawn| pawn.file() == file);
        let corner =
            Square::from_coords(file, (!defender).fold_wb(shakmaty::Rank::Eighth, shakmaty::Rank::First));
        let is_wrong =
            bishops.any() && bishops.into_iter().all(|bishop| bishop.is_light() != corner.is_light());
        (is_bare && !has_others && is_rook_file && all_on_file && is_wrong)
            .then(|| format!("the bishop does not control {corner}, where the rook pawn would promote"))
    }

    /// Finds zugzwang: after the right move, the opponent would rather pass.
    fn zugzwang(&self, game: &Game, best: Move) -> Option<String> {
        let board = game.board();
        let after = board.after(best);
        let theirs = self.exact.of_board(&after)?;
        let passed = after.after_null_move()?;
        let ours = self.exact.of_board(&passed)?;
        let kept = 2 - theirs.half_points();
        if ours.half_points() >= kept {
            return None;
        }
        let (mover, other) = (color_name(board.turn()), color_name(!board.turn()));
        let worth = ["lost", "drawn", "won"][ours.half_points() as usize];
        let name = board.notation(best);
        let is_opposition = best.role() == Role::King && are_opposed(&after) && has_only_pawns(&after);
        Some(if is_opposition {
            format!("{name} takes the opposition: with {mover} to move there it would be {worth} for {mover}")
        } else {
            format!(
                "after {name} {other} is in zugzwang: with {mover} to move there it would be {worth} for {mover}"
            )
        })
    }

    /// Returns the advice table's text for its move, if that is the right one.
    fn advice(&self, board: &Board, best: Move) -> Option<String> {
        if board.men() > MOST_ADVISED_MEN {
            return None;
        }
        self.registry.for_board(board).find_map(|table| {
            let us = table.material.side_on(board)?;
            if us != board.turn() {
                return None;
            }
            let exact = EmbeddedTables::built_in();
            let explainer =
                Explainer { registry: &self.registry, table, playbook: None, exact, syzygy: None };
            let explanation = explainer.explain(&Position::from_board(board, us)?, us)?;
            let played = explanation.played.as_ref()?.step.on_board(board, us)?;
            (played == best).then(|| format!("advice: {}", explanation.summary()))
        })
    }
}

fn by_rules(after: &Exact) -> Option<String> {
    match after.known_by {
        KnownBy::Stalemate => Some("it is stalemate".to_owned()),
        KnownBy::DeadMaterial => Some("nothing is left to mate with".to_owned()),
        KnownBy::Clock => Some("the 50-move rule ends the game".to_owned()),
        KnownBy::Repetition => Some("the position occurs for the third time".to_owned()),
        KnownBy::ComingRepetition => Some("the same position can now occur for the third time".to_owned()),
        KnownBy::Mate | KnownBy::Tables | KnownBy::Solver | KnownBy::MateProof => None,
    }
}

/// Finds a win that is still on the board but comes too late for the 50-move rule.
fn by_clock(before: &Exact, after: &Exact, board: &Board) -> Option<String> {
    let is_spoilt = before.result == FiftyMoveResult::Win && after.result == FiftyMoveResult::BlessedLoss;
    let left = plies_left(board.halfmove_clock());
    is_spoilt.then(|| {
        format!(
            "the win is still on the board, but its next capture, pawn move or mate needs {} half-moves, and the \
             50-move rule leaves {left}",
            after.plies()
        )
    })
}

/// Returns whether the kings are on one file or rank with one square between them.
fn are_opposed(board: &Board) -> bool {
    let kings: Vec<Square> = board.position().board().kings().into_iter().collect();
    let [one, other] = kings.as_slice() else { return false };
    let files = (i32::from(one.file()) - i32::from(other.file())).abs();
    let ranks = (i32::from(one.rank()) - i32::from(other.rank())).abs();
    matches!((files, ranks), (0, 2) | (2, 0))
}

fn has_only_pawns(board: &Board) -> bool {
    let men = board.position().board();
    let others: Bitboard = men.occupied() & !(men.kings() | men.pawns());
    others.is_empty() && men.pawns().any()
}
