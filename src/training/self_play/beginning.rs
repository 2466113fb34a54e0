//! Chooses where a self-played game begins: the start position, endings of a book or random men, roughly balanced.

use fastrand::Rng;
use shakmaty::{CastlingMode, Chess, Color, FromSetup, Piece, Role, Setup};

use super::endings;
use crate::analysis::Player;
use crate::board::Board;
use crate::tablebase::EMBEDDED_MEN;
use crate::training::free_square::free_square;
use crate::training::openings::{OPENING_LIMIT, OPENING_PLIES, after_random_moves, is_even};
use crate::training::record::Origin;

/// The greatest distance of random men from even, in centipawns.
const RANDOM_LIMIT: u32 = 500;

/// Nodes of the search that decides whether a beginning is balanced.
const BALANCE_NODES: u64 = 200;

/// The most tries for a balanced beginning.
const TRIES: usize = 50;

/// Men of random positions, kings included.
const RANDOM_MEN: std::ops::RangeInclusive<usize> = 4..=16;

/// The percentage of pawns among the men that are not kings.
const PAWNS_IN_HUNDRED: u8 = 55;

/// The values of the pieces, to balance random material.
const POINTS: [(Role, i32); 4] = [(Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];

/// The greatest difference of random material, in these points.
const MATERIAL_LIMIT: i32 = 2;

/// How many games of a hundred begin from where; the rest begin in the book.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    /// Games from the start position.
    pub start: u8,
    /// Games from random men.
    pub random: u8,
}

impl Shares {
    /// Returns how many games of a hundred begin in the book.
    #[must_use]
    pub fn book(self) -> u8 {
        100_u8.saturating_sub(self.start).saturating_sub(self.random)
    }

    fn choose(self, random: &mut Rng) -> Origin {
        let number = random.u8(..100);
        if number < self.start {
            Origin::Start
        } else if number < self.start.saturating_add(self.random) {
            Origin::Random
        } else {
            Origin::Book
        }
    }
}

/// Returns the beginning of a game, and its kind. A book without positions is never opened.
pub(super) fn choose(
    player: &mut Player,
    book: &[Board],
    shares: Shares,
    number: u64,
    random: &mut Rng,
) -> (Board, Origin) {
    match shares.choose(random) {
        Origin::Random => (random_ending(player, random), Origin::Random),
        Origin::Book if !book.is_empty() => (endings::choose(book, number, random), Origin::Book),
        _ => (opening_moves(player, random), Origin::Start),
    }
}

/// Plays random moves from the start position; searches decide which result is balanced.
fn opening_moves(player: &mut Player, random: &mut Rng) -> Board {
    let start = Board::default();
    (0..TRIES)
        .filter_map(|_| after_random_moves(&start, random.usize(OPENING_PLIES), random))
        .find(|board| is_even_for_both(player, board))
        .unwrap_or(start)
}

/// Puts random men on random squares; a search decides which position is balanced.
fn random_ending(player: &mut Player, random: &mut Rng) -> Board {
    let is_fair = |player: &mut Player, board: &Board| {
        board.men() <= EMBEDDED_MEN || is_even(player.value(board, BALANCE_NODES), RANDOM_LIMIT)
    };
    loop {
        let found = (0..TRIES).filter_map(|_| random_men(random)).find(|board| is_fair(player, board));
        if let Some(board) = found {
            return board;
        }
    }
}

/// Returns whether a position is even on average over both sides to move, so that an evaluation that favours the side to move
/// does no harm. False in check.
fn is_even_for_both(player: &mut Player, board: &Board) -> bool {
    let Some(turned) = board.after_null_move() else { return false };
    player.forget();
    let values = player.value(board, BALANCE_NODES).zip(player.value(&turned, BALANCE_NODES));
    is_even(values.map(|(own, other)| (own - other) / 2), OPENING_LIMIT)
}

/// Returns random men of about equal value on both sides, if they make a legal position with a legal move.
fn random_men(random: &mut Rng) -> Option<Board> {
    let men = random_material(random)?;
    let mut setup = Setup { turn: Color::from_white(random.bool()), ..Setup::empty() };
    for piece in men {
        let square = free_square(&setup.board, piece.role, random)?;
        setup.board.set_piece_at(square, piece);
    }
    let board = Board::new(Chess::from_setup(setup, CastlingMode::Standard).ok()?);
    (!board.legal_moves().is_empty()).then_some(board)
}

/// Returns two kings and random men; `None` if one side is worth much more.
fn random_material(random: &mut Rng) -> Option<Vec<Piece>> {
    let count = random.usize(RANDOM_MEN);
    let mut men: Vec<Piece> = Color::ALL.map(|color| Piece { color, role: Role::King }).to_vec();
    let mut balance = 0;
    while men.len() < count {
        let (role, points) =
            if random.u8(..100) < PAWNS_IN_HUNDRED { (Role::Pawn, 1) } else { random.choice(POINTS)? };
        // The next man goes to the side with less.
        let color =
            if balance == 0 { Color::from_white(random.bool()) } else { Color::from_white(balance < 0) };
        balance += color.fold_wb(points, -points);
        men.push(Piece { color, role });
    }
    let pawns = |color| men.iter().filter(|man| **man == Piece { color, role: Role::Pawn }).count();
    let is_fair = balance.abs() <= MATERIAL_LIMIT && Color::ALL.into_iter().all(|color| pawns(color) <= 8);
    is_fair.then_some(men)
}
