//! What the exact tables say about every legal move of a position, with the reply that shows it.

use shakmaty::{CastlingMode, Move, Position as _, Role};

use crate::board::Board;
use crate::tablebase::{Results, Wdl};

/// A legal move and what it leads to.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// The move.
    pub played: Move,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The position after it.
    pub after: Board,
    /// The result for the side that plays it; `None` if no table knows it.
    pub result: Option<Wdl>,
    /// Plies to the next capture, pawn move or mate, this move included; `None` in a draw, or if no table knows them.
    pub plies: Option<u32>,
    /// The best reply; `None` if the game is over.
    pub reply: Option<Reply>,
}

/// The best reply to a move.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The move.
    pub played: Move,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The man it takes; `None` if it takes none.
    pub takes: Option<Role>,
    /// How many replies lead to the same result, this one included.
    pub equals: usize,
}

/// Returns every legal move with its judgement, in the order of [`Board::legal_moves`].
pub fn judged_moves(board: &Board, tables: &dyn Results) -> Vec<JudgedMove> {
    board.legal_moves().into_iter().map(|played| judged_move(board, played, tables)).collect()
}

/// Returns what a legal move leads to.
pub fn judged_move(board: &Board, played: Move, tables: &dyn Results) -> JudgedMove {
    let after = board.after(played);
    let plies = if played.is_zeroing() { Some(0) } else { tables.plies_to_zeroing(&after) };
    let result = tables.result(&after).map(|result| -result);
    JudgedMove {
        played,
        san: board.notation(played).to_string(),
        result,
        plies: plies.filter(|_| result != Some(Wdl::Draw)).map(|plies| plies + 1),
        reply: best_reply(&after, tables),
        after,
    }
}

/// Returns the reply with the best result; among equals one that takes a man, then the one that holds out longest. `None`
/// if there is no reply.
pub(in crate::advice) fn best_reply(board: &Board, tables: &dyn Results) -> Option<Reply> {
    let worth = |played: Move| {
        let after = board.after(played);
        let worth = tables.result(&after).map_or(Wdl::Draw, |result| -result);
        let plies = if worth == Wdl::Loss { tables.plies_to_zeroing(&after) } else { None };
        (worth, played.capture().is_some(), plies)
    };
    let replies: Vec<(Move, _)> =
        board.legal_moves().into_iter().map(|played| (played, worth(played))).collect();
    let best = replies.iter().map(|(_, worth)| *worth).max()?;
    let (played, _) = *replies.iter().find(|(_, worth)| *worth == best)?;
    Some(Reply {
        played,
        san: board.notation(played).to_string(),
        takes: played.capture(),
        equals: replies.iter().filter(|(_, worth)| worth.0 == best.0).count(),
    })
}

impl JudgedMove {
    /// Returns the result of the move in words; empty if it is not known.
    pub fn worth(&self) -> String {
        match self.result {
            _ if self.mates() => "mate".to_owned(),
            Some(Wdl::Win) => self.winning_words(),
            Some(_) => self.refutation(),
            None => String::new(),
        }
    }

    /// Returns whether the move mates.
    pub fn mates(&self) -> bool {
        self.reply.is_none() && self.after.is_check()
    }

    /// Returns whether the move leaves the opponent without a move and not in check.
    pub fn stalemates(&self) -> bool {
        self.reply.is_none() && !self.after.is_check()
    }

    /// Returns the move in UCI notation.
    pub fn uci(&self) -> String {
        uci(self.played)
    }

    /// Returns in words what a winning move leads to.
    pub fn winning_words(&self) -> String {
        let pieces = self.after.position().board();
        let leads_to_mate = pieces.pawns().is_empty() && pieces.by_color(self.after.turn()).count() == 1;
        match self.plies {
            Some(plies) if leads_to_mate => format!("mate in {}", plies.div_ceil(2)),
            _ => "wins".to_owned(),
        }
    }

    /// Returns in words how the move gives the result away: what the best reply does.
    pub fn refutation(&self) -> String {
        match (&self.reply, self.result) {
            (None, _) if self.stalemates() => "it is stalemate".to_owned(),
            (None, _) => "it is mate".to_owned(),
            (Some(Reply { san, takes: Some(man), .. }), _) => format!("…{san} takes the {}", name(*man)),
            (Some(Reply { san, .. }), Some(Wdl::Loss)) => format!("…{san}, and the opponent wins"),
            (Some(Reply { san, equals: 1, .. }), _) => format!("…{san} draws, and nothing else does"),
            (Some(Reply { san, equals: 2, .. }), _) => format!("…{san} draws, and so does another reply"),
            (Some(Reply { san, equals, .. }), _) => {
                format!("…{san} draws, and so do {} other replies", equals - 1)
            }
        }
    }
}

/// Returns a move in UCI notation.
pub(in crate::advice) fn uci(played: Move) -> String {
    played.to_uci(CastlingMode::Standard).to_string()
}

const fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
