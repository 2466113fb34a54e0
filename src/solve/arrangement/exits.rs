//! The moves that leave an arrangement for good (pawn moves, captures, promotions), and the arrangements that they lead to.

use shakmaty::attacks::{between, king_attacks, pawn_attacks};
use shakmaty::{Bitboard, Role, Square};

use super::bound::{Wanted, Words};
use super::layout::{Arrangement, Legal, MOST_PIECES, Man, Placement, Side, attacks, beside, pawns_attack};
use super::reach::Reach;

/// The pieces that a pawn can become.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// All exits of an arrangement. It leaves out promotions to more than [`MOST_PIECES`] pieces, which arrangements within the
/// solver's limit never have.
#[derive(Debug)]
pub(in crate::solve) struct Exits {
    /// The arrangements that exits lead to; exits refer to them by index.
    pub children: Vec<Arrangement>,
    /// By [`Side`].
    by_side: [SideExits; 2],
}

#[derive(Debug, Default)]
struct SideExits {
    steps: Vec<PawnStep>,
    takes: Vec<PawnTakes>,
    /// The enemy's pawns, each with the index of the arrangement that remains once a king or piece has captured it.
    pawns_taken: Vec<(Square, usize)>,
    /// The enemy's pieces by slot, likewise.
    men_taken: Vec<(usize, usize)>,
    /// Squares that the enemy's pawns attack: a king cannot capture there.
    guarded: Bitboard,
}

/// A pawn move that captures no piece: a step, a double step, or the capture of a pawn, with or without promotion.
#[derive(Debug)]
struct PawnStep {
    /// Squares that must be free of kings and pieces.
    clear: Bitboard,
    promotion: Option<Promotion>,
    child: usize,
    /// The arrangements that en passant captures of this pawn lead to.
    passing: Vec<usize>,
}

/// A pawn's capture of a piece.
#[derive(Debug)]
struct PawnTakes {
    slot: usize,
    on: Square,
    promotion: Option<Promotion>,
    child: usize,
}

#[derive(Clone, Copy, Debug)]
struct Promotion {
    slot: usize,
    on: Square,
}

/// Where the defender's king is when its side leaves the arrangement.
enum King {
    /// On any of these squares, where it stays.
    Stays(Bitboard),
    /// Next to this square, on which it captures.
    Takes(Square),
}

/// Which exits to consider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) enum Scope {
    /// All exits.
    All,
    /// Captures by kings and pieces, and captures of pieces. What follows a pawn move is mostly as unknown as the arrangement
    /// itself: to look there costs much and yields little.
    Captures,
}

impl King {
    /// The squares that it can have moved from.
    fn squares(&self) -> Bitboard {
        match *self {
            King::Stays(possible) => possible,
            King::Takes(on) => king_attacks(on),
        }
    }
}

/// What is known of the arrangements that exits lead to: for each bound asked for, words over the squares of the defender's
/// king at which the attacker wins. Only legal positions count, without en passant rights. `child` is an index into
/// [`Exits::children`].
pub(in crate::solve) trait Oracle {
    /// With the attacker to move, after the defender left the arrangement.
    fn attacker_to_move(&self, child: usize, at: &Placement, wanted: Wanted) -> Words;
    /// With the defender to move, after the attacker left the arrangement.
    fn defender_to_move(&self, child: usize, at: &Placement, wanted: Wanted) -> Words;
}

impl Exits {
    /// Finds all exits of an arrangement.
    pub fn of(arrangement: &Arrangement) -> Exits {
        let mut exits = Exits { children: Vec::new(), by_side: Default::default() };
        for side in Side::BOTH {
            exits.add_pawn_moves(arrangement, side);
            exits.add_captures(arrangement, side);
        }
        exits
    }

    fn child(&mut self, arrangement: Arrangement) -> usize {
        self.children.push(arrangement);
        self.children.len() - 1
    }

