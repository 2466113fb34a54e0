//! Everything that the piece counts alone decide: values, phase and the endings that may apply; stored by material key.

use shakmaty::{ByColor, ByRole, Color, Role};

use super::mop_up::MopUp;
use super::scale::{Reason, Scale};
use crate::board::piece_value;
use crate::evaluation::context::EvaluationContext;
use crate::evaluation::parameters::Parameters;
use crate::evaluation::tapered::Tapered;

const ENTRIES: usize = 1024;

/// A side's number of each piece.
type Counts = ByRole<u8>;

/// The facts about one combination of pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::evaluation) struct MaterialEntry {
    key: u64,
    pub(in crate::evaluation) value: ByColor<Tapered>,
    pub(in crate::evaluation) bishop_pair: ByColor<Tapered>,
    pub(in crate::evaluation) phase: i32,
    /// The terms know the way to mate and the networks do not, because the games and searches that trained them end
    /// before it. True against a bare king, and for two knights against pawns.
    pub(in crate::evaluation) is_valued_by_terms: bool,
    /// What applies if this colour is the stronger side.
    pub(in crate::evaluation) endings: ByColor<Ending>,
}

/// The rules for one side's advantage that the piece counts decide.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::evaluation) struct Ending {
    /// The scale before the rules that look at squares.
    pub(in crate::evaluation) scale: Scale,
    pub(in crate::evaluation) mop_up: MopUp,
    /// At least one rule below has to look at the squares.
    pub(in crate::evaluation) depends_on_squares: bool,
    /// Nothing but pawns and perhaps bishops: a rook pawn of the wrong colour may spoil the win.
    pub(in crate::evaluation) bishops_and_pawns: bool,
    /// Two or more bishops and nothing else: they cannot mate if all are on squares of one colour.
    pub(in crate::evaluation) bishops_alone: bool,
    /// Two knights against pawns. Without the pawns, mate cannot be forced.
    pub(in crate::evaluation) two_knights_against_pawns: bool,
    /// One bishop each.
    pub(in crate::evaluation) bishop_each: bool,
    /// The number of the stronger side's other pieces.
    pub(in crate::evaluation) other_pieces: i32,
    /// One rook each, no other pieces, at most one pawn more for the stronger side.
    pub(in crate::evaluation) rook_ending: bool,
    /// Less than a rook ahead of an enemy who has pieces.
    pub(in crate::evaluation) small_advantage: bool,
}

/// Material seen lately, by its key. No position has the empty entry's key, because there are always kings.
#[derive(Debug)]
pub(in crate::evaluation) struct MaterialTable(Box<[MaterialEntry]>);

impl MaterialTable {
    pub(in crate::evaluation) fn new() -> MaterialTable {
        MaterialTable(vec![MaterialEntry::default(); ENTRIES].into_boxed_slice())
    }

    /// Returns the entry of a position's material, computed if it is not there.
    #[inline]
    pub(in crate::evaluation) fn entry(
        &mut self,
        key: u64,
        context: &EvaluationContext<'_>,
        parameters: &Parameters,
    ) -> &MaterialEntry {
        let entry = &mut self.0[key as usize % ENTRIES];
        if entry.key != key {
            *entry = compute(key, context, parameters);
        }
        entry
    }
}

#[cold]
fn compute(key: u64, context: &EvaluationContext<'_>, parameters: &Parameters) -> MaterialEntry {
    let counts = context.pieces.material();
    let phase = phase(&counts, parameters);
    let mut entry = MaterialEntry { key, phase, ..MaterialEntry::default() };
    for color in Color::ALL {
        let own = &counts[color];
        entry.value[color] = value(own, parameters) + with_pawns(own, phase == 0, parameters);
        if own.bishop >= 2 {
            entry.bishop_pair[color] = parameters.material.bishop_pair;
        }
        entry.endings[color] = ending(own, &counts[!color], parameters);
        entry.is_valued_by_terms |= is_bare(own) || are_two_knights_against_pawns(own, &counts[!color]);
    }
    entry
}

fn value(own: &Counts, parameters: &Parameters) -> Tapered {
    let values = &parameters.material;
    values.pawn * usize::from(own.pawn)
        + values.knight * usize::from(own.knight)
        + values.bishop * usize::from(own.bishop)
        + values.rook * usize::from(own.rook)
        + values.queen * usize::from(own.queen)
}

/// Returns how the number of pawns changes the value of knights and rooks, and what pawns without pieces add.
fn with_pawns(own: &Counts, pawns_alone: bool, parameters: &Parameters) -> Tapered {
    let values = &parameters.material;
    let pawns = usize::from(own.pawn);
    values.knight_with_pawns * (usize::from(own.knight) * pawns)
        + values.rook_with_pawns * (usize::from(own.rook) * pawns)
        + if pawns_alone { values.pawn_alone * pawns } else { Tapered::ZERO }
}

