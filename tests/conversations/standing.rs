//! A position with the game that led to it, by shakmaty's rules alone; the oracle compares the engine's answers with it.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, File, FromSetup, Move, Position, PositionError};

/// A game's last position, and the ones before it.
#[derive(Clone, Debug)]
pub struct Standing {
    pub position: Chess,
    /// Every position of the game, this one last.
    seen: Vec<u64>,
}

fn identity(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).into()
}

impl Standing {
    /// The initial position of chess.
    pub fn initial() -> Standing {
        Standing::new(Chess::default())
    }

    fn new(position: Chess) -> Standing {
        Standing { seen: vec![identity(&position)], position }
    }

    /// What a FEN sets up; nothing where it has to be refused.
    pub fn from_fen(fen: &str, chess960: bool) -> Option<Standing> {
        let setup = fen.parse::<Fen>().ok()?.into_setup();
        let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::detect(&setup) };
        let position = Chess::from_setup(setup, mode)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material);
        position.ok().map(Standing::new)
    }

    /// The move that is written so, where it is legal here.
    pub fn legal(&self, text: &str) -> Option<Move> {
        text.to_ascii_lowercase().parse::<UciMove>().ok()?.to_move(&self.position).ok()
    }

    /// How the engine has to write a move. Castling is king takes rook with `UCI_Chess960`, and where the king's two
    /// steps could not say it.
    pub fn written(&self, played: Move, chess960: bool) -> String {
        let usual = |king: File, rook: File| king == File::E && matches!(rook, File::A | File::H);
        let mode = match played {
            Move::Castle { king, rook } if !chess960 && usual(king.file(), rook.file()) => {
                CastlingMode::Standard
            }
            _ => CastlingMode::Chess960,
        };
        played.to_uci(mode).to_string()
    }

    /// The legal moves.
    pub fn moves(&self) -> Vec<Move> {
        self.position.legal_moves().to_vec()
    }

    /// Plays a legal move.
    pub fn play(&mut self, played: Move) {
        self.position.play_unchecked(played);
        self.seen.push(identity(&self.position));
    }

    /// Whether the rules make a draw of the game here: 50 moves, the third time, or nothing left to mate with.
    pub fn is_drawn_by_rule(&self) -> bool {
        if self.position.is_checkmate() {
            return false;
        }
        let last = self.seen.last();
        let times = self.seen.iter().filter(|seen| Some(*seen) == last).count();
        self.position.halfmoves() >= 100 || times >= 3 || self.position.is_insufficient_material()
    }

    /// The position in words.
    pub fn fen(&self) -> String {
        Fen::from_position(&self.position, EnPassantMode::Legal).to_string()
    }

    /// So many leaves below.
    pub fn perft(&self, depth: u32) -> u64 {
        shakmaty::perft(&self.position, depth)
    }
}
