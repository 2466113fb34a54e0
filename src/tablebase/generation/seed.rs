//! First examines every position: whether it is legal, how many moves stay in the table, and what the others lead to.

use shakmaty::attacks::{king_attacks, pawn_attacks};
use shakmaty::{Bitboard, Role, Square};

use super::conversion::{Conversions, NOBODY, PROMOTIONS};
use super::men::{Men, color, forward, square, written_as_passing};
use super::metric::Metric;
use crate::tablebase::index::Layout;
use crate::tablebase::table::DtmTable;
use crate::tablebase::value::Code;

/// A counter that can never reach zero: the position cannot turn out to be lost.
const NEVER: u8 = 128;

/// What is known of a position before any position of its own table is solved.
#[derive(Clone, Copy, Debug)]
pub(in crate::tablebase) struct Seed {
    /// The value by captures and promotions alone. A loss counts only once `undecided` is zero.
    pub code: Code,
    /// The moves that stay in the table and are not yet known to lose; at least [`NEVER`] if some move draws or wins.
    pub undecided: u8,
}

impl Seed {
    const ILLEGAL: Seed = Seed { code: Code::ILLEGAL, undecided: 255 };
}

/// Examines the position with a number, for one side to move.
pub(in crate::tablebase) fn seed<M: Metric>(
    layout: &Layout,
    conversions: &Conversions,
    metric: &M,
    side: usize,
    number: usize,
) -> Seed {
    let squares = layout.squares(number);
    let Some(men) = Men::new(layout.slots(), &squares) else { return Seed::ILLEGAL };
    if men.passing.is_some_and(|pawn| men.slots[pawn].side == side) || layout.index(&squares) != number {
        return Seed::ILLEGAL;
    }
    let enemy_king = square(men.squares[1 - side]);
    if men.attacked_by(side, men.occupied).contains(enemy_king) {
        return Seed::ILLEGAL;
    }
    let mut look = Look::new(&men, conversions, metric, side);
    look.king_moves();
    for man in 2..men.slots.len() {
        if men.slots[man].side == side {
            if men.slots[man].role == Role::Pawn {
                look.pawn_moves(man);
            } else {
                look.piece_moves(man);
            }
        }
    }
    look.seed()
}

/// An examination in progress, of the moves of one position.
struct Look<'a, M> {
    men: &'a Men<'a>,
    conversions: &'a Conversions,
    metric: &'a M,
    side: usize,
    king: Square,
    /// Squares that the king may not enter: attacked ones, as if the king were not on the board.
    danger: Bitboard,
    /// Men on these squares may be pinned.
    lines: Bitboard,
    in_check: bool,
    /// Legal moves that stay in the table and in the count.
    staying: u8,
    /// The best of the legal moves that leave it.
    leaving: Option<Code>,
}