/// Early promotions could exceed a full board, so the phase is limited to that.
fn phase(counts: &ByColor<Counts>, parameters: &Parameters) -> i32 {
    let weights = &parameters.phase;
    let steps: i32 = counts
        .iter()
        .map(|side| {
            weights.knight * i32::from(side.knight)
                + weights.bishop * i32::from(side.bishop)
                + weights.rook * i32::from(side.rook)
                + weights.queen * i32::from(side.queen)
        })
        .sum();
    steps.min(weights.full)
}

/// Returns the exchange values of knights, bishops, rooks and queens together, in centipawns.
fn officer_value(side: &Counts) -> i32 {
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .map(|role| piece_value(role) * i32::from(side[role]))
        .sum()
}

fn ending(strong: &Counts, weak: &Counts, parameters: &Parameters) -> Ending {
    let lead = officer_value(strong) - officer_value(weak);
    let small_advantage = lead <= piece_value(Role::Bishop);
    let weak_has_pieces = officer_value(weak) > 0;
    let other_pieces = strong.knight + strong.rook + strong.queen;
    let bishops_and_pawns = strong.pawn > 0 && other_pieces == 0;
    let bishops_alone = strong.pawn == 0 && strong.bishop >= 2 && other_pieces == 0;
    let two_knights_against_pawns = are_two_knights_against_pawns(strong, weak);
    let bishop_each = strong.bishop == 1 && weak.bishop == 1;
    let rook_ending =
        is_only(strong, "R") && is_only(weak, "R") && strong.pawn > 0 && strong.pawn <= weak.pawn + 1;
    let small_advantage = small_advantage && weak_has_pieces && strong.pawn > 0;
    Ending {
        scale: material_scale(strong, weak, parameters),
        mop_up: mop_up(strong, weak),
        depends_on_squares: bishops_and_pawns
            || bishops_alone
            || two_knights_against_pawns
            || bishop_each
            || rook_ending
            || small_advantage,
        bishops_and_pawns,
        bishops_alone,
        two_knights_against_pawns,
        bishop_each,
        other_pieces: i32::from(other_pieces),
        rook_ending,
        small_advantage,
    }
}

/// Returns whether a side's pieces, pawns apart, are exactly these letters.
fn is_only(side: &Counts, letters: &str) -> bool {
    let count = |letter: char| letters.chars().filter(|&other| other == letter).count() as u8;
    (side.knight, side.bishop, side.rook, side.queen) == (count('N'), count('B'), count('R'), count('Q'))
}

/// Returns whether a side has nothing but its king.
fn is_bare(side: &Counts) -> bool {
    side.pawn == 0 && is_only(side, "")
}

/// Two knights cannot force mate against a bare king, because he is stalemated first. With a pawn he still has a move.
fn are_two_knights_against_pawns(strong: &Counts, weak: &Counts) -> bool {
    strong.pawn == 0 && is_only(strong, "NN") && is_only(weak, "") && weak.pawn > 0
}

/// Returns how likely the stronger side wins its advantage, by the piece counts alone.
fn material_scale(strong: &Counts, weak: &Counts, parameters: &Parameters) -> Scale {
    let rules = &parameters.scaling;
    let (own, other) = (officer_value(strong), officer_value(weak));
    let small_lead = own - other <= piece_value(Role::Bishop);
    if are_two_knights_against_pawns(strong, weak) {
        return Scale::new(rules.two_knights_hold_pawn, Reason::TwoKnightsHoldPawn);
    }
    if strong.pawn == 0 {
        let known =
            rules.pawnless.iter().find(|known| is_only(strong, &known.strong) && is_only(weak, &known.weak));
        return match known {
            Some(known) => Scale::new(known.scale, Reason::PawnlessClass),
            None if !small_lead => Scale::new(rules.full, Reason::Ordinary),
            None if own < piece_value(Role::Rook) => Scale::new(0, Reason::CannotMate),
            None => Scale::new(rules.pawnless_small_advantage, Reason::PawnlessLead),
        };
    }
    if other == 0 || !small_lead {
        return Scale::new(rules.full, Reason::Ordinary);
    }
    let mut scale = Scale::new(rules.full, Reason::Ordinary);
    scale.limit(rules.few_pawns + rules.few_pawns_pawn * i32::from(strong.pawn), Reason::FewPawns);
    if is_only(strong, "Q") && is_only(weak, "Q") && strong.pawn <= weak.pawn + 1 {
        scale.limit(rules.queen_ending, Reason::QueenEnding);
    }
    scale
}

fn mop_up(strong: &Counts, weak: &Counts) -> MopUp {
    let (own, other) = (officer_value(strong), officer_value(weak));
    // Mate without pawns needs a rook or more. Two knights cannot force it against a bare king.
    let can_mate = own >= piece_value(Role::Rook) && !is_only(strong, "NN");
    if are_two_knights_against_pawns(strong, weak) {
        MopUp::DriveToEdge
    } else if weak.pawn > 0 || !can_mate || own <= other {
        MopUp::Idle
    } else if other > 0 {
        // With its own pawns on the board, the stronger side does better to push them.
        if strong.pawn > 0 { MopUp::Idle } else { MopUp::DriveToEdge }
    } else if is_only(strong, "BN") && strong.pawn == 0 {
        MopUp::BishopAndKnight
    } else {
        MopUp::BareKing
    }
}
