//! Move classes: which of the legal moves, and in which order.

use shakmaty::Role;

use super::word::{Word, class};
use crate::advice::position::geometry::{file, rank};
use crate::advice::position::side::Side;
use crate::advice::position::step::{Step, Steps};
use crate::advice::position::view::Position;

pub(super) const WORDS: &[Word] = &[
    class(
        "legal",
        "All legal moves: king (diagonals first), queen, rook, bishop, knight, pawn.",
        Position::legal_steps,
    ),
    class("king_move", "King moves, diagonals first.", |position, steps| {
        position.steps_of(Role::King, steps)
    }),
    class("piece_move", "Moves of queens, rooks, bishops and knights.", piece_moves),
    class("queen_move", "Queen moves, along the lines and then along the diagonals.", |position, steps| {
        position.steps_of(Role::Queen, steps);
    })
    .of(Role::Queen),
    class(
        "rook_move",
        "Rook moves: for i from 1 to 8, the square of rank i on its file, then that of file i on its rank.",
        |position, steps| {
            position.steps_of(Role::Rook, steps);
        },
    )
    .of(Role::Rook),
    class(
        "bishop_move",
        "Bishop moves, from the left, the rising and the falling diagonal in turn.",
        |position, steps| {
            position.steps_of(Role::Bishop, steps);
        },
    )
    .of(Role::Bishop),
    class("knight_move", "Knight moves, to the right first.", |position, steps| {
        position.steps_of(Role::Knight, steps)
    })
    .of(Role::Knight),
    class(
        "pawn_move",
        "Pawn moves, a1 first; promotions to queen, rook, bishop, knight.",
        |position, steps| {
            position.steps_of(Role::Pawn, steps);
        },
    )
    .of(Role::Pawn),
    class("promotion", "Pawn moves to the last rank: to queen, rook, bishop, knight.", |position, steps| {
        add_those(
            position,
            steps,
            |position, steps| position.steps_of(Role::Pawn, steps),
            |step| step.promotion.is_some(),
        );
    })
    .of(Role::Pawn),
    class("checking_move", "Rook moves to the file of their king, then those to its rank.", checking_moves)
        .of(Role::Rook),
    class("check_move", "Legal moves that give check, in the order of `legal`.", |position, steps| {
        add_those(position, steps, Position::legal_steps, |step| position.after(*step).is_check());
    }),
    class("capture", "Legal moves that take something, in the order of `legal`.", |position, steps| {
        let enemy = position.side(position.turn().other());
        add_those(position, steps, Position::legal_steps, |step| enemy.contains(step.to));
    }),
];

fn add_those(
    position: &Position,
    steps: &mut Steps,
    generate: impl Fn(&Position, &mut Steps),
    is_one: impl Fn(&Step) -> bool,
) {
    let mut all = Steps::new();
    generate(position, &mut all);
    steps.extend(all.into_iter().filter(|step| is_one(step)));
}

fn piece_moves(position: &Position, steps: &mut Steps) {
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
        position.steps_of(role, steps);
    }
}

/// The textbook's definition, unchanged: it looks at lines, not at whether something is in between.
fn checking_moves(position: &Position, steps: &mut Steps) {
    let mut rook_steps = Steps::new();
    position.steps_of(Role::Rook, &mut rook_steps);
    let king = position.king(Side::Them);
    steps.extend(rook_steps.iter().copied().filter(|step| file(step.to) == file(king)));
    let on_rank = |step: &Step| rank(step.to) == rank(king) && file(step.to) != file(king);
    steps.extend(rook_steps.iter().copied().filter(on_rank));
}
