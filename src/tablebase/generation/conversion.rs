//! Captures and promotions during generation: looks up the positions after them in the smaller tables.

use std::collections::HashMap;
use std::sync::Arc;

use shakmaty::Role;

use crate::tablebase::index::{Layout, Squares};
use crate::tablebase::material::{MOST_MEN, Material, ROLES};
use crate::tablebase::table::{DtmTable, turned};
use crate::tablebase::value::Code;

/// Means "no man is captured" and "no pawn promotes".
pub(in crate::tablebase) const NOBODY: usize = MOST_MEN;

/// The roles that a pawn can become.
pub(in crate::tablebase) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Where to look up the positions after one kind of capture or promotion.
#[derive(Debug)]
struct Target {
    table: Arc<DtmTable>,
    /// Whether the stronger side there is the weaker one here.
    reversed: bool,
    /// For each man of the smaller table, its index here.
    men: [usize; MOST_MEN],
}

/// Every capture and promotion that a material allows, with its table.
#[derive(Debug)]
pub(in crate::tablebase) struct Conversions {
    /// By captured man (or [`NOBODY`]), promoting man (or [`NOBODY`]), and index in [`PROMOTIONS`].
    targets: Vec<Option<Target>>,
}

/// The caller did not provide a table that this one needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tablebase) struct Missing(pub Material);

impl Conversions {
    /// Finds the tables after each capture and promotion.
    pub fn new(layout: &Layout, tables: &HashMap<Material, Arc<DtmTable>>) -> Result<Conversions, Missing> {
        let mut targets = Vec::new();
        targets.resize_with((NOBODY + 1) * (NOBODY + 1) * PROMOTIONS.len(), || None);
        for captured in (2..layout.slots().len()).chain([NOBODY]) {
            for promoting in (2..layout.slots().len()).chain([NOBODY]) {
                if !can_happen(layout, captured, promoting) {
                    continue;
                }
                for promotion in 0..PROMOTIONS.len() {
                    let place = Conversions::place(captured, promoting, promotion);
                    targets[place] = Some(Target::new(layout, captured, promoting, promotion, tables)?);
                }
            }
        }
        Ok(Conversions { targets })
    }

    /// Returns the value of the position after a capture or promotion, for the side to move there.
    ///
    /// `squares` has the moved man on its new square; the square of the captured man does not matter.
    #[inline]
    pub fn code(
        &self,
        side_to_move: usize,
        squares: &Squares,
        captured: usize,
        promoting: usize,
        promotion: usize,
    ) -> Code {
        let Some(target) = &self.targets[Conversions::place(captured, promoting, promotion)] else {
            return Code::DRAW;
        };
        let mut there = [0; MOST_MEN];
        for (square, &man) in there.iter_mut().zip(&target.men) {
            *square = squares[man.min(MOST_MEN - 1)] ^ turned(target.reversed);
        }
        target.table.code(side_to_move ^ usize::from(target.reversed), &there)
    }

    #[inline]
    const fn place(captured: usize, promoting: usize, promotion: usize) -> usize {
        (captured * (NOBODY + 1) + promoting) * PROMOTIONS.len() + promotion
    }
}

/// Returns whether one move can capture the one man and promote the other.
fn can_happen(layout: &Layout, captured: usize, promoting: usize) -> bool {
    let slots = layout.slots();
    match (captured, promoting) {
        (NOBODY, NOBODY) => false,
        (_, NOBODY) => true,
        (NOBODY, pawn) => slots[pawn].role == Role::Pawn,
        (victim, pawn) => slots[pawn].role == Role::Pawn && slots[victim].side != slots[pawn].side,
    }
}

impl Target {
    fn new(
        layout: &Layout,
        captured: usize,
        promoting: usize,
        promotion: usize,
        tables: &HashMap<Material, Arc<DtmTable>>,
    ) -> Result<Target, Missing> {
        let mut counts = [[0u8; 5]; 2];
        let mut men = Vec::new();
        for (man, slot) in layout.slots().iter().enumerate().filter(|&(man, _)| man != captured) {
            let role = if man == promoting { PROMOTIONS[promotion] } else { slot.role };
            if let Some(place) = ROLES.iter().position(|&listed| listed == role) {
                counts[slot.side][place] += 1;
            }
            men.push((man, slot.side, role));
        }
        let (material, reversed) = Material::of_counts(counts[0], counts[1]);
        let table = tables.get(&material).ok_or(Missing(material))?;
        let mut order = [0; MOST_MEN];
        for (slot, place) in table.layout().slots().iter().zip(&mut order) {
            let side = slot.side ^ usize::from(reversed);
            if let Some(found) = men.iter().position(|&(_, of, role)| of == side && role == slot.role) {
                *place = men.swap_remove(found).0;
            }
        }
        Ok(Target { table: Arc::clone(table), reversed, men: order })
    }
}
