//! What only the numbers of the pieces tell: values, phase, and which rules of an ending may apply; kept by material key.

use shakmaty::{ByColor, ByRole, Color, Role};

use super::context::EvaluationContext;
use super::mop_up::MopUp;
use super::parameters::Parameters;
use super::scale::{Reason, Scale};
use super::tapered::Tapered;
use crate::board::piece_value;

const ENTRIES: usize = 1024;

/// How many of each piece a side has.
type Counts = ByRole<u8>;

/// What is known of one combination of pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MaterialEntry {
    key: u64,
    pub(super) value: ByColor<Tapered>,
    pub(super) bishop_pair: ByColor<Tapered>,
    pub(super) phase: i32,
    /// The terms know the way to mate, the networks do not: their teachers' games and searches end before it. Against a
    /// bare king, and with two knights against pawns.
    pub(super) is_valued_by_terms: bool,
    /// What applies when the colour is the stronger side.
    pub(super) endings: ByColor<Ending>,
}

/// The rules for one side's advantage, as far as the piece counts decide.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ending {
    /// The scale before the squares are looked at.
    pub(super) scale: Scale,
    pub(super) mop_up: MopUp,
    /// Some rule below has to look at the squares.
    pub(super) depends_on_squares: bool,
    /// Nothing but pawns and perhaps bishops: the wrong rook pawn may spoil the win.
    pub(super) bishops_and_pawns: bool,
    /// Two bishops and more, nothing else: on squares of one colour they cannot mate.
    pub(super) bishops_alone: bool,
    /// Two knights against pawns, which alone make a mate possible.
    pub(super) two_knights_against_pawns: bool,
    /// One bishop each.
    pub(super) bishop_each: bool,
    /// Other pieces of the stronger side.
    pub(super) other_pieces: i32,
    /// One rook each, no other pieces, at most one pawn more.
    pub(super) rook_ending: bool,
    /// Less than a rook ahead of an enemy who has pieces.
    pub(super) small_advantage: bool,
}

/// Material seen lately, found by its key. The empty entry's key is no position's: there are always kings.
#[derive(Debug)]
pub(super) struct MaterialTable(Box<[MaterialEntry]>);

impl MaterialTable {
    pub(super) fn new() -> MaterialTable {
        MaterialTable(vec![MaterialEntry::default(); ENTRIES].into_boxed_slice())
    }

    /// Returns the entry of a position's material, computed if it is not there.
    #[inline]
    pub(super) fn entry(
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

/// Returns what the number of pawns makes of the pieces, and the lack of pieces of the pawns.
fn with_pawns(own: &Counts, pawns_alone: bool, parameters: &Parameters) -> Tapered {
    let values = &parameters.material;
    let pawns = usize::from(own.pawn);
    values.knight_with_pawns * (usize::from(own.knight) * pawns)
        + values.rook_with_pawns * (usize::from(own.rook) * pawns)
        + if pawns_alone { values.pawn_alone * pawns } else { Tapered::ZERO }
}

/// Early promotions could exceed a full board; more middlegame than that there is not.
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

/// Returns the exchange values of knights, bishops, rooks and queens together.
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

/// Two knights cannot force mate on a bare king: he is stalemated first. With a pawn he still has a move.
fn are_two_knights_against_pawns(strong: &Counts, weak: &Counts) -> bool {
    strong.pawn == 0 && is_only(strong, "NN") && is_only(weak, "") && weak.pawn > 0
}

/// Returns how far an advantage can be trusted, by the piece counts alone.
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
    // A rook or more is needed to mate without pawns; two knights cannot force it on a bare king.
    let can_mate = own >= piece_value(Role::Rook) && !is_only(strong, "NN");
    if are_two_knights_against_pawns(strong, weak) {
        MopUp::DriveToEdge
    } else if weak.pawn > 0 || !can_mate || own <= other {
        MopUp::Idle
    } else if other > 0 {
        // With pawns of its own on the board the stronger side has better things to do.
        if strong.pawn > 0 { MopUp::Idle } else { MopUp::DriveToEdge }
    } else if is_only(strong, "BN") && strong.pawn == 0 {
        MopUp::BishopAndKnight
    } else {
        MopUp::BareKing
    }
}
