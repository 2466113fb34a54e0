//! Computes in which positions advice is satisfiable that goals ask about, for a material at once.
//!
//! Of advice that ends it also finds out at which depths (`stages`). Of endless advice it finds the positions in which it can be
//! followed for ever (`endless`).

mod endless;
mod stages;

use std::sync::OnceLock;

use parking_lot::Mutex;

use super::notice::ProofNotice;
use super::options::ProveOptions;
use crate::advice::language::{Advice, AdviceTable, Condition};
use crate::advice::position::region::Region;
use crate::advice::position::side::Side;
use crate::advice::position::space::Space;
use crate::advice::position::view::Position;
use crate::advice::satisfy::context::{Context, Memory};
use crate::advice::satisfy::dependence::has_reusable_answers;
use crate::advice::satisfy::evaluate::Goals;
use crate::advice::satisfy::subgoals::Subgoals;
use crate::advice::satisfy::survey::{Page, Survey, SurveyAnswers};
use crate::tablebase::in_parallel;

/// How many positions a thread takes at a time.
const CHUNK: usize = 4096;
/// How many numbers a thread takes at a time to look whether they belong to a position.
const LONG_CHUNK: usize = 1 << 18;
/// How many bytes the lists of the positions take at most, for each that may be legal.
const BYTES_OF_NUMBERS: usize = 16;
/// How many sets of positions, one bit for each, the survey of endless advice needs beside what it returns.
const SETS_OF_ENDLESS: usize = 10;

/// A piece of advice with its index in its table.
type Numbered<'a> = (usize, &'a Advice);

/// From fewer positions a search looks at less than a survey does.
const FEWEST_POSITIONS: usize = 4096;
/// A survey looks at no more than this many for each position that it starts from.
const MOST_FOR_EACH: usize = 20_000;

/// Surveys the advice of a table around the positions with these numbers; `None` if searching from them is quicker, or even the
/// survey of endless advice needs more than half of the memory.
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
    if region.most_positions() / MOST_FOR_EACH > numbers.len() {
        return None;
    }
    let chosen = chosen(table, &region, options.memory / 2);
    (!chosen.is_empty()).then(|| survey_of(table, &region, &chosen, options))
}

/// Returns the advice whose survey takes at most this many bytes: all that is asked about, else only what is for ever. Advice that
/// ends takes more memory, and a search decides it sooner.
fn chosen<'a>(table: &'a AdviceTable, region: &Region, most: usize) -> Vec<Numbered<'a>> {
    let mut chosen = surveyed(table, region);
    if bytes(&chosen, region) > most {
        chosen.retain(|(_, advice)| advice.is_endless());
    }
    if bytes(&chosen, region) > most { Vec::new() } else { chosen }
}

/// Returns about how many bytes a survey of some advice takes at most.
fn bytes(chosen: &[Numbered<'_>], region: &Region) -> usize {
    let endless = chosen.iter().filter(|(_, advice)| advice.is_endless()).count();
    let ending = chosen.len() - endless;
    let sets = if endless == 0 { 0 } else { endless + SETS_OF_ENDLESS };
    // If nothing ends, only positions with them to move are listed.
    let of_numbers = if ending == 0 { BYTES_OF_NUMBERS / 2 } else { BYTES_OF_NUMBERS };
    let of_a_position = Page::BYTES_OF_A_NUMBER * ending + of_numbers;
    region.most_positions() * of_a_position + region.len() / 8 * sets
}

/// Returns whether a survey looks at all advice and at all positions, so that a proof can store what it finds.
fn takes_all(table: &AdviceTable, region: &Region) -> bool {
    !table.material.has_many_men() && region.is_all()
}

/// Returns the advice that a survey computes, with its indices. With many men it leaves out what no goal asks about, and what a
/// search decides as quickly.
fn surveyed<'a>(table: &'a AdviceTable, region: &Region) -> Vec<Numbered<'a>> {
    let takes_all = takes_all(table, region);
    let is_surveyed = |(index, advice): &Numbered<'_>| {
        let is_known = advice.is_endless() || has_reusable_answers(advice);
        is_known && (takes_all || table.asked.contains(index) && !is_quick(table, advice))
    };
    table.advice.iter().enumerate().filter(is_surveyed).collect()
}

