//! Games as JSON: each with its moves as a tree, every move with the position after it.

use std::io;

use serde::Serialize;
use shakmaty::{CastlingMode, Position as _};
use utoipa::ToSchema;

use crate::board::Board;
use crate::games::{Games, RecordedGame, RecordedLine, RecordedMove, begins_games};
use crate::text::decode;

/// The most games that are given.
const MOST_GAMES: usize = 1_000;
/// The most moves of all games together, variations included: some hundred bytes each.
const MOST_MOVES: usize = 100_000;

/// The games of a text.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct GameTrees {
    /// The games, in the order of the text.
    games: Vec<GameTree>,
    /// What could not be read, one sentence for each game or remark.
    problems: Vec<String>,
    /// How many further games the text has.
    left_out: usize,
}

/// A game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameTree {
    /// Names and values of the tags, in the order of the text.
    tags: Vec<(String, String)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: String,
    /// The position before the first move.
    fen: String,
    /// Whether it is a game of Chess960.
    chess960: bool,
    /// Comments before the first move.
    comments: Vec<String>,
    /// Numeric annotation glyphs before the first move.
    glyphs: Vec<u32>,
    /// The moves.
    moves: Vec<TreeMove>,
}

/// A move of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TreeMove {
    /// The move in UCI's notation; null for a null move.
    uci: Option<String>,
    /// The move in standard notation, `--` for a null move.
    san: String,
    /// The position after it.
    fen: String,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?`.
    glyphs: Vec<u32>,
    /// Comments behind it.
    comments: Vec<String>,
    /// Variations that replace it.
    #[schema(no_recursion)]
    variations: Vec<TreeLine>,
}

/// A variation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TreeLine {
    /// Comments before its first move.
    comments: Vec<String>,
    /// Numeric annotation glyphs before its first move.
    glyphs: Vec<u32>,
    /// Its moves.
    #[schema(no_recursion)]
    moves: Vec<TreeMove>,
    /// Text from a null move in check to the end; null if every move could be played.
    unplayed: Option<String>,
    /// Comments behind the variation.
    comments_behind: Vec<String>,
}

impl GameTrees {
    /// Reads a text of games, or of one position.
    ///
    /// # Errors
    /// If it is neither.
    pub fn read(bytes: &[u8]) -> Result<GameTrees, String> {
        let text = decode(bytes);
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        if !begins_games(first) {
            return Ok(GameTrees { games: vec![position(first)?], ..GameTrees::default() });
        }
        let mut trees = GameTrees::default();
        let mut room = MOST_MOVES;
        for read in Games::new(bytes) {
            // Bytes in memory can be read to their end.
            match read.map_err(|error: io::Error| error.to_string())? {
                Ok(game) => trees.add(&game, &mut room),
                Err(broken) => trees.problems.push(broken.to_string()),
            }
        }
        Ok(trees)
    }

    fn add(&mut self, game: &RecordedGame, room: &mut usize) {
        let moves = count(&game.moves);
        if self.games.len() == MOST_GAMES || moves > *room {
            self.left_out += 1;
            return;
        }
        *room -= moves;
        let of_game = |remark: &String| format!("game {}, {remark}", game.number);
        self.problems.extend(game.passed_over.iter().map(of_game));
        self.games.push(GameTree {
            tags: game.tags.clone(),
            result: game.result.to_string(),
            moves: tree(&game.start, &game.moves),
            comments: game.comments.clone(),
            glyphs: game.glyphs.clone(),
            ..start(&game.start)
        });
    }
}

/// Returns a position as a game without moves.
fn position(fen: &str) -> Result<GameTree, String> {
    let board = Board::from_fen(fen, false).map_err(|error| error.to_string())?;
    Ok(start(&board))
}

fn start(board: &Board) -> GameTree {
    GameTree {
        tags: Vec::new(),
        result: "*".to_owned(),
        fen: board.fen(),
        chess960: board.position().castles().mode() == CastlingMode::Chess960,
        comments: Vec::new(),
        glyphs: Vec::new(),
        moves: Vec::new(),
    }
}

fn count(moves: &[RecordedMove]) -> usize {
    let below = |made: &RecordedMove| made.variations.iter().map(|line| count(&line.moves)).sum::<usize>();
    moves.iter().map(|made| 1 + below(made)).sum()
}

fn tree(board: &Board, moves: &[RecordedMove]) -> Vec<TreeMove> {
    let mut board = board.clone();
    let mut shown = Vec::with_capacity(moves.len());
    for made in moves {
        let after = made.after(&board);
        shown.push(TreeMove {
            uci: made.played.map(|played| board.uci(played)),
            san: made.notation(&board),
            fen: after.fen(),
            glyphs: made.glyphs.clone(),
            comments: made.comments.clone(),
            variations: made.variations.iter().map(|line| variation(&board, line)).collect(),
        });
        board = after;
    }
    shown
}

fn variation(board: &Board, line: &RecordedLine) -> TreeLine {
    TreeLine {
        comments: line.comments.clone(),
        glyphs: line.glyphs.clone(),
        moves: tree(board, &line.moves),
        unplayed: line.unplayed.clone(),
        comments_behind: line.comments_behind.clone(),
    }
}
