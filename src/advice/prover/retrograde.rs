//! Shortest wins against a bare king, worked backwards from the mates: what the prover measures tables against
//! where no exact tables are at hand.

use std::num::NonZeroU8;

use shakmaty::{Bitboard, Rank, Role};

use crate::advice::material::Material;
use crate::advice::position::Position;
use crate::advice::reach::reach;
use crate::advice::side::Side;
use crate::advice::space::{MOST_MEN, Space};
use crate::advice::step::Steps;

/// Shortest wins of a material, and of what its pawns may become.
pub struct Retrograde {
    space: Space,
    /// Our moves to mate with us to move, where there is one.
    ours: Vec<Option<NonZeroU8>>,
    /// One more than our moves to mate with them to move, where there is one.
    theirs: Vec<Option<NonZeroU8>>,
    promoted: Vec<Retrograde>,
}

/// Longer wins than this, in our moves, are not looked for: none is known.
const LONGEST: u8 = 127;

impl Retrograde {
    /// Works the material out; `None` if it is too big or the defender has more than a king.
    pub fn new(material: &Material) -> Option<Retrograde> {
        let roles = material.pieces(Side::Us);
        if material.men() > MOST_MEN || !material.pieces(Side::Them).is_empty() || roles.is_empty() {
            return None;
        }
        let promoted = if material.has_pawn(Side::Us) {
            [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
                .map(|role| promoted(&roles, role))
                .into_iter()
                .flatten()
                .collect()
        } else {
            Vec::new()
        };
        let space = Space::symmetric(material);
        let size = space.len();
        let mut tables = Retrograde { space, ours: vec![None; size], theirs: vec![None; size], promoted };
        tables.work_out();
        Some(tables)
    }

    /// Returns our moves to mate with us to move; `None` where it is not won.
    pub fn moves_to_mate(&self, position: &Position) -> Option<u32> {
        self.ours[self.space.index(position)].map(|moves| u32::from(moves.get()))
    }

    fn work_out(&mut self) {
        // Positions with us to move, by the length of their win: a promotion can be due long before its turn.
        let mut due: Vec<Vec<u32>> = vec![Vec::new(); usize::from(LONGEST) + 1];
        let mut lost = Vec::new();
        for index in 0..self.space.len() {
            self.first_look(index, &mut due, &mut lost);
        }
        for moves in 1..=LONGEST {
            for index in std::mem::take(&mut lost) {
                self.wins_before(index as usize, moves, &mut due);
            }
            for index in std::mem::take(&mut due[usize::from(moves)]) {
                self.losses_before(index as usize, moves, &mut lost);
            }
        }
    }

    /// Finds the mates, and the promotions that win.
    fn first_look(&mut self, index: usize, due: &mut [Vec<u32>], lost: &mut Vec<u32>) {
        let Some(position) = self.space.legal(index, Side::Them) else { return };
        if position.is_check() && !position.has_legal_step() {
            self.theirs[index] = Some(NonZeroU8::MIN);
            lost.push(index as u32);
        }
        let ours = position.with_turn(Side::Us);
        if !self.promoted.is_empty() && ours.is_legal() {
            let mut steps = Steps::new();
            ours.steps_of(Role::Pawn, &mut steps);
            let promotions = steps.iter().filter(|step| step.promotion.is_some());
            let best = promotions.filter_map(|step| self.lost_after(&ours.after(*step))).min();
            if let Some(moves) = best {
                due[usize::from(moves) + 1].push(index as u32);
            }
        }
    }

    /// Returns our moves to mate from a promoted position with them to move.
    fn lost_after(&self, position: &Position) -> Option<u8> {
        let material = Material::of(position);
        let table = self.promoted.iter().find(|table| table.space.material == material)?;
        table.theirs[table.space.index(position)].map(|one_more| one_more.get() - 1)
    }

    /// We can reach this lost position: our moves taken back.
    fn wins_before(&mut self, index: usize, moves: u8, due: &mut [Vec<u32>]) {
        let Some(after) = self.space.pieces(index, Side::Us) else { return };
        let free = !after.occupied();
        for role in Role::ALL {
            for to in after.pieces(Side::Us, role) {
                let origins = if role == Role::Pawn {
                    pawn_origins(to, free)
                } else {
                    reach(role, to, after.occupied()) & free
                };
                for from in origins {
                    let before = after.with_piece_moved(Side::Us, role, to, from);
                    let at = self.space.index(&before);
                    if self.ours[at].is_none() && before.is_legal() {
                        due[usize::from(moves)].push(at as u32);
                    }
                }
            }
        }
    }

    /// They can come to this position, and are lost where they can come to nothing but such.
    fn losses_before(&mut self, index: usize, moves: u8, lost: &mut Vec<u32>) {
        if self.ours[index].is_some() {
            return;
        }
        self.ours[index] = NonZeroU8::new(moves);
        let Some(after) = self.space.pieces(index, Side::Them) else { return };
        let (to, ours) = (after.king(Side::Them), after.king(Side::Us));
        let taken = after.occupied() | reach(Role::King, ours, Bitboard::EMPTY);
        for from in reach(Role::King, to, Bitboard::EMPTY) & !taken {
            let before = after.with_piece_moved(Side::Them, Role::King, to, from);
            let at = self.space.index(&before);
            if self.theirs[at].is_none() && self.has_only_lost_replies(&before) {
                self.theirs[at] = NonZeroU8::new(moves + 1);
                lost.push(at as u32);
            }
        }
    }

    fn has_only_lost_replies(&self, position: &Position) -> bool {
        let mut replies = Steps::new();
        position.legal_steps(&mut replies);
        replies.iter().all(|reply| {
            let after = position.after(*reply);
            self.space.contains(&after) && self.ours[self.space.index(&after)].is_some()
        })
    }
}

fn promoted(roles: &[Role], into: Role) -> Option<Retrograde> {
    let mut letters: String = roles.iter().map(|role| role.upper_char()).collect();
    letters = letters.replacen('P', &into.upper_char().to_string(), 1);
    Retrograde::new(&Material::read(&format!("K{letters}"), "K")?)
}

fn pawn_origins(to: shakmaty::Square, free: Bitboard) -> Bitboard {
    let mut origins = Bitboard::EMPTY;
    if let Some(behind) = to.offset(-8)
        && free.contains(behind)
        && behind.rank() != Rank::First
    {
        origins.add(behind);
        if let Some(start) = behind.offset(-8)
            && start.rank() == Rank::Second
            && free.contains(start)
        {
            origins.add(start);
        }
    }
    origins
}
