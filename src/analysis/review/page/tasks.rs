//! Shows exercises: the positions in which half a point was lost.

use maud::{Markup, html};

use super::data::{Critical, PageGame};
use crate::page::{Exercise, HOW_TO_MOVE, exercise, solved_exercises};

/// The most exercises: few readers would do more.
const MOST: usize = 60;

/// Returns the moves of which the page makes exercises, those with exact results first.
pub(super) fn chosen(
    games: &[PageGame],
    is_counted: impl Fn(&Critical) -> bool,
) -> Vec<(&PageGame, &Critical, &Exercise)> {
    let mistakes = games.iter().flat_map(|game| game.critical.iter().map(move |critical| (game, critical)));
    let mut chosen: Vec<(&PageGame, &Critical, &Exercise)> = mistakes
        .filter(|(_, critical)| is_counted(critical))
        .filter_map(|(game, critical)| Some((game, critical, critical.task.as_ref()?)))
        .collect();
    chosen.sort_by_key(|(_, critical, _)| critical.certainty != "exact");
    chosen.truncate(MOST);
    chosen
}

/// Returns the section of the exercises; empty if there are none.
pub(super) fn section(chosen: &[(&PageGame, &Critical, &Exercise)]) -> Markup {
    if chosen.is_empty() {
        return Markup::default();
    }
    html! {
        h2 id="exercises" { "Exercises" }
        p { "In each position half a point was lost. " (HOW_TO_MOVE) " Every move has an answer." }
        (solved_exercises())
        @for (number, (game, critical, task)) in chosen.iter().enumerate() {
            h3 { "Exercise " (number + 1) }
            (exercise(number, task, &origin(game, critical)))
        }
    }
}

/// Returns the place of an exercise; the link leads to the solution.
fn origin(game: &PageGame, critical: &Critical) -> Markup {
    html! {
        p.hint {
            "From game " (game.number) ", " (game.white) " – " (game.black) ", move " (critical.number.trim_end_matches('.')) ". "
            a href=(format_args!("#{}", super::critical::anchor(game, critical))) { "What was played" }
        }
    }
}
