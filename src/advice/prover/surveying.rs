//! Computes in which positions, and at which depths, advice that goals ask about is satisfiable, for a material at once.
//!
//! The deepest nodes come first. What is satisfiable at some depth is so at every lesser one with the same side to move. So a
//! position is looked at until it is satisfiable, and only where something next to it has changed.

use std::cell::Cell;
use std::convert::Infallible;

use parking_lot::Mutex;

use super::notice::ProofNotice;
use super::numbers::Numbers;
use super::options::ProveOptions;
use crate::advice::language::{Advice, AdviceTable};
use crate::advice::position::region::Region;
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
use crate::tablebase::in_parallel;

/// How many positions a thread takes at a time.
const CHUNK: usize = 4096;
/// How many numbers a thread takes at a time to look whether they belong to a position.
const LONG_CHUNK: usize = 1 << 18;
/// How many bytes the lists of the positions take at most, for each that may be legal.
const BYTES_OF_NUMBERS: usize = 16;

/// From fewer positions a search looks at less than a survey does.
const FEWEST_POSITIONS: usize = 4096;
/// A survey looks at no more than this many for each position that it starts from.
const MOST_FOR_EACH: usize = 20_000;

/// Surveys the advice of a table around the positions with these numbers; `None` if searching from them is quicker, or the survey
/// needs more than half of the memory.
pub(super) fn survey_around(
    table: &AdviceTable,
    space: &Space,
    numbers: &[u32],
    options: &ProveOptions<'_>,
) -> Option<Survey> {
    if !table.looks_beyond() || numbers.len() < FEWEST_POSITIONS {
        return None;
    }
    let region = Region::around(space.clone(), numbers)?;
    let surveyed = surveyed(table, &region).count();
    let positions = region.most_positions();
    let bytes = positions * (Page::BYTES_OF_A_NUMBER * surveyed + BYTES_OF_NUMBERS);
    let is_worth_it = positions / MOST_FOR_EACH <= numbers.len() && bytes <= options.memory / 2;
    is_worth_it.then(|| survey(table, &region, options))
}

/// Returns the advice that a survey computes, with its indices. With many men it leaves out what is for ever, because a search
/// meets fewer positions, and what no goal asks about.
fn surveyed<'a>(table: &'a AdviceTable, region: &Region) -> impl Iterator<Item = (usize, &'a Advice)> {
    let takes_all = !table.material.has_many_men() && region.is_all();
    table.advice.iter().enumerate().filter(move |(index, advice)| {
        has_reusable_answers(advice) && (takes_all || table.asked.contains(index))
            || takes_all && advice.is_endless()
    })
}

/// Surveys the advice of a table; the survey is empty if no goal asks about advice and none is for ever.
pub(super) fn survey(table: &AdviceTable, region: &Region, options: &ProveOptions<'_>) -> Survey {
    let survey = Survey::new(region.clone(), table.advice.len());
    if !table.looks_beyond() {
        return survey;
    }
    let surveyor = Surveyor::new(table, &survey, options);
    let all = table.advice.len();
    // Goals ask about earlier advice only.
    for (index, advice) in surveyed(table, region) {
        let (table, name) = (table.name.as_str(), advice.name.as_str());
        (options.report)(ProofNotice::Surveying { table, advice: name, done: index, all });
        let page =
            if advice.is_endless() { surveyor.endless_page(index) } else { surveyor.page(index, advice) };
        survey.add(index, SurveyAnswers::Page(page));
    }
    survey
}