    /// For each child, the squares of the kings after they reach it, if they can reach `reach` in this arrangement; `None` if
    /// no king can attack the pawn that the child lacks.
    pub fn arrivals_of_kings(&self, arrangement: &Arrangement, reach: Reach) -> Vec<Option<Reach>> {
        if arrangement.pieces() > 0 {
            return vec![Some(Reach::EVERYWHERE); self.children.len()];
        }
        let mut kings = vec![None; self.children.len()];
        for (side, exits) in Side::BOTH.into_iter().zip(&self.by_side) {
            for child in exits.steps.iter().flat_map(|step| step.passing.iter().chain([&step.child])) {
                kings[*child] = Some(reach.without(self.children[*child].all_pawns()));
            }
            let taken = beside(reach.king(side)) & !exits.guarded;
            for &(square, child) in &exits.pawns_taken {
                if taken.contains(square) {
                    kings[child] = Some(reach.with_king_on(side, square));
                }
            }
        }
        kings
    }

    fn add_captures(&mut self, arrangement: &Arrangement, side: Side) {
        self.by_side[side as usize].guarded = pawns_attack(side.other(), arrangement.pawns(side.other()));
        for square in arrangement.pawns(side.other()) {
            let child = self.child(arrangement.with_pawn_moved(side.other(), square, None));
            self.by_side[side as usize].pawns_taken.push((square, child));
        }
        for (slot, _) in arrangement.men_of(side.other()) {
            let child = self.child(arrangement.without_man(slot));
            self.by_side[side as usize].men_taken.push((slot, child));
        }
    }

    fn add_pawn_moves(&mut self, arrangement: &Arrangement, side: Side) {
        let all = arrangement.all_pawns();
        for from in arrangement.pawns(side) {
            let one = ahead(side, from);
            if !all.contains(one) {
                self.add_step(arrangement, side, from, one, one.into());
                let two = ahead(side, one);
                if is_home(side, from) && !all.contains(two) {
                    self.add_double_step(arrangement, side, from, one, two);
                }
            }
            let reach = pawn_attacks(side.color(), from);
            for on in reach & arrangement.pawns(side.other()) {
                let without = arrangement.with_pawn_moved(side.other(), on, None);
                self.add_step(&without, side, from, on, Bitboard::EMPTY);
            }
            for on in reach & !all {
                self.add_takes(arrangement, side, from, on);
            }
        }
    }

    fn add_step(&mut self, arrangement: &Arrangement, side: Side, from: Square, to: Square, clear: Bitboard) {
        for (child, promotion) in arrivals(arrangement, side, from, to) {
            let child = self.child(child);
            let step = PawnStep { clear, promotion, child, passing: Vec::new() };
            self.by_side[side as usize].steps.push(step);
        }
    }

    fn add_double_step(
        &mut self,
        arrangement: &Arrangement,
        side: Side,
        from: Square,
        one: Square,
        two: Square,
    ) {
        let taken = arrangement.with_pawn_moved(side, from, None);
        // The enemy's pawns that a pawn on `one` attacks can capture it there.
        let takers = pawn_attacks(side.color(), one) & arrangement.pawns(side.other());
        let passing = takers
            .into_iter()
            .map(|taker| self.child(taken.with_pawn_moved(side.other(), taker, Some(one))))
            .collect();
        let child = self.child(arrangement.with_pawn_moved(side, from, Some(two)));
        let clear = Bitboard::from(one) | Bitboard::from(two);
        self.by_side[side as usize].steps.push(PawnStep { clear, promotion: None, child, passing });
    }

    fn add_takes(&mut self, arrangement: &Arrangement, side: Side, from: Square, on: Square) {
        for (slot, _) in arrangement.men_of(side.other()) {
            for (child, promotion) in arrivals(&arrangement.without_man(slot), side, from, on) {
                let child = self.child(child);
                self.by_side[side as usize].takes.push(PawnTakes { slot, on, promotion, child });
            }
        }
    }

    /// Returns the squares of the defender's king at which the attacker, to move, wins by an exit.
    pub fn attacker_wins(
        &self,
        arrangement: &Arrangement,
        at: &Placement,
        legal: &Legal,
        oracle: &impl Oracle,
        wanted: Wanted,
        scope: Scope,
    ) -> Words {
        let mut wins = Words::EMPTY;
        self.each_of_attacker(arrangement, at, legal.occupied, scope, |child, next, possible, passing| {
            // A promotion to a queen usually wins already whatever lesser pieces could win.
            let wanted = wins.lacking(possible & legal.attacker_to_move, wanted);
            if wanted.is_empty() {
                return;
            }
            let mut won = oracle.defender_to_move(child, &next, wanted);
            if !passing.is_empty() {
                won = self.won_with_passing(won, child, passing, &next, oracle, wanted);
            }
            wins = wins | won & possible;
        });
        wins & legal.attacker_to_move
    }

