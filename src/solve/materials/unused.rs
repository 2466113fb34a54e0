//! What the sets of a file need not say, and how it comes back: illegal positions, and results that one capture shows.
//!
//! What a set holds there is free, and decides how well it packs. Results that hang on a piece that can be captured are most of
//! what makes sets irregular.

use shakmaty::Bitboard;

use super::known::{Children, Known, standing};
use super::question::arrangements;
use crate::solve::arrangement::bound::{Bound, Wanted};
use crate::solve::arrangement::exits::Exits;
use crate::solve::arrangement::exits_at::{ExitsAt, Scope};
use crate::solve::arrangement::layout::{Arrangement, Legal, Placement};
use crate::tablebase::{Turn, WonSets, in_parallel};

/// What needs no set: the squares of the defender's king, by side to move.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::solve) struct Shown {
    /// The legal positions.
    legal: [Bitboard; 2],
    /// Those that the attacker, to move, wins by a capture; those that the defender, to move, holds by one.
    by_capture: [Bitboard; 2],
}

impl Shown {
    /// Looks at the captures of a placement, which `children` know.
    pub fn of(arrangement: &Arrangement, exits: &Exits, children: &Children<'_>, at: &Placement) -> Shown {
        let legal = arrangement.legal(at);
        let Legal { attacker_to_move, defender_to_move, .. } = legal;
        if (attacker_to_move | defender_to_move).is_empty() {
            return Shown::default();
        }
        let captures = ExitsAt { exits, arrangement, at, legal: &legal, scope: Scope::Captures };
        let wanted = Wanted::only(Bound::Least);
        Shown {
            legal: [attacker_to_move, defender_to_move],
            by_capture: [
                captures.attacker_wins(children, wanted).of(Bound::Least),
                captures.defender_escapes(children, wanted).of(Bound::Least),
            ],
        }
    }

    /// The set of a side to move, given what a file holds.
    pub fn restored(&self, mover: usize, stored: Bitboard) -> Bitboard {
        let won = stored & self.legal[mover];
        if mover == 0 { won | self.by_capture[0] } else { won & !self.by_capture[1] }
    }

    /// The squares of which a file must know the result.
    fn must_be_stored(&self, mover: usize) -> Bitboard {
        self.legal[mover] & !self.by_capture[mover]
    }
}

/// Restores what a file holds to whole results.
pub(super) fn restore(sets: &mut WonSets, known: &Known, threads: usize) {
    let shown = shown(sets, known, threads);
    for (mover, set) in sets.sets_mut().into_iter().enumerate() {
        for (squares, shown) in set.iter_mut().zip(&shown) {
            *squares = shown.restored(mover, *squares);
        }
    }
}

/// Lets every square that needs no result repeat the set before, so that the sets pack well.
pub(super) fn fill(sets: &mut WonSets, known: &Known, threads: usize) {
    let shown = shown(sets, known, threads);
    for (mover, set) in sets.sets_mut().into_iter().enumerate() {
        let mut before = Bitboard::EMPTY;
        for (squares, shown) in set.iter_mut().zip(&shown) {
            let stored = shown.must_be_stored(mover);
            *squares = *squares & stored | before & !stored;
            before = *squares;
        }
    }
}

/// What needs no set, by number. Numbers that no placement has need nothing.
fn shown(sets: &WonSets, known: &Known, threads: usize) -> Vec<Shown> {
    let layout = sets.layout();
    let arrangements = arrangements(layout);
    let of_arrangement = |number: usize| {
        let arrangement = &arrangements[number];
        let exits = Exits::of(arrangement);
        let children = known.children(&exits.children, None);
        let first = number * layout.sets_of_arrangement();
        let mut shown = vec![Shown::default(); layout.sets_of_arrangement()];
        for placement in 0..arrangement.placements() {
            let at = Placement::of(placement, arrangement.piece_count());
            if let Some((number, Turn::NONE)) = layout.number(&standing(arrangement, &at)) {
                shown[number - first] = Shown::of(arrangement, &exits, &children, &at);
            }
        }
        shown
    };
    in_parallel(threads, arrangements.len(), of_arrangement).concat()
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
