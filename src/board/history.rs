//! The positions of the game so far, for repetitions in the game and inside the search tree.

use shakmaty::uci::UciMove;
use shakmaty::{Move, Position};
use thiserror::Error;

use super::cycle::is_one_move;
use super::position::Board;

/// The keys of the positions before the current one, oldest first.
#[derive(Clone, Debug, Default)]
pub struct History {
    keys: Vec<u64>,
}

impl History {
    /// Notes a position that a move leaves.
    pub fn push(&mut self, board: &Board) {
        self.keys.push(board.keys().position);
    }

    /// Removes the last noted position.
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Returns whether reaching `board` is a draw by repetition, `ply` plies below the root of a search.
    ///
    /// One earlier occurrence inside the tree is enough, because whoever can repeat once can repeat again. At or before
    /// the root two are needed, as the rules say.
    pub fn is_repetition(&self, board: &Board, ply: usize) -> bool {
        let key = board.keys().position;
        let reach = (board.reversible_plies() as usize).min(self.keys.len());
        let mut before_root = 0;
        for distance in (4..=reach).step_by(2) {
            if self.keys[self.keys.len() - distance] != key {
                continue;
            }
            if distance < ply {
                return true;
            }
            before_root += 1;
            if before_root == 2 {
                return true;
            }
        }
        false
    }

    /// Returns whether `board` has occurred before, in the game or inside the search tree, since the last capture, pawn
    /// move or null move.
    pub fn has_occurred(&self, board: &Board) -> bool {
        let key = board.keys().position;
        let reach = (board.reversible_plies() as usize).min(self.keys.len());
        (4..=reach).step_by(2).any(|distance| self.keys[self.keys.len() - distance] == key)
    }

    /// Returns whether `board` was passed at any time in the game, however long ago.
    pub fn has_passed(&self, board: &Board) -> bool {
        self.keys.contains(&board.keys().position)
    }

    /// Returns whether `board` has occurred twice before, so that the game is drawn.
    pub fn is_third_occurrence(&self, board: &Board) -> bool {
        /// At ply 0 no earlier position lies inside a tree, where one occurrence would be enough.
        const NO_TREE: usize = 0;
        self.is_repetition(board, NO_TREE)
    }

    /// Returns whether a position that can still come again has occurred twice: then a third time may end the game.
    pub fn has_repetition(&self, board: &Board) -> bool {
        let reach = (board.reversible_plies() as usize).min(self.keys.len());
        let mut keys = self.keys[self.keys.len() - reach..].to_vec();
        keys.push(board.keys().position);
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Returns whether the side to move, `ply` plies below the root of a search, can go back to a position inside the
    /// tree, and so has at least a draw.
    pub fn can_repeat(&self, board: &Board, ply: usize) -> bool {
        let reach = (board.reversible_plies() as usize).min(self.keys.len()).min(ply.saturating_sub(1));
        let key = board.keys().position;
        (3..=reach).step_by(2).any(|distance| {
            let difference = key ^ self.keys[self.keys.len() - distance];
            is_one_move(difference, board.position().board(), board.turn())
        })
    }
}

/// A position with the game that led to it.
#[derive(Clone, Debug, Default)]
pub struct Game {
    board: Board,
    history: History,
}

/// A move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("illegal move {text:?} in position {fen}; allowed: {allowed}")]
pub struct IllegalMove {
    /// The move that was asked for.
    pub text: String,
    /// The position, as FEN.
    pub fen: String,
    /// The legal moves in UCI notation, or words that say that there are none.
    pub allowed: String,
}

impl Game {
    /// A game that starts here.
    pub fn new(board: Board) -> Game {
        Game { board, history: History::default() }
    }

    /// Returns the current position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the positions before the current one.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Plays a legal move.
    pub fn play(&mut self, played: Move) {
        self.history.push(&self.board);
        self.board = self.board.after(played);
    }

    /// Goes on to a position that no legal move leads to: after a null move of a game's notation.
    pub fn go_on_to(&mut self, board: Board) {
        self.history.push(&self.board);
        self.board = board;
    }

    /// Plays a move in UCI notation, castling as king to target or king takes rook.
    ///
    /// # Errors
    /// If the text is not a move or the move is illegal. The game is then unchanged.
    pub fn play_uci(&mut self, text: &str) -> Result<(), IllegalMove> {
        let position = self.board.position();
        let played = text
            .parse::<UciMove>()
            .ok()
            .and_then(|parsed| parsed.to_move(position).ok())
            .ok_or_else(|| self.illegal(text))?;
        self.play(played);
        Ok(())
    }

    fn illegal(&self, text: &str) -> IllegalMove {
        let position = self.board.position();
        let mode = position.castles().mode();
        let moves: Vec<String> =
            self.board.all_legal_moves().iter().map(|legal| legal.to_uci(mode).to_string()).collect();
        let allowed = if moves.is_empty() { "none, the game is over".to_owned() } else { moves.join(" ") };
        IllegalMove { text: text.to_owned(), fen: self.board.fen(), allowed }
    }
}
