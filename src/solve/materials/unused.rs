//! What the sets of a file need not say, and how it comes back: illegal positions, and results that one capture shows.
//!
//! What a set holds there is free, and decides how well it packs. Results that hang on a piece that can be captured are most of
//! what makes sets irregular.

use shakmaty::{Bitboard, Square};

use super::known::{Children, Known, standing};
use super::question::arrangements;
use crate::solve::arrangement::bound::{Bound, Wanted};
use crate::solve::arrangement::exits::Exits;
use crate::solve::arrangement::exits_of_row::{ExitsOfRow, Scope};
use crate::solve::arrangement::layout::{Arrangement, ProofSide};
use crate::solve::arrangement::row::{KingRow, OF_ROW, Row};
use crate::tablebase::{Turn, WonSets, in_parallel};

/// What needs no set in a row: for each square of the attacker's king the squares of the defender's king, by side to move.
#[derive(Debug)]
pub(in crate::solve) struct Shown {
    /// The legal positions.
    legal: [KingRow; 2],
    /// Those that the attacker, to move, wins by a capture; those that the defender, to move, holds by one.
    by_capture: [KingRow; 2],
}

impl Shown {
    /// Looks at the captures of a row, which `children` know, with the attacker's king on these squares; `None` if the row has no
    /// legal position.
    pub fn of(
        arrangement: &Arrangement,
        exits: &Exits,
        children: &Children<'_>,
        row: Row,
        kings: Bitboard,
    ) -> Option<Shown> {
        let legality = arrangement.legality(row)?;
        let occupied = legality.occupied;
        let captures = ExitsOfRow { exits, arrangement, row, occupied, scope: Scope::Captures };
        let legal = ProofSide::BOTH.map(|mover| legality.squares(kings, mover));
        let wanted = Wanted::only(Bound::Least);
        let by_capture = [
            *captures.attacker_wins(&legal[0], children, wanted).of(Bound::Least),
            *captures.defender_escapes(&legal[1], children, wanted).of(Bound::Least),
        ];
        Some(Shown { legal, by_capture })
    }

    /// The set of a side to move and a square of the attacker's king, given what a file holds.
    pub fn restored(&self, mover: ProofSide, king: Square, stored: Bitboard) -> Bitboard {
        let (mover, king) = (mover as usize, usize::from(king));
        let won = stored & self.legal[mover][king];
        let by_capture = self.by_capture[mover][king];
        if mover == ProofSide::Attacker as usize { won | by_capture } else { won & !by_capture }
    }

    /// The squares of which a file must know the result.
    fn must_be_stored(&self, mover: ProofSide, king: Square) -> Bitboard {
        let (mover, king) = (mover as usize, usize::from(king));
        self.legal[mover][king] & !self.by_capture[mover][king]
    }
}

/// Restores what a file holds to whole results.
pub(super) fn restore(sets: &mut WonSets, known: &Known, threads: usize) {
    let won_by_capture = of_each_set(sets, known, threads, |shown, mover, king| {
        (shown.restored(mover, king, Bitboard::EMPTY), shown.restored(mover, king, Bitboard::FULL))
    });
    for (set, limits) in sets.sets_mut().into_iter().zip(won_by_capture) {
        for (squares, (least, most)) in set.iter_mut().zip(limits) {
            *squares = *squares & most | least;
        }
    }
}

/// Lets every square that needs no result repeat the set before, so that the sets pack well.
pub(super) fn fill(sets: &mut WonSets, known: &Known, threads: usize) {
    let stored = of_each_set(sets, known, threads, Shown::must_be_stored);
    for (set, stored) in sets.sets_mut().into_iter().zip(stored) {
        let mut before = Bitboard::EMPTY;
        for (squares, stored) in set.iter_mut().zip(stored) {
            *squares = *squares & stored | before & !stored;
            before = *squares;
        }
    }
}

/// Returns what a function makes of each set, by side to move and number; the default for numbers that no placement has.
fn of_each_set<T: Copy + Default + Send>(
    sets: &WonSets,
    known: &Known,
    threads: usize,
    make: impl Fn(&Shown, ProofSide, Square) -> T + Sync,
) -> [Vec<T>; 2] {
    let layout = sets.layout();
    let kings = layout.king_squares();
    let arrangements = arrangements(layout);
    let of_arrangement = |place: usize| {
        let arrangement = &arrangements[place];
        let exits = Exits::of(arrangement);
        let children = known.children(&exits.children, None);
        let first = place * layout.sets_of_arrangement();
        let mut made = [0, 1].map(|_| vec![T::default(); layout.sets_of_arrangement()]);
        for row in 0..arrangement.placements() / OF_ROW {
            let row = Row::of(row, arrangement.piece_count());
            let Some(shown) = Shown::of(arrangement, &exits, &children, row, kings) else { continue };
            for king in kings {
                let Some((number, Turn::NONE)) = layout.number(&standing(arrangement, &row.at(king))) else {
                    continue;
                };
                for (made, mover) in made.iter_mut().zip(ProofSide::BOTH) {
                    made[number - first] = make(&shown, mover, king);
                }
            }
        }
        made
    };
    let mut all = [Vec::with_capacity(layout.sets()), Vec::with_capacity(layout.sets())];
    for made in in_parallel(threads, arrangements.len(), of_arrangement) {
        for (all, made) in all.iter_mut().zip(made) {
            all.extend(made);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::materials::question::solve;
    use crate::solve::stop::Stop;
    use crate::tablebase::{Question, StoredResults};

    #[test]
    fn what_a_file_leaves_out_comes_back_whole() {
        let folder = tempfile::tempdir().unwrap();
        let stored = StoredResults::in_folder(folder.path()).unwrap();
        let known = Known::default();
        for name in ["KQvKR", "KPvKP"] {
            let question = Question::about(name.parse().unwrap())[0];
            let whole = solve(question, &known, 2, &Stop::never(), &|_| {}).unwrap();
            let mut filled = whole.clone();
            fill(&mut filled, &known, 2);
            stored.append(&filled).unwrap();
            let mut loaded = stored.load(question).unwrap().unwrap();
            assert!(loaded.sets() != whole.sets(), "{name}");
            restore(&mut loaded, &known, 2);
            assert!(loaded.sets() == whole.sets(), "{name}");
        }
    }
}
