//! Writes judged games as one self-contained page: a table of the games, the costs of endings, each game's chart and critical
//! positions, and exercises from the player's own mistakes.

mod chart;
mod costs;
mod critical;
mod data;

pub(super) use data::{Critical, PageGame};

use maud::{Markup, html};
use shakmaty::Color;

use self::critical::{anchor, sign_class};
use self::data::Ending;
use crate::board::color_name;
use crate::page::{Page, picture};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.mjs");
/// The most exercises: few readers would do more.
const MOST_EXERCISES: usize = 60;

/// Returns the page. With a player's name it is a report on that player.
pub(super) fn page(source: &str, games: &[PageGame], player: Option<&str>) -> String {
    let title = match player {
        Some(name) => format!("Endings of {name}"),
        None => format!("Endings in {source}"),
    };
    let is_counted = counted_for(player);
    let body = html! {
        h1 { (title) }
        p { (in_words(games, player)) }
        h2 { "What the endings cost" }
        (costs::table(games, is_counted))
        h2 { "Games" }
        (game_table(games, &is_counted))
        (exercises(games, &is_counted))
        h2 { "Critical positions" }
        @for game in games { @if let Some(ending) = &game.ending { (game_section(game, ending)) } }
        h2 { "How lucena judges" }
        p.hint { (HOW) }
    };
    Page { title: &title, body, carried: None, style: STYLE, script: SCRIPT }.to_html()
}

/// Returns what was found in the games, or of this player in them, in words.
pub(super) fn in_words(games: &[PageGame], player: Option<&str>) -> String {
    let is_counted = counted_for(player);
    let endings = games.iter().filter_map(|game| game.ending.as_ref());
    let (moves, exact) = endings.fold((0, 0), |sum, ending| (sum.0 + ending.moves, sum.1 + ending.exact));
    let counted = || games.iter().flat_map(|game| &game.critical).filter(|critical| is_counted(critical));
    let lost = counted().filter(|critical| critical.is_loss).count();
    let mistakes = counted().filter(|critical| critical.sign == "?").count();
    let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
    format!(
        "{}, {} in their endings, {exact} of them judged by exact results. {} lost half a point or more; lesser mistakes: \
         {mistakes}.",
        count(games.len(), "game"),
        count(moves, "move"),
        count(lost, "move"),
    )
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
    score: 100 % is a win, 50 % a draw, 0 % a loss. How the game ended does not matter. ?? half a point lost, ? a mistake, \
    ?! a detour in a won position, ! the only move that keeps the result.";

fn game_table(games: &[PageGame], is_counted: &impl Fn(&Critical) -> bool) -> Markup {
    html! {
        div.scroll { table.games {
            thead { tr { @for head in ["#", "White", "Black", "result", "should be", "ending", "faults"] { th { (head) } } } }
            tbody { @for game in games { (game_row(game, is_counted)) } }
        } }
    }
}

fn game_row(game: &PageGame, is_counted: &impl Fn(&Critical) -> bool) -> Markup {
    let is_fault =
        |critical: &&Critical| is_counted(critical) && matches!(critical.sign.as_str(), "?" | "??");
    html! {
        tr {
            td {
                a href=(format_args!("#g{}", game.number)) title=(format_args!("line {} of the file", game.line)) {
                    (game.number)
                }
            }
            td { (game.white) }
            td { (game.black) }
            td.result { (shown(&game.result)) }
            @match &game.ending {
                Some(ending) => { td.result { (due(game, ending)) } td { (ending.name) } }
                None => { td.result { "–" } td { "none" } }
            }
            td {
                @for critical in game.critical.iter().filter(is_fault) {
                    a href=(format_args!("#{}", anchor(game, critical))) class=(sign_class(critical)) {
                        (critical.number) "\u{a0}" (critical.played.san) (critical.sign)
                    } " "
                }
            }
        }
    }
}

/// Returns the result that was due, marked if the game ended differently and if it is estimated.
fn due(game: &PageGame, ending: &Ending) -> Markup {
    let class = if ending.due == game.result { "as-due" } else { "not-due" };
    html! { span class=(class) { @if ending.certainty != "exact" { "≈ " } (shown(&ending.due)) } }
}

fn shown(result: &str) -> &str {
    match result {
        "1/2-1/2" => "½–½",
        "1-0" => "1–0",
        "0-1" => "0–1",
        other => other,
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
                    (shown(&game.result)) ", " (ending.name) ", from move " (ending.from)
                    @if game.critical.is_empty() { "; nothing to report" }
                }
            }
            (chart::chart(game, ending))
            @for fault in faults { (critical::position(game, fault)) }
            @if !merits.is_empty() { p { "Only moves found: " (merits.join(", ")) "." } }
        }
    }
}

/// Returns positions in which half a point was lost, as exercises.
fn exercises(games: &[PageGame], is_counted: &impl Fn(&Critical) -> bool) -> Markup {
    let mistakes = games.iter().flat_map(|game| game.critical.iter().map(move |critical| (game, critical)));
    let mut chosen: Vec<(&PageGame, &Critical)> = mistakes
        .filter(|(_, critical)| critical.is_loss && critical.better.is_some() && is_counted(critical))
        .collect();
    // Exact positions come first.
    chosen.sort_by_key(|(_, critical)| critical.certainty != "exact");
    chosen.truncate(MOST_EXERCISES);
    if chosen.is_empty() {
        return Markup::default();
    }
    html! {
        h2 { "Exercises" }
        div.tasks { @for (game, critical) in chosen { (exercise(game, critical)) } }
    }
}

fn exercise(game: &PageGame, critical: &Critical) -> Markup {
    let side = color_name(Color::from_white(critical.is_white));
    let task = if critical.was == "won" { "win" } else { "hold" };
    let by_search = if critical.certainty == "exact" { "" } else { " (by search)" };
    html! {
        div {
            (picture(&critical::board(critical)))
            p { (side) " to move and " (task) (by_search) "." }
            details {
                summary { "Solution" }
                (critical::solution(critical))
                p.hint {
                    a href=(format_args!("#{}", anchor(game, critical))) {
                        "Game " (game.number) ": " (game.white) " – " (game.black)
                    }
                }
            }
        }
    }
}
