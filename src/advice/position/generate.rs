//! Generates legal moves in the order that the language promises; the choice among equal moves depends on it.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Role, Square, attacks};

use super::reach::reach;
use super::step::{Step, Steps};
use super::view::Position;

/// The king's directions as (file, rank): diagonals first, as in the textbook's table.
const KING_ORDER: [(i32, i32); 8] = [(1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1)];
/// The knight's directions as (file, rank), to the right and up first.
const KNIGHT_ORDER: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, 2), (-2, 1), (-2, -1), (-1, -2)];
/// Roles in the order in which their moves come.
const ROLE_ORDER: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
/// What a pawn can become, in order.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

type Targets = ArrayVec<Square, 16>;

/// The targets on an empty board, in order, for each of these roles and each square.
struct Order {
    king: [Targets; 64],
    knight: [Targets; 64],
    rook: [Targets; 64],
    bishop: [Targets; 64],
}

static ORDER: LazyLock<Order> = LazyLock::new(|| Order {
    king: std::array::from_fn(|square| leaps(square, &KING_ORDER)),
    knight: std::array::from_fn(|square| leaps(square, &KNIGHT_ORDER)),
    rook: std::array::from_fn(|square| crossings(square, |file, _, i| (file, i), |_, rank, i| (i, rank))),
    bishop: std::array::from_fn(|square| {
        crossings(square, |file, rank, i| (i, rank + i - file), |file, rank, i| (i, rank + file - i))
    }),
});

fn leaps(square: usize, directions: &[(i32, i32)]) -> Targets {
    let (file, rank) = (square as i32 % 8, square as i32 / 8);
    directions.iter().filter_map(|(right, up)| at(file + right, rank + up)).collect()
}

/// Returns the squares of two lines through a square, taken in turn from the left (or bottom) border.
fn crossings(
    square: usize,
    first: impl Fn(i32, i32, i32) -> (i32, i32),
    second: impl Fn(i32, i32, i32) -> (i32, i32),
) -> Targets {
    let (file, rank) = (square as i32 % 8, square as i32 / 8);
    let mut targets = Targets::new();
    for i in 0..8 {
        for (target_file, target_rank) in [first(file, rank, i), second(file, rank, i)] {
            match at(target_file, target_rank) {
                Some(target) if usize::from(target) != square => targets.push(target),
                _ => {}
            }
        }
    }
    targets
}

fn at(file: i32, rank: i32) -> Option<Square> {
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| Square::new((rank * 8 + file) as u32))
}

impl Position {
    /// Adds all legal moves of the side to move to `steps`: king, queen, rook, bishop, knight, pawn.
    pub fn legal_steps(&self, steps: &mut Steps) {
        for role in ROLE_ORDER {
            self.steps_of(role, steps);
        }
    }

    /// Adds the legal moves of the men of one role to `steps`.
    pub(in crate::advice) fn steps_of(&self, role: Role, steps: &mut Steps) {
        for from in self.pieces(self.turn(), role) {
            match role {
                Role::King => self.king_steps(from, steps),
                Role::Pawn => self.pawn_steps(from, steps),
                _ => self.piece_steps(role, from, steps),
            }
        }
    }

    /// Returns whether the side to move has a legal move; cheaper than generating them all.
    pub fn has_legal_step(&self) -> bool {
        let mut steps = Steps::new();
        ROLE_ORDER.into_iter().any(|role| {
            self.steps_of(role, &mut steps);
            !steps.is_empty()
        })
    }

    fn king_steps(&self, from: Square, steps: &mut Steps) {
        // The king does not shield the squares behind it from a queen, rook or bishop.
        let occupied = self.occupied() ^ Bitboard::from(from);
        let forbidden = self.guarded(self.turn().other(), occupied) | self.side(self.turn());
        for &to in &ORDER.king[usize::from(from)] {
            if !forbidden.contains(to) {
                push(steps, Step::new(Role::King, from, to));
            }
        }
    }

    fn piece_steps(&self, role: Role, from: Square, steps: &mut Steps) {
        let order = &*ORDER;
        let square = usize::from(from);
        let lists: [&[Square]; 2] = match role {
            Role::Knight => [&order.knight[square], &[]],
            Role::Bishop => [&order.bishop[square], &[]],
            Role::Rook => [&order.rook[square], &[]],
            _ => [&order.rook[square], &order.bishop[square]],
        };
        let reach = reach(role, from, self.occupied()) & !self.side(self.turn());
        for list in lists {
            for &to in list {
                if reach.contains(to) {
                    self.push_if_safe(Step::new(role, from, to), steps);
                }
            }
        }
    }

    fn pawn_steps(&self, from: Square, steps: &mut Steps) {
        let side = self.turn();
        let (up, start) = (side.ahead(), side.pawn_rank());
        let mut targets = attacks::pawn_attacks(side.color(), from) & self.side(side.other());
        if let Some(ahead) = from.offset(up)
            && !self.occupied().contains(ahead)
        {
            targets.add(ahead);
            if from.rank() == start
                && let Some(double) = ahead.offset(up)
                && !self.occupied().contains(double)
            {
                targets.add(double);
            }
        }
        for to in targets {
            if Bitboard::BACKRANKS.contains(to) {
                for role in PROMOTIONS {
                    self.push_if_safe(
                        Step { promotion: Some(role), ..Step::new(Role::Pawn, from, to) },
                        steps,
                    );
                }
            } else {
                self.push_if_safe(Step::new(Role::Pawn, from, to), steps);
            }
        }
    }

    /// Adds a move of a man other than the king, unless it leaves the king in check. A bare king can neither check nor pin,
    /// so most moves need no test.
    fn push_if_safe(&self, step: Step, steps: &mut Steps) {
        let side = self.turn();
        let bare = !self.side(side.other()).more_than_one();
        if bare || {
            let next = self.after(step);
            !next.attacks(side.other(), next.king(side), next.occupied())
        } {
            push(steps, step);
        }
    }
}

fn push(steps: &mut Steps, step: Step) {
    // No position has enough moves to fill the list, so no move is lost.
    let _ = steps.try_push(step);
}
