//! The material that a table is for: our men and theirs, as in `KR v K`.

use std::fmt;

use shakmaty::{Color, Position as _, Role};

use super::side::Side;
use super::view::Position;
use crate::board::Board;
use crate::tablebase;

/// The most men, kings included, with which every position has a place in memory: 64⁴ numbers.
pub(in crate::advice) const MOST_MEN_OF_ALL: usize = 4;

const ROLES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The usual value of a man of each role, in pawns.
const WORTH: [u32; 6] = [0, 9, 5, 3, 3, 1];

/// The index of the pawn in [`ROLES`].
const PAWN: usize = 5;

/// How many men of each role we and they have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Material {
    us: [u8; 6],
    them: [u8; 6],
}

/// What changes the men on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::advice) enum Change {
    /// We take a man.
    WeTake,
    /// They take a man.
    TheyTake,
    /// Our pawn becomes this man.
    WePromote(Role),
    /// Their pawn becomes this man.
    TheyPromote(Role),
}

impl Material {
    /// Reads the letters of both sides, as in `KR` and `K`, in capitals or not; `None` unless each side is one king and at most eight other men.
    pub fn read(us: &str, them: &str) -> Option<Material> {
        Some(Material { us: read_side(us)?, them: read_side(them)? })
    }

    /// Reads both sides from one word, in capitals or not: `KRvK`; `None` as for [`read`](Material::read).
    pub fn read_joined(word: &str) -> Option<Material> {
        let at = Material::joint(word)?;
        Material::read(&word[..at], &word[at + 1..])
    }

    /// Returns where the `v` of a material in one word is; `None` if there is none.
    pub(in crate::advice) fn joint(word: &str) -> Option<usize> {
        word.find(['v', 'V'])
    }

    /// Returns the material of a position.
    pub fn of(position: &Position) -> Material {
        let count = |side| ROLES.map(|role| position.pieces(side, role).count() as u8);
        Material { us: count(Side::Us), them: count(Side::Them) }
    }

    /// Returns the colour that plays "us" on a board, the side to move if both fit; `None` if the board has other material.
    pub fn side_on(&self, board: &Board) -> Option<Color> {
        let pieces = board.position().board();
        let count = |color: Color| ROLES.map(|role| pieces.by_piece(role.of(color)).count() as u8);
        let turn = board.turn();
        [turn, turn.other()].into_iter().find(|us| count(*us) == self.us && count(us.other()) == self.them)
    }

    /// Returns how many men there are, kings included.
    pub fn men(&self) -> usize {
        self.us.iter().chain(&self.them).map(|count| usize::from(*count)).sum()
    }

    /// Returns whether there are more men than every position has a place for: a proof then goes through those alone that a
    /// promise names and leads to.
    pub fn has_many_men(&self) -> bool {
        self.men() > MOST_MEN_OF_ALL
    }

    /// Returns a side's men without its king, strongest first.
    pub fn pieces(&self, side: Side) -> Vec<Role> {
        let counts = if side == Side::Us { &self.us } else { &self.them };
        let others = ROLES.iter().zip(counts).skip(1);
        others.flat_map(|(role, count)| std::iter::repeat_n(*role, usize::from(*count))).collect()
    }

    /// Returns the sides as a table writes them: `KQ v K`.
    pub(in crate::advice) fn written(&self) -> String {
        self.to_string().replace('v', " v ")
    }

    /// Returns the materials that one capture or one promotion can lead to, and what leads there.
    pub(in crate::advice) fn changed(&self) -> Vec<(Change, Material)> {
        let mut changed = Vec::new();
        for (role, man) in ROLES.into_iter().enumerate().skip(1) {
            let (mut us, mut them) = (*self, *self);
            if self.them[role] > 0 {
                them.them[role] -= 1;
                changed.push((Change::WeTake, them));
            }
            if self.us[role] > 0 {
                us.us[role] -= 1;
                changed.push((Change::TheyTake, us));
            }
            if self.us[PAWN] > 0 && role < PAWN {
                changed.push((Change::WePromote(man), Material { us: promoted(self.us, role), ..*self }));
            }
            if self.them[PAWN] > 0 && role < PAWN {
                changed
                    .push((Change::TheyPromote(man), Material { them: promoted(self.them, role), ..*self }));
            }
        }
        changed
    }

    /// Returns whether our men are worth less than theirs, by the usual values.
    pub(in crate::advice) fn is_weaker(&self) -> bool {
        let worth =
            |counts: &[u8; 6]| counts.iter().zip(WORTH).map(|(count, worth)| u32::from(*count) * worth).sum();
        let [ours, theirs]: [u32; 2] = [worth(&self.us), worth(&self.them)];
        ours < theirs
    }

    /// Returns whether we can mate a bare king: with a queen, a rook, a pawn, two bishops, or a bishop and a knight.
    pub(in crate::advice) fn can_mate(&self) -> bool {
        let [_, queens, rooks, bishops, knights, pawns] = self.us;
        queens + rooks + pawns > 0 || bishops > 1 || bishops == 1 && knights > 0
    }

    /// Returns the material as the exact tables name it; `None` if it has too many men for them.
    pub(in crate::advice) fn exact(&self) -> Option<tablebase::Material> {
        self.to_string().parse().ok()
    }

    /// Returns whether a side has a pawn.
    pub(in crate::advice) fn has_pawn(&self, side: Side) -> bool {
        (if side == Side::Us { self.us } else { self.them })[PAWN] > 0
    }
}

/// Returns the men of a side after one of its pawns has become the man with this index in [`ROLES`].
fn promoted(mut side: [u8; 6], role: usize) -> [u8; 6] {
    side[PAWN] -= 1;
    side[role] += 1;
    side
}

fn read_side(letters: &str) -> Option<[u8; 6]> {
    let mut counts = [0; 6];
    for letter in letters.chars() {
        let index = ROLES.iter().position(|role| role.upper_char() == letter.to_ascii_uppercase())?;
        counts[index] += 1;
    }
    (counts[0] == 1 && letters.len() <= 9).then_some(counts)
}

impl fmt::Display for Material {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |counts: &[u8; 6]| -> String {
            ROLES
                .iter()
                .zip(counts)
                .map(|(role, count)| role.upper_char().to_string().repeat((*count).into()))
                .collect()
        };
        write!(formatter, "{}v{}", letters(&self.us), letters(&self.them))
    }
}
