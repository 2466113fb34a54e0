//! Finds where endless advice can be followed for ever: the greatest set of positions with them to move that no reply leads out of.
//!
//! Every position that the goals allow counts at first. A position with us to move falls if none of our moves leads to one that
//! counts; with it falls every position from which a reply leads there. Only what stands before something fallen is looked at
//! again. With us to move only those positions are kept that a reply leads to: whoever asks about others tries our moves.

use super::Surveyor;
use crate::advice::language::Advice;
use crate::advice::position::numbers::Numbers;
use crate::advice::position::region::Region;
use crate::advice::position::side::Side;
use crate::advice::position::step::Steps;
use crate::advice::position::view::Position;
use crate::advice::satisfy::context::{Context, Memory};
use crate::advice::satisfy::subgoals::Subgoals;
use crate::advice::satisfy::survey::Page;

/// The positions that still count.
struct Standing {
    /// Those with them to move.
    held: Numbers,
    /// Those of them in which the goal is not reached, so that their replies decide.
    open: Numbers,
    /// With us to move: those that a reply leads to.
    after_replies: Numbers,
}

/// What a thread finds out.
struct Looked {
    fallen: Vec<u32>,
    /// The positions to look at next.
    next: Numbers,
}

impl Looked {
    fn new(region: &Region) -> Looked {
        Looked { fallen: Vec::new(), next: Numbers::new(region.len()) }
    }
}

impl Surveyor<'_> {
    /// Returns the positions with them to move in which a piece of endless advice can be followed.
    pub(super) fn held(&self, advice: &Advice) -> Numbers {
        let mut standing = self.first_standing(advice);
        let mut touched = self.replies(advice, &mut standing);
        loop {
            let numbers = touched.all_in(&standing.after_replies);
            let before = self.without_a_move(advice, &mut standing, &numbers);
            let numbers = before.all_in(&standing.open);
            if numbers.is_empty() {
                return standing.held;
            }
            touched = self.with_a_refutation(advice, &mut standing, &numbers);
        }
    }

    /// Returns the page that also has the positions with us to move.
    pub(super) fn page_of_held(&self, advice: &Advice, held: &Numbers) -> Page {
        let mut page = Page::new(&self.survey.region);
        held.all().into_iter().for_each(|number| page.set_for_ever(Side::Them, number));
        let look = |found: &mut Vec<u32>, subgoals: &Subgoals<'_>, number: u32, position: &Position| {
            if self.can_move_on(advice, subgoals, position, held) {
                found.push(number);
            }
        };
        for found in self.found_among(self.numbers(Side::Us), Side::Us, Vec::new, look) {
            found.into_iter().for_each(|number| page.set_for_ever(Side::Us, number));
        }
        page
    }

    /// Returns what the goals allow.
    fn first_standing(&self, advice: &Advice) -> Standing {
        let new = || Numbers::new(self.survey.region.len());
        let mut standing = Standing { held: new(), open: new(), after_replies: new() };
        let [reached, open] = self.by_goals(advice, Side::Them);
        reached.into_iter().chain(open.iter().copied()).for_each(|number| standing.held.insert(number));
        open.into_iter().for_each(|number| standing.open.insert(number));
        standing
    }

    /// Finds the positions that replies lead to, and takes away those with them to move in which there is none, or one that changes
    /// the men leads out; returns all that replies lead to.
    fn replies(&self, advice: &Advice, standing: &mut Standing) -> Numbers {
        let region = &self.survey.region;
        let look = |looked: &mut Looked, subgoals: &Subgoals<'_>, number: u32, position: &Position| {
            let memory = Memory::new(subgoals);
            let after = after_replies(advice, position, &memory);
            let leads_out = |after: &Position| !region.contains(after) && !advice.is_reached(after, &memory);
            if after.is_empty() || after.iter().any(leads_out) {
                return looked.fallen.push(number);
            }
            for after in after.iter().filter(|after| region.contains(after)) {
                looked.next.insert(region.index(after) as u32);
            }
        };
        let numbers = standing.open.all();
        let (fallen, after_replies) = self.looked(&numbers, Side::Them, look);
        standing.take_away(&fallen);
        standing.after_replies.add_all(&after_replies);
        after_replies
    }

    /// Takes away positions with us to move in which no move leads to one that counts; returns what stands before them.
    fn without_a_move(&self, advice: &Advice, standing: &mut Standing, numbers: &[u32]) -> Numbers {
        let held = &standing.held;
        let look = |looked: &mut Looked, subgoals: &Subgoals<'_>, number: u32, position: &Position| {
            if !self.can_move_on(advice, subgoals, position, held) {
                self.falls(looked, number, position);
            }
        };
        let (fallen, before) = self.looked(numbers, Side::Us, look);
        fallen.into_iter().for_each(|number| standing.after_replies.remove(number));
        before
    }

    /// Takes away positions with them to move in which a reply leads to one that has fallen; returns what stands before them.
    fn with_a_refutation(&self, advice: &Advice, standing: &mut Standing, numbers: &[u32]) -> Numbers {
        let region = &self.survey.region;
        let look = |looked: &mut Looked, subgoals: &Subgoals<'_>, number: u32, position: &Position| {
            let after = after_replies(advice, position, &Memory::new(subgoals));
            let has_fallen = |after: &Position| !standing.after_replies.contains(region.index(after));
            if after.iter().any(|after| region.contains(after) && has_fallen(after)) {
                self.falls(looked, number, position);
            }
        };
        let (fallen, before) = self.looked(numbers, Side::Them, look);
        standing.take_away(&fallen);
        before
    }

    /// Returns whether a move of ours leads to a position that counts, or the goal is reached.
    fn can_move_on(
        &self,
        advice: &Advice,
        subgoals: &Subgoals<'_>,
        position: &Position,
        held: &Numbers,
    ) -> bool {
        let (region, memory) = (&self.survey.region, Memory::new(subgoals));
        advice.can_move_on(&Context::root(position, &memory), |after| {
            region.contains(after).then(|| held.contains(region.index(after)))
        })
    }

    /// Notes that a position falls, and what stands before it.
    fn falls(&self, looked: &mut Looked, number: u32, position: &Position) {
        let region = &self.survey.region;
        looked.fallen.push(number);
        position.for_each_before(|before| looked.next.insert(region.index(before) as u32));
    }

    /// Looks at positions on all threads; returns what has fallen, and what to look at next.
    fn looked(
        &self,
        numbers: &[u32],
        turn: Side,
        look: impl Fn(&mut Looked, &Subgoals<'_>, u32, &Position) + Sync,
    ) -> (Vec<u32>, Numbers) {
        let region = &self.survey.region;
        let (mut fallen, mut next) = (Vec::new(), Numbers::new(region.len()));
        for looked in self.found_among(numbers, turn, || Looked::new(region), look) {
            fallen.extend(looked.fallen);
            next.add_all(&looked.next);
        }
        (fallen, next)
    }
}

/// Returns the positions after the replies that a piece of advice considers.
fn after_replies(advice: &Advice, position: &Position, memory: &Memory<'_>) -> Vec<Position> {
    let mut replies = Steps::new();
    advice.them.steps(&Context::root(position, memory), &mut replies);
    replies.iter().map(|reply| position.after(*reply)).collect()
}

impl Standing {
    /// Takes away positions with them to move.
    fn take_away(&mut self, fallen: &[u32]) {
        for number in fallen {
            self.held.remove(*number);
            self.open.remove(*number);
        }
    }
}
