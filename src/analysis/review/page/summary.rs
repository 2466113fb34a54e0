//! Sums up in words what a review found.

use super::data::{Critical, PageGame};
use crate::analysis::review::account::PartKind;

/// Returns what was found in the games; `is_counted` selects the faults.
pub(super) fn in_words(games: &[PageGame], is_counted: impl Fn(&Critical) -> bool) -> String {
    let endings = games.iter().filter_map(|game| game.ending.as_ref());
    let (moves, exact) = endings.fold((0, 0), |sum, ending| (sum.0 + ending.moves, sum.1 + ending.exact));
    let counted = || games.iter().flat_map(|game| &game.critical).filter(|critical| is_counted(critical));
    let lost = counted().filter(|critical| critical.is_loss).count();
    let mistakes = counted().filter(|critical| critical.sign == "?").count();
    format!(
        "{}, {} in their endings, {exact} of them judged by exact results. {} lost half a point or more; lesser mistakes: \
         {mistakes}.{}",
        count(games.len(), "game"),
        count(moves, "move"),
        count(lost, "move"),
        turned(games),
    )
}

/// Returns how many games ended otherwise than their endings began, and where; empty if none did.
fn turned(games: &[PageGame]) -> String {
    let kinds: Vec<PartKind> =
        games.iter().filter_map(|game| game.ending.as_ref()).filter_map(|ending| ending.turned).collect();
    let of_kind = |kind: PartKind| kinds.iter().filter(|found| **found == kind).count();
    let places = [
        (PartKind::TurningPoint, "turned at one move"),
        (PartKind::Stretch, "over a few moves"),
        (PartKind::End, "after their last move"),
        (PartKind::Nowhere, "nowhere that lucena could find"),
    ];
    let found: Vec<String> = places
        .into_iter()
        .filter(|(kind, _)| of_kind(*kind) > 0)
        .map(|(kind, where_)| format!("{} {where_}", of_kind(kind)))
        .collect();
    if found.is_empty() {
        return String::new();
    }
    format!(" {} ended otherwise than the ending began: {}.", count(kinds.len(), "game"), found.join(", "))
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
