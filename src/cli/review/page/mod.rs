//! Judged games as one self-contained page: a table of the games, what endings cost, each game's chart and critical positions,
//! and exercises from one's own mistakes.

mod chart;
mod costs;
mod critical;
mod data;

pub(super) use data::{Critical, PageGame};

use std::fmt::Write as _;

use crate::advice::explanation::{BOARD_STYLE, shared_board};
use crate::cli::page::{escaped, head};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// More exercises than these nobody does.
const MOST_EXERCISES: usize = 60;

/// Returns the page. With a player's name it is a report on that player.
pub(super) fn page(source: &str, games: &[PageGame], player: Option<&str>) -> String {
    let title = match player {
        Some(name) => format!("Endings of {}", escaped(name)),
        None => format!("Endings in {}", escaped(source)),
    };
    let is_counted = |critical: &Critical| player.is_none_or(|name| is_of(&critical.player, name));
    let mut page = head(&title, &[BOARD_STYLE, STYLE]);
    page.push_str(&shared_board());
    let _ = write!(page, "<h1>{title}</h1>\n<p>{}</p>\n", summary(games, &is_counted));
    let _ = write!(page, "<h2>What the endings cost</h2>\n{}", costs::table(games, is_counted));
    let _ = write!(page, "<h2>Games</h2>\n{}", game_table(games, &is_counted));
    page.push_str(&exercises(games, &is_counted));
    page.push_str("<h2>Critical positions</h2>\n");
    for game in games.iter().filter(|game| game.ending.is_some()) {
        page.push_str(&game_section(game));
    }
    page.push_str(HOW);
    let _ = writeln!(page, "<script>{SCRIPT}</script></body></html>");
    page
}

/// Whether a player is meant by a name or by a part of it.
pub(super) fn is_of(player: &str, name: &str) -> bool {
    player.to_lowercase().contains(&name.to_lowercase())
}

const HOW: &str = "<h2>How it is judged</h2>\n<p class=\"hint\">Exact results are those of the rules, of the tables of up to four \
    men inside lucena, of Syzygy files where they were named, of solved pawn endings, and proofs of mate; the 50-move clock counts \
    as it stood. All others are estimated \
    by a search, as the result to be expected: 100 % a win, 50 % a draw, 0 % a loss. The result of the game plays no part. \
    ?? half a point lost, ? a mistake, ?! a detour in a won position, ! the only move that keeps the result.</p>\n";

fn summary(games: &[PageGame], is_counted: &impl Fn(&Critical) -> bool) -> String {
    let endings = games.iter().filter_map(|game| game.ending.as_ref());
    let (moves, exact) = endings.fold((0, 0), |sum, ending| (sum.0 + ending.moves, sum.1 + ending.exact));
    let counted = || games.iter().flat_map(|game| &game.critical).filter(|critical| is_counted(critical));
    let lost = counted().filter(|critical| critical.is_loss).count();
    let mistakes = counted().filter(|critical| critical.sign == "?").count();
    format!(
        "{} games, {moves} moves in their endings, {exact} of them judged by exact results. Half a point or more was lost by \
         {lost} moves, {mistakes} were lesser mistakes.",
        games.len()
    )
}

