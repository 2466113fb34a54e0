//! What the exits of a row of placements decide: where the attacker wins by one, where the defender holds by one.
//!
//! An exit leads all squares of both kings at once into a row of another arrangement, except where a king itself captures.

use shakmaty::attacks::{between, king_attacks};
use shakmaty::{Bitboard, Square};

use super::bound::Wanted;
use super::exits::{Exits, Promotion, SideExits};
use super::layout::{Arrangement, Placement, ProofSide, attacks, beside};
use super::legality::RowLegality;
use super::row::{EMPTY_ROW, KingRow, OF_ROW, Row, RowSets, kings_of};

/// The exits of an arrangement, seen from one of its rows.
pub(in crate::solve) struct ExitsOfRow<'a> {
    /// The exits of the arrangement.
    pub exits: &'a Exits,
    pub arrangement: &'a Arrangement,
    pub row: Row,
    /// Pawns and pieces.
    pub occupied: Bitboard,
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

/// Asks where the attacker wins in a row of an arrangement that an exit leads to.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Question<'a> {
    /// An index into [`Exits::children`].
    pub child: usize,
    pub row: Row,
    pub mover: ProofSide,
    /// The squares of the attacker's king that are asked for.
    pub kings: Bitboard,
    /// For each of them, the squares of the defender's king that matter.
    pub needed: &'a KingRow,
    pub wanted: Wanted,
}

/// What is known of the arrangements that exits lead to.
pub(in crate::solve) trait Oracle {
    /// Sets, for each bound and square of the attacker's king asked for, at which of the squares needed the attacker wins.
    /// Only legal positions count, without en passant rights. All else may become anything.
    fn answer(&self, question: &Question<'_>, won: &mut RowSets);
}

/// One way out of the arrangement.
struct Exit<'a> {
    /// An index into [`Exits::children`].
    child: usize,
    /// The row there.
    next: Row,
    kings: Kings,
    /// The children that en passant captures of the moved pawn lead to.
    passing: &'a [usize],
}

/// Where the kings are when a side leaves the arrangement, and which of them moves.
#[derive(Clone, Copy)]
enum Kings {
    /// Each on any of these squares, where it stays.
    Stay { attackers: Bitboard, defenders: Bitboard },
    /// The attacker's next to this square, on which it captures.
    AttackerTakes(Square),
    /// The defender's next to this square, on which it captures.
    DefenderTakes(Square),
}

impl Kings {
    /// The squares of the attacker's king before the exit.
    fn attackers(self) -> Bitboard {
        match self {
            Kings::Stay { attackers, .. } => attackers,
            Kings::AttackerTakes(on) => king_attacks(on),
            Kings::DefenderTakes(on) => !Bitboard::from(on),
        }
    }

    /// The squares of the defender's king before the exit.
    fn defenders(self) -> Bitboard {
        match self {
            Kings::Stay { defenders, .. } => defenders,
            Kings::AttackerTakes(on) => !Bitboard::from(on),
            Kings::DefenderTakes(on) => king_attacks(on),
        }
    }

    /// The square of the attacker's king after the exit.
    #[inline]
    fn attacker_after(self, before: Square) -> Square {
        match self {
            Kings::AttackerTakes(on) => on,
            Kings::Stay { .. } | Kings::DefenderTakes(_) => before,
        }
    }

    /// The squares of the defender's king from which the exit leads to one of these.
    #[inline]
    fn origins(self, after: Bitboard) -> Bitboard {
        match self {
            Kings::DefenderTakes(on) if !after.contains(on) => Bitboard::EMPTY,
            Kings::DefenderTakes(on) => king_attacks(on),
            Kings::Stay { .. } | Kings::AttackerTakes(_) => after & self.defenders(),
        }
    }
}

impl Exit<'_> {
    /// Asks about the positions after the exit, with this side to move.
    fn question<'a>(
        &self,
        mover: ProofSide,
        (kings, needed): (Bitboard, &'a KingRow),
        wanted: Wanted,
    ) -> Question<'a> {
        Question { child: self.child, row: self.next, mover, kings, needed, wanted }
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
    fn taken_from(&self, row: Row) -> Row {
        self.slot.map_or(row, |slot| row.without_piece(slot))
    }
}

/// Positions to decide, and those decided so far by one side's exits.
struct Decided<'a> {
    asked: &'a KingRow,
    kings: Bitboard,
    wanted: Wanted,
    sets: RowSets,
}

/// What an exit may still decide.
struct Lacking {
    /// The squares of the attacker's king.
    kings: Bitboard,
    /// Those of the defender's king.
    squares: KingRow,
    wanted: Wanted,
}

