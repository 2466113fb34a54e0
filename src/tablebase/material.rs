//! The material of a table: a signature such as `KRPvKR`, stronger side first.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use shakmaty::{Color, Role};
use thiserror::Error;

use crate::board::Keys;

/// The most men, kings included, that a table may have.
pub const MOST_MEN: usize = 5;

/// The men that a signature lists after the king, strongest first.
pub(super) const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The index of the pawn in [`ROLES`].
const PAWN: usize = 4;

/// The material of a table: the men of each side beside its king.
///
/// The first side is the stronger: it has more men, or equally many and better ones (queen, rook, bishop, knight, pawn). A
/// position and its mirror with colours reversed have the same material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// The counts of each of [`ROLES`] for the stronger and the weaker side.
    counts: [[u8; 5]; 2],
}

/// Why a text is not the name of a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MaterialError {
    /// There is no `v` between the sides, or more than one.
    #[error("{text:?} does not name two sides; a table is named like KRPvKR, with one v between the sides")]
    Separator {
        /// The text.
        text: String,
    },
    /// A letter that names no man.
    #[error("{letter:?} in {text:?} is not a man; allowed: K, Q, R, B, N and P")]
    UnknownLetter {
        /// The letter.
        letter: char,
        /// The text.
        text: String,
    },
    /// A side without exactly one king.
    #[error("{side:?} in {text:?} has {kings} kings; each side has exactly one K")]
    Kings {
        /// The side as written.
        side: String,
        /// The number of its kings.
        kings: usize,
        /// The text.
        text: String,
    },
    /// More men than a table can have.
    #[error("{text:?} has {men} men; tables have at most {MOST_MEN}, kings included")]
    TooManyMen {
        /// The number of men, kings included.
        men: usize,
        /// The text.
        text: String,
    },
}

impl Material {
    /// Returns the material of two sides, given as counts of [`ROLES`], and whether the sides were exchanged to put the
    /// stronger one first.
    pub(super) fn of_counts(first: [u8; 5], second: [u8; 5]) -> (Material, bool) {
        match strength(&first).cmp(&strength(&second)) {
            Ordering::Less => (Material { counts: [second, first] }, true),
            _ => (Material { counts: [first, second] }, false),
        }
    }

    /// Returns the material on a board and whether Black is the stronger side; `None` with more than [`MOST_MEN`] men.
    pub fn of_board(board: &shakmaty::Board) -> Option<(Material, bool)> {
        if board.occupied().count() > MOST_MEN || board.kings().count() != 2 {
            return None;
        }
        let count = |color: Color| ROLES.map(|role| board.by_piece(role.of(color)).count() as u8);
        Some(Material::of_counts(count(Color::White), count(Color::Black)))
    }

    /// Returns every material with this number of men, kings included, in a fixed order.
    pub fn all_of(men: usize) -> Vec<Material> {
        let mut all = Vec::new();
        for strong in 0..=men.saturating_sub(2) {
            for first in multisets(strong) {
                for second in multisets(men.saturating_sub(2) - strong) {
                    all.push(Material::of_counts(first, second).0);
                }
            }
        }
        all.sort_by(|left, right| right.cmp(left));
        all.dedup();
        all
    }

    /// Returns the number of men, kings included.
    pub fn men(&self) -> usize {
        2 + self.counts.iter().flatten().map(|&count| usize::from(count)).sum::<usize>()
    }

    /// Returns the counts of [`ROLES`] for the stronger (0) or weaker (1) side.
    pub(super) fn counts(&self, side: usize) -> [u8; 5] {
        self.counts[side]
    }

    /// Returns the key of all positions with this material in which White is the stronger side.
    pub fn key(&self) -> u64 {
        Keys::material_of(|piece| {
            let side = usize::from(piece.color.is_black());
            let place = ROLES.iter().position(|role| *role == piece.role);
            place.map_or(1, |place| usize::from(self.counts[side][place]))
        })
    }

    /// Returns whether any side has a pawn.
    pub fn has_pawns(&self) -> bool {
        self.counts.iter().any(|side| side[PAWN] > 0)
    }

    /// Returns whether both sides have a pawn: only then is en passant possible.
    pub(super) fn both_have_pawns(&self) -> bool {
        self.counts.iter().all(|side| side[PAWN] > 0)
    }

    /// Returns whether both sides have the same men, so that the side to move can count as the stronger one.
    pub(super) fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// Returns the materials that one capture, one promotion or both lead to.
    pub(super) fn successors(&self) -> Vec<Material> {
        let mut all = Vec::new();
        for mover in 0..2 {
            let mut after_captures = vec![self.counts];
            for captured in 0..5 {
                if self.counts[1 - mover][captured] > 0 {
                    let mut counts = self.counts;
                    counts[1 - mover][captured] -= 1;
                    after_captures.push(counts);
                }
            }
            for counts in after_captures {
                all.push(counts);
                for promoted in 0..PAWN {
                    if counts[mover][PAWN] > 0 {
                        let mut counts = counts;
                        counts[mover][PAWN] -= 1;
                        counts[mover][promoted] += 1;
                        all.push(counts);
                    }
                }
            }
        }
        let mut successors: Vec<Material> =
            all.into_iter().map(|[first, second]| Material::of_counts(first, second).0).collect();
        successors.sort();
        successors.dedup();
        successors.retain(|material| material != self);
        successors
    }

