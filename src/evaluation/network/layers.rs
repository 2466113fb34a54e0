//! Which of a network's output layers speaks of a position: the one for so many men, or the one for the pieces on the board.

use shakmaty::{Board as Pieces, Role};

/// What decides on the output layer.
#[derive(Clone, Copy, Debug)]
pub(super) enum LayersBy {
    /// The number of men, so many of which share a layer; the last is for all that are more.
    Men { a_layer: usize },
    /// The kind of material, and the number of men. Bets that rook endings have little to learn from queen endings.
    Material,
}

/// Layers by number of men.
const LAYERS_BY_MEN: usize = 8;

/// Kinds of material.
const KINDS: usize = 8;

/// Each kind of material has a layer for up to so many men, and one for more.
const MOST_MEN: [usize; 3] = [7, 10, 13];

/// Pieces beside kings and pawns that are many, whatever they are.
const MANY_PIECES: usize = 6;

impl LayersBy {
    /// How many layers there are.
    pub(super) const fn count(self) -> usize {
        match self {
            LayersBy::Men { .. } => LAYERS_BY_MEN,
            LayersBy::Material => KINDS * (MOST_MEN.len() + 1),
        }
    }

    /// The layer for these men.
    #[inline]
    pub(super) fn layer(self, pieces: &Pieces) -> usize {
        let men = pieces.occupied().count();
        match self {
            LayersBy::Men { a_layer } => (men.saturating_sub(1) / a_layer).min(LAYERS_BY_MEN - 1),
            LayersBy::Material => {
                let some = MOST_MEN.iter().filter(|most| men > **most).count();
                kind_of_material(pieces) * (MOST_MEN.len() + 1) + some
            }
        }
    }
}

/// None beside kings and pawns is kind 0; bishops alone 1, or with knights 2; rooks alone 3, or with minor pieces 4; queens
/// alone 5, or with others 6; many pieces of any kind 7.
#[inline]
fn kind_of_material(pieces: &Pieces) -> usize {
    let count = |role: Role| pieces.by_role(role).count();
    let (knights, bishops) = (count(Role::Knight), count(Role::Bishop));
    let (rooks, queens) = (count(Role::Rook), count(Role::Queen));
    let minor = knights + bishops;
    if minor + rooks + queens >= MANY_PIECES {
        7
    } else if queens > 0 {
        5 + usize::from(minor + rooks > 0)
    } else if rooks > 0 {
        3 + usize::from(minor > 0)
    } else if minor > 0 {
        1 + usize::from(knights > 0)
    } else {
        0
    }
}
