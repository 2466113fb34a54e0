//! Guesses about arrangements before they are solved: what costs little to open, who probably wins, where a walk may go.

use shakmaty::Role;

use crate::solve::arrangement::layout::{Arrangement, MOST_SOLVED_PIECES, ProofSide};

/// Whether an arrangement is opened together with any that leads to it: that costs less than looking up many of its positions
/// in tables.
pub(super) fn is_cheap(arrangement: &Arrangement) -> bool {
    let mut pieces = arrangement.pieces();
    match (pieces.next(), pieces.next()) {
        (None, _) => true,
        (Some((_, piece)), None) => match arrangement.all_men() {
            3 => true,
            4 => piece.role == Role::Queen,
            _ => false,
        },
        _ => false,
    }
}

/// Guesses whether the attacker wins. An arrangement that can never be opened counts as not won, as it could never be proven.
pub(super) fn is_assumed_won(arrangement: &Arrangement) -> bool {
    if arrangement.piece_count() > MOST_SOLVED_PIECES {
        return false;
    }
    let worth = |side| arrangement.pieces_of(side).map(|(_, role)| worth(role)).sum::<u32>();
    worth(ProofSide::Attacker) >= worth(ProofSide::Defender) + 4
}

/// Whether the attacker may enter an arrangement that is only guessed: for its first piece, or by a capture. If guesses counted
/// after every pawn move, nothing would ever be proven.
pub(in crate::solve) fn is_followed(from: &Arrangement, to: &Arrangement) -> bool {
    let is_first = from.pieces_of(ProofSide::Attacker).next().is_none();
    is_first || to.all_men() < from.all_men()
}

fn worth(role: Role) -> u32 {
    match role {
        Role::Queen => 9,
        Role::Rook => 5,
        Role::Bishop | Role::Knight => 3,
        Role::Pawn | Role::King => 0,
    }
}
