//! Plays the tokens of a game on boards, in the main line and every variation. An impossible move in a variation turns the rest
//! of it into a comment, with a remark; in the main line it makes the game unreadable.

use super::broken::Reason;
use super::movetext::Token;
use super::notation;
use super::record::{GameResult, RecordedLine, RecordedMove};
use super::words::Written;
use crate::board::Board;
use shakmaty::Move;
use shakmaty::san::SanError;

/// The deepest nesting of variations. Deeper ones become comments, because recursion over such a tree would overflow the stack.
const DEEPEST: usize = 500;

/// A game's moves with their annotations.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub line: RecordedLine,
    /// The results after the moves, each with its line.
    pub results: Vec<(usize, GameResult)>,
    /// Remarks on everything that could not be preserved, each with its line.
    pub remarks: Vec<String>,
}

/// Plays a game from this position.
///
/// # Errors
/// If the main line cannot be played, or a variation is not closed: the line of the text, and the reason.
pub(super) fn build(start: &Board, tokens: Vec<(usize, Token)>) -> Result<Tree, (usize, Reason)> {
    let mut builder = Builder {
        main: Open::new(start, 0),
        variations: Vec::new(),
        unplayed: None,
        number: None,
        results: Vec::new(),
        remarks: Vec::new(),
    };
    for (line, token) in tokens {
        builder.take(line, token).map_err(|reason| (line, reason))?;
    }
    match builder.variations.first() {
        Some(open) => Err((open.begun_on, Reason::OpenVariation)),
        None => {
            let Builder { main, results, mut remarks, .. } = builder;
            let line = main.closed(&mut remarks);
            Ok(Tree { line, results, remarks })
        }
    }
}

/// A line of moves that is being read.
struct Open {
    line: RecordedLine,
    /// Variations before the first move, which they replace.
    early: Vec<RecordedLine>,
    /// The positions before and after the last move.
    before: Board,
    board: Board,
    /// The line of the text on which it begins.
    begun_on: usize,
}

impl Open {
    fn new(start: &Board, begun_on: usize) -> Open {
        let (before, board) = (start.clone(), start.clone());
        Open { line: RecordedLine::default(), early: Vec::new(), before, board, begun_on }
    }

    fn play(&mut self, played: Option<Move>, after: Board) {
        self.before = std::mem::replace(&mut self.board, after);
        let variations = std::mem::take(&mut self.early);
        self.line.moves.push(RecordedMove { played, variations, ..RecordedMove::default() });
    }

    /// A comment belongs to what comes before it: a move, a variation, or the beginning of the line.
    fn comment(&mut self, text: String) {
        let comments = match self.line.moves.last_mut() {
            None => &mut self.line.comments,
            Some(last) => match last.variations.last_mut() {
                None => &mut last.comments,
                Some(variation) => &mut variation.comments_behind,
            },
        };
        comments.push(text);
    }

    fn glyph(&mut self, glyph: u32) {
        match self.line.moves.last_mut() {
            Some(last) => last.glyphs.push(glyph),
            None => self.line.glyphs.push(glyph),
        }
    }

    fn variation(&mut self, variation: RecordedLine) {
        match self.line.moves.last_mut() {
            _ if variation.is_empty() => {}
            Some(last) => last.variations.push(variation),
            None if variation.has_no_moves() => {
                self.line.comments.extend(variation.comments);
                self.line.glyphs.extend(variation.glyphs);
            }
            None => self.early.push(variation),
        }
    }

    fn closed(self, remarks: &mut Vec<String>) -> RecordedLine {
        if !self.early.is_empty() {
            let line = self.begun_on;
            remarks.push(format!("line {line}: a variation has no move that it replaces; it is left out"));
        }
        self.line
    }
}

/// The text of a variation from a move on that cannot be played.
struct Unplayed {
    text: String,
    /// The number of open parentheses within it.
    depth: usize,
    /// It begins with a null move in check, which is not a mistake of the author: it stays among the moves.
    is_pass: bool,
}

struct Builder {
    main: Open,
    /// The open variations, the innermost last.
    variations: Vec<Open>,
    unplayed: Option<Unplayed>,
    /// The number of the next move, if one was written.
    number: Option<String>,
    results: Vec<(usize, GameResult)>,
    remarks: Vec<String>,
}

impl Builder {
    fn innermost(&mut self) -> &mut Open {
        self.variations.last_mut().unwrap_or(&mut self.main)
    }

    fn is_in_main_line(&self) -> bool {
        self.variations.is_empty()
    }

