//! The distances to zeroing of one material, in plies, while the embedded ones are made; a [`DtmTable`] holds moves to mate.
//!
//! [`DtmTable`]: crate::tablebase::table::DtmTable

use crate::tablebase::index::{Layout, Squares};
use crate::tablebase::material::Material;
use crate::tablebase::value::{Code, Wdl};

/// Plies until a capture or pawn move that keeps the result, or until mate, for every position of one material.
#[derive(Debug)]
pub(in crate::tablebase) struct ZeroingDistances {
    layout: Layout,
    /// By side to move (0 is the stronger), then by number; the codes count plies.
    codes: [Vec<u8>; 2],
}

/// The value of a position with its distance to zeroing, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tablebase) struct PliesToZeroing {
    /// Win, draw or loss.
    pub wdl: Wdl,
    /// Plies if the winner hurries, the zeroing move included; 0 in a draw and if the side to move is mated.
    pub plies: u8,
}

impl ZeroingDistances {
    /// Makes the distances from the codes of an analysis that counted plies.
    pub fn new(layout: Layout, codes: [Vec<u8>; 2]) -> ZeroingDistances {
        ZeroingDistances { layout, codes }
    }

    /// Returns the material.
    pub fn material(&self) -> Material {
        self.layout.material()
    }

    /// Returns the distance of a position given by its squares; `None` if it is not legal.
    pub fn of_squares(&self, side: usize, squares: &Squares) -> Option<PliesToZeroing> {
        self.of_number(side, self.layout.index(squares))
    }

    /// Returns the distance of the position with a number; `None` if it is not legal.
    pub fn of_number(&self, side: usize, number: usize) -> Option<PliesToZeroing> {
        let code = Code(*self.codes[side].get(number)?);
        let plies = code.moves();
        match code {
            Code::ILLEGAL => None,
            Code::DRAW => Some(PliesToZeroing { wdl: Wdl::Draw, plies: 0 }),
            code if code.is_win() => Some(PliesToZeroing { wdl: Wdl::Win, plies }),
            _ => Some(PliesToZeroing { wdl: Wdl::Loss, plies }),
        }
    }

    /// Returns the numbering of the positions.
    #[cfg(test)]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }
}