impl Lacking {
    /// The squares of both kings after the exit.
    fn after(&self, exit: Kings) -> (Bitboard, KingRow) {
        match exit {
            Kings::Stay { .. } => (self.kings, self.squares),
            Kings::AttackerTakes(on) => {
                let mut squares = EMPTY_ROW;
                squares[usize::from(on)] = self.squares.iter().fold(Bitboard::EMPTY, |all, more| all | *more);
                (on.into(), squares)
            }
            Kings::DefenderTakes(on) => (self.kings, [on.into(); OF_ROW]),
        }
    }
}

impl Decided<'_> {
    fn of(asked: &KingRow, wanted: Wanted) -> Decided<'_> {
        Decided { asked, kings: kings_of(asked), wanted, sets: RowSets::EMPTY }
    }

    /// What an exit may still decide. A promotion to a queen usually wins already whatever lesser pieces could win.
    fn lacking(&self, exit: &Exit<'_>) -> Lacking {
        let mut lacking = Lacking { kings: Bitboard::EMPTY, squares: EMPTY_ROW, wanted: Wanted::NONE };
        let defenders = exit.kings.defenders();
        for bound in self.wanted.each() {
            let decided = self.sets.of(bound);
            let mut kings = Bitboard::EMPTY;
            for king in self.kings & exit.kings.attackers() {
                let place = usize::from(king);
                let squares = self.asked[place] & defenders & !decided[place];
                if squares.any() {
                    kings.add(king);
                    lacking.squares[place] |= squares;
                }
            }
            if kings.any() {
                lacking.kings |= kings;
                lacking.wanted = lacking.wanted.with(bound);
            }
        }
        lacking
    }

    fn into_sets(mut self) -> RowSets {
        for bound in self.wanted.each() {
            for (squares, asked) in self.sets.of_mut(bound).iter_mut().zip(self.asked) {
                *squares &= *asked;
            }
        }
        self.sets
    }
}