    /// What is won after a double step of the attacker that the defender can answer en passant.
    fn won_with_passing(
        &self,
        won: Words,
        child: usize,
        passing: &[usize],
        at: &Placement,
        oracle: &impl Oracle,
        wanted: Wanted,
    ) -> Words {
        let (mut legal, mut escapes) = (Bitboard::EMPTY, Words::EMPTY);
        for &taken in passing {
            let possible = self.children[taken].legal(at).attacker_to_move;
            legal |= possible;
            let won = oracle.attacker_to_move(taken, at, wanted);
            escapes = escapes | Words::of_each(wanted, |bound| possible & !won.of(bound));
        }
        // If the defender has no other move, it must capture.
        let still = stalemated(&self.children[child], at, legal);
        Words::of_each(wanted, |bound| (won.of(bound) | still) & !escapes.of(bound))
    }

    /// Returns the squares of the defender's king at which the defender, to move, has a legal exit that does not lose.
    pub fn defender_escapes(
        &self,
        arrangement: &Arrangement,
        at: &Placement,
        legal: &Legal,
        oracle: &impl Oracle,
        wanted: Wanted,
        scope: Scope,
    ) -> Words {
        let mut escapes = Words::EMPTY;
        self.each_of_defender(arrangement, at, legal.occupied, scope, |child, next, king, passing| {
            let wanted = escapes.lacking(king.squares() & legal.defender_to_move, wanted);
            if wanted.is_empty() {
                return;
            }
            let mut won = oracle.attacker_to_move(child, &next, wanted);
            for &taken in passing {
                won = won | oracle.defender_to_move(taken, &next, wanted);
            }
            let possible = self.children[child].legal(&next).attacker_to_move;
            let held = |bound| origins(&king, possible & !won.of(bound));
            escapes = escapes | Words::of_each(wanted, held);
        });
        escapes & legal.defender_to_move
    }

    /// Returns the squares of the defender's king at which the defender, to move, has a legal exit.
    pub fn defender_moves(&self, arrangement: &Arrangement, at: &Placement, legal: &Legal) -> Bitboard {
        let mut moves = Bitboard::EMPTY;
        self.each_of_defender(arrangement, at, legal.occupied, Scope::All, |child, next, king, _| {
            if (king.squares() & legal.defender_to_move & !moves).is_empty() {
                return;
            }
            moves |= origins(&king, self.children[child].legal(&next).attacker_to_move);
        });
        moves
    }

    /// Visits each exit with its child, the placement there, the squares of the defender's king that leave the way free, and
    /// the en passant captures that it allows.
    fn each_of_attacker(
        &self,
        arrangement: &Arrangement,
        at: &Placement,
        occupied: Bitboard,
        scope: Scope,
        mut visit: impl FnMut(usize, Placement, Bitboard, &[usize]),
    ) {
        let exits = &self.by_side[Side::Attacker as usize];
        for step in
            exits.steps.iter().filter(|step| scope == Scope::All && (step.clear & occupied).is_empty())
        {
            visit(step.child, promoted(*at, step.promotion), !step.clear, &step.passing);
        }
        for takes in exits.takes.iter().filter(|takes| at.men[takes.slot] == takes.on) {
            visit(takes.child, promoted(at.without_man(takes.slot), takes.promotion), Bitboard::FULL, &[]);
        }
        let reach = king_attacks(at.king) & !exits.guarded;
        for (on, child, next) in self.victims(Side::Attacker, at) {
            if reach.contains(on) {
                visit(child, next(at.with_king(on)), Bitboard::FULL, &[]);
            }
        }
        self.each_piece_capture(arrangement, Side::Attacker, at, occupied, |child, next, possible| {
            visit(child, next, possible, &[]);
        });
    }