/// Returns whether a search decides advice as quickly as it is looked up: a single move of ours is made, and the goals ask at most
/// about advice that no reply follows.
fn is_quick(table: &AdviceTable, advice: &Advice) -> bool {
    let has_replies =
        |index: usize| table.advice.get(index).is_some_and(|advice| advice.them.open_parts(1) > 0);
    let asks_further = |goal: &Condition| goal.asks_about(&has_replies);
    advice.us.open_parts(2) == 0 && !asks_further(&advice.better) && !asks_further(&advice.holding)
}

/// Surveys the advice of a table; the survey is empty if no goal asks about advice and none is for ever.
pub(super) fn survey(table: &AdviceTable, region: &Region, options: &ProveOptions<'_>) -> Survey {
    let chosen = if table.looks_beyond() { surveyed(table, region) } else { Vec::new() };
    survey_of(table, region, &chosen, options)
}

/// Surveys some advice of a table.
fn survey_of(
    table: &AdviceTable,
    region: &Region,
    chosen: &[Numbered<'_>],
    options: &ProveOptions<'_>,
) -> Survey {
    let survey = Survey::new(region.clone(), table.advice.len());
    let surveyor = Surveyor::new(table, &survey, options);
    let all = table.advice.len();
    // Goals ask about earlier advice only.
    for &(index, advice) in chosen {
        let (table, name) = (table.name.as_str(), advice.name.as_str());
        (options.report)(ProofNotice::Surveying { table, advice: name, done: index, all });
        survey.add(index, surveyor.answers(index, advice));
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
    /// The numbers of all positions with us and with them to move, once they are needed.
    numbers: [OnceLock<Vec<u32>>; 2],
}

impl<'a> Surveyor<'a> {
    fn new(table: &'a AdviceTable, survey: &'a Survey, options: &'a ProveOptions<'a>) -> Surveyor<'a> {
        let subgoals = || Mutex::new(Subgoals::surveyed(table, survey));
        let remembered = (0..options.threads.max(1)).map(|_| subgoals()).collect();
        Surveyor { table, survey, options, remembered, numbers: Default::default() }
    }

    /// Returns the numbers of all positions with a side to move.
    fn numbers(&self, turn: Side) -> &[u32] {
        self.numbers[turn as usize].get_or_init(|| legal_numbers(&self.survey.region, turn, self.options))
    }

    /// Returns where a piece of advice is satisfiable.
    fn answers(&self, index: usize, advice: &Advice) -> SurveyAnswers {
        if !advice.is_endless() {
            return SurveyAnswers::Page(self.page(index, advice));
        }
        let held = self.held(advice);
        if takes_all(self.table, &self.survey.region) {
            SurveyAnswers::Page(self.page_of_held(advice, &held))
        } else {
            SurveyAnswers::Held(held)
        }
    }

    /// Looks at the goals of a piece of advice in all positions with a side to move: returns those in which the better goal is
    /// reached, and those in which the moves decide.
    fn by_goals(&self, advice: &Advice, turn: Side) -> [Vec<u32>; 2] {
        let look = |found: &mut [Vec<u32>; 2], subgoals: &Subgoals<'_>, number: u32, position: &Position| {
            match advice.goals(&Context::root(position, &Memory::new(subgoals))) {
                Goals::Reached => found[0].push(number),
                Goals::Open => found[1].push(number),
                Goals::Broken => {}
            }
        };
        let mut all: [Vec<u32>; 2] = Default::default();
        for found in self.found_among(self.numbers(turn), turn, Default::default, look) {
            all.iter_mut().zip(found).for_each(|(all, found)| all.extend(found));
        }
        all
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::Registry;

    #[test]
    fn a_survey_without_room_for_advice_that_ends_is_of_endless_advice_only() {
        let registry = Registry::built_in();
        let table = registry.find("krkrp").unwrap();
        let region = Region::all(Space::of(table));
        let names = |most| -> Vec<&str> {
            let chosen = chosen(table, &region, most);
            chosen.iter().map(|(_, advice)| advice.name.as_str()).collect()
        };
        let endless = surveyed(table, &region).into_iter().filter(|(_, advice)| advice.is_endless());
        let of_endless = bytes(&endless.collect::<Vec<_>>(), &region);
        assert_eq!(names(usize::MAX), ["take_pawn", "take_rook", "from_the_side", "hold"]);
        assert_eq!(names(of_endless), ["from_the_side", "hold"]);
        assert!(names(of_endless - 1).is_empty());
    }
}
