//! Solves one question, "does this side win?", for every position of a material.

use shakmaty::{Bitboard, Rank, Role};

use super::known::{Known, question_of, standing};
use crate::solve::arrangement::bound::{Bound, Wanted};
use crate::solve::arrangement::exit_results::ExitResults;
use crate::solve::arrangement::exits::Exits;
use crate::solve::arrangement::ground::Ground;
use crate::solve::arrangement::layout::{Arrangement, PieceKind, Placement, ProofSide};
use crate::solve::arrangement::reach::Reach;
use crate::solve::arrangement::retrograde::{Asked, Given, analyse};
use crate::solve::arrangement::wins::Wins;
use crate::solve::stop::{Stop, Stopped};
use crate::tablebase::{Question, SetLayout, Turn, WonSets, in_parallel};

/// Solves a question, given all of [`next_questions`]. `solved` is called with the sets that each step adds.
///
/// # Errors
/// If it was stopped.
pub(super) fn solve(
    question: Question,
    known: &Known,
    threads: usize,
    stop: &Stop<'_>,
    solved: &(impl Fn(u64) + Sync),
) -> Result<WonSets, Stopped> {
    let mut sets = WonSets::new(question);
    let of_arrangement = sets.layout().sets_of_arrangement() as u64;
    for level in levels(sets.layout()) {
        let found = in_parallel(threads, level.len(), |place| {
            let wins = solve_arrangement(&level[place].1, known, &sets, stop);
            solved(of_arrangement);
            wins
        });
        for ((number, arrangement), wins) in level.iter().zip(found) {
            store(&mut sets, *number, arrangement, &wins?);
        }
    }
    Ok(sets)
}

/// The arrangements of a question's pawns, in the order of their numbers.
pub(super) fn arrangements(layout: &SetLayout) -> Vec<Arrangement> {
    let pieces = || {
        let of_side = |(side, role): (usize, Role)| PieceKind { side: ProofSide::BOTH[side & 1], role };
        layout.question().pieces().map(of_side)
    };
    layout.arrangements().iter().map(|pawns| Arrangement::of_men(*pawns, pieces())).collect()
}

/// The arrangements with their numbers. A pawn move leads from a level to an earlier one.
fn levels(layout: &SetLayout) -> Vec<Vec<(usize, Arrangement)>> {
    let mut all: Vec<(usize, Arrangement)> = arrangements(layout).into_iter().enumerate().collect();
    all.sort_by_key(|(_, arrangement)| arrangement.potential());
    all.chunk_by(|one, other| one.1.potential() == other.1.potential()).map(<[_]>::to_vec).collect()
}

/// Returns the questions, besides this one, that moves lead to and that the embedded tables do not answer.
pub(super) fn next_questions(question: Question) -> Vec<Question> {
    let layout = SetLayout::new(question);
    // Only promotions lead to another material of as many men, and every kind of promotion is possible from the seventh rank.
    let is_before_promotion = |arrangement: &&Arrangement| {
        let of_side = |side| arrangement.pawns(side);
        (of_side(ProofSide::Attacker) & Bitboard::from_rank(Rank::Seventh)
            | of_side(ProofSide::Defender) & Bitboard::from_rank(Rank::Second))
        .any()
    };
    let mut next = Vec::new();
    for arrangement in arrangements(&layout).iter().filter(is_before_promotion) {
        for child in Exits::of(arrangement).children {
            if child.all_men() == arrangement.all_men()
                && let Some(asked) = question_of(&child)
                && asked != question
                && !asked.is_about_bare_king()
                && !next.contains(&asked)
            {
                next.push(asked);
            }
        }
    }
    next
}

fn solve_arrangement(
    arrangement: &Arrangement,
    known: &Known,
    own: &WonSets,
    stop: &Stop<'_>,
) -> Result<Wins, Stopped> {
    let exits = Exits::of(arrangement);
    let is_folded = own.layout().is_pawnless();
    let reach = Reach::of_bits([own.layout().king_squares().into(), Bitboard::FULL.into()]);
    let children = known.children(&exits.children, Some(own));
    let ground = Ground::of(arrangement, &exits, reach, stop)?;
    let wanted = Wanted::only(Bound::Least);
    let results = ExitResults::of(arrangement, &exits, &ground, &children, wanted, 1, stop)?;
    let asked = Asked { is_folded, wins_only: true, ..Asked::default() };
    Ok(analyse(arrangement, Given::ground(&ground), &results, Bound::Least, asked, stop)?.wins)
}

/// Stores the sets of an arrangement under their numbers.
fn store(sets: &mut WonSets, number: usize, arrangement: &Arrangement, wins: &Wins) {
    let pieces = arrangement.piece_count();
    let first = number * sets.layout().sets_of_arrangement();
    for placement in 0..arrangement.placements() {
        let at = Placement::of(placement, pieces);
        let Some((here, turn)) = sets.layout().number(&standing(arrangement, &at)) else { continue };
        if turn == Turn::NONE {
            for (to, side) in sets.of_arrangement(number).into_iter().zip(ProofSide::BOTH) {
                to[here - first] = wins.side(side)[placement];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::arrangement::tables::TableWins;

    /// Pieces alike and different, pawns of one side and of both, with en passant captures.
    const FOUR_MEN: [&str; 6] = ["KQvKR", "KNNvK", "KBNvK", "KRvKP", "KPPvK", "KPvKP"];

    /// The embedded tables were made by another analysis, position by position.
    #[test]
    fn materials_of_four_men_have_the_results_of_the_embedded_tables() {
        let known = Known::default();
        for name in FOUR_MEN {
            for question in Question::about(name.parse().unwrap()) {
                let sets = solve(question, &known, 2, &Stop::never(), &|_| {}).unwrap();
                for arrangement in arrangements(sets.layout()) {
                    let table = TableWins::new(arrangement);
                    for number in 0..arrangement.placements() {
                        let at = Placement::of(number, arrangement.piece_count());
                        for mover in ProofSide::BOTH {
                            let expected = table.squares(&at, mover, Bitboard::FULL).unwrap()
                                & arrangement.legal(&at).with_move_of(mover);
                            let found = sets.squares(&standing(&arrangement, &at), mover as usize).unwrap();
                            assert_eq!(found, expected, "{question} {arrangement:?} {at:?} {mover:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn only_promotions_lead_to_another_material_of_as_many_men() {
        let next = |name: &str, attacker| -> Vec<String> {
            let question = Question::new(name.parse().unwrap(), attacker);
            let mut next: Vec<String> = next_questions(question).iter().map(ToString::to_string).collect();
            next.sort();
            next
        };
        assert_eq!(next("KQRvKR", 0), [""; 0]);
        assert_eq!(next("KRPvKR", 0), ["KQRvKR", "KRBvKR", "KRNvKR", "KRRvKR"]);
        assert_eq!(next("KRPvKR", 1), ["KRvKQR", "KRvKRB", "KRvKRN", "KRvKRR"]);
        assert_eq!(
            next("KPPvKP", 1),
            ["KBvKPP", "KNvKPP", "KPvKBP", "KPvKNP", "KPvKQP", "KPvKRP", "KQvKPP", "KRvKPP"]
        );
    }
}
