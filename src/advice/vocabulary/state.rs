//! Words about the state of the game: whose move, mate, stalemate, what has been lost.

use shakmaty::Role;

use super::{Node, Word, number, predicate};
use crate::advice::position::{Position, Side};
use crate::advice::step::Steps;

pub(super) const WORDS: &[Word] = &[
    predicate("any_position", "Always true.", |_| true),
    predicate("mate", "They are to move, are in check and have no legal move.", mate),
    predicate("stalemate", "They are to move, are not in check and have no legal move.", stalemate),
    predicate("check", "The side to move is in check.", |node| node.position.is_check()),
    predicate("them_to_move", "The defender is to move.", |node| node.position.turn() == Side::Them),
    predicate("us_to_move", "The side with the advice is to move.", |node| node.position.turn() == Side::Us),
    predicate(
        "piece_lost",
        "We have fewer men than at the root, or they are to move and can take one.",
        piece_lost,
    ),
    predicate("promoted", "We have fewer pawns than at the root and as many men.", promoted),
    predicate("heavy_piece", "We have a queen or a rook.", |node| {
        [Role::Queen, Role::Rook].into_iter().any(|role| node.position.pieces(Side::Us, role).any())
    }),
    number("loose_pieces", "How many of our men stand next to their king and are not guarded.", |node| {
        loose_pieces(node.position)
    }),
    number(
        "their_moves",
        "How many legal moves they have, or would have if it were their move.",
        their_moves,
    ),
    number("our_men", "How many men we have, the king included.", |node| men(node, Side::Us)),
    number("their_men", "How many men they have, the king included.", |node| men(node, Side::Them)),
];

fn mate(node: &Node<'_>) -> bool {
    let position = node.position;
    position.turn() == Side::Them && position.is_check() && !position.has_legal_step()
}

fn stalemate(node: &Node<'_>) -> bool {
    let position = node.position;
    position.turn() == Side::Them && !position.is_check() && !position.has_legal_step()
}

fn piece_lost(node: &Node<'_>) -> bool {
    let position = node.position;
    if position.side(Side::Us).count() < node.root.side(Side::Us).count() {
        return true;
    }
    if position.turn() == Side::Us {
        return false;
    }
    let ours = position.side(Side::Us);
    let mut steps = Steps::new();
    let bare = !position.side(Side::Them).more_than_one();
    if bare {
        let near = shakmaty::attacks::king_attacks(position.king(Side::Them)) & ours;
        return near.any()
            && near.into_iter().any(|square| !position.attacks(Side::Us, square, position.occupied()));
    }
    position.legal_steps(&mut steps);
    steps.iter().any(|step| ours.contains(step.to))
}

fn loose_pieces(position: &Position) -> i32 {
    let near = shakmaty::attacks::king_attacks(position.king(Side::Them)) & position.side(Side::Us);
    let guarded = |square| position.attacks(Side::Us, square, position.occupied());
    near.into_iter().filter(|square| !guarded(*square)).count() as i32
}

fn promoted(node: &Node<'_>) -> bool {
    let pawns = |position: &Position| position.pieces(Side::Us, Role::Pawn).count();
    pawns(node.position) < pawns(node.root) && men(node, Side::Us) == men(&node.at_root(), Side::Us)
}

fn their_moves(node: &Node<'_>) -> i32 {
    let mut steps = Steps::new();
    node.position.with_turn(Side::Them).legal_steps(&mut steps);
    steps.len() as i32
}

fn men(node: &Node<'_>, side: Side) -> i32 {
    node.position.side(side).count() as i32
}
