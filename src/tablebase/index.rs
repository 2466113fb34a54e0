//! Numbers the positions of a material: king pair first, then each group of like men; mirrored positions share a number.
//!
//! A pawn that can be captured en passant is written on its own back rank, where no pawn can be. Positions with an en passant
//! right therefore have their own numbers.

use arrayvec::ArrayVec;
use shakmaty::{Color, Role};

use super::material::{MOST_MEN, Material, ROLES};
use super::symmetry::{
    FLIP, KingPair, PAWN_KINGS, PAWN_PAIRS, PAWNLESS, PAWNLESS_KINGS, PAWNLESS_PAIRS, SQUARES, TRANSFORMED,
    WITH_PAWNS,
};

/// The squares of the men in the order of [`Layout::slots`], with the stronger side as White.
pub(super) type Squares = [u8; MOST_MEN];

/// One man of a table: its side (0 is the stronger, 1 the weaker) and role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub side: usize,
    pub role: Role,
}

impl Slot {
    /// Returns the colour of this man in a table.
    pub fn color(self) -> Color {
        Color::from_white(self.side == 0)
    }
}

/// Like men of one side: neighbouring slots whose order does not matter.
#[derive(Clone, Copy, Debug)]
struct Group {
    first: usize,
    men: usize,
    /// The lowest square that these men can be on.
    base: u8,
    /// The number of ways to place them.
    placements: usize,
}

/// The numbering of one material's positions.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    material: Material,
    // Both lie in the layout itself: a probe should touch as little memory as it can.
    slots: ArrayVec<Slot, MOST_MEN>,
    groups: ArrayVec<Group, { MOST_MEN - 2 }>,
    kings: &'static [KingPair; SQUARES * SQUARES],
    king_squares: &'static [[u8; 2]],
    size: usize,
}

impl Layout {
    /// Returns the layout of a material, with its groups numbered in the order of the signature.
    pub fn new(material: Material) -> Layout {
        let mut slots: ArrayVec<Slot, MOST_MEN> =
            [Slot { side: 0, role: Role::King }, Slot { side: 1, role: Role::King }].into_iter().collect();
        let mut groups = ArrayVec::new();
        for side in 0..2 {
            for (role, count) in ROLES.into_iter().zip(material.counts(side)) {
                if count > 0 {
                    groups.push(Group::new(material, Slot { side, role }, slots.len(), usize::from(count)));
                    slots.extend(std::iter::repeat_n(Slot { side, role }, usize::from(count)));
                }
            }
        }
        let pawns = material.has_pawns();
        let pairs = if pawns { PAWN_PAIRS } else { PAWNLESS_PAIRS };
        Layout {
            material,
            slots,
            size: groups.iter().fold(pairs, |size, group| size * group.placements),
            groups,
            kings: if pawns { &WITH_PAWNS } else { &PAWNLESS },
            king_squares: if pawns { &PAWN_KINGS } else { &PAWNLESS_KINGS },
        }
    }

    /// The same positions with the groups numbered in another order, the last one innermost.
    pub fn with_group_order(mut self, order: &[usize]) -> Layout {
        self.groups = order.iter().map(|&group| self.groups[group]).collect();
        self
    }

    /// Returns the number of groups of like men, kings not counted.
    pub fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// Returns the number of ways to place the innermost group.
    pub fn innermost(&self) -> usize {
        self.groups.last().map_or(1, |group| group.placements)
    }

    /// Returns the material of the positions.
    pub fn material(&self) -> Material {
        self.material
    }

    /// Returns the men: the stronger king, the weaker king, then the others in the order of the signature.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Returns the number of position numbers for each side to move. Some of them are not legal positions.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the number of a position; the kings must not touch.
    #[inline]
    pub fn index(&self, squares: &Squares) -> usize {
        let pair = self.king_pair(squares);
        let number = self.place(pair, usize::from(pair.transformation), squares);
        if pair.ambiguous {
            number.min(self.place(pair, usize::from(pair.transformation) ^ FLIP, squares))
        } else {
            number
        }
    }

    /// Returns whether flipping the diagonal gives the same position.
    #[inline]
    pub fn is_symmetric(&self, squares: &Squares) -> bool {
        let pair = self.king_pair(squares);
        let transformation = usize::from(pair.transformation);
        pair.ambiguous
            && self.place(pair, transformation, squares) == self.place(pair, transformation ^ FLIP, squares)
    }

    /// Returns the position with a number. Some numbers are no positions: two men may share a square.
    #[inline]
    pub fn squares(&self, number: usize) -> Squares {
        let mut squares = [0; MOST_MEN];
        let mut rest = number;
        for group in self.groups.iter().rev() {
            group.unplace(rest % group.placements, &mut squares);
            rest /= group.placements;
        }
        [squares[0], squares[1]] = self.king_squares[rest];
        squares
    }

    #[inline]
    fn king_pair(&self, squares: &Squares) -> KingPair {
        self.kings[usize::from(squares[0] & 63) * SQUARES + usize::from(squares[1] & 63)]
    }

    #[inline]
    fn place(&self, pair: KingPair, transformation: usize, squares: &Squares) -> usize {
        let transformed = &TRANSFORMED[transformation & 7];
        let mut number = usize::from(pair.number);
        for group in &self.groups {
            number = number * group.placements + group.place(transformed, squares);
        }
        number
    }
}