impl ExitsOfRow<'_> {
    /// Returns those of the positions asked for, with the attacker to move, that it wins by an exit.
    pub fn attacker_wins(&self, asked: &KingRow, oracle: &impl Oracle, wanted: Wanted) -> RowSets {
        let mut wins = Decided::of(asked, wanted);
        let mut won = RowSets::EMPTY;
        self.each(ProofSide::Attacker, |exit| {
            let lacking = wins.lacking(&exit);
            if lacking.wanted.is_empty() {
                return;
            }
            let (kings, needed) = lacking.after(exit.kings);
            let question = exit.question(ProofSide::Defender, (kings, &needed), lacking.wanted);
            oracle.answer(&question, &mut won);
            if !exit.passing.is_empty() {
                self.leave_out_passing(&exit, &question, oracle, &mut won);
            }
            let possible = exit.kings.defenders();
            for bound in lacking.wanted.each() {
                let (won, wins) = (won.of(bound), wins.sets.of_mut(bound));
                for king in lacking.kings {
                    let after = usize::from(exit.kings.attacker_after(king));
                    wins[usize::from(king)] |= won[after] & possible;
                }
            }
        });
        wins.into_sets()
    }

    /// Leaves out what is not won because the defender can answer a double step of the attacker en passant.
    fn leave_out_passing(
        &self,
        exit: &Exit<'_>,
        after: &Question<'_>,
        oracle: &impl Oracle,
        won: &mut RowSets,
    ) {
        let (mut legal, mut won_there) = (EMPTY_ROW, RowSets::EMPTY);
        let mut escapes = RowSets::EMPTY;
        for &child in exit.passing {
            let taken = Question { child, mover: ProofSide::Attacker, ..*after };
            oracle.answer(&taken, &mut won_there);
            let possible = self.squares(&taken);
            for king in after.kings.into_iter().map(usize::from) {
                legal[king] |= possible[king];
                for bound in after.wanted.each() {
                    escapes.of_mut(bound)[king] |= possible[king] & !won_there.of(bound)[king];
                }
            }
        }
        for king in after.kings {
            // If the defender has no other move, it must capture.
            let at = after.row.at(king);
            let still = stalemated(&self.exits.children[exit.child], &at, legal[usize::from(king)]);
            for bound in after.wanted.each() {
                let won = &mut won.of_mut(bound)[usize::from(king)];
                *won = (*won | still) & !escapes.of(bound)[usize::from(king)];
            }
        }
    }

    /// Returns those of the positions asked for, with the defender to move, in which it has a legal exit that does not lose.
    pub fn defender_escapes(&self, asked: &KingRow, oracle: &impl Oracle, wanted: Wanted) -> RowSets {
        let mut escapes = Decided::of(asked, wanted);
        let (mut won, mut won_passing) = (RowSets::EMPTY, RowSets::EMPTY);
        self.each(ProofSide::Defender, |exit| {
            let lacking = escapes.lacking(&exit);
            if lacking.wanted.is_empty() {
                return;
            }
            let Some(legality) = self.exits.children[exit.child].legality(exit.next) else { return };
            let (kings, needed) = lacking.after(exit.kings);
            let question = exit.question(ProofSide::Attacker, (kings, &needed), lacking.wanted);
            oracle.answer(&question, &mut won);
            for &child in exit.passing {
                let taken = Question { child, mover: ProofSide::Defender, ..question };
                oracle.answer(&taken, &mut won_passing);
                won.unite(&won_passing, kings, lacking.wanted);
            }
            for king in kings {
                let possible = legality.at(king).attacker_to_move;
                let king = usize::from(king);
                for bound in lacking.wanted.each() {
                    escapes.sets.of_mut(bound)[king] |= exit.kings.origins(possible & !won.of(bound)[king]);
                }
            }
        });
        escapes.into_sets()
    }

    /// Returns those of the positions asked for, with the defender to move, in which it has a legal exit.
    pub fn defender_moves(&self, asked: &KingRow) -> KingRow {
        struct NothingWon;
        impl Oracle for NothingWon {
            fn answer(&self, _: &Question<'_>, _: &mut RowSets) {}
        }
        let wanted = Wanted::only(super::bound::Bound::Least);
        *self.defender_escapes(asked, &NothingWon, wanted).of(super::bound::Bound::Least)
    }

    /// The legal squares in the row that a question is about.
    fn squares(&self, question: &Question<'_>) -> KingRow {
        let legality = self.exits.children[question.child].legality(question.row);
        legality.map_or(EMPTY_ROW, |legality: RowLegality| legality.squares(question.kings, question.mover))
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
        for step in exits.steps.iter().filter(|step| (step.clear & self.occupied).is_empty()) {
            visit(Exit {
                child: step.child,
                next: promoted(self.row, step.promotion),
                kings: Kings::Stay { attackers: !step.clear, defenders: !step.clear },
                passing: &step.passing,
            });
        }
    }

    /// Pawns' captures of pieces. A pawn that captures a pawn takes a step.
    fn each_pawn_capture(&self, exits: &SideExits, visit: &mut impl FnMut(Exit<'_>)) {
        for takes in exits.takes.iter().filter(|takes| self.row.pieces[takes.slot] == takes.on) {
            visit(Exit {
                child: takes.child,
                next: promoted(self.row.without_piece(takes.slot), takes.promotion),
                kings: Kings::Stay { attackers: Bitboard::FULL, defenders: Bitboard::FULL },
                passing: &[],
            });
        }
    }

    fn each_king_capture(&self, side: ProofSide, visit: &mut impl FnMut(Exit<'_>)) {
        let guarded = self.exits.by_side[side as usize].guarded;
        for victim in self.victims(side).filter(|victim| !guarded.contains(victim.on)) {
            let kings = match side {
                ProofSide::Attacker => Kings::AttackerTakes(victim.on),
                ProofSide::Defender => Kings::DefenderTakes(victim.on),
            };
            visit(Exit { child: victim.child, next: victim.taken_from(self.row), kings, passing: &[] });
        }
    }

    fn each_piece_capture(&self, side: ProofSide, visit: &mut impl FnMut(Exit<'_>)) {
        for (slot, role) in self.arrangement.pieces_of(side) {
            let from = self.row.pieces[slot];
            let reach = attacks(role, from, self.occupied);
            for victim in self.victims(side).filter(|victim| reach.contains(victim.on)) {
                // `occupied` leaves out the kings, which may block the line.
                let clear = !between(from, victim.on);
                let kings = Kings::Stay { attackers: clear, defenders: clear };
                let next = victim.taken_from(self.row.with_piece_on(slot, victim.on));
                visit(Exit { child: victim.child, next, kings, passing: &[] });
            }
        }
    }

    /// The enemy's pawns and pieces.
    fn victims(&self, side: ProofSide) -> impl Iterator<Item = Victim> {
        let exits = &self.exits.by_side[side as usize];
        let pawns = exits.pawns_taken.iter().map(|&(on, child)| Victim { on, child, slot: None });
        let piece =
            |&(slot, child): &(usize, usize)| Victim { on: self.row.pieces[slot], child, slot: Some(slot) };
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

fn promoted(row: Row, promotion: Option<Promotion>) -> Row {
    promotion.map_or(row, |promotion| row.with_piece_added(promotion.slot, promotion.on))
}
