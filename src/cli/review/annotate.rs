//! A judged game with its signs, values, arrows, comments and better lines, as Lichess and ChessBase read them.

use shakmaty::Move;

use super::arrow::ends;
use super::judge::JudgedMove;
use super::page::Critical;
use super::words::{capitalised, certainty_with_whence, headline};
use crate::games::{RecordedGame, RecordedLine, RecordedMove};

/// Glyphs that judge a move.
const JUDGEMENTS: std::ops::RangeInclusive<u32> = 1..=6;
/// The command that a new value takes the place of.
const VALUE: &str = "[%eval";

/// The game with what was found in it; tags and comments stay.
pub(super) fn annotated(record: &RecordedGame, judged: &[JudgedMove], told: &[Critical]) -> RecordedGame {
    let mut annotated = record.clone();
    let annotator = ("Annotator".to_owned(), format!("lucena {}", env!("CARGO_PKG_VERSION")));
    if record.tag("Annotator").is_none() {
        annotated.tags.push(annotator);
    }
    for of_move in judged {
        let critical = told.iter().find(|critical| critical.index == of_move.index);
        if let Some(made) = annotated.moves.get_mut(of_move.index) {
            annotate(made, of_move, critical);
        }
    }
    annotated
}

fn annotate(made: &mut RecordedMove, judged: &JudgedMove, critical: Option<&Critical>) {
    for comment in &mut made.comments {
        *comment = without_value(comment);
    }
    made.comments.retain(|comment| !comment.is_empty());
    let mut comment = format!("[%eval {}]", judged.after.written(!judged.game.board().turn()));
    if let Some(verdict) = judged.verdict {
        made.glyphs.retain(|glyph| !JUDGEMENTS.contains(glyph));
        made.glyphs.insert(0, verdict.glyph().into());
        comment.push_str(&drawings(judged));
        comment.push_str(&format!(" {}", sentences(judged, critical)));
    }
    made.comments.insert(0, comment);
    if !judged.better.is_empty() {
        let moves = judged.better.iter().map(|&played| plain(played)).collect();
        made.variations.push(RecordedLine { moves, ..RecordedLine::default() });
    }
}

fn plain(played: Move) -> RecordedMove {
    RecordedMove { played: Some(played), ..RecordedMove::default() }
}

/// The right move as a green arrow, the square that the wrong one went to in red.
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
    let mut text = format!("{} ({}).", headline(judged), certainty_with_whence(judged));
    if let Some(&best) = judged.better.first() {
        text.push_str(&format!(" Right was {}.", judged.game.board().notation(best)));
    }
    for reason in critical.map(|critical| critical.reasons.as_slice()).unwrap_or_default() {
        text.push_str(&format!(" {}.", capitalised(reason)));
    }
    text
}

/// A comment without the value that stood in it.
fn without_value(comment: &str) -> String {
    let Some(begin) = comment.find(VALUE) else { return comment.to_owned() };
    let Some(length) = comment[begin..].find(']') else { return comment.to_owned() };
    let rest = format!("{}{}", &comment[..begin], &comment[begin + length + 1..]);
    rest.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_value_goes_and_the_rest_of_its_comment_stays() {
        assert_eq!(without_value("[%eval 0.3,20] [%clk 0:01] good"), "[%clk 0:01] good");
        assert_eq!(without_value("a [%eval #-3] b"), "a b");
        assert_eq!(without_value("[%eval 0.3"), "[%eval 0.3");
        assert_eq!(without_value("plain"), "plain");
    }
}
