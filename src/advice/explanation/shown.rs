//! The boards of an explanation: the game to step through, with the squares that the table speaks of in colour, and what the
//! colours mean.

use shakmaty::Bitboard;

use super::areas::Area;
use super::explain::Explanation;
use super::threats::{our_threats, their_threats};
use crate::advice::position::view::Position;
use crate::advice::shown::{arrow, shown_line};
use crate::page::{Line, Mark};

impl Explanation {
    /// Returns the game, with arrows on its first two boards.
    pub fn shown_line(&self) -> Line {
        let marking = |position: &Position| self.marks(position);
        let mut line = shown_line(&self.position, &self.line, self.us, &marking);
        let arrows = |class, steps: Vec<_>| {
            steps.into_iter().map(move |step| arrow(class, step, self.us)).collect::<Vec<_>>()
        };
        if let Some(first) = line.boards.first_mut() {
            first.arrows = arrows("danger", their_threats(&self.position));
            first.arrows.extend(self.played.as_ref().map(|played| arrow("move", played.step, self.us)));
        }
        if let (Some(second), Some(played)) = (line.boards.get_mut(1), self.line.moves.first()) {
            second.arrows = arrows("threat", our_threats(&played.after));
        }
        if self.line.moves.is_empty() {
            line.end = String::new();
        }
        line
    }

    fn marks(&self, position: &Position) -> Vec<Mark> {
        let mark = |area: &Area| Mark::new(area.class(), area.squares(position, self.us));
        self.areas.iter().filter_map(mark).collect()
    }

    /// Returns the classes of the colours and arrows of a line, each with its meaning.
    pub(super) fn meanings(&self, line: &Line) -> Vec<(&'static str, &'static str)> {
        let is_shown = |area: &&Area| {
            let has = |position: &Position| area.squares(position, self.us) != Bitboard::EMPTY;
            has(&self.position) || self.line.moves.iter().any(|played| has(&played.after))
        };
        let areas = self.areas.iter().filter(is_shown).map(|area| (area.class(), area.legend()));
        let has_arrow =
            |class: &str| line.boards.iter().flat_map(|board| &board.arrows).any(|one| one.is(class));
        let arrows = [
            ("move", "the move"),
            ("danger", "what they threaten to take before it"),
            ("threat", "what it threatens: mate, or a new queen, were it our turn again"),
        ];
        areas.chain(arrows.into_iter().filter(|(class, _)| has_arrow(class))).collect()
    }
}
