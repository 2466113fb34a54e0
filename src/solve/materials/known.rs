//! What is known of the arrangements that the exits of a material lead to: embedded tables, and materials solved before.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::RwLock;
use rustc_hash::FxHashMap;
use shakmaty::Bitboard;

use crate::solve::arrangement::exits_of_row::{Oracle, Question as ExitQuestion};
use crate::solve::arrangement::layout::{Arrangement, Placement, ProofSide};
use crate::solve::arrangement::row::RowSets;
use crate::solve::arrangement::tables::TableWins;
use crate::tablebase::{EMBEDDED_MEN, Question, Standing, WonSets};

/// The materials solved so far, and the embedded tables as sets.
#[derive(Debug, Default)]
pub(in crate::solve) struct Known {
    sets: RwLock<HashMap<Question, Arc<WonSets>>>,
    tables: RwLock<FxHashMap<Arrangement, Arc<TableWins>>>,
}

/// One arrangement that an exit leads to.
#[derive(Debug)]
enum Child {
    /// The attacker has only its king.
    Bare,
    /// Its question is not answered, which counts as not won.
    Missing,
    Table(Arc<TableWins>),
    Sets {
        arrangement: Arrangement,
        sets: Arc<WonSets>,
    },
    /// The same material with a pawn moved: solved already, but still in progress as a whole.
    Own(Arrangement),
}

/// The children of one arrangement, in the order of its exits.
#[derive(Debug)]
pub(in crate::solve) struct Children<'a> {
    children: Vec<Child>,
    own: Option<&'a WonSets>,
}

impl Known {
    /// Adds a solved material.
    pub fn insert(&self, sets: Arc<WonSets>) {
        self.sets.write().insert(sets.layout().question(), sets);
    }

    /// Returns whether a question is answered.
    pub fn has(&self, question: Question) -> bool {
        self.sets.read().contains_key(&question)
    }

    /// Forgets all questions but these.
    pub fn keep(&self, questions: &[Question]) {
        self.sets.write().retain(|question, _| questions.contains(question));
    }

    /// Returns what is known of children. `own` has the material in progress, if they may belong to it.
    pub fn children<'a>(&self, children: &[Arrangement], own: Option<&'a WonSets>) -> Children<'a> {
        Children { children: children.iter().map(|child| self.child(child, own)).collect(), own }
    }

    fn child(&self, child: &Arrangement, own: Option<&WonSets>) -> Child {
        let asked = question_of(child);
        if child.attacker_is_bare() {
            Child::Bare
        } else if asked.is_some() && asked == own.map(|own| own.layout().question()) {
            Child::Own(*child)
        } else if child.all_men() <= EMBEDDED_MEN {
            Child::Table(self.table(child))
        } else {
            match asked.and_then(|asked| self.sets.read().get(&asked).cloned()) {
                Some(sets) => Child::Sets { arrangement: *child, sets },
                None => Child::Missing,
            }
        }
    }

    fn table(&self, arrangement: &Arrangement) -> Arc<TableWins> {
        if let Some(table) = self.tables.read().get(arrangement) {
            return Arc::clone(table);
        }
        let mut tables = self.tables.write();
        Arc::clone(tables.entry(*arrangement).or_insert_with(|| Arc::new(TableWins::new(*arrangement))))
    }
}

impl Children<'_> {
    fn squares(&self, child: usize, at: &Placement, mover: ProofSide, needed: Bitboard) -> Bitboard {
        let squares = match &self.children[child] {
            Child::Bare | Child::Missing => None,
            Child::Table(table) => table.squares(at, mover, needed),
            Child::Sets { arrangement, sets } => sets.squares(&standing(arrangement, at), mover as usize),
            Child::Own(arrangement) => {
                self.own.and_then(|own| own.squares(&standing(arrangement, at), mover as usize))
            }
        };
        squares.unwrap_or(Bitboard::EMPTY)
    }
}

impl Oracle for Children<'_> {
    fn answer(&self, question: &ExitQuestion<'_>, won: &mut RowSets) {
        let ExitQuestion { child, row, mover, kings, needed, wanted } = *question;
        won.set_each(kings, wanted, |king| {
            self.squares(child, &row.at(king), mover, needed[usize::from(king)])
        });
    }
}

/// The question that an arrangement belongs to; `None` with more than five men.
pub(in crate::solve) fn question_of(arrangement: &Arrangement) -> Option<Question> {
    Question::of_board(&arrangement.some_men()?, ProofSide::Attacker.color())
}

/// The men of a placement.
pub(in crate::solve) fn standing(arrangement: &Arrangement, at: &Placement) -> Standing {
    Standing {
        pawns: ProofSide::BOTH.map(|side| arrangement.pawns(side)),
        pieces: at.pieces[..arrangement.piece_count()].iter().copied().collect(),
        king: at.king,
    }
}