fn game_table(games: &[PageGame], is_counted: &impl Fn(&Critical) -> bool) -> String {
    let mut text = String::from(
        "<div class=\"wide\"><table class=\"games\"><thead><tr><th>#</th><th>White</th><th>Black</th><th>result</th>\
         <th>should be</th><th>ending</th><th>faults</th></tr></thead><tbody>",
    );
    for game in games {
        let faults: Vec<String> = game
            .critical
            .iter()
            .filter(|critical| is_counted(critical) && matches!(critical.sign.as_str(), "?" | "??"))
            .map(|critical| {
                let class = if critical.is_loss { "fault" } else { "sign" };
                format!(
                    "<a href=\"#g{}m{}\" class=\"{class}\">{}&nbsp;{}{}</a>",
                    game.number, critical.index, critical.number, critical.played.san, critical.sign
                )
            })
            .collect();
        let (due, name) = game.ending.as_ref().map_or_else(
            || ("–".to_owned(), "none".to_owned()),
            |ending| (due(game, &ending.due, &ending.certainty), escaped(&ending.name)),
        );
        let _ = writeln!(
            text,
            "<tr><td><a href=\"#g{0}\" title=\"line {5} of the file\">{0}</a></td><td>{1}</td><td>{2}</td><td class=\"result\">{3}</td><td class=\"result\">{due}</td>\
             <td>{name}</td><td>{4}</td></tr>",
            game.number,
            escaped(&game.white),
            escaped(&game.black),
            shown(&game.result),
            faults.join(" "),
            game.line,
        );
    }
    text.push_str("</tbody></table></div>\n");
    text
}

/// The result that was due; marked where the game went otherwise, and where it is estimated.
fn due(game: &PageGame, due: &str, certainty: &str) -> String {
    let about = if certainty == "exact" { "" } else { "≈ " };
    let class = if due == game.result { "as-due" } else { "not-due" };
    format!("<span class=\"{class}\">{about}{}</span>", shown(due))
}

fn shown(result: &str) -> &str {
    match result {
        "1/2-1/2" => "½–½",
        "1-0" => "1–0",
        "0-1" => "0–1",
        other => other,
    }
}

fn game_section(game: &PageGame) -> String {
    let Some(ending) = &game.ending else { return String::new() };
    let mut text = format!(
        "<details class=\"game\" id=\"g{}\"><summary>{}. {} – {} <span class=\"hint\">{}, {}, from move {}{}</span></summary>\n{}",
        game.number,
        game.number,
        escaped(&game.white),
        escaped(&game.black),
        shown(&game.result),
        escaped(&ending.name),
        ending.from,
        if game.critical.is_empty() { "; nothing to tell" } else { "" },
        chart::chart(game),
    );
    let (merits, faults): (Vec<&Critical>, Vec<&Critical>) =
        game.critical.iter().partition(|critical| critical.sign == "!");
    for fault in faults {
        text.push_str(&critical::position(game.number, fault));
    }
    if !merits.is_empty() {
        let merits: Vec<String> =
            merits.iter().map(|merit| format!("{} {}", merit.number, merit.played.san)).collect();
        let _ = write!(text, "<p>Only moves found: {}.</p>", merits.join(", "));
    }
    text.push_str("</details>\n");
    text
}

/// Positions in which half a point was lost, to be done better.
fn exercises(games: &[PageGame], is_counted: &impl Fn(&Critical) -> bool) -> String {
    let mistakes = games.iter().flat_map(|game| game.critical.iter().map(move |critical| (game, critical)));
    let mut chosen: Vec<(&PageGame, &Critical)> = mistakes
        .filter(|(_, critical)| critical.is_loss && critical.better.is_some() && is_counted(critical))
        .collect();
    // What is sure comes first.
    chosen.sort_by_key(|(_, critical)| critical.certainty != "exact");
    chosen.truncate(MOST_EXERCISES);
    if chosen.is_empty() {
        return String::new();
    }
    let mut text = String::from("<h2>Exercises</h2>\n<div class=\"exercises\">");
    for (game, critical) in chosen {
        let side = if critical.is_white { "White" } else { "Black" };
        let task = if critical.was == "won" { "wins" } else { "holds" };
        let sure = if critical.certainty == "exact" { "" } else { ", as far as a search sees" };
        let _ = writeln!(
            text,
            "<div class=\"exercise\">{}<p>{side} to move {task}{sure}.</p><details><summary>Solution</summary>{}\
             <p class=\"hint\"><a href=\"#g{}m{}\">Game {}: {} – {}</a></p></details></div>",
            critical::picture(critical, &[]),
            critical::solution(critical),
            game.number,
            critical.index,
            game.number,
            escaped(&game.white),
            escaped(&game.black),
        );
    }
    text.push_str("</div>\n");
    text
}