/// Returns the numbers of the legal positions with a side to move, in ascending order.
fn legal_numbers(region: &Region, turn: Side, options: &ProveOptions<'_>) -> Vec<u32> {
    let legal = |chunk: usize| -> Vec<u32> {
        let start = chunk * LONG_CHUNK;
        let is_skipped = options.is_cancelled() || !region.can_have_kings_among(start..start + LONG_CHUNK);
        let numbers = start..if is_skipped { start } else { region.len().min(start + LONG_CHUNK) };
        let legal = numbers.filter(|number| region.legal(*number, turn).is_some());
        legal.map(|number| number as u32).collect()
    };
    in_parallel(options.threads.max(1), region.len().div_ceil(LONG_CHUNK), legal).concat()
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
        let numbers = [Side::Us, Side::Them].map(|turn| legal_numbers(&survey.region, turn, options));
        let subgoals = || Mutex::new(Subgoals::surveyed(table, survey));
        let remembered = (0..options.threads.max(1)).map(|_| subgoals()).collect();
        Surveyor { table, survey, options, remembered, numbers }
    }

    /// Returns the page of endless advice. One thread looks at all positions, because one leans on the next.
    fn endless_page(&self, index: usize) -> Page {
        let region = &self.survey.region;
        let mut page = Page::new(region);
        let subgoals = Subgoals::surveyed(self.table, self.survey);
        for turn in [Side::Us, Side::Them] {
            for &number in &self.numbers[turn as usize] {
                let Some(position) = region.pieces(number as usize, turn) else { continue };
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
        let mut page = Page::new(&self.survey.region);
        let mut open = [Side::Us, Side::Them].map(|turn| self.first_look(advice, turn, &mut page));
        for depth in (0..DEEPEST).rev() {
            // We are to move at the root.
            let turn = if depth % 2 == 0 { Side::Us } else { Side::Them };
            let numbers = open[turn as usize].next_numbers(self.open_parts(advice, depth, turn));
            if numbers.is_empty() {
                continue;
            }
            for looked in self.look(&page, (index, advice), (turn, depth), &numbers) {
                for number in &looked.satisfiable {
                    page.set(turn, *number, depth as u8 + 1);
                    open[turn as usize].positions.remove(*number);
                }
                open[turn as usize].unsettled.extend(looked.unsettled);
                open[turn.other() as usize].touched.add_all(&looked.before);
            }
        }
        page
    }

    /// Notes where the goal is reached, which is enough at any depth; returns the other positions that the advice may pass through.
    fn first_look(&self, advice: &Advice, turn: Side, page: &mut Page) -> Open {
        let look = |found: &mut [Vec<u32>; 2], subgoals: &Subgoals<'_>, number: u32, position: &Position| {
            match advice.goals(&Context::root(position, &Memory::new(subgoals))) {
                Goals::Reached => found[0].push(number),
                Goals::Open => found[1].push(number),
                Goals::Broken => {}
            }
        };
        let mut open = Open::new(self.survey.region.len());
        let numbers = &self.numbers[turn as usize];
        for [reached, others] in self.found_among(numbers, turn, Default::default, look) {
            reached.into_iter().for_each(|number| page.set_for_ever(turn, number));
            others.into_iter().for_each(|number| open.positions.insert(number));
        }
        open
    }

    /// Looks whether positions are satisfiable at a depth.
    fn look(
        &self,
        page: &Page,
        (index, advice): (usize, &Advice),
        (turn, depth): (Side, u32),
        numbers: &[u32],
    ) -> Vec<Looked> {
        let region = &self.survey.region;
        let look = |looked: &mut Looked, subgoals: &Subgoals<'_>, number: u32, position: &Position| {
            let memory = &Memory::new(subgoals);
            let context = Context { node: Node { position, root: position, depth }, memory };
            let leaves_unsettled = Cell::new(false);
            let cache = PageCache {
                page,
                region,
                subgoals,
                index,
                context,
                advice,
                leaves_unsettled: &leaves_unsettled,
            };
            let mut search = Evaluator { advice, root: position, memory, cache };
            if search.by_moves(&context).is_some() {
                looked.satisfiable.push(number);
                position.for_each_before(|position| looked.before.insert(region.index(position) as u32));
            } else if leaves_unsettled.get() {
                looked.unsettled.push(number);
            }
        };
        self.found_among(numbers, turn, || Looked::new(region), look)
    }

    /// Returns how many parts of the advice's constraint may admit moves at a depth.
    fn open_parts(&self, advice: &Advice, depth: u32, turn: Side) -> usize {
        let any = self.numbers[turn as usize].first();
        let position = any.and_then(|number| self.survey.region.pieces(*number as usize, turn));
        position.map_or(0, |position| {
            let subgoals = Subgoals::new(self.table);
            let memory = Memory::new(&subgoals);
            let node = Node { position: &position, root: &position, depth };
            advice.moves_of(turn).open_parts(&Context { node, memory: &memory })
        })
    }

    /// Returns what each thread has found in the positions with these numbers, in any order.
    fn found_among<Found: Send>(
        &self,
        numbers: &[u32],
        turn: Side,
        nothing: impl Fn() -> Found + Sync,
        look: impl Fn(&mut Found, &Subgoals<'_>, u32, &Position) + Sync,
    ) -> Vec<Found> {
        self.options.share(numbers, CHUNK, |thread, chunks| {
            let subgoals = self.remembered[thread].lock();
            let mut found = nothing();
            for &number in chunks.flatten() {
                if let Some(position) = self.survey.region.pieces(number as usize, turn) {
                    look(&mut found, &subgoals, number, &position);
                }
            }
            found
        })
    }
}

