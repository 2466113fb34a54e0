//! The shape of the pawns: everything about them that depends on pawns alone, stored in a small table.

use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, ByColor, Color, Rank, Role, Square};

use super::context::EvaluationContext;
use super::geometry::{attacked_by_pawns, beside, files_of, forward, in_front, relative_rank};
use super::parameters::Parameters;
use super::squares::SquareTables;
use super::tapered::Tapered;

const ENTRIES: usize = 4096;

/// The facts about one arrangement of pawns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnEntry {
    key: u64,
    /// Piece-square values.
    pub(super) squares: ByColor<Tapered>,
    /// Doubled, isolated, backward, supported, side by side.
    pub(super) structure: ByColor<Tapered>,
    /// The part of the passed pawns' value that depends on pawns alone.
    pub(super) passed_value: ByColor<Tapered>,
    /// The passed pawns.
    pub(super) passed: ByColor<Bitboard>,
    /// Files between the outermost pawns.
    pub(super) spread: usize,
}

/// Pawn arrangements seen lately, by their key. Without pawns the key is 0 as in the empty entry, whose values are then
/// right.
#[derive(Debug)]
pub(super) struct PawnTable(Box<[PawnEntry]>);

impl PawnTable {
    pub(super) fn new() -> PawnTable {
        PawnTable(vec![PawnEntry::default(); ENTRIES].into_boxed_slice())
    }

    /// Returns the entry of a position's pawns, computed if it is not there.
    #[inline]
    pub(super) fn entry(
        &mut self,
        key: u64,
        context: &EvaluationContext<'_>,
        parameters: &Parameters,
        tables: &SquareTables,
    ) -> &PawnEntry {
        let entry = &mut self.0[key as usize % ENTRIES];
        if entry.key != key {
            *entry = compute(key, context, parameters, tables);
        }
        entry
    }
}

#[cold]
fn compute(
    key: u64,
    context: &EvaluationContext<'_>,
    parameters: &Parameters,
    tables: &SquareTables,
) -> PawnEntry {
    let spread = spread(context.pieces.pawns());
    let mut entry = PawnEntry { key, spread, ..PawnEntry::default() };
    for color in Color::ALL {
        let own = context.sides[color].pawns;
        let passed = passed(context, color);
        entry.squares[color] = tables.sum(color, Role::Pawn, own);
        entry.structure[color] = structure(context, parameters, color);
        entry.passed_value[color] = passed_value(passed, parameters, color);
        entry.passed[color] = passed;
    }
    entry
}

/// Pawns with no pawn on their file ahead and no enemy pawn that could take them on the way.
fn passed(context: &EvaluationContext<'_>, color: Color) -> Bitboard {
    let own = context.sides[color].pawns;
    let enemy_front = in_front(!color, context.sides[!color].pawns);
    own & !(enemy_front | beside(enemy_front) | in_front(!color, own))
}

fn spread(pawns: Bitboard) -> usize {
    let files = files_of(pawns) & Bitboard::from_rank(Rank::First);
    let outermost = files.first().zip(files.last());
    outermost.map_or(0, |(left, right)| right.file() as usize - left.file() as usize)
}

/// Pawns that are not passed yet but can become passed: no pawn is ahead on their file, and at least as many own pawns
/// beside or behind them help as enemy pawns guard their way.
fn candidates(context: &EvaluationContext<'_>, color: Color) -> Bitboard {
    let (own, enemy) = (context.sides[color].pawns, context.sides[!color].pawns);
    let open = own & !in_front(!color, own | enemy);
    let is_candidate = |square: &Square| {
        let pawn = Bitboard::from_square(*square);
        let watchers = beside(in_front(color, pawn)) & enemy;
        let helpers = beside(pawn | in_front(!color, pawn)) & own;
        watchers.any() && helpers.count() >= watchers.count()
    };
    open.into_iter().filter(is_candidate).collect()
}

fn structure(context: &EvaluationContext<'_>, parameters: &Parameters, color: Color) -> Tapered {
    let weights = &parameters.pawns;
    let own = context.sides[color].pawns;
    let doubled = own & in_front(!color, own);
    let isolated = own & !beside(files_of(own));
    // Squares that an own pawn attacks or may come to attack.
    let supportable = beside(own | in_front(color, own));
    let stopped = forward(!color, context.sides[!color].attacked_by_pawns);
    let backward = own & !supportable & stopped & !isolated;
    let by_rank = |squares: Bitboard, values: &[Tapered; 6]| -> Tapered {
        squares.into_iter().map(|square| values[relative_rank(color, square) - 1]).sum()
    };
    weights.doubled * doubled.count()
        + weights.isolated * isolated.count()
        + weights.backward * backward.count()
        + by_rank(own & attacked_by_pawns(color, own), &weights.supported)
        + by_rank(own & beside(own), &weights.phalanx)
        + by_rank(candidates(context, color), &weights.candidate)
}

fn passed_value(passed: Bitboard, parameters: &Parameters, color: Color) -> Tapered {
    let weights = &parameters.passed_pawns;
    let mut value = Tapered::ZERO;
    for square in passed {
        let rank = relative_rank(color, square) - 1;
        let neighbours = king_attacks(square) & !Bitboard::from_file(square.file());
        value += weights.passed[rank];
        if (passed & neighbours).any() {
            value += weights.connected[rank];
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;
    use crate::board::Board;

    fn structure_of(fen: &str) -> Tapered {
        let board = Board::from_fen(fen, false).unwrap();
        structure(&EvaluationContext::new(&board), &Parameters::built_in(), Color::White)
    }

    #[test]
    fn passed_pawns_have_no_enemy_pawn_before_or_beside_their_path() {
        let board = Board::from_fen("4k3/8/p6p/8/PP4P1/8/3PP1P1/4K3 w - - 0 1", false).unwrap();
        // b4 is watched by a6, the g-pawns by h6; d2 and e2 are free.
        let passed = passed(&EvaluationContext::new(&board), Color::White);
        assert_eq!(passed.into_iter().map(|square| square.to_string()).collect::<Vec<_>>(), ["d2", "e2"]);
    }

    #[test]
    fn a_candidate_has_as_many_helpers_as_watchers() {
        let board = Board::from_fen("4k3/6pp/p7/8/1P3PPP/8/P7/4K3 w - - 0 1", false).unwrap();
        // b4 is watched by a6 alone and helped by a2; f4 is watched by g7 and helped by g4; g4 and h4 are blocked.
        let found = candidates(&EvaluationContext::new(&board), Color::White);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [Square::B4, Square::F4]);
        assert_eq!(spread(board.position().board().pawns()), 7);
    }

    #[test]
    fn each_weakness_and_strength_is_counted_once() {
        let weights = &Parameters::built_in().pawns;
        let isolated = structure_of("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1");
        assert_eq!(isolated, weights.isolated);
        let doubled = structure_of("4k3/8/8/8/3P4/8/3P4/4K3 w - - 0 1");
        assert_eq!(doubled, weights.isolated * 2 + weights.doubled);
        let phalanx = structure_of("4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1");
        assert_eq!(phalanx, weights.phalanx[2] * 2);
        let chain = structure_of("4k3/8/8/8/3P4/4P3/8/4K3 w - - 0 1");
        assert_eq!(chain, weights.supported[2]);
        // d3 cannot be supported by e4, and c5 forbids d4.
        let backward = structure_of("4k3/8/8/2p5/4P3/3P4/8/4K3 w - - 0 1");
        assert_eq!(backward, weights.supported[2] + weights.backward);
    }
}
