//! Packs one position into 32 bytes: its men, the side to move, and what is known of its game and its value.

use shakmaty::{Bitboard, Board as Men, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece};
use shakmaty::{Position, PositionError, Rank, Role, Setup, Square};
use thiserror::Error;

use crate::board::Board;

/// Bytes of a record.
pub const RECORD_BYTES: usize = 32;

/// The most men of a record.
const MOST_MEN: usize = 32;

/// Marks a missing score.
const NO_SCORE: i16 = i16::MIN;

/// The score of won or lost positions, in centipawns; every estimate is smaller.
pub const DECIDED: i16 = 30_000;

/// Returns a value in centipawns, limited so that it cannot be taken for a decided one.
pub fn estimate(value: i64) -> i16 {
    let limit = i64::from(DECIDED) - 1;
    i16::try_from(value.clamp(-limit, limit)).unwrap_or_default()
}

/// The distance from the numbers of White's men to those of Black's.
const BLACK: u8 = 8;

const BLACK_TO_MOVE: u8 = 1;
const FIRST_RIGHT: u8 = 1 << 1;
const FIRST_OF_GAME: u8 = 1 << 5;
const EXACT: u8 = 1 << 6;

const STATE: usize = 24;
const PASSANT_AND_ORIGIN: usize = 25;
const CLOCK: usize = 26;
const RESULT: usize = 27;
const SCORE: usize = 28;
const PLIES_LEFT: usize = 30;

/// The rooks' squares of the castling rights, in the order of their bits.
const RIGHTS: [Square; 4] = [Square::H1, Square::A1, Square::H8, Square::A8];

/// A position in the bytes of a file; see docs/network-data.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record([u8; RECORD_BYTES]);

/// What a record says of a position beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// How its game ended; `None` if that is unknown.
    pub result: Option<GameResult>,
    /// White's score in centipawns; `None` if there is none.
    pub score: Option<i16>,
    /// Whether the score comes from a table and is not an estimate.
    pub exact: bool,
    /// Where its game began.
    pub origin: Origin,
    /// Half-moves to the end of its game, at most 65,535.
    pub plies_left: u16,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Black won.
    Loss = 0,
    /// A draw.
    Draw = 1,
    /// White won.
    Win = 2,
}

/// Marks an unknown result.
const NO_RESULT: u8 = 3;

impl GameResult {
    /// Returns the result of a game that this side won; `None` for a draw.
    pub fn won_by(winner: Option<Color>) -> GameResult {
        winner.map_or(GameResult::Draw, |winner| winner.fold_wb(GameResult::Win, GameResult::Loss))
    }
}

/// Where a position's game began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The record does not say.
    Unknown = 0,
    /// The start position, followed by random moves.
    Start = 1,
    /// A position of a book, followed by random moves.
    Book = 2,
    /// Random men on random squares.
    Random = 3,
}

/// Why a record cannot hold a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PackError {
    /// More men than chess has.
    #[error("{0} men; a record holds at most {MOST_MEN}")]
    TooManyMen(usize),
    /// Castling with a rook that is not in a corner, as in Chess960.
    #[error("castling rights of Chess960, which a record cannot hold")]
    Chess960,
}

/// Why bytes are not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnpackError {
    /// A number that means no kind of man, result or origin.
    #[error("a record holds {what} {number}, which does not exist")]
    Unknown {
        /// What the number should mean.
        what: &'static str,
        /// The number.
        number: u8,
    },
    /// More men than a record can hold.
    #[error("a record has more than {MOST_MEN} men")]
    TooManyMen,
    /// The men do not make a legal position.
    #[error("a record is not a legal position: {0}")]
    Illegal(String),
}

impl Record {
    /// Packs a position and its knowledge. The record is not marked as the first of its game.
    ///
    /// # Errors
    /// If a record cannot hold the position.
    pub fn pack(board: &Board, knowledge: &Knowledge) -> Result<Record, PackError> {
        let mut bytes = [0; RECORD_BYTES];
        pack_men(board.position().board(), &mut bytes)?;
        bytes[STATE] = state_of(board.position())?;
        let passant = board.position().ep_square(EnPassantMode::Legal);
        bytes[PASSANT_AND_ORIGIN] = passant.map_or(0, |square| square.file() as u8 + 1);
        bytes[CLOCK] = u8::try_from(board.halfmove_clock()).unwrap_or(u8::MAX);
        let mut record = Record(bytes);
        record.set_knowledge(knowledge);
        Ok(record)
    }

