//! Words about the state of the game: whose move, mate, stalemate, what has been lost.

use shakmaty::attacks::{between, bishop_attacks, king_attacks, rook_attacks};
use shakmaty::{Bitboard, Role};

use super::node::Node;
use super::word::{Word, number, predicate};
use crate::advice::position::side::Side;
use crate::advice::position::step::Steps;
use crate::advice::position::view::Position;

pub(super) const WORDS: &[Word] = &[
    predicate("any_position", "Always true.", |_| true),
    predicate("mate", "They are to move, are in check and have no legal move.", mate),
    predicate("stalemate", "They are to move, are not in check and have no legal move.", stalemate),
    predicate("our_stalemate", "We are to move, are not in check and have no legal move: a draw.", |node| {
        let position = node.position;
        position.turn() == Side::Us && !position.is_check() && !position.has_legal_step()
    }),
    predicate("check", "The side to move is in check.", |node| node.position.is_check()),
    predicate("them_to_move", "The other side is to move.", |node| node.position.turn() == Side::Them),
    predicate("us_to_move", "We, the side with the advice, are to move.", |node| {
        node.position.turn() == Side::Us
    }),
    predicate(
        "piece_lost",
        "We have fewer men than at the root, or they are to move and can take one.",
        piece_lost,
    ),
    predicate("promoted", "We have fewer pawns than at the root and as many men.", promoted).of(Role::Pawn),
    predicate(
        "man_falls",
        "They are to move and can take one of our men where we cannot take back.",
        man_falls,
    ),
    predicate(
        "man_pinned",
        "One of our men stands alone between our king and a queen, rook or bishop of theirs on its line.",
        man_pinned,
    ),
    predicate("have_queen", "We have a queen.", |node| node.position.pieces(Side::Us, Role::Queen).any()),
    predicate("heavy_piece", "We have a queen or a rook.", |node| {
        [Role::Queen, Role::Rook].into_iter().any(|role| node.position.pieces(Side::Us, role).any())
    }),
    number(
        "loose_pieces",
        0..=15,
        "How many of our men stand next to their king and are not guarded (a guard may look through their king).",
        |node| loose(node.position).count() as i32,
    ),
    number(
        "their_moves",
        0..=218,
        "How many legal moves they have, or would have if it were their move.",
        their_moves,
    ),
    number("our_men", 1..=16, "How many men we have, the king included.", |node| men(node, Side::Us)),
    number("their_men", 1..=16, "How many men they have, the king included.", |node| men(node, Side::Them)),
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
        return loose(position).any();
    }
    position.legal_steps(&mut steps);
    steps.iter().any(|step| ours.contains(step.to))
}

fn man_falls(node: &Node<'_>) -> bool {
    let position = node.position;
    if position.turn() == Side::Us {
        return false;
    }
    let ours = position.side(Side::Us);
    let mut steps = Steps::new();
    position.legal_steps(&mut steps);
    steps.iter().filter(|step| ours.contains(step.to)).any(|taken| {
        let after = position.after(*taken);
        let mut answers = Steps::new();
        after.legal_steps(&mut answers);
        !answers.iter().any(|answer| answer.to == taken.to)
    })
}

fn man_pinned(node: &Node<'_>) -> bool {
    let position = node.position;
    let king = position.king(Side::Us);
    let [bishops, rooks, queens] =
        [Role::Bishop, Role::Rook, Role::Queen].map(|role| position.pieces(Side::Them, role));
    let pinning = rook_attacks(king, Bitboard::EMPTY) & (rooks | queens)
        | bishop_attacks(king, Bitboard::EMPTY) & (bishops | queens);
    pinning.into_iter().any(|square| {
        let between = between(king, square) & position.occupied();
        between.is_subset(position.side(Side::Us)) && between.count() == 1
    })
}

/// Returns our men that their king could take. The king leaves its square to do so, and a guard may therefore look through it.
fn loose(position: &Position) -> Bitboard {
    let king = position.king(Side::Them);
    let near = king_attacks(king) & position.side(Side::Us);
    let without_king = position.occupied().without(king);
    near.into_iter().filter(|square| !position.attacks(Side::Us, *square, without_king)).collect()
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

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;
    use crate::board::Board;

    fn loose_in(fen: &str) -> u32 {
        let board = Board::from_fen(fen, false).unwrap();
        loose(&Position::from_board(&board, Color::White).unwrap()).count() as u32
    }

    #[test]
    fn a_man_is_pinned_by_a_line_piece_behind_it_and_by_nothing_else() {
        let is_pinned = |fen: &str| {
            let board = Board::from_fen(fen, false).unwrap();
            man_pinned(&Node::root(&Position::from_board(&board, Color::White).unwrap()))
        };
        assert!(is_pinned("8/8/8/8/8/k7/1rQ4K/8 w - - 0 1"), "along a rank");
        assert!(is_pinned("8/8/8/6K1/8/4Q3/2kb4/8 w - - 0 1"), "along a diagonal");
        assert!(!is_pinned("8/8/8/6K1/8/4Q3/2kr4/8 w - - 0 1"), "no rook's line");
        assert!(!is_pinned("8/8/8/8/8/k7/1r5K/2Q5 w - - 0 1"), "check");
        assert!(!is_pinned("8/8/8/8/8/8/r1k1N2K/8 w - - 0 1"), "their own king stands in between");
    }

    #[test]
    fn a_guard_may_look_through_their_king() {
        assert_eq!(loose_in("8/8/8/8/3B4/8/1k6/N3K3 b - - 0 1"), 0);
        assert_eq!(loose_in("8/8/8/8/4B3/8/1k6/N3K3 b - - 0 1"), 1, "no guard at all");
        assert_eq!(loose_in("8/8/8/4B3/8/2N5/1k6/4K3 b - - 0 1"), 0, "a guard from behind");
        assert_eq!(loose_in("8/8/8/1B6/8/1P6/1k6/4K3 b - - 0 1"), 1, "the pawn is not on the bishop's way");
    }
}
