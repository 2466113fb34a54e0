//! Annotates a judged game with signs, values, arrows, comments and better lines that Lichess and ChessBase can read.

use shakmaty::Move;

use super::account_words::{BEGINNING, ShownPart, comment_at_beginning};
use super::arrow::ends;
use super::judge::{JudgedEnding, JudgedMove};
use super::page::{Critical, PageGame};
use super::words::{capitalised, certainty_with_source, headline};
use crate::games::{RecordedGame, RecordedLine, RecordedMove};

/// The beginning of a comment's value that a new value replaces.
const VALUE: &str = "[%eval";

/// Returns the annotated game, and how many values in its comments were replaced. Tags, comments, glyphs and variations stay.
pub(super) fn annotated(
    record: &RecordedGame,
    judged: Option<&JudgedEnding>,
    page: &PageGame,
) -> (RecordedGame, usize) {
    let mut annotated = record.clone();
    let annotator = ("Annotator".to_owned(), format!("lucena {}", env!("CARGO_PKG_VERSION")));
    if record.tag("Annotator").is_none() {
        annotated.tags.push(annotator);
    }
    let (Some(judged), Some(ending)) = (judged, &page.ending) else { return (annotated, 0) };
    let mut replaced = 0;
    for of_move in &judged.moves {
        let critical = page.critical.iter().find(|critical| critical.index == of_move.index);
        if let Some(made) = annotated.moves.get_mut(of_move.index) {
            replaced += annotate(made, of_move, critical);
        }
    }
    comment_on_result(&mut annotated, judged, &ending.parts);
    (annotated, replaced)
}

/// Says what was expected where the ending begins, and where the expected result went at the moves that it went with.
fn comment_on_result(annotated: &mut RecordedGame, judged: &JudgedEnding, parts: &[ShownPart]) {
    for part in parts.iter().filter(|part| part.kind.is_named()) {
        if let Some(made) = annotated.moves.get_mut(part.index)
            && !made.comments.contains(&part.sentence)
        {
            made.comments.insert(made.comments.len().min(1), part.sentence.clone());
        }
    }
    let comments = match judged.begin.checked_sub(1).and_then(|before| annotated.moves.get_mut(before)) {
        Some(before) => &mut before.comments,
        None => &mut annotated.comments,
    };
    // A game that is reviewed again gets the sentence once.
    comments.retain(|comment| !comment.starts_with(BEGINNING));
    comments.push(comment_at_beginning(judged, parts));
}

/// Annotates a move; returns how many different values it replaced.
fn annotate(made: &mut RecordedMove, judged: &JudgedMove, critical: Option<&Critical>) -> usize {
    let value = judged.after.written(!judged.game.board().turn());
    let replaced = made.comments.iter_mut().map(|comment| take_values(comment, &value)).sum();
    made.comments.retain(|comment| !comment.is_empty());
    let mut comment = format!("[%eval {value}]");
    if let Some(verdict) = judged.verdict {
        let glyph = u32::from(verdict.glyph());
        made.glyphs.retain(|known| *known != glyph);
        made.glyphs.insert(0, glyph);
        comment.push_str(&drawings(judged));
        comment.push_str(&format!(" {}", sentences(judged, critical)));
    }
    made.comments.insert(0, comment);
    if !judged.better.is_empty() {
        let moves = judged.better.iter().map(|&played| plain(played)).collect();
        // Text in brackets before the next move stays before it.
        let last = made.variations.iter().rposition(|line| !line.ends_in_words());
        let place = last.map_or(0, |last| last + 1);
        made.variations.insert(place, RecordedLine { moves, ..RecordedLine::default() });
    }
    replaced
}

fn plain(played: Move) -> RecordedMove {
    RecordedMove { played: Some(played), ..RecordedMove::default() }
}

/// Returns a green arrow for the right move, and red for the square that the wrong one went to.
fn drawings(judged: &JudgedMove) -> String {
    match judged.better.first() {
        Some(&best) => {
            let (from, to) = ends(best);
            format!(" [%csl R{}] [%cal G{from}{to}]", ends(judged.played).1)
        }
        None => String::new(),
    }
}

fn sentences(judged: &JudgedMove, critical: Option<&Critical>) -> String {
    let mut text = format!("{} ({}).", headline(judged), certainty_with_source(judged));
    if let Some(&best) = judged.better.first() {
        text.push_str(&format!(" Right was {}.", judged.game.board().notation(best)));
    }
    for reason in critical.map(|critical| critical.reasons.as_slice()).unwrap_or_default() {
        text.push_str(&format!(" {}.", capitalised(reason)));
    }
    text
}

/// Removes the values from a comment; returns how many of them differ from this one.
fn take_values(comment: &mut String, value: &str) -> usize {
    let mut others = 0;
    while let Some((before, behind)) = comment.split_once(VALUE)
        && let Some((taken, behind)) = behind.split_once(']')
    {
        others += usize::from(taken.split(',').next().map(str::trim) != Some(value));
        let words = [before.trim_end(), behind.trim_start()];
        *comment = words.join(if words.contains(&"") { "" } else { " " });
    }
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_values_go_and_are_counted_and_the_rest_of_their_comment_stays() {
        let cases = [
            ("[%eval 0.3,20] [%clk 0:01] good", "[%clk 0:01] good", 0),
            ("[%eval 0.31] x", "x", 1),
            ("a [%eval #-3]  b  c [%eval 0.3] [%eval 1]", "a b  c", 2),
            ("[%eval 0.3", "[%eval 0.3", 0),
            ("plain", "plain", 0),
        ];
        for (comment, rest, others) in cases {
            let mut left = comment.to_owned();
            assert_eq!(take_values(&mut left, "0.3"), others, "{comment}");
            assert_eq!(left, rest, "{comment}");
        }
    }
}