    /// Returns a record from a file. It is checked only when its parts are read.
    pub const fn from_bytes(bytes: [u8; RECORD_BYTES]) -> Record {
        Record(bytes)
    }

    /// Returns the record's bytes in a file.
    pub const fn bytes(&self) -> &[u8; RECORD_BYTES] {
        &self.0
    }

    /// Returns the bytes that tell positions apart: men, side to move, castling and en passant.
    pub fn identity(&self) -> [u8; 26] {
        let mut identity = [0; 26];
        identity.copy_from_slice(&self.0[..26]);
        identity[STATE] &= !(FIRST_OF_GAME | EXACT);
        identity[PASSANT_AND_ORIGIN] &= 15;
        identity
    }

    /// Returns a number that depends on everything that makes a position different, the same on every machine.
    pub(in crate::training) fn hash(&self, seed: u64) -> u64 {
        /// Odd constants with well-mixed bits, from Murmur's finaliser.
        const MIX: [u64; 2] = [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53];
        self.identity().chunks(8).fold(seed, |sum, bytes| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            let mut mixed = sum ^ u64::from_le_bytes(word);
            mixed = (mixed ^ mixed >> 33).wrapping_mul(MIX[0]);
            mixed = (mixed ^ mixed >> 33).wrapping_mul(MIX[1]);
            mixed ^ mixed >> 33
        })
    }

    /// Returns how many men are on the board.
    pub fn men(&self) -> usize {
        self.occupied().count()
    }

    /// Returns whether it is the first position of its game in the file.
    pub const fn is_first_of_game(&self) -> bool {
        self.0[STATE] & FIRST_OF_GAME != 0
    }

    /// Marks it as the first position of its game, or removes the mark.
    pub fn set_first_of_game(&mut self, is_first: bool) {
        self.set_state(FIRST_OF_GAME, is_first);
    }

    /// Returns White's score in centipawns; `None` if there is none.
    pub fn score(&self) -> Option<i16> {
        let score = i16::from_le_bytes([self.0[SCORE], self.0[SCORE + 1]]);
        (score != NO_SCORE).then_some(score)
    }

    /// Replaces the score. `exact` says whether the new one comes from a table.
    pub fn set_score(&mut self, score: Option<i16>, exact: bool) {
        self.0[SCORE..PLIES_LEFT].copy_from_slice(&score.unwrap_or(NO_SCORE).to_le_bytes());
        self.set_state(EXACT, exact);
    }

    /// Returns how the game ended; `None` if that is unknown.
    ///
    /// # Errors
    /// If the byte is not a result.
    pub fn result(&self) -> Result<Option<GameResult>, UnpackError> {
        Ok(match self.0[RESULT] {
            0 => Some(GameResult::Loss),
            1 => Some(GameResult::Draw),
            2 => Some(GameResult::Win),
            NO_RESULT => None,
            number => return Err(UnpackError::Unknown { what: "result", number }),
        })
    }

    /// Returns where the game began.
    ///
    /// # Errors
    /// If the bits are not an origin.
    pub fn origin(&self) -> Result<Origin, UnpackError> {
        Ok(match self.0[PASSANT_AND_ORIGIN] >> 4 {
            0 => Origin::Unknown,
            1 => Origin::Start,
            2 => Origin::Book,
            3 => Origin::Random,
            number => return Err(UnpackError::Unknown { what: "origin", number }),
        })
    }

    /// Returns the same position with the clock of the 50-move rule at zero.
    #[must_use]
    pub const fn without_clock(mut self) -> Record {
        self.0[CLOCK] = 0;
        self
    }

    /// Returns what the record says beside the board.
    ///
    /// # Errors
    /// If a byte has no meaning.
    pub fn knowledge(&self) -> Result<Knowledge, UnpackError> {
        Ok(Knowledge {
            result: self.result()?,
            score: self.score(),
            exact: self.0[STATE] & EXACT != 0,
            origin: self.origin()?,
            plies_left: u16::from_le_bytes([self.0[PLIES_LEFT], self.0[PLIES_LEFT + 1]]),
        })
    }

    /// Returns the position.
    ///
    /// # Errors
    /// If the bytes are not a legal position.
    pub fn board(&self) -> Result<Board, UnpackError> {
        let men = self.unpack_men()?;
        let state = self.0[STATE];
        let turn = if state & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
        let rights = (0..).zip(RIGHTS).filter(|(right, _)| state & FIRST_RIGHT << right != 0);
        let setup = Setup {
            board: men,
            turn,
            castling_rights: rights.map(|(_, square)| square).collect::<Bitboard>(),
            ep_square: self.passant_square(turn)?,
            halfmoves: u32::from(self.0[CLOCK]),
            ..Setup::empty()
        };
        let position = Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material);
        position.map(Board::new).map_err(|error| UnpackError::Illegal(error.to_string()))
    }

    fn set_knowledge(&mut self, knowledge: &Knowledge) {
        self.0[PASSANT_AND_ORIGIN] |= (knowledge.origin as u8) << 4;
        self.0[RESULT] = knowledge.result.map_or(NO_RESULT, |result| result as u8);
        self.set_score(knowledge.score, knowledge.exact);
        self.0[PLIES_LEFT..].copy_from_slice(&knowledge.plies_left.to_le_bytes());
    }

    fn set_state(&mut self, bit: u8, on: bool) {
        self.0[STATE] = if on { self.0[STATE] | bit } else { self.0[STATE] & !bit };
    }

    fn occupied(&self) -> Bitboard {
        let mut occupied = [0; 8];
        occupied.copy_from_slice(&self.0[..8]);
        Bitboard(u64::from_le_bytes(occupied))
    }

    fn unpack_men(&self) -> Result<Men, UnpackError> {
        if self.men() > MOST_MEN {
            return Err(UnpackError::TooManyMen);
        }
        let mut men = Men::empty();
        for (index, square) in self.occupied().into_iter().enumerate() {
            let number = self.0[8 + index / 2] >> (index % 2 * 4) & 15;
            let color = if number < BLACK { Color::White } else { Color::Black };
            let role = Role::try_from(u32::from(number % BLACK) + 1);
            let role = role.map_err(|_| UnpackError::Unknown { what: "man", number })?;
            men.set_piece_at(square, Piece { color, role });
        }
        Ok(men)
    }

    fn passant_square(&self, turn: Color) -> Result<Option<Square>, UnpackError> {
        let number = self.0[PASSANT_AND_ORIGIN] & 15;
        let Some(file) = number.checked_sub(1) else { return Ok(None) };
        let file = shakmaty::File::try_from(u32::from(file));
        let file = file.map_err(|_| UnpackError::Unknown { what: "en passant file", number })?;
        Ok(Some(Square::from_coords(file, turn.fold_wb(Rank::Sixth, Rank::Third))))
    }
}

