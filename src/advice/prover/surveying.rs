//! Computes in which positions, and at which depths, advice that goals ask about is satisfiable, for a material at once.
//!
//! The deepest nodes come first. What is satisfiable at some depth is so at every lesser one with the same side to move, so
//! each position is looked at until it is satisfiable, and not again.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::notice::ProofNotice;
use super::options::ProveOptions;
use crate::advice::language::{Advice, AdviceTable};
use crate::advice::position::side::Side;
use crate::advice::position::space::Space;
use crate::advice::position::view::Position;
use crate::advice::satisfy::context::{Context, Memory};
use crate::advice::satisfy::dependence::has_reusable_answers;
use crate::advice::satisfy::evaluate::Goals;
use crate::advice::satisfy::satisfaction::{AnswerCache, DEEPEST, Evaluator, Recalled};
use crate::advice::satisfy::subgoals::Subgoals;
use crate::advice::satisfy::survey::{Page, Survey, SurveyAnswers};
use crate::advice::vocabulary::Node;
use crate::threads::together;

/// How many positions a thread takes at a time.
const CHUNK: usize = 4096;

/// Surveys the advice of a table; the survey is empty if no goal asks about advice and none is for ever.
pub(super) fn survey(table: &AdviceTable, space: &Space, options: &ProveOptions<'_>) -> Survey {
    let survey = Survey::new(space.clone(), table.advice.len());
    if !table.looks_beyond {
        return survey;
    }
    let surveyor = Surveyor::new(table, &survey, options);
    let all = table.advice.len();
    // Goals ask about earlier advice only.
    for (index, advice) in table
        .advice
        .iter()
        .enumerate()
        .filter(|(_, advice)| advice.is_endless() || has_reusable_answers(advice))
    {
        let (table, name) = (table.name.as_str(), advice.name.as_str());
        (options.report)(ProofNotice::Surveying { table, advice: name, done: index, all });
        let page =
            if advice.is_endless() { surveyor.endless_page(index) } else { surveyor.page(index, advice) };
        survey.add(index, SurveyAnswers::Page(page));
    }
    survey
}

struct Surveyor<'a> {
    table: &'a AdviceTable,
    survey: &'a Survey,
    options: &'a ProveOptions<'a>,
    /// What each thread remembers about other materials, which promotions and captures lead to, for all advice.
    remembered: Vec<Mutex<Subgoals<'a>>>,
    /// The numbers of all positions with us and with them to move.
    numbers: [Vec<u32>; 2],
}