/// The positions with one side to move in which a piece of advice is not known to be satisfiable.
struct Open {
    positions: Numbers,
    /// How many parts of the constraint were open at the depth before.
    parts: usize,
    /// Positions from which a move leads to one that was found satisfiable at the depth before.
    touched: Numbers,
    /// Positions from which a move changes the men, to where the advice may be satisfiable at a lesser depth.
    unsettled: Vec<u32>,
}

/// What a thread finds out at one depth.
struct Looked {
    satisfiable: Vec<u32>,
    unsettled: Vec<u32>,
    /// The positions from which a move leads to the satisfiable ones.
    before: Numbers,
}

impl Looked {
    fn new(region: &Region) -> Looked {
        let (satisfiable, unsettled) = (Vec::new(), Vec::new());
        Looked { satisfiable, unsettled, before: Numbers::new(region.len()) }
    }
}

impl Open {
    fn new(numbers: usize) -> Open {
        let (positions, touched) = (Numbers::new(numbers), Numbers::new(numbers));
        Open { positions, parts: 0, touched, unsettled: Vec::new() }
    }

    /// Returns the positions in which the answer can have changed since the depth before: all if more moves are admitted, otherwise
    /// those next to a change. None if no moves are admitted.
    fn next_numbers(&mut self, parts: usize) -> Vec<u32> {
        for number in std::mem::take(&mut self.unsettled) {
            self.touched.insert(number);
        }
        let touched = self.touched.taken();
        if parts > self.parts {
            self.parts = parts;
            return self.positions.all();
        }
        touched.all_in(&self.positions)
    }
}

/// A cache that knows of every node below a depth whether it is satisfiable: from the page that is being filled, deepest
/// nodes first, or by a search if the material differs.
struct PageCache<'a> {
    page: &'a Page,
    region: &'a Region,
    subgoals: &'a Subgoals<'a>,
    advice: &'a Advice,
    index: usize,
    /// The position that is looked at.
    context: Context<'a>,
    /// Whether a position with other men was met that is not satisfiable, and may be at a lesser depth.
    leaves_unsettled: &'a Cell<bool>,
}

impl PageCache<'_> {
    /// Returns whether a position with other men is satisfiable.
    fn is_satisfiable_with_other_men(&self, position: &Position, depth: u32) -> bool {
        let root = self.context.node.root;
        let node = Node { position, root, depth };
        match self.advice.goals(&Context { node, ..self.context }) {
            Goals::Broken => false,
            Goals::Reached => true,
            Goals::Open => {
                let is_satisfiable = self.subgoals.satisfiable(self.index, root, position, depth);
                self.leaves_unsettled.set(self.leaves_unsettled.get() || !is_satisfiable);
                is_satisfiable
            }
        }
    }
}

impl AnswerCache for PageCache<'_> {
    type Witness = ();
    type Place = Infallible;

    #[inline]
    fn recall(&mut self, position: &Position, depth: u32) -> Recalled<(), Infallible> {
        let is_satisfiable = if self.region.contains(position) {
            self.page.answer(self.region, position, depth)
        } else {
            self.is_satisfiable_with_other_men(position, depth)
        };
        Recalled::Known(is_satisfiable.then_some(()))
    }

    fn store(&mut self, place: Infallible, _: &Position, _: u32, _: Option<&()>) {
        match place {}
    }
}
