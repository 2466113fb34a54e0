//! Decides whether a piece of advice is satisfiable at a node; the only place that defines what this means.
//!
//! Bratko and Michie's semantics: the holding goal holds, and either the better goal is reached, or one of our admitted
//! moves leads to a satisfiable node, or they have admitted moves and all of them do. An [`AnswerCache`] decides what is
//! known and remembered, a [`Witness`] what comes with a yes: the forcing tree, our next move, or nothing more.

use super::context::{Context, Memory};
use super::evaluate::Goals;
use crate::advice::language::Advice;
use crate::advice::position::side::Side;
use crate::advice::position::step::{Step, Steps};
use crate::advice::position::view::Position;
use crate::advice::vocabulary::Node;

/// Advice that looks further than this many plies counts as not satisfiable: no table needs it, and the stack is finite.
pub(in crate::advice) const DEEPEST: u32 = 64;

/// What comes with the answer that a node is satisfiable.
pub(in crate::advice) trait Witness: Sized {
    /// The replies of a node gathered so far.
    type Replies: Default;

    /// The better goal is reached.
    fn reached() -> Self;

    /// A move of ours, with the witness of the node after it.
    fn ours(step: Step, below: Self) -> Self;

    /// Adds a reply of theirs, with the witness of the node after it.
    fn add_reply(replies: &mut Self::Replies, reply: Step, below: Self);

    /// All replies are answered.
    fn theirs(replies: Self::Replies) -> Self;
}

/// A yes with nothing more.
impl Witness for () {
    type Replies = ();

    fn reached() {}

    fn ours(_: Step, (): ()) {}

    fn add_reply((): &mut (), _: Step, (): ()) {}

    fn theirs((): ()) {}
}

/// What is known about nodes before a search, and what it remembers about them afterwards.
pub(in crate::advice) trait AnswerCache {
    /// What comes with a yes.
    type Witness: Witness;
    /// Where the answer about a node will be stored.
    type Place;

    /// Returns what is known about a node.
    fn recall(&mut self, position: &Position, depth: u32) -> Recalled<Self::Witness, Self::Place>;

    /// Stores the answer about a node that had to be searched.
    fn store(&mut self, place: Self::Place, position: &Position, depth: u32, found: Option<&Self::Witness>);

    /// Counts moves that were sorted, because sorting looks at the positions after them.
    fn count_ordered(&mut self, _moves: usize) {}
}

/// What a cache says about a node.
pub(in crate::advice) enum Recalled<W, P> {
    /// The answer.
    Known(Option<W>),
    /// The node must be searched.
    Open {
        /// The image to search instead of the position; `None` to search the position itself.
        image: Option<Position>,
        /// Where the answer will be stored.
        place: P,
    },
}

/// A search for one piece of advice from one root.
pub(in crate::advice) struct Evaluator<'a, C> {
    pub advice: &'a Advice,
    pub root: &'a Position,
    pub memory: &'a Memory<'a>,
    pub cache: C,
}

impl<C: AnswerCache> Evaluator<'_, C> {
    /// Returns the witness that a node is satisfiable; `None` if it is not.
    pub fn satisfy(&mut self, position: &Position, depth: u32) -> Option<C::Witness> {
        if depth > DEEPEST {
            return None;
        }
        match self.cache.recall(position, depth) {
            Recalled::Known(answer) => answer,
            Recalled::Open { image, place } => {
                let found = self.look(image.as_ref().unwrap_or(position), depth);
                self.cache.store(place, position, depth, found.as_ref());
                found
            }
        }
    }

    #[inline]
    fn look(&mut self, position: &Position, depth: u32) -> Option<C::Witness> {
        let context = Context { node: Node { position, root: self.root, depth }, memory: self.memory };
        match self.advice.goals(&context) {
            Goals::Broken => None,
            Goals::Reached => Some(C::Witness::reached()),
            Goals::Open => self.by_moves(&context),
        }
    }

    /// Returns the same for a node whose goals are known to be open, so that the moves decide.
    pub fn by_moves(&mut self, context: &Context<'_>) -> Option<C::Witness> {
        match context.node.position.turn() {
            Side::Us => self.our_moves(context),
            Side::Them => self.their_replies(context),
        }
    }

    fn our_moves(&mut self, context: &Context<'_>) -> Option<C::Witness> {
        let first = self.advice.us.first_step(context);
        let found = first.and_then(|first| self.our_move(context, &[first]));
        if found.is_some() {
            return found;
        }
        let mut steps = Steps::new();
        self.advice.us.steps(context, &mut steps);
        self.cache.count_ordered(steps.len());
        if let Some(first) = first {
            steps.retain(|step| *step != first);
        }
        self.our_move(context, &steps)
    }

    /// Returns the first move after which the advice is satisfiable.
    fn our_move(&mut self, context: &Context<'_>, steps: &[Step]) -> Option<C::Witness> {
        let node = &context.node;
        steps.iter().find_map(|step| {
            let below = self.satisfy(&node.position.after(*step), node.depth + 1)?;
            Some(C::Witness::ours(*step, below))
        })
    }

    /// Every reply must be answered, and there must be one: a stalemate is not a success.
    fn their_replies(&mut self, context: &Context<'_>) -> Option<C::Witness> {
        let node = &context.node;
        let mut steps = Steps::new();
        self.advice.them.steps(context, &mut steps);
        if steps.is_empty() {
            return None;
        }
        let mut replies = <C::Witness as Witness>::Replies::default();
        for step in steps {
            let below = self.satisfy(&node.position.after(step), node.depth + 1)?;
            C::Witness::add_reply(&mut replies, step, below);
        }
        Some(C::Witness::theirs(replies))
    }
}
