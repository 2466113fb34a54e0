//! What the exits of one placement decide: where the attacker wins by one, where the defender holds by one.

use shakmaty::attacks::{between, king_attacks};
use shakmaty::{Bitboard, Square};

use super::bound::{KingSets, Wanted};
use super::exits::{Exits, Promotion, SideExits};
use super::layout::{Arrangement, Legal, Placement, ProofSide, attacks, beside};

/// The exits of an arrangement, seen from one of its placements.
pub(in crate::solve) struct ExitsAt<'a> {
    /// The exits of the arrangement.
    pub exits: &'a Exits,
    pub arrangement: &'a Arrangement,
    pub at: &'a Placement,
    /// The legality of the placement.
    pub legal: &'a Legal,
    pub scope: Scope,
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

/// What is known of the arrangements that exits lead to: for each bound asked for, the squares of the defender's king at
/// which the attacker wins. Only legal positions count, without en passant rights. `child` is an index into
/// [`Exits::children`].
pub(in crate::solve) trait Oracle {
    /// With the attacker to move, after the defender left the arrangement.
    fn attacker_to_move(&self, child: usize, at: &Placement, wanted: Wanted) -> KingSets;
    /// With the defender to move, after the attacker left the arrangement.
    fn defender_to_move(&self, child: usize, at: &Placement, wanted: Wanted) -> KingSets;
}

/// One way out of the arrangement.
struct Exit<'a> {
    /// An index into [`Exits::children`].
    child: usize,
    /// The placement there.
    next: Placement,
    /// What the exit asks of the defender's king.
    king: King,
    /// The children that en passant captures of the moved pawn lead to.
    passing: &'a [usize],
}

/// Where the defender's king is when a side leaves the arrangement.
enum King {
    /// On any of these squares, where it stays.
    Stays(Bitboard),
    /// Next to this square, on which it captures.
    Takes(Square),
}

impl King {
    /// The squares that it is on before the exit.
    fn squares(&self) -> Bitboard {
        match *self {
            King::Stays(possible) => possible,
            King::Takes(on) => king_attacks(on),
        }
    }

    /// Those of them from which the exit leads to one of these squares.
    fn origins(&self, after: Bitboard) -> Bitboard {
        match *self {
            King::Stays(possible) => after & possible,
            King::Takes(on) if after.contains(on) => king_attacks(on),
            King::Takes(_) => Bitboard::EMPTY,
        }
    }
}

/// What a king or piece can capture.
struct Victim {
    on: Square,
    child: usize,
    /// The slot of a piece; `None` for a pawn.
    slot: Option<usize>,
}

impl Victim {
    fn taken_from(&self, at: Placement) -> Placement {
        self.slot.map_or(at, |slot| at.without_piece(slot))
    }
}

