//! Static exchange evaluation: what a series of captures on one square is worth.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Board as Pieces, Color, Move, Position, Role, Square};

use super::position::Board;

/// Exchange values in centipawns, by role. A king is never lost, so any larger value will do.
const VALUES: [i32; 7] = [0, 100, 320, 330, 500, 950, 20_000];

/// The roles in the order in which they recapture.
const CHEAPEST_FIRST: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// A piece's exchange value in centipawns.
pub const fn piece_value(role: Role) -> i32 {
    VALUES[role as usize]
}

/// Returns what a move gains by exchanges on its target square, in centipawns. Both sides capture with their cheapest
/// piece and stop when that is better. Pins do not count; a king does not capture into an attack.
pub fn exchange_value(board: &Board, played: Move) -> i32 {
    let mut exchange = Exchange::start(board, played);
    let mut gains = arrayvec::ArrayVec::<i32, 33>::new();
    gains.push(exchange.gain);
    while let Some(captured) = exchange.next_capture() {
        let last = gains[gains.len() - 1];
        if gains.try_push(captured - last).is_err() {
            break;
        }
    }
    while gains.len() > 1 {
        let last = gains.pop().unwrap_or(0);
        let index = gains.len() - 1;
        // The side to capture takes the exchange only if it pays.
        gains[index] = -last.max(-gains[index]);
    }
    gains[0]
}

/// Returns whether the exchange that a move begins is worth at least `threshold` centipawns to the mover. It compares
/// the same value as [`exchange_value`], but stops as soon as the result is certain.
pub fn see_at_least(board: &Board, played: Move, threshold: i32) -> bool {
    let mut exchange = Exchange::start(board, played);
    let surplus = exchange.gain - threshold;
    if surplus < 0 {
        return false;
    }
    // What the side to capture still needs, if the piece on the target is counted as lost.
    let mut lacking = exchange.standing - surplus;
    let mut reached = true;
    while lacking >= i32::from(reached) && exchange.next_capture().is_some() {
        reached = !reached;
        lacking = exchange.standing - lacking;
    }
    reached
}

/// A running exchange on one square.
struct Exchange<'a> {
    pieces: &'a Pieces,
    target: Square,
    occupied: Bitboard,
    to_capture: Color,
    /// What the first move gains at once, in centipawns.
    gain: i32,
    /// Value of the piece that is now on the target, in centipawns.
    standing: i32,
}

impl<'a> Exchange<'a> {
    fn start(board: &'a Board, played: Move) -> Exchange<'a> {
        let position = board.position();
        let pieces = position.board();
        let mut occupied = pieces.occupied();
        if let Some(from) = played.from() {
            occupied.discard(from);
        }
        let target = played.to();
        if let Move::EnPassant { from, to } = played {
            occupied.discard(Square::from_coords(to.file(), from.rank()));
        }
        if let Move::Castle { .. } = played {
            // Nothing can be captured where the rook was: the exchange is empty.
            return Exchange {
                pieces,
                target,
                occupied: Bitboard::EMPTY,
                to_capture: !position.turn(),
                gain: 0,
                standing: 0,
            };
        }
        let promotion_gain = played.promotion().map_or(0, |role| piece_value(role) - piece_value(Role::Pawn));
        Exchange {
            pieces,
            target,
            occupied,
            to_capture: !position.turn(),
            gain: played.capture().map_or(0, piece_value) + promotion_gain,
            standing: piece_value(played.promotion().unwrap_or(played.role())),
        }
    }

    /// Lets the side to capture take with its cheapest piece. Returns the captured value in centipawns; `None` if it
    /// cannot.
    fn next_capture(&mut self) -> Option<i32> {
        let attackers = self.attackers(self.to_capture);
        let role = CHEAPEST_FIRST.into_iter().find(|role| (attackers & self.pieces.by_role(*role)).any())?;
        if role == Role::King && self.attackers(!self.to_capture).any() {
            return None;
        }
        let from = (attackers & self.pieces.by_role(role)).first()?;
        self.occupied.discard(from);
        self.to_capture = !self.to_capture;
        Some(std::mem::replace(&mut self.standing, piece_value(role)))
    }

    /// Attackers of the target among the pieces still on the board; x-rays open as pieces leave.
    fn attackers(&self, color: Color) -> Bitboard {
        let pieces = self.pieces;
        let target = self.target;
        (pawn_attacks(!color, target) & pieces.pawns()
            | knight_attacks(target) & pieces.knights()
            | king_attacks(target) & pieces.kings()
            | bishop_attacks(target, self.occupied) & pieces.bishops_and_queens()
            | rook_attacks(target, self.occupied) & pieces.rooks_and_queens())
            & pieces.by_color(color)
            & self.occupied
    }
}