fn pack_men(men: &Men, bytes: &mut [u8; RECORD_BYTES]) -> Result<(), PackError> {
    let occupied = men.occupied();
    if occupied.count() > MOST_MEN {
        return Err(PackError::TooManyMen(occupied.count()));
    }
    bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
    let pieces = occupied.into_iter().filter_map(|square| men.piece_at(square));
    for (index, Piece { color, role }) in pieces.enumerate() {
        let number = role as u8 - 1 + color.fold_wb(0, BLACK);
        bytes[8 + index / 2] |= number << (index % 2 * 4);
    }
    Ok(())
}

fn state_of(position: &Chess) -> Result<u8, PackError> {
    let held = position.castles().castling_rights();
    if !held.is_subset(RIGHTS.into_iter().collect::<Bitboard>()) || !kings_are_at_home(position, held) {
        return Err(PackError::Chess960);
    }
    let rights = (0..).zip(RIGHTS).filter(|(_, square)| held.contains(*square));
    let rights = rights.map(|(right, _)| FIRST_RIGHT << right).sum::<u8>();
    Ok(rights | position.turn().fold_wb(0, BLACK_TO_MOVE))
}

/// Returns whether every king that may castle is on the e file.
fn kings_are_at_home(position: &Chess, rights: Bitboard) -> bool {
    Color::ALL.into_iter().all(|color| {
        let home = color.fold_wb(Square::E1, Square::E8);
        let row = Bitboard::from(color.fold_wb(Rank::First, Rank::Eighth));
        (rights & row).is_empty() || position.board().king_of(color) == Some(home)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn knowledge() -> impl Strategy<Value = Knowledge> {
        let results = [None, Some(GameResult::Loss), Some(GameResult::Draw), Some(GameResult::Win)];
        let origins = [Origin::Unknown, Origin::Start, Origin::Book, Origin::Random];
        let result = prop::sample::select(results.to_vec());
        let score = prop::option::of(i16::MIN + 1..=i16::MAX);
        let origin = prop::sample::select(origins.to_vec());
        (result, score, any::<bool>(), origin, any::<u16>()).prop_map(
            |(result, score, exact, origin, plies_left)| Knowledge {
                result,
                score,
                exact,
                origin,
                plies_left,
            },
        )
    }

    /// Returns the position after this many moves from the start, each chosen by a number.
    fn after(choices: &[usize]) -> Board {
        choices.iter().fold(Board::default(), |board, choice| {
            let moves = board.legal_moves();
            if moves.is_empty() { board } else { board.after(moves[choice % moves.len()]) }
        })
    }

    proptest! {
        #[test]
        fn what_is_packed_comes_back(choices in prop::collection::vec(any::<usize>(), 0..200), told in knowledge()) {
            let board = after(&choices);
            let mut record = Record::pack(&board, &told).unwrap();
            record.set_first_of_game(true);
            prop_assert!(record.is_first_of_game());
            prop_assert_eq!(record.knowledge().unwrap(), told);
            let unpacked = record.board().unwrap();
            // A record does not hold the move number.
            let fen = |board: &Board| board.fen().rsplit_once(' ').unwrap().0.to_owned();
            prop_assert_eq!(fen(&unpacked), fen(&board));
            prop_assert_eq!(unpacked.keys().position, board.keys().position);
            prop_assert_eq!(record.men(), board.men());
        }

        #[test]
        fn any_bytes_are_a_position_or_an_error(bytes in any::<[u8; RECORD_BYTES]>()) {
            let record = Record::from_bytes(bytes);
            if let Ok(board) = record.board() {
                prop_assert!(board.men() <= MOST_MEN);
            }
            let _ = record.knowledge();
        }
    }

    const NOTHING: Knowledge =
        Knowledge { result: None, score: None, exact: false, origin: Origin::Unknown, plies_left: 0 };

    fn packed(fen: &str) -> Result<Record, PackError> {
        Record::pack(&Board::from_fen(fen, false).unwrap(), &NOTHING)
    }

    #[test]
    fn more_men_than_chess_has_are_refused() {
        let fen = "rnbqkbnr/pppppppp/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
        assert_eq!(packed(fen), Err(PackError::TooManyMen(40)));
    }

    #[test]
    fn castling_of_chess960_is_refused() {
        let rooks_inside = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
        assert_eq!(packed(rooks_inside), Err(PackError::Chess960));
        let king_elsewhere = "r4k1r/pppppppp/8/8/8/8/PPPPPPPP/R4K1R w HAha - 0 1";
        assert_eq!(packed(king_elsewhere), Err(PackError::Chess960));
    }

    #[test]
    fn a_score_replaces_the_one_before_and_leaves_the_position() {
        let mut record = packed("8/5pk1/8/8/8/4K1P1/5PP1/8 w - - 7 1").unwrap();
        let before = record;
        record.set_score(Some(-120), true);
        assert_eq!((record.score(), record.knowledge().unwrap().exact), (Some(-120), true));
        assert_eq!(record.identity(), before.identity());
        record.set_score(None, false);
        assert_eq!(record, before);
    }
}