impl ExitsAt<'_> {
    /// Returns the squares of the defender's king at which the attacker, to move, wins by an exit.
    pub fn attacker_wins(&self, oracle: &impl Oracle, wanted: Wanted) -> KingSets {
        let mut wins = KingSets::EMPTY;
        self.each(ProofSide::Attacker, |exit| {
            let possible = exit.king.squares();
            // A promotion to a queen usually wins already whatever lesser pieces could win.
            let wanted = wins.lacking(possible & self.legal.attacker_to_move, wanted);
            if wanted.is_empty() {
                return;
            }
            let mut won = oracle.defender_to_move(exit.child, &exit.next, wanted);
            if !exit.passing.is_empty() {
                won = self.won_with_passing(won, &exit, oracle, wanted);
            }
            wins = wins | won & possible;
        });
        wins & self.legal.attacker_to_move
    }

    /// What is won after a double step of the attacker that the defender can answer en passant.
    fn won_with_passing(
        &self,
        won: KingSets,
        exit: &Exit<'_>,
        oracle: &impl Oracle,
        wanted: Wanted,
    ) -> KingSets {
        let at = &exit.next;
        let (mut legal, mut escapes) = (Bitboard::EMPTY, KingSets::EMPTY);
        for &taken in exit.passing {
            let possible = self.exits.children[taken].legal(at).attacker_to_move;
            legal |= possible;
            let won = oracle.attacker_to_move(taken, at, wanted);
            escapes = escapes | KingSets::of_each(wanted, |bound| possible & !won.of(bound));
        }
        // If the defender has no other move, it must capture.
        let still = stalemated(&self.exits.children[exit.child], at, legal);
        KingSets::of_each(wanted, |bound| (won.of(bound) | still) & !escapes.of(bound))
    }

    /// Returns the squares of the defender's king at which the defender, to move, has a legal exit that does not lose.
    pub fn defender_escapes(&self, oracle: &impl Oracle, wanted: Wanted) -> KingSets {
        let mut escapes = KingSets::EMPTY;
        self.each(ProofSide::Defender, |exit| {
            let wanted = escapes.lacking(exit.king.squares() & self.legal.defender_to_move, wanted);
            if wanted.is_empty() {
                return;
            }
            let mut won = oracle.attacker_to_move(exit.child, &exit.next, wanted);
            for &taken in exit.passing {
                won = won | oracle.defender_to_move(taken, &exit.next, wanted);
            }
            let possible = self.exits.children[exit.child].legal(&exit.next).attacker_to_move;
            let held = |bound| exit.king.origins(possible & !won.of(bound));
            escapes = escapes | KingSets::of_each(wanted, held);
        });
        escapes & self.legal.defender_to_move
    }

    /// Returns the squares of the defender's king at which the defender, to move, has a legal exit.
    pub fn defender_moves(&self) -> Bitboard {
        let mut moves = Bitboard::EMPTY;
        self.each(ProofSide::Defender, |exit| {
            if (exit.king.squares() & self.legal.defender_to_move & !moves).is_empty() {
                return;
            }
            let possible = self.exits.children[exit.child].legal(&exit.next).attacker_to_move;
            moves |= exit.king.origins(possible);
        });
        moves
    }

    /// Visits each exit of a side.
    fn each(&self, side: ProofSide, mut visit: impl FnMut(Exit<'_>)) {
        let exits = &self.exits.by_side[side as usize];
        if self.scope == Scope::All {
            self.each_pawn_step(exits, &mut visit);
        }
        self.each_pawn_capture(exits, &mut visit);
        self.each_king_capture(side, &mut visit);
        self.each_piece_capture(side, &mut visit);
    }

    fn each_pawn_step(&self, exits: &SideExits, visit: &mut impl FnMut(Exit<'_>)) {
        for step in exits.steps.iter().filter(|step| (step.clear & self.legal.occupied).is_empty()) {
            visit(Exit {
                child: step.child,
                next: promoted(*self.at, step.promotion),
                king: King::Stays(!step.clear),
                passing: &step.passing,
            });
        }
    }

    /// Pawns' captures of pieces. A pawn that captures a pawn takes a step.
    fn each_pawn_capture(&self, exits: &SideExits, visit: &mut impl FnMut(Exit<'_>)) {
        for takes in exits.takes.iter().filter(|takes| self.at.pieces[takes.slot] == takes.on) {
            visit(Exit {
                child: takes.child,
                next: promoted(self.at.without_piece(takes.slot), takes.promotion),
                king: King::Stays(Bitboard::FULL),
                passing: &[],
            });
        }
    }

    fn each_king_capture(&self, side: ProofSide, visit: &mut impl FnMut(Exit<'_>)) {
        let guarded = self.exits.by_side[side as usize].guarded;
        let reach = match side {
            ProofSide::Attacker => king_attacks(self.at.king) & !guarded,
            // The placement leaves its square open.
            ProofSide::Defender => !guarded,
        };
        for victim in self.victims(side).filter(|victim| reach.contains(victim.on)) {
            let (next, king) = match side {
                ProofSide::Attacker => (self.at.with_king(victim.on), King::Stays(Bitboard::FULL)),
                ProofSide::Defender => (*self.at, King::Takes(victim.on)),
            };
            visit(Exit { child: victim.child, next: victim.taken_from(next), king, passing: &[] });
        }
    }

    fn each_piece_capture(&self, side: ProofSide, visit: &mut impl FnMut(Exit<'_>)) {
        let occupied = self.legal.occupied;
        for (slot, role) in self.arrangement.pieces_of(side) {
            let from = self.at.pieces[slot];
            let reach = attacks(role, from, occupied) & occupied;
            for victim in self.victims(side).filter(|victim| reach.contains(victim.on)) {
                // `occupied` leaves out the defender's king, which may block the line.
                let king = King::Stays(!between(from, victim.on));
                let next = victim.taken_from(self.at.with_piece_on(slot, victim.on));
                visit(Exit { child: victim.child, next, king, passing: &[] });
            }
        }
    }

    /// The enemy's pawns and pieces.
    fn victims(&self, side: ProofSide) -> impl Iterator<Item = Victim> {
        let exits = &self.exits.by_side[side as usize];
        let pawns = exits.pawns_taken.iter().map(|&(on, child)| Victim { on, child, slot: None });
        let piece =
            |&(slot, child): &(usize, usize)| Victim { on: self.at.pieces[slot], child, slot: Some(slot) };
        pawns.chain(exits.pieces_taken.iter().map(piece))
    }
}

/// Returns the squares, among `of`, at which the defender, to move, has no legal move other than en passant.
fn stalemated(arrangement: &Arrangement, at: &Placement, of: Bitboard) -> Bitboard {
    let legal = arrangement.legal(at);
    let still = legal.defender_to_move & !legal.attacked & !beside(legal.attacker_to_move) & of;
    let has_no_move = |king: &Square| {
        let board = arrangement.board(at, *king, ProofSide::Defender);
        board.is_some_and(|board| board.legal_moves().is_empty())
    };
    still.into_iter().filter(has_no_move).collect()
}

fn promoted(at: Placement, promotion: Option<Promotion>) -> Placement {
    promotion.map_or(at, |promotion| at.with_piece_added(promotion.slot, promotion.on))
}