impl<'a, M: Metric> Look<'a, M> {
    fn new(men: &'a Men<'a>, conversions: &'a Conversions, metric: &'a M, side: usize) -> Look<'a, M> {
        let king = square(men.squares[side]);
        let danger = men.attacked_by(1 - side, men.occupied.without(king));
        Look {
            men,
            conversions,
            metric,
            side,
            king,
            danger,
            lines: men.lines_to_king(side),
            in_check: danger.contains(king),
            staying: 0,
            leaving: None,
        }
    }

    fn king_moves(&mut self) {
        let targets = king_attacks(self.king) & !self.danger & !self.men.of_side[self.side];
        self.staying += (targets & !self.men.occupied).count() as u8;
        for target in targets & self.men.occupied {
            self.leave(self.side, target, self.men.on(target), None);
        }
    }

    fn piece_moves(&mut self, man: usize) {
        let targets = self.men.attacks(man, self.men.occupied) & !self.men.of_side[self.side];
        let quiet = targets & !self.men.occupied;
        if self.is_free(man) {
            self.staying += quiet.count() as u8;
        } else {
            self.staying +=
                quiet.into_iter().filter(|&target| self.is_legal(man, target, None)).count() as u8;
        }
        for target in targets & self.men.of_side[1 - self.side] {
            self.leave_if_legal(man, target, self.men.on(target));
        }
    }

    fn pawn_moves(&mut self, man: usize) {
        let here = self.men.squares[man];
        let ahead = square(here.wrapping_add_signed(forward(self.side)));
        if !self.men.occupied.contains(ahead) {
            self.pawn_push(man, ahead);
            let far = square(here.wrapping_add_signed(2 * forward(self.side)));
            if here >> 3 == [1, 6][self.side] && !self.men.occupied.contains(far) {
                self.pawn_push(man, far);
            }
        }
        let attacked = pawn_attacks(color(self.side), square(here));
        for target in attacked & self.men.of_side[1 - self.side] {
            self.leave_if_legal(man, target, self.men.on(target));
        }
        if let Some(passing) = self.men.passing {
            let behind = square(self.men.squares[passing].wrapping_add_signed(forward(self.side)));
            if attacked.contains(behind) {
                self.leave_if_legal(man, behind, Some(passing));
            }
        }
    }

    fn pawn_push(&mut self, man: usize, target: Square) {
        if is_last_rank(target) {
            self.leave_if_legal(man, target, None);
        } else if self.is_free(man) || self.is_legal(man, target, None) {
            match self.metric.after_pawn_moves() {
                None => self.staying += 1,
                Some(mates) => self.push_to_zero(mates, man, target),
            }
        }
    }

    /// Adds the result of a pawn move that ends the count.
    fn push_to_zero(&mut self, mates: &DtmTable, man: usize, target: Square) {
        let here = self.men.squares[man];
        let mut after = *self.men;
        after.squares[man] = u8::from(target);
        after.occupied = after.occupied.without(square(here)).with(target);
        let is_double = here.abs_diff(u8::from(target)) == 16;
        let mut squares = after.squares;
        if is_double && after.could_be_passing(man) {
            squares[man] = written_as_passing(self.side, u8::from(target));
        }
        self.take(mates.code(1 - self.side, &squares));
    }

    /// Returns whether every move of a man is legal because nothing can pin it and the king is not in check.
    #[inline]
    fn is_free(&self, man: usize) -> bool {
        !self.in_check && !self.lines.contains(square(self.men.squares[man]))
    }

    /// Returns whether the king is safe after another man moves, perhaps capturing on a different square.
    fn is_legal(&self, man: usize, target: Square, captured: Option<usize>) -> bool {
        let mut occupied = self.men.occupied.without(square(self.men.squares[man]));
        if let Some(captured) = captured {
            occupied = occupied.without(square(self.men.squares[captured]));
        }
        // The capturer occupies the captured man's square, and the captured man attacks no more.
        let attackers_gone = occupied;
        occupied = occupied.with(target);
        let men = self.men;
        !men.slots.iter().enumerate().any(|(enemy, slot)| {
            slot.side != self.side
                && attackers_gone.contains(square(men.squares[enemy]))
                && men.attacks(enemy, occupied).contains(self.king)
        })
    }

    fn leave_if_legal(&mut self, man: usize, target: Square, captured: Option<usize>) {
        // A free man's capture is legal as well, but en passant clears two squares at once.
        let passing = captured.is_some() && captured == self.men.passing;
        if self.is_free(man) && !passing || self.is_legal(man, target, captured) {
            let promoting = self.men.slots[man].role == Role::Pawn && is_last_rank(target);
            self.leave(man, target, captured, promoting.then_some(man));
        }
    }

    /// Adds the values of a legal capture or promotion.
    fn leave(&mut self, man: usize, target: Square, captured: Option<usize>, promoting: Option<usize>) {
        let mut squares = self.men.squares;
        squares[man] = u8::from(target);
        let promotions = if promoting.is_some() { PROMOTIONS.len() } else { 1 };
        for promotion in 0..promotions {
            let (captured, promoting) = (captured.unwrap_or(NOBODY), promoting.unwrap_or(NOBODY));
            let reply = self.conversions.code(1 - self.side, &squares, captured, promoting, promotion);
            self.take(reply);
        }
    }

    /// Adds the value of a position after a move that ends the count or leaves the table.
    fn take(&mut self, reply: Code) {
        let value = M::before(reply);
        self.leaving = Some(self.leaving.map_or(value, |best| better(best, value)));
    }

    fn seed(&self) -> Seed {
        match self.leaving {
            None if self.staying > 0 => Seed { code: Code::DRAW, undecided: self.staying },
            None if self.in_check => Seed { code: Code::MATED, undecided: 0 },
            None => Seed { code: Code::DRAW, undecided: NEVER },
            Some(code) if code.is_loss() => Seed { code, undecided: self.staying },
            Some(code) => Seed { code, undecided: NEVER + self.staying },
        }
    }
}

/// Returns the better of two moves for the side to move: fast wins, then draws, then slow losses.
fn better(first: Code, second: Code) -> Code {
    if first.is_win() || second.is_win() { first.min(second) } else { first.max(second) }
}

#[inline]
fn is_last_rank(target: Square) -> bool {
    !(8..56).contains(&u8::from(target))
}
