//! The moves that leave an arrangement for good (pawn moves, captures, promotions), and the arrangements that they lead to.

use shakmaty::attacks::pawn_attacks;
use shakmaty::{Bitboard, Role, Square};

use super::layout::{Arrangement, PieceKind, ProofSide, beside, pawns_attack};
use super::reach::Reach;

/// The pieces that a pawn can become.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// All exits of an arrangement. It leaves out promotions to more pieces than an [`Arrangement`] can
/// name, which arrangements within the solver's limit never have.
#[derive(Debug)]
pub(in crate::solve) struct Exits {
    /// The arrangements that exits lead to; exits refer to them by index.
    pub children: Vec<Arrangement>,
    /// By [`ProofSide`].
    pub(super) by_side: [SideExits; 2],
}

#[derive(Debug, Default)]
pub(super) struct SideExits {
    pub steps: Vec<PawnStep>,
    pub takes: Vec<PawnTakes>,
    /// The enemy's pawns, each with the index of the arrangement that remains once a king or piece has captured it.
    pub pawns_taken: Vec<(Square, usize)>,
    /// The enemy's pieces by slot, likewise.
    pub pieces_taken: Vec<(usize, usize)>,
    /// Squares that the enemy's pawns attack: a king cannot capture there.
    pub guarded: Bitboard,
}

/// A pawn move that captures no piece: a step, a double step, or the capture of a pawn, with or without promotion.
#[derive(Debug)]
pub(super) struct PawnStep {
    /// Squares that must be free of kings and pieces.
    pub clear: Bitboard,
    pub promotion: Option<Promotion>,
    pub child: usize,
    /// The arrangements that en passant captures of this pawn lead to.
    pub passing: Vec<usize>,
}

/// A pawn's capture of a piece.
#[derive(Debug)]
pub(super) struct PawnTakes {
    pub slot: usize,
    pub on: Square,
    pub promotion: Option<Promotion>,
    pub child: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Promotion {
    pub slot: usize,
    pub on: Square,
}

impl Exits {
    /// Finds all exits of an arrangement.
    pub fn of(arrangement: &Arrangement) -> Exits {
        let mut exits = Exits { children: Vec::new(), by_side: Default::default() };
        for side in ProofSide::BOTH {
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
    /// no king can attack the pawn that is missing in the child.
    pub fn arrivals_of_kings(&self, arrangement: &Arrangement, reach: Reach) -> Vec<Option<Reach>> {
        if arrangement.piece_count() > 0 {
            return vec![Some(Reach::EVERYWHERE); self.children.len()];
        }
        let mut kings = vec![None; self.children.len()];
        for (side, exits) in ProofSide::BOTH.into_iter().zip(&self.by_side) {
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

    fn add_captures(&mut self, arrangement: &Arrangement, side: ProofSide) {
        self.by_side[side as usize].guarded = pawns_attack(side.other(), arrangement.pawns(side.other()));
        for square in arrangement.pawns(side.other()) {
            let child = self.child(arrangement.with_pawn_moved(side.other(), square, None));
            self.by_side[side as usize].pawns_taken.push((square, child));
        }
        for (slot, _) in arrangement.pieces_of(side.other()) {
            let child = self.child(arrangement.without_piece(slot));
            self.by_side[side as usize].pieces_taken.push((slot, child));
        }
    }

    fn add_pawn_moves(&mut self, arrangement: &Arrangement, side: ProofSide) {
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

    fn add_step(
        &mut self,
        arrangement: &Arrangement,
        side: ProofSide,
        from: Square,
        to: Square,
        clear: Bitboard,
    ) {
        for (child, promotion) in arrivals(arrangement, side, from, to) {
            let child = self.child(child);
            let step = PawnStep { clear, promotion, child, passing: Vec::new() };
            self.by_side[side as usize].steps.push(step);
        }
    }

    fn add_double_step(
        &mut self,
        arrangement: &Arrangement,
        side: ProofSide,
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

    fn add_takes(&mut self, arrangement: &Arrangement, side: ProofSide, from: Square, on: Square) {
        for (slot, _) in arrangement.pieces_of(side.other()) {
            for (child, promotion) in arrivals(&arrangement.without_piece(slot), side, from, on) {
                let child = self.child(child);
                self.by_side[side as usize].takes.push(PawnTakes { slot, on, promotion, child });
            }
        }
    }
}

fn ahead(side: ProofSide, square: Square) -> Square {
    let forward = if side == ProofSide::Attacker { 8 } else { -8 };
    square.offset(forward).unwrap_or(square)
}

fn is_home(side: ProofSide, square: Square) -> bool {
    square.rank()
        == if side == ProofSide::Attacker { shakmaty::Rank::Second } else { shakmaty::Rank::Seventh }
}

/// The arrangements that a pawn's arrival leads to: one, or on the last rank one for each promotion.
fn arrivals(
    arrangement: &Arrangement,
    side: ProofSide,
    from: Square,
    to: Square,
) -> Vec<(Arrangement, Option<Promotion>)> {
    if !Bitboard::BACKRANKS.contains(to) {
        return vec![(arrangement.with_pawn_moved(side, from, Some(to)), None)];
    }
    let gone = arrangement.with_pawn_moved(side, from, None);
    let become_piece = |role| {
        let (child, slot) = gone.with_piece(PieceKind { side, role })?;
        Some((child, Some(Promotion { slot, on: to })))
    };
    PROMOTIONS.into_iter().filter_map(become_piece).collect()
}
