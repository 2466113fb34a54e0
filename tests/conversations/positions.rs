//! Random `position` lines: games, endings, repetitions, the edge of the 50-move rule, finished games, and lines that must be
//! refused.

use fastrand::Rng;
use shakmaty::fen::Fen;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Piece, Position, Role, Setup, Square,
};

use crate::standing::Standing;

const ROWS: &str = include_str!("../data/conversation_positions.txt");

/// The rows of the data file that begin with this word, without it.
fn rows(kind: &str) -> Vec<&'static str> {
    ROWS.lines().filter_map(|row| row.strip_prefix(kind)?.strip_prefix(' ')).collect()
}

fn pick<T: Copy>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.usize(0..from.len())]
}

/// A game in the making: how its line begins, and what stands.
pub struct Line {
    head: String,
    moves: Vec<String>,
    pub standing: Standing,
}

impl Line {
    fn new(fen: &str, chess960: bool) -> Option<Line> {
        let standing = Standing::from_fen(fen, chess960)?;
        Some(Line { head: format!("position fen {fen}"), moves: Vec::new(), standing })
    }

    fn initial() -> Line {
        Line { head: "position startpos".to_owned(), moves: Vec::new(), standing: Standing::initial() }
    }

    /// Plays a move, where it is legal.
    pub fn play(&mut self, text: &str) -> bool {
        let Some(played) = self.standing.legal(text) else { return false };
        self.moves.push(text.to_owned());
        self.standing.play(played);
        true
    }

    /// Plays so many random moves, or until the game is over.
    pub fn play_random(&mut self, rng: &mut Rng, count: usize, chess960: bool) {
        for _ in 0..count {
            let moves = self.standing.moves();
            if moves.is_empty() {
                return;
            }
            let text = self.standing.written(moves[rng.usize(0..moves.len())], chess960);
            self.play(&text);
        }
    }

    /// Both sides go to and fro, so that positions come again.
    fn shuffle(&mut self, rng: &mut Rng, plies: usize) {
        let mut there: Vec<String> = Vec::new();
        for ply in 0..plies {
            let text = match ply % 4 {
                0 | 1 => {
                    let moves = self.standing.moves();
                    let quiet: Vec<_> =
                        moves.iter().filter(|played| !played.is_zeroing() && !played.is_castle()).collect();
                    if quiet.is_empty() {
                        return;
                    }
                    // The same way to and fro each time.
                    let known = there.get(ply % 4).cloned();
                    let text = known.unwrap_or_else(|| self.standing.written(*pick(rng, &quiet), false));
                    if there.len() < 2 {
                        there.push(text.clone());
                    }
                    text
                }
                back => {
                    let there = &there[back - 2];
                    format!("{}{}", &there[2..4], &there[..2])
                }
            };
            if !self.play(&text) {
                return;
            }
        }
    }

    /// The line as it is sent.
    pub fn text(&self) -> String {
        if self.moves.is_empty() {
            self.head.clone()
        } else {
            format!("{} moves {}", self.head, self.moves.join(" "))
        }
    }

    fn cut(&self, rng: &mut Rng) -> String {
        let illegal = pick(rng, &["e2e5", "a1a1", "0000", "e7e8k", "e", "nonsense", "h9h8", "e1e8q"]);
        let place = rng.usize(0..=self.moves.len());
        let mut words: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        words.insert(place, illegal);
        format!("{} moves {}", self.head, words.join(" "))
    }
}

/// A random game that stands.
pub fn line(rng: &mut Rng, chess960: bool) -> Line {
    loop {
        let made = match rng.u8(0..20) {
            0..=2 => Some(Line::initial()),
            3..=4 => Line::new(pick(rng, &rows("middle")), chess960),
            5..=8 => Line::new(pick(rng, &rows("ending")), chess960),
            9 => Line::new(pick(rng, &rows("edge")), chess960),
            10 => Line::new(pick(rng, &rows("over")), chess960),
            11 => Line::new(pick(rng, &rows("chess960")), chess960),
            12 => Line::new(pick(rng, &rows("mate")), chess960),
            13 if rng.bool() => Line::new(pick(rng, &rows("crowded")), chess960),
            _ => ending(rng).and_then(|fen| Line::new(&fen, chess960)),
        };
        let Some(mut made) = made else { continue };
        let is_initial = made.head.ends_with("startpos");
        match rng.u8(0..8) {
            0..=2 => {}
            3..=4 => {
                let plies = rng.usize(4..14);
                made.shuffle(rng, plies);
            }
            _ => {
                let plies = if is_initial { rng.usize(0..120) } else { rng.usize(0..8) };
                made.play_random(rng, plies, chess960);
            }
        }
        return made;
    }
}

/// A random `position` line, now and then one that is to be refused in part or as a whole.
pub fn text(rng: &mut Rng, chess960: bool) -> String {
    match rng.u8(0..16) {
        0 => format!("position fen {}", pick(rng, &rows("refused"))),
        1 => pick(rng, &rows("malformed")).to_owned(),
        3 => format!("position fen {}", pick(rng, &rows("tolerated"))),
        2 => line(rng, chess960).cut(rng),
        _ => line(rng, chess960).text(),
    }
}

/// A line that is to be refused.
pub fn refused(rng: &mut Rng) -> String {
    let fen = pick(rng, &rows("refused"));
    let moves = if rng.bool() { " moves e2e4" } else { "" };
    format!("position fen {fen}{moves}")
}

const MEN: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// A random ending of three to six men, one in four near the 50-move rule's end; nothing where the men fell badly.
fn ending(rng: &mut Rng) -> Option<String> {
    let mut board = Board::empty();
    let men = rng.usize(1..5);
    // King and rook, and king and queen, against king have advice and exact tables: often.
    let simple = rng.u8(0..4) == 0;
    let own = Color::from_white(rng.bool());
    let mut pieces = vec![Role::King.of(Color::White), Role::King.of(Color::Black)];
    if simple {
        pieces.push(if rng.u8(0..3) == 0 { Role::Queen } else { Role::Rook }.of(own));
    } else {
        for _ in 0..men {
            pieces.push(pick(rng, &MEN).of(Color::from_white(rng.bool())));
        }
    }
    for piece in pieces {
        let square = free_square(rng, &board, piece);
        board.set_piece_at(square, piece);
    }
    let clock = if rng.u8(0..4) == 0 { rng.u32(86..=100) } else { 0 };
    let setup = Setup {
        board,
        turn: Color::from_white(rng.bool()),
        castling_rights: Bitboard::EMPTY,
        halfmoves: clock,
        ..Setup::empty()
    };
    let position = setup.position::<Chess>(CastlingMode::Standard).ok()?;
    let text = Fen::from_position(&position, EnPassantMode::Legal).to_string();
    (!position.legal_moves().is_empty()).then_some(text)
}

fn free_square(rng: &mut Rng, board: &Board, piece: Piece) -> Square {
    loop {
        let square = Square::new(rng.u32(0..64));
        let is_far = piece.role != Role::Pawn || (8..56).contains(&u32::from(square));
        if board.piece_at(square).is_none() && is_far {
            return square;
        }
    }
}