    fn take(&mut self, line: usize, token: Token) -> Result<(), Reason> {
        if self.unplayed.is_some() {
            self.take_unplayed(&token);
            return Ok(());
        }
        let number = self.number.take();
        match token {
            Token::Number(text) => self.number = Some(text),
            Token::Comment(text) => self.innermost().comment(text),
            Token::Glyph(glyph) => self.innermost().glyph(glyph),
            Token::Open if self.is_too_deep() => self.keep_as_comment(line, number, &token),
            Token::Open => self.open(line),
            Token::Close => self.close(),
            Token::Result(text) if self.is_in_main_line() => {
                self.results.push((line, GameResult::of_text(text)));
            }
            // Within a variation, a result is a judgement and not the end of the game.
            Token::Result(text) => self.innermost().comment(text.to_owned()),
            Token::Move(..) | Token::Unknown(_) => return self.play(line, number, &token),
        }
        Ok(())
    }

    fn play(&mut self, line: usize, number: Option<String>, token: &Token) -> Result<(), Reason> {
        if self.is_in_main_line() && !self.results.is_empty() {
            return Err(Reason::MovesBehindResult);
        }
        if self.is_too_deep() {
            self.keep_as_comment(line, number, token);
            return Ok(());
        }
        let open = self.innermost();
        match after(&open.board, token) {
            Ok((played, after)) => open.play(played, after),
            Err(reason) if self.is_in_main_line() => return Err(reason),
            Err(reason) => {
                let is_pass = matches!(token, Token::Move(_, Written::Pass));
                if !is_pass {
                    self.remarks
                        .push(format!("line {line}: {reason}; the rest of its variation became a comment"));
                }
                self.unplayed = Some(Unplayed { text: number.unwrap_or_default(), depth: 0, is_pass });
                self.take_unplayed(token);
            }
        }
        Ok(())
    }

    fn open(&mut self, line: usize) {
        let variation = Open::new(&self.innermost().before, line);
        self.variations.push(variation);
    }

    /// Returns whether the innermost variation is nested too deep to be played.
    fn is_too_deep(&self) -> bool {
        self.variations.len() > DEEPEST
    }

    /// Turns the rest of a variation that is nested too deep into a comment. Read again, such a comment stays a comment.
    fn keep_as_comment(&mut self, line: usize, number: Option<String>, token: &Token) {
        self.remarks
            .push(format!("line {line}: a variation nested more than {DEEPEST} deep became a comment"));
        self.unplayed = Some(Unplayed { text: number.unwrap_or_default(), depth: 0, is_pass: false });
        self.take_unplayed(token);
    }

    fn close(&mut self) {
        if let Some(variation) = self.variations.pop() {
            let variation = variation.closed(&mut self.remarks);
            self.innermost().variation(variation);
        }
    }

    fn take_unplayed(&mut self, token: &Token) {
        let Some(unplayed) = &mut self.unplayed else { return };
        match token {
            Token::Close if unplayed.depth == 0 => {
                let (text, is_pass) = (std::mem::take(&mut unplayed.text), unplayed.is_pass);
                self.unplayed = None;
                match text.is_empty() {
                    true => {}
                    false if is_pass => self.innermost().line.unplayed = Some(text),
                    false => self.innermost().comment(text),
                }
                return self.close();
            }
            Token::Close => unplayed.depth -= 1,
            Token::Open => unplayed.depth += 1,
            _ => {}
        }
        let is_glued = unplayed.text.is_empty() || unplayed.text.ends_with('(') || *token == Token::Close;
        unplayed.text.push_str(if is_glued { "" } else { " " });
        unplayed.text.push_str(&token.to_string());
    }
}

/// Returns the move that a token means here, `None` for a null move, and the position after it.
fn after(board: &Board, token: &Token) -> Result<(Option<Move>, Board), Reason> {
    let illegal = |word: &String| Reason::IllegalMove { word: word.clone(), fen: board.fen() };
    match token {
        Token::Move(word, Written::Pass) => {
            board.after_pass().map(|after| (None, after)).ok_or_else(|| illegal(word))
        }
        Token::Move(word, Written::Move(san)) => match notation::legal(board, *san) {
            Ok(played) => Ok((Some(played), board.after(played))),
            Err(SanError::IllegalSan) => Err(illegal(word)),
            Err(SanError::AmbiguousSan) => Err(Reason::Ambiguous { word: word.clone(), fen: board.fen() }),
        },
        other => Err(Reason::no_move(&other.to_string())),
    }
}
