//! The game so far: the positions passed, for repetition over the game and inside the search tree.

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
    /// Notes a position that is being left by a move.
    pub fn push(&mut self, board: &Board) {
        self.keys.push(board.keys().position);
    }

    /// Takes the last noted position back.
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Returns whether reaching `board` is a draw by repetition, `ply` plies below the root of a search.
    ///
    /// One earlier occurrence inside the tree is enough (whoever can repeat once can repeat again); before or
    /// at the root two are needed, as the rules say.
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

    /// Returns whether `board` has been on the board before, in the game or inside the search tree.
    pub fn has_occurred(&self, board: &Board) -> bool {
        let key = board.keys().position;
        let reach = (board.reversible_plies() as usize).min(self.keys.len());
        (4..=reach).step_by(2).any(|distance| self.keys[self.keys.len() - distance] == key)
    }

    /// Returns whether `board` was passed at any time in the game, however long ago.
    pub fn has_passed(&self, board: &Board) -> bool {
        self.keys.contains(&board.keys().position)
    }

    /// Returns whether `board` has been there twice before: the game is drawn.
    pub fn is_third_occurrence(&self, board: &Board) -> bool {
        /// Nothing lies inside a tree so low that one earlier occurrence would count.
        const NO_TREE: usize = 0;
        self.is_repetition(board, NO_TREE)
    }

    /// Returns whether some position that can still come again has been there twice: then a third time may end the
    /// game.
    pub fn has_repetition(&self, board: &Board) -> bool {
        let reach = (board.reversible_plies() as usize).min(self.keys.len());
        let mut keys = self.keys[self.keys.len() - reach..].to_vec();
        keys.push(board.keys().position);
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Returns whether the side to move, `ply` plies below the root of a search, can go back to a position that has
    /// been on the board inside the tree: it has a draw at least.
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
#[error("illegal move {text:?} in position {fen}; allowed are {allowed}")]
pub struct IllegalMove {
    /// What was asked for.
    pub text: String,
    /// Where.
    pub fen: String,
    /// The legal moves, in UCI notation.
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
    /// Where the text is no move or the move is not legal; the game is unchanged then.
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