    /// Returns every material that this table depends on, each after those that it depends on; this one comes last.
    pub fn with_dependencies(&self) -> Vec<Material> {
        let mut found = vec![*self];
        let mut next = 0;
        while let Some(material) = found.get(next) {
            let successors = material.successors();
            for successor in successors {
                if !found.contains(&successor) {
                    found.push(successor);
                }
            }
            next += 1;
        }
        found.sort_by_key(|material| (material.men(), material.pawns()));
        found
    }

    /// Returns the number of pawns on both sides.
    pub fn pawns(&self) -> usize {
        self.counts.iter().map(|side| usize::from(side[PAWN])).sum()
    }
}

/// Ranks the sides: more men, then better men.
fn strength(counts: &[u8; 5]) -> (u8, [u8; 5]) {
    (counts.iter().sum(), *counts)
}

/// Returns every way to choose a number of men, as counts of [`ROLES`].
fn multisets(men: usize) -> Vec<[u8; 5]> {
    let mut chosen = vec![[0; 5]];
    for _ in 0..men {
        let mut larger = Vec::new();
        for counts in chosen {
            for role in 0..5 {
                let mut counts: [u8; 5] = counts;
                counts[role] += 1;
                larger.push(counts);
            }
        }
        larger.sort_unstable();
        larger.dedup();
        chosen = larger;
    }
    chosen
}

impl fmt::Display for Material {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |counts: &[u8; 5]| {
            let mut text = String::from("K");
            for (role, &count) in ROLES.iter().zip(counts) {
                text.extend(std::iter::repeat_n(role.upper_char(), usize::from(count)));
            }
            text
        };
        formatter.pad(&format!("{}v{}", side(&self.counts[0]), side(&self.counts[1])))
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    /// Reads a signature. The sides and their men may come in any order, the letters in either case.
    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let lower = text.trim().to_ascii_lowercase();
        let sides: Vec<&str> = lower.split('v').collect();
        let [first, second] = sides[..] else {
            return Err(MaterialError::Separator { text: text.to_owned() });
        };
        let men = first.chars().count() + second.chars().count();
        let counts = [read_side(first, text)?, read_side(second, text)?];
        if men > MOST_MEN {
            return Err(MaterialError::TooManyMen { men, text: text.to_owned() });
        }
        Ok(Material::of_counts(counts[0], counts[1]).0)
    }
}

fn read_side(side: &str, text: &str) -> Result<[u8; 5], MaterialError> {
    let mut counts = [0u8; 5];
    let mut kings = 0;
    for letter in side.chars() {
        match "qrbnp".find(letter) {
            Some(role) => counts[role] = counts[role].saturating_add(1),
            None if letter == 'k' => kings += 1,
            None => return Err(MaterialError::UnknownLetter { letter, text: text.to_owned() }),
        }
    }
    if kings == 1 {
        Ok(counts)
    } else {
        Err(MaterialError::Kings { side: side.to_ascii_uppercase(), kings, text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_read_in_any_order_and_written_strongest_side_first() {
        for (text, written) in [
            ("KRPvKR", "KRPvKR"),
            ("krvkrp", "KRPvKR"),
            ("KvKQ", "KQvK"),
            ("KPvKN", "KNvKP"),
            ("NBKvK", "KBNvK"),
        ] {
            assert_eq!(text.parse::<Material>().unwrap().to_string(), written);
        }
    }

    #[test]
    fn wrong_signatures_are_answered_with_what_is_allowed() {
        for (text, part) in [
            ("KRPKR", "one v between"),
            ("KvKvK", "one v between"),
            ("", "one v between"),
            ("KXvK", "allowed: K, Q, R, B, N and P"),
            ("KéééééééévK", "allowed: "),
            ("RvK", "exactly one K"),
            ("KKvK", "exactly one K"),
            ("KQQQQvK", "at most 5"),
        ] {
            let message = text.parse::<Material>().unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }

    #[test]
    fn there_are_five_tables_of_three_men_and_thirty_of_four() {
        assert_eq!(Material::all_of(2).len(), 1);
        assert_eq!(Material::all_of(3).len(), 5);
        assert_eq!(Material::all_of(4).len(), 30);
        assert_eq!(Material::all_of(5).len(), 110);
    }

    #[test]
    fn dependencies_come_before_what_needs_them() {
        let order = "KRPvKR".parse::<Material>().unwrap().with_dependencies();
        for (place, material) in order.iter().enumerate() {
            for successor in material.successors() {
                assert!(order[..place].contains(&successor), "{successor} is needed by {material}");
            }
        }
        assert_eq!(order.last().unwrap().to_string(), "KRPvKR");
    }
}