impl<'a> Surveyor<'a> {
    fn new(table: &'a AdviceTable, survey: &'a Survey, options: &'a ProveOptions<'a>) -> Surveyor<'a> {
        let all = 0..survey.space.len() as u32;
        let numbers = [Side::Us, Side::Them].map(|turn| {
            let stands = |number: &u32| survey.space.legal(*number as usize, turn).is_some();
            all.clone().filter(stands).collect()
        });
        let subgoals = || Mutex::new(Subgoals::surveyed(table, survey));
        let remembered = (0..options.threads.max(1)).map(|_| subgoals()).collect();
        Surveyor { table, survey, options, remembered, numbers }
    }

    /// Returns the page of endless advice. One thread looks at all positions, because one leans on the next.
    fn endless_page(&self, index: usize) -> Page {
        let space = &self.survey.space;
        let mut page = Page::new(space);
        let subgoals = Subgoals::surveyed(self.table, self.survey);
        for turn in [Side::Us, Side::Them] {
            for &number in &self.numbers[turn as usize] {
                let Some(position) = space.pieces(number as usize, turn) else { continue };
                if self.options.is_cancelled() {
                    return page;
                }
                if subgoals.satisfiable(index, &position, &position, 0) {
                    page.set_for_ever(turn, number);
                }
            }
        }
        page
    }

    fn page(&self, index: usize, advice: &Advice) -> Page {
        let mut page = Page::new(&self.survey.space);
        let mut open = [Side::Us, Side::Them].map(|turn| self.first_look(advice, turn, &mut page));
        for depth in (0..DEEPEST).rev() {
            // We are to move at the root.
            let turn = if depth % 2 == 0 { Side::Us } else { Side::Them };
            let open = &mut open[turn as usize];
            if !self.admits_moves_at(advice, depth, turn, open) {
                continue;
            }
            let look = |subgoals: &Subgoals<'_>, memory: &Memory<'_>, number: u32, position: &Position| {
                let context = Context { node: Node { position, root: position, depth }, memory };
                let cache =
                    PageCache { page: &page, space: &self.survey.space, subgoals, index, root: position };
                let mut search = Evaluator { advice, root: position, memory, cache };
                search.by_moves(&context).map(|()| number)
            };
            let found = self.found_among(open, turn, look);
            for number in &found {
                page.set(turn, *number, depth as u8 + 1);
            }
            if !found.is_empty() {
                open.retain(|number| !page.is_set(turn, *number));
            }
        }
        page
    }

    /// Notes where the goal is reached, which is enough at any depth; returns the numbers of other positions that the
    /// advice may pass through.
    fn first_look(&self, advice: &Advice, turn: Side, page: &mut Page) -> Vec<u32> {
        let look = |_: &Subgoals<'_>, memory: &Memory<'_>, number: u32, position: &Position| {
            let goals = advice.goals(&Context::root(position, memory));
            (goals != Goals::Broken).then_some((goals, number))
        };
        let mut open = Vec::new();
        for (goals, number) in self.found_among(&self.numbers[turn as usize], turn, look) {
            match goals {
                Goals::Reached => page.set_for_ever(turn, number),
                _ => open.push(number),
            }
        }
        open
    }

    /// Returns whether the advice admits moves at a depth, and a position is left to look at.
    fn admits_moves_at(&self, advice: &Advice, depth: u32, turn: Side, open: &[u32]) -> bool {
        let any = open.first().and_then(|number| self.survey.space.pieces(*number as usize, turn));
        any.is_some_and(|position| {
            let subgoals = Subgoals::new(self.table);
            let memory = Memory::new(&subgoals);
            let node = Node { position: &position, root: &position, depth };
            advice.moves_of(turn).is_open(&Context { node, memory: &memory })
        })
    }

    /// Returns what is found in the positions with these numbers, by all threads, in any order.
    fn found_among<T: Send>(
        &self,
        numbers: &[u32],
        turn: Side,
        look: impl Fn(&Subgoals<'_>, &Memory<'_>, u32, &Position) -> Option<T> + Sync,
    ) -> Vec<T> {
        let next = AtomicUsize::new(0);
        let all = Mutex::new(Vec::new());
        let chunks: Vec<&[u32]> = numbers.chunks(CHUNK).collect();
        let work = |thread: usize| {
            let subgoals = self.remembered[thread].lock();
            let memory = Memory::new(&*subgoals);
            let mut found = Vec::new();
            while let Some(chunk) = chunks.get(next.fetch_add(1, Ordering::Relaxed))
                && !self.options.is_cancelled()
            {
                for &number in *chunk {
                    let position = self.survey.space.pieces(number as usize, turn);
                    found.extend(position.and_then(|position| look(&subgoals, &memory, number, &position)));
                }
            }
            all.lock().append(&mut found);
        };
        together(self.remembered.len(), work);
        all.into_inner()
    }
}

/// A cache that knows of every node below a depth whether it is satisfiable: from the page that is being filled, deepest
/// nodes first, or by a search if the material differs.
struct PageCache<'a> {
    page: &'a Page,
    space: &'a Space,
    subgoals: &'a Subgoals<'a>,
    index: usize,
    root: &'a Position,
}

impl AnswerCache for PageCache<'_> {
    type Witness = ();
    type Place = Infallible;

    #[inline]
    fn recall(&mut self, position: &Position, depth: u32) -> Recalled<(), Infallible> {
        let is_satisfiable = if self.space.contains(position) {
            self.page.answer(self.space, position, depth)
        } else {
            self.subgoals.satisfiable(self.index, self.root, position, depth)
        };
        Recalled::Known(is_satisfiable.then_some(()))
    }

    fn store(&mut self, place: Infallible, _: &Position, _: u32, _: Option<&()>) {
        match place {}
    }
}
