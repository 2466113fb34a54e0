//! Drives a king without help to where it can be mated: to the edge, or to the corner that a bishop needs.

use shakmaty::{Color, Square};

use crate::evaluation::context::EvaluationContext;
use crate::evaluation::geometry::distance_from_centre;
use crate::evaluation::parameters::Parameters;
use crate::evaluation::tapered::Tapered;

/// How a side with enough pieces to win drives the enemy king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::evaluation) enum MopUp {
    /// No king has to be driven.
    #[default]
    Idle,
    /// To the edge; the enemy still has a piece, or pawns against two knights.
    DriveToEdge,
    /// To the edge; the enemy has a bare king.
    BareKing,
    /// To a corner of the bishop's colour; bishop and knight against a bare king.
    BishopAndKnight,
}

/// Returns what the driving is worth to the driving side.
#[inline]
pub(in crate::evaluation) fn value(
    context: &EvaluationContext<'_>,
    parameters: &Parameters,
    color: Color,
    plan: MopUp,
) -> Tapered {
    if plan == MopUp::Idle { Tapered::ZERO } else { driving(context, parameters, color, plan) }
}

#[cold]
fn driving(context: &EvaluationContext<'_>, parameters: &Parameters, color: Color, plan: MopUp) -> Tapered {
    let weights = &parameters.mop_up;
    let (hunter, prey) = (context.sides[color].king, context.sides[!color].king);
    let mut value =
        weights.edge * distance_from_centre(prey) + weights.kings_close * (7 - hunter.distance(prey) as i32);
    if plan != MopUp::DriveToEdge {
        value += weights.bare_king;
    }
    if plan == MopUp::BishopAndKnight {
        let bishops = context.pieces.bishops() & context.sides[color].all;
        let light = bishops.first().is_some_and(Square::is_light);
        value += weights.corner * steps_to_corner(prey, light);
    }
    Tapered::new(value, value)
}

/// 7 in a corner of the colour, 0 on the long diagonal between the other corners.
fn steps_to_corner(square: Square, light: bool) -> i32 {
    // Mirroring turns the light corners into the dark ones, a1 and h8.
    let square = if light { square.flip_horizontal() } else { square };
    (7 - square.file().to_usize() as i32 - square.rank().to_usize() as i32).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_of_the_bishops_colour_are_worth_most() {
        assert_eq!(steps_to_corner(Square::A1, false), 7);
        assert_eq!(steps_to_corner(Square::H8, false), 7);
        assert_eq!(steps_to_corner(Square::A8, false), 0);
        assert_eq!(steps_to_corner(Square::A8, true), 7);
        assert_eq!(steps_to_corner(Square::H1, true), 7);
    }
}
