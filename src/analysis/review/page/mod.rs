//! Writes judged games as one self-contained page: a table of the games, the costs of endings, each game's chart and critical
//! positions, and exercises from the player's own mistakes.

mod answers;
mod chart;
mod costs;
mod critical;
mod data;
mod games;
mod summary;
mod tasks;

pub(super) use data::{Critical, PageGame};

use maud::{Markup, html};
use serde::Serialize;

use self::data::Ending;
use crate::analysis::review::account_words::percent_points;
use crate::page::{Carried, Exercise, Page};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.mjs");

/// What the page's script answers by.
#[derive(Serialize)]
struct Data<'a> {
    exercises: Vec<&'a Exercise>,
}

/// Returns the page. With a player's name it is a report on that player.
///
/// # Errors
/// If what the page carries cannot be written as JSON, which would be a bug.
pub(super) fn page(
    source: &str,
    games: &[PageGame],
    player: Option<&str>,
) -> Result<String, serde_json::Error> {
    let title = match player {
        Some(name) => format!("Endings of {name}"),
        None => format!("Endings in {source}"),
    };
    let is_counted = counted_for(player);
    let tasks = tasks::chosen(games, is_counted);
    let carried = Carried::new(&Data { exercises: tasks.iter().map(|(_, _, task)| *task).collect() })?;
    let body = html! {
        h1 { (title) }
        p { (in_words(games, player)) }
        h2 { "What the endings cost" }
        (costs::table(games, is_counted))
        h2 { "Games" }
        (games::table(games, &is_counted))
        (tasks::section(&tasks))
        h2 { "Critical positions" }
        @for game in games { @if let Some(ending) = &game.ending { (game_section(game, ending)) } }
        h2 { "How lucena judges" }
        p.hint { (HOW) }
    };
    Ok(Page { title: &title, body, carried: Some(carried), style: STYLE, script: SCRIPT }.to_html())
}

/// Returns what was found in the games, or of this player in them, in words.
pub(super) fn in_words(games: &[PageGame], player: Option<&str>) -> String {
    summary::in_words(games, counted_for(player))
}

/// Returns which critical positions count: those of a player, or all.
fn counted_for(player: Option<&str>) -> impl Fn(&Critical) -> bool + Copy {
    move |critical| player.is_none_or(|name| is_of(&critical.player, name))
}

/// Returns whether a name, or a part of it, means this player.
pub(super) fn is_of(player: &str, name: &str) -> bool {
    player.to_lowercase().contains(&name.to_lowercase())
}

const HOW: &str = "A result is exact if the rules, the built-in tables of up to four men, Syzygy files, a solved pawn ending or a \
    proof of mate give it, with the 50-move clock as it was in the game. A search estimates all other results as an expected \
    score: 100 % is a win, 50 % a draw, 0 % a loss. ?? half a point lost, by exact results or confirmed by a much longer search, \
    ? a mistake, ?! doubtful: it seemed to lose half a point, but the longer search did not settle it; or a detour in a won \
    position. ! the only move that keeps the result. Where a game ended otherwise than its ending began, lucena searches longest, \
    from the end back, for the move or the few moves with which the expected result went.";

/// Returns the sum that leads from the expectation to the result, in White's percent points.
fn sum(game: &PageGame, ending: &Ending, difference: f64) -> Markup {
    let named = ending.parts.iter().filter(|part| part.kind.is_named());
    html! {
        "At the ending's beginning " (games::expected(ending)) "; "
        @for part in named { (percent_points(part.points)) " at " (part.place) "; " }
        (percent_points(100.0 * ending.unnamed)) " in small steps; together "
        (percent_points(100.0 * difference)) " to the result " (games::shown(&game.result)) " (White's percent points)."
    }
}

fn game_section(game: &PageGame, ending: &Ending) -> Markup {
    let (merits, faults): (Vec<&Critical>, Vec<&Critical>) =
        game.critical.iter().partition(|critical| critical.sign == "!");
    let merits: Vec<String> =
        merits.iter().map(|merit| format!("{} {}", merit.number, merit.played.san)).collect();
    html! {
        details.game id=(format_args!("g{}", game.number)) {
            summary {
                (game.number) ". " (game.white) " – " (game.black) " "
                span.hint {
                    (games::shown(&game.result)) ", " (ending.name) ", from move " (ending.from)
                    @if game.critical.is_empty() && ending.parts.is_empty() { "; nothing to report" }
                }
            }
            (chart::chart(game, ending))
            @for part in &ending.parts { p { (part.sentence) } }
            @if let Some(difference) = ending.difference { p.hint { (sum(game, ending, difference)) } }
            @for fault in faults { (critical::position(game, fault)) }
            @if !merits.is_empty() { p { "Only moves found: " (merits.join(", ")) "." } }
        }
    }
}
