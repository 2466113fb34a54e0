//! One game from its lines: tags understood, moves read by pgn-reader and played on a board.

use std::io::Cursor;

use pgn_reader::{KnownOutcome, Outcome, Reader};
use shakmaty::Move;
use shakmaty::san::{San, SanError};

use super::broken::{BrokenGame, Reason};
use super::movetext::{self, Movetext, Word};
use super::record::{GameResult, RecordedGame, RecordedLine, RecordedMove, value_of};
use super::split::RawGame;
use super::visitor::{Gatherer, SaidGame, SaidLine, SaidMove};
use crate::board::Board;

/// Values of the tag `Variant` that are chess as lucena plays it, in small letters; those of Chess960 follow.
const STANDARD: [&str; 6] = ["", "?", "standard", "chess", "normal", "from position"];
const CHESS960: [&str; 5] = ["chess960", "chess 960", "fischerandom", "fischer random", "fischerrandom"];

/// Reads a game.
pub(super) fn read(raw: &RawGame, number: usize) -> Result<RecordedGame, BrokenGame> {
    let broken = |(line, reason)| BrokenGame { number, line, players: players(&raw.tags), reason };
    if raw.is_too_long {
        let bytes = raw.movetext.iter().map(|line| line.text.len()).sum();
        return Err(broken((raw.line, Reason::TooLong { bytes })));
    }
    let chess960 = is_chess960(&raw.tags).map_err(|reason| broken((raw.line, reason)))?;
    let start = start(&raw.tags, chess960).map_err(|reason| broken((raw.line, reason)))?;
    let scanned = movetext::scan(&raw.movetext).map_err(broken)?;
    let said = said(&scanned).map_err(|reason| broken((raw.line, reason)))?;
    let mut player = Player { passed_over: Vec::new(), line: raw.line };
    let moves = player.play_game(&start, &scanned.words, said.line.moves).map_err(broken)?;
    Ok(RecordedGame {
        number,
        line: raw.line,
        result: result(&raw.tags, said.outcome),
        tags: raw.tags.clone(),
        start,
        comments: said.line.comments,
        moves,
        passed_over: player.passed_over,
    })
}

fn players(tags: &[(String, String)]) -> String {
    match (value_of(tags, "White"), value_of(tags, "Black")) {
        (Some(white), Some(black)) => format!("{white} – {black}"),
        _ => String::new(),
    }
}

fn is_chess960(tags: &[(String, String)]) -> Result<bool, Reason> {
    let name = value_of(tags, "Variant").unwrap_or_default();
    let plain = name.trim().to_lowercase();
    match plain.as_str() {
        plain if CHESS960.contains(&plain) => Ok(true),
        plain if STANDARD.contains(&plain) => Ok(false),
        _ => Err(Reason::Variant { name: name.to_owned() }),
    }
}

fn start(tags: &[(String, String)], chess960: bool) -> Result<Board, Reason> {
    match value_of(tags, "FEN").filter(|fen| !fen.trim().is_empty()) {
        Some(fen) => Ok(Board::from_fen(fen, chess960)?),
        None => Ok(Board::default()),
    }
}

/// What pgn-reader makes of the clean text. It must have seen the very moves that stand there.
fn said(scanned: &Movetext) -> Result<SaidGame, Reason> {
    let unreadable = |reason: &str| Reason::Unreadable { reason: reason.to_owned() };
    if scanned.text.trim().is_empty() {
        return Ok(SaidGame::default());
    }
    let mut reader = Reader::new(Cursor::new(scanned.text.as_bytes()));
    let game = reader.read_game(&mut Gatherer).map_err(|error| unreadable(&error.to_string()))?;
    let game = game.unwrap_or_default();
    let read = game.line.moves.iter().map(|said| said.san.to_string());
    if !read.eq(scanned.words.iter().map(|word| word.text.clone())) {
        return Err(unreadable("its moves cannot be told from what stands between them"));
    }
    Ok(game)
}

fn result(tags: &[(String, String)], outcome: Option<Outcome>) -> GameResult {
    let told = value_of(tags, "Result").map(GameResult::of_text).unwrap_or_default();
    match (told, outcome) {
        (GameResult::Unknown, Some(Outcome::Known(KnownOutcome::Decisive { winner }))) => {
            GameResult::Won(winner)
        }
        (GameResult::Unknown, Some(Outcome::Known(KnownOutcome::Draw))) => GameResult::Drawn,
        (told, _) => told,
    }
}

/// Plays moves on a board.
struct Player {
    passed_over: Vec<String>,
    /// The line of the main line's last move.
    line: usize,
}

impl Player {
    fn play_game(
        &mut self,
        start: &Board,
        words: &[Word],
        said: Vec<SaidMove>,
    ) -> Result<Vec<RecordedMove>, (usize, Reason)> {
        let mut board = start.clone();
        let mut moves = Vec::with_capacity(said.len());
        for (word, said) in words.iter().zip(said) {
            self.line = word.line;
            let played = legal(&board, said.san).map_err(|error| (word.line, reason(&board, word, error)))?;
            let next = board.after(played);
            moves.push(self.with_variations(&board, played, said));
            board = next;
        }
        Ok(moves)
    }

    fn with_variations(&mut self, board: &Board, played: Move, said: SaidMove) -> RecordedMove {
        let variations = said.variations.into_iter().map(|line| self.variation(board, line));
        RecordedMove {
            played,
            glyphs: said.glyphs,
            comments: said.comments,
            variations: variations.filter(|line| !line.moves.is_empty()).collect(),
        }
    }

    /// A variation as far as its moves are legal.
    fn variation(&mut self, start: &Board, said: SaidLine) -> RecordedLine {
        let mut board = start.clone();
        let mut line = RecordedLine { comments: said.comments, moves: Vec::new() };
        for said in said.moves {
            let Ok(played) = legal(&board, said.san) else {
                let (place, fen) = (self.line, board.fen());
                let words =
                    format!("line {place}: a variation ends where its next move is not legal, in {fen}");
                self.passed_over.push(words);
                break;
            };
            let next = board.after(played);
            line.moves.push(self.with_variations(&board, played, said));
            board = next;
        }
        line
    }
}

fn reason(board: &Board, word: &Word, error: SanError) -> Reason {
    let (word, fen) = (word.text.clone(), board.fen());
    match error {
        SanError::IllegalSan => Reason::IllegalMove { word, fen },
        SanError::AmbiguousSan => Reason::Ambiguous { word, fen },
    }
}

/// The legal move of a notation, in which the sign of a capture may be missing or wrong.
fn legal(board: &Board, san: San) -> Result<Move, SanError> {
    let position = board.position();
    san.to_move(position).or_else(|error| match san {
        San::Normal { role, file, rank, capture, to, promotion } if error == SanError::IllegalSan => {
            San::Normal { role, file, rank, capture: !capture, to, promotion }.to_move(position)
        }
        _ => Err(error),
    })
}