    fn each_of_defender(
        &self,
        arrangement: &Arrangement,
        at: &Placement,
        occupied: Bitboard,
        scope: Scope,
        mut visit: impl FnMut(usize, Placement, King, &[usize]),
    ) {
        let exits = &self.by_side[Side::Defender as usize];
        for step in
            exits.steps.iter().filter(|step| scope == Scope::All && (step.clear & occupied).is_empty())
        {
            visit(step.child, promoted(*at, step.promotion), King::Stays(!step.clear), &step.passing);
        }
        for takes in exits.takes.iter().filter(|takes| at.men[takes.slot] == takes.on) {
            let next = promoted(at.without_man(takes.slot), takes.promotion);
            visit(takes.child, next, King::Stays(Bitboard::FULL), &[]);
        }
        for (on, child, next) in self.victims(Side::Defender, at) {
            if !exits.guarded.contains(on) {
                visit(child, next(*at), King::Takes(on), &[]);
            }
        }
        self.each_piece_capture(arrangement, Side::Defender, at, occupied, |child, next, possible| {
            visit(child, next, King::Stays(possible), &[]);
        });
    }

    /// What a side's king or pieces could capture: the square, the child, and how the capture changes the rest of the
    /// placement.
    fn victims(
        &self,
        side: Side,
        at: &Placement,
    ) -> impl Iterator<Item = (Square, usize, impl Fn(Placement) -> Placement + use<>)> {
        let exits = &self.by_side[side as usize];
        let pawns = exits.pawns_taken.iter().map(|&(on, child)| (on, child, MOST_PIECES));
        let men = exits.men_taken.iter().map(|&(slot, child)| (at.men[slot], child, slot));
        pawns.chain(men).map(|(on, child, slot)| {
            let next = move |at: Placement| if slot < MOST_PIECES { at.without_man(slot) } else { at };
            (on, child, next)
        })
    }

    fn each_piece_capture(
        &self,
        arrangement: &Arrangement,
        side: Side,
        at: &Placement,
        occupied: Bitboard,
        mut visit: impl FnMut(usize, Placement, Bitboard),
    ) {
        for (slot, role) in arrangement.men_of(side) {
            let from = at.men[slot];
            let reach = attacks(role, from, occupied) & occupied;
            for (on, child, next) in self.victims(side, at) {
                if reach.contains(on) {
                    // `occupied` leaves out the defender's king, which may block the line.
                    visit(child, next(at.with_man_on(slot, on)), !between(from, on));
                }
            }
        }
    }
}

/// The squares from which the defender's king made a move that leads to one of these.
fn origins(king: &King, after: Bitboard) -> Bitboard {
    match *king {
        King::Stays(possible) => after & possible,
        King::Takes(on) if after.contains(on) => king_attacks(on),
        King::Takes(_) => Bitboard::EMPTY,
    }
}

/// Returns the squares, among `of`, at which the defender, to move, has no legal move other than en passant.
fn stalemated(arrangement: &Arrangement, at: &Placement, of: Bitboard) -> Bitboard {
    let legal = arrangement.legal(at);
    let still = legal.defender_to_move & !legal.attacked & !beside(legal.attacker_to_move) & of;
    let has_no_move = |king: &Square| {
        let board = arrangement.board(at, *king, Side::Defender);
        board.is_some_and(|board| board.legal_moves().is_empty())
    };
    still.into_iter().filter(has_no_move).collect()
}

fn promoted(at: Placement, promotion: Option<Promotion>) -> Placement {
    promotion.map_or(at, |promotion| at.with_man_added(promotion.slot, promotion.on))
}

fn ahead(side: Side, square: Square) -> Square {
    let forward = if side == Side::Attacker { 8 } else { -8 };
    square.offset(forward).unwrap_or(square)
}

fn is_home(side: Side, square: Square) -> bool {
    square.rank() == if side == Side::Attacker { shakmaty::Rank::Second } else { shakmaty::Rank::Seventh }
}

/// The arrangements that a pawn's arrival leads to: one, or on the last rank one for each promotion.
fn arrivals(
    arrangement: &Arrangement,
    side: Side,
    from: Square,
    to: Square,
) -> Vec<(Arrangement, Option<Promotion>)> {
    if !Bitboard::BACKRANKS.contains(to) {
        return vec![(arrangement.with_pawn_moved(side, from, Some(to)), None)];
    }
    let gone = arrangement.with_pawn_moved(side, from, None);
    let become_man = |role| {
        let (child, slot) = gone.with_man(Man { side, role })?;
        Some((child, Some(Promotion { slot, on: to })))
    };
    PROMOTIONS.into_iter().filter_map(become_man).collect()
}