impl Material {
    /// Returns the number of position numbers for both sides to move together, which is the table's memory in bytes.
    pub fn table_size(&self) -> u64 {
        2 * Layout::new(*self).size() as u64
    }
}

impl Group {
    fn new(material: Material, slot: Slot, first: usize, men: usize) -> Group {
        let en_passant = material.both_have_pawns();
        let (base, squares) = match (slot.role, en_passant) {
            (Role::Pawn, false) => (8, 48),
            (Role::Pawn, true) => (if slot.side == 0 { 0 } else { 8 }, 56),
            _ => (0, 64),
        };
        Group { first, men, base, placements: choose(squares, men) }
    }

    #[inline]
    fn place(&self, transformed: &[u8; SQUARES], squares: &Squares) -> usize {
        let at = |man: usize| {
            usize::from(transformed[usize::from(squares[self.first + man] & 63)])
                .wrapping_sub(usize::from(self.base))
        };
        match self.men {
            1 => at(0),
            2 => {
                let (first, second) = (at(0), at(1));
                let (low, high) = (first.min(second), first.max(second));
                // Impossible placements may get any number, but it must stay within the table.
                high.wrapping_mul(high.wrapping_sub(1)) / 2 + low
            }
            _ => {
                let mut sorted = [at(0), at(1), at(2)];
                sorted.sort_unstable();
                choose(sorted[2], 3) + choose(sorted[1], 2) + sorted[0]
            }
        }
    }

    #[inline]
    fn unplace(&self, placement: usize, squares: &mut Squares) {
        let mut rest = placement;
        for man in (0..self.men).rev() {
            let square = largest_below(rest, man + 1);
            rest -= choose(square, man + 1);
            squares[self.first + man] = square as u8 + self.base;
        }
    }
}

/// Binomial coefficients for choosing up to three.
const fn choose(from: usize, men: usize) -> usize {
    match men {
        0 => 1,
        1 => from,
        2 => from * from.saturating_sub(1) / 2,
        _ => from * from.saturating_sub(1) * from.saturating_sub(2) / 6,
    }
}

/// Returns the largest number of squares from which `men` can be chosen in at most `placement` ways.
fn largest_below(placement: usize, men: usize) -> usize {
    // The guess is never too high: of n squares two can be chosen in at most n²/2 ways, three in at most n³/6.
    let mut square = match men {
        1 => return placement,
        2 => ((2 * placement) as f64).sqrt() as usize,
        _ => ((6 * placement) as f64).cbrt() as usize,
    }
    .max(men - 1);
    while choose(square, men) > placement {
        square -= 1;
    }
    while choose(square + 1, men) <= placement {
        square += 1;
    }
    square
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn distinct(layout: &Layout, squares: &Squares) -> bool {
        let used = &squares[..layout.slots().len()];
        (1..used.len()).all(|man| !used[..man].contains(&used[man]))
    }

    fn transformed(squares: &Squares, transformation: usize) -> Squares {
        squares.map(|square| TRANSFORMED[transformation][usize::from(square)])
    }

    fn layouts() -> impl Strategy<Value = Layout> {
        let all: Vec<Material> = (2..=5).flat_map(Material::all_of).collect();
        prop::sample::select(all).prop_map(Layout::new)
    }

    proptest! {
        #[test]
        fn every_number_gives_back_a_position_that_has_it((layout, place) in (layouts(), 0.0..1.0f64)) {
            let number = (layout.size() as f64 * place) as usize;
            let squares = layout.squares(number);
            prop_assume!(distinct(&layout, &squares));
            let canonical = layout.index(&squares);
            prop_assert_eq!(layout.index(&layout.squares(canonical)), canonical);
            if !layout.king_pair(&squares).ambiguous {
                prop_assert_eq!(canonical, number);
            }
        }

        #[test]
        fn mirrored_positions_have_one_number((layout, place) in (layouts(), 0.0..1.0f64)) {
            let squares = layout.squares((layout.size() as f64 * place) as usize);
            prop_assume!(distinct(&layout, &squares));
            let symmetries = if layout.material().has_pawns() { 2 } else { 8 };
            for transformation in 0..symmetries {
                let image = transformed(&squares, transformation);
                prop_assert_eq!(layout.index(&image), layout.index(&squares));
            }
        }

        #[test]
        fn like_men_may_change_places(numbers in 0..41_664usize) {
            let layout = Layout::new("KRRRvK".parse().unwrap());
            let squares = layout.squares(numbers * 100);
            prop_assume!(distinct(&layout, &squares));
            let [strong, weak, first, second, third] = squares;
            for order in [[third, first, second], [second, first, third], [third, second, first]] {
                let image = [strong, weak, order[0], order[1], order[2]];
                prop_assert_eq!(layout.index(&image), layout.index(&squares));
            }
        }
    }

    #[test]
    fn tables_have_the_sizes_of_the_literature() {
        for (name, size) in [
            ("KvK", 462),
            ("KQvK", 462 * 64),
            ("KPvK", 1806 * 48),
            ("KRRvK", 462 * 2016),
            ("KPPvK", 1806 * 1128),
            ("KPvKP", 1806 * 56 * 56),
            ("KRPvKR", 1806 * 64 * 48 * 64),
        ] {
            assert_eq!(Layout::new(name.parse().unwrap()).size(), size, "{name}");
        }
    }
}
