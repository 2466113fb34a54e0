//! Shows the table of the games: result, expectation at the beginning of the ending, where it went, and faults.

use maud::{Markup, html};

use super::critical::{anchor, sign_class};
use super::data::{Critical, Ending, PageGame};
use crate::analysis::review::account::PartKind;
use crate::analysis::review::account_words::ShownPart;

/// The columns. A narrow window shows each game as a card with these labels.
const COLUMNS: [&str; 8] = [
    "game",
    "White",
    "Black",
    "result",
    "expected at the ending's beginning",
    "ending",
    "where the game turned",
    "faults",
];

/// Returns the table; `is_counted` selects the faults.
pub(super) fn table(games: &[PageGame], is_counted: &impl Fn(&Critical) -> bool) -> Markup {
    html! {
        div.scroll { table.games {
            thead { tr { @for head in COLUMNS { th { (head) } } } }
            tbody { @for game in games { tr {
                @for (label, cell) in COLUMNS.into_iter().zip(cells(game, is_counted)) { td data-label=(label) { (cell) } }
            } } }
        } }
    }
}

fn cells(game: &PageGame, is_counted: &impl Fn(&Critical) -> bool) -> [Markup; 8] {
    let ending = game.ending.as_ref();
    let number = html! {
        a href=(format_args!("#g{}", game.number)) title=(format_args!("line {} of the file", game.line)) { (game.number) }
    };
    [
        number,
        html! { (game.white) },
        html! { (game.black) },
        html! { span.result { (shown(&game.result)) } },
        html! { @match ending { Some(ending) => (expected(ending)), None => "–" } },
        html! { @match ending { Some(ending) => (ending.name), None => "none" } },
        html! { @if let Some(ending) = ending { (turns(game, ending)) } },
        faults(game, is_counted),
    ]
}

/// Returns the expectation at the beginning of the ending, in words and colours that say whether it is certain.
pub(super) fn expected(ending: &Ending) -> Markup {
    let (class, sign) = if ending.is_exact { ("certain", "certain: ") } else { ("estimated", "≈ ") };
    html! { span class=(class) { (sign) (ending.expected) } }
}

/// Returns where the expected result went, with links.
fn turns(game: &PageGame, ending: &Ending) -> Markup {
    html! {
        @for part in &ending.parts {
            @match part.kind {
                PartKind::Nowhere => { span.hint { "no turning point found" } }
                _ => { a href=(format_args!("#{}", target(game, part))) { (part.place) } " " (change(part)) }
            }
            " "
        }
    }
}

/// Returns a change in the colour that says whether it is certain.
pub(super) fn change(part: &ShownPart) -> Markup {
    html! { span class=(if part.is_exact { "certain" } else { "estimated" }) { (part.change) } }
}

/// Returns the id of the element that shows a change: a critical position or the game.
pub(super) fn target(game: &PageGame, part: &ShownPart) -> String {
    let shown = game.critical.iter().find(|critical| critical.index == part.index);
    shown.map_or_else(|| format!("g{}", game.number), |critical| anchor(game, critical))
}

fn faults(game: &PageGame, is_counted: &impl Fn(&Critical) -> bool) -> Markup {
    let is_fault =
        |critical: &&Critical| is_counted(critical) && matches!(critical.sign.as_str(), "?" | "??");
    html! {
        @for critical in game.critical.iter().filter(is_fault) {
            a href=(format_args!("#{}", anchor(game, critical))) class=(sign_class(critical)) {
                (critical.number) "\u{a0}" (critical.played.san) (critical.sign)
            } " "
        }
    }
}

/// Returns a result as people write it: `1–0`.
pub(super) fn shown(result: &str) -> &str {
    match result {
        "1/2-1/2" => "½–½",
        "1-0" => "1–0",
        "0-1" => "0–1",
        other => other,
    }
}
