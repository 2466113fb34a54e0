//! Chooses which of a network's output layers values a position: by number of men, or by the kind of pieces.

use shakmaty::{Board as Pieces, Role};

/// What selects the output layer.
#[derive(Clone, Copy, Debug)]
pub(super) enum LayersBy {
    /// The number of men, `a_layer` numbers to each layer; the last layer takes all larger numbers.
    Men { a_layer: usize },
    /// The kind of material and the number of men. Bets that rook endings have little to learn from queen endings.
    Material,
}

/// Layers by number of men.
const LAYERS_BY_MEN: usize = 8;

/// Kinds of material.
const KINDS: usize = 8;

/// Each kind of material has a layer up to each of these numbers of men, and one for more.
const MOST_MEN: [usize; 3] = [7, 10, 13];

/// This many pieces without kings and pawns count as many, whatever they are.
const MANY_PIECES: usize = 6;

impl LayersBy {
    /// Returns the number of layers.
    pub(super) const fn count(self) -> usize {
        match self {
            LayersBy::Men { .. } => LAYERS_BY_MEN,
            LayersBy::Material => KINDS * (MOST_MEN.len() + 1),
        }
    }

    /// Returns the layer for these men.
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

/// Returns the kind of the pieces: none is 0; bishops alone 1, with knights 2; rooks alone 3, with minor pieces 4;
/// queens alone 5, with others 6; many pieces of any kind 7.
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
