//! Finds moves that lead back to an earlier position by the difference of two keys, without generating moves.
//!
//! Suppose that two positions have different sides to move and differ only by the square of one piece.
//! Then their keys differ by a number that belongs to that piece and those two squares alone. A table holds all these
//! numbers, with two places for each ("cuckoo hashing"; van Kervinck, "The design and implementation of the Rookie 2.0
//! chess playing program", 2002).

use std::sync::LazyLock;

use shakmaty::attacks::{attacks, between};
use shakmaty::{Bitboard, Board as Pieces, Color, Piece, Role, Square};

use super::keys::move_key;

const PLACES: usize = 8192;

/// A piece's move between two squares, in either direction, with its key; key 0 is an empty place.
#[derive(Clone, Copy)]
struct Shuttle {
    key: u64,
    squares: [Square; 2],
}

const EMPTY: Shuttle = Shuttle { key: 0, squares: [Square::A1; 2] };

static SHUTTLES: LazyLock<Box<[Shuttle]>> = LazyLock::new(build);

const fn places(key: u64) -> [usize; 2] {
    [key as usize % PLACES, (key >> 16) as usize % PLACES]
}

fn build() -> Box<[Shuttle]> {
    let mut table = vec![EMPTY; PLACES].into_boxed_slice();
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
        for piece in Color::ALL.map(|color| Piece { color, role }) {
            for from in Square::ALL {
                for to in attacks(from, piece, Bitboard::EMPTY).into_iter().filter(|to| *to > from) {
                    insert(&mut table, Shuttle { key: move_key(piece, from, to), squares: [from, to] });
                }
            }
        }
    }
    table
}

/// Puts an entry into its first place. An entry that it displaces moves to its other place, and so on.
fn insert(table: &mut [Shuttle], new: Shuttle) {
    let mut homeless = new;
    let mut place = places(new.key)[0];
    loop {
        homeless = std::mem::replace(&mut table[place], homeless);
        if homeless.key == 0 {
            return;
        }
        let [first, second] = places(homeless.key);
        place = if place == first { second } else { first };
    }
}

/// Returns whether one move of a piece leads `side` to the position whose key differs by `difference`. Castling does
/// not count, because it cannot be taken back.
pub(super) fn is_one_move(difference: u64, pieces: &Pieces, side: Color) -> bool {
    let shuttles = &*SHUTTLES;
    let found =
        places(difference).map(|place| shuttles[place]).into_iter().find(|kept| kept.key == difference);
    found.is_some_and(|Shuttle { squares: [from, to], .. }| {
        let own = pieces.by_color(side);
        (own.contains(from) || own.contains(to)) && (between(from, to) & pieces.occupied()).is_empty()
    })
}
