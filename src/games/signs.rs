//! Lists the signs that people write after moves and between them, with the standard's number for each.

/// The meaning of a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// Nothing that the move does not already say: check, mate, en passant.
    Nothing,
    /// A numeric annotation glyph.
    Glyph(u32),
    /// How the game ended, as the standard writes it.
    Result(&'static str),
    /// A null move: the side to move passes.
    Pass,
}

/// All known signs, in plain ASCII where a look-alike exists. Any other sign becomes a comment, and so does a sign whose number
/// differs for White and Black.
const SIGNS: [(&str, Sign); 69] = [
    ("!", Sign::Glyph(1)),
    ("?", Sign::Glyph(2)),
    ("!!", Sign::Glyph(3)),
    ("‼", Sign::Glyph(3)),
    ("??", Sign::Glyph(4)),
    ("⁇", Sign::Glyph(4)),
    ("!?", Sign::Glyph(5)),
    ("⁉", Sign::Glyph(5)),
    ("?!", Sign::Glyph(6)),
    ("⁈", Sign::Glyph(6)),
    ("□", Sign::Glyph(7)),
    ("=", Sign::Glyph(10)),
    ("∞", Sign::Glyph(13)),
    ("⩲", Sign::Glyph(14)),
    ("+=", Sign::Glyph(14)),
    ("+/=", Sign::Glyph(14)),
    ("⩱", Sign::Glyph(15)),
    ("=+", Sign::Glyph(15)),
    ("=/+", Sign::Glyph(15)),
    ("±", Sign::Glyph(16)),
    ("+/-", Sign::Glyph(16)),
    ("∓", Sign::Glyph(17)),
    ("-/+", Sign::Glyph(17)),
    ("+-", Sign::Glyph(18)),
    ("-+", Sign::Glyph(19)),
    ("+--", Sign::Glyph(20)),
    ("--+", Sign::Glyph(21)),
    ("∆", Sign::Glyph(140)),
    ("△", Sign::Glyph(140)),
    ("⌓", Sign::Glyph(142)),
    ("RR", Sign::Glyph(145)),
    ("N", Sign::Glyph(146)),
    ("TN", Sign::Glyph(146)),
    ("+", Sign::Nothing),
    ("++", Sign::Nothing),
    ("#", Sign::Nothing),
    ("†", Sign::Nothing),
    ("‡", Sign::Nothing),
    ("ch", Sign::Nothing),
    ("Ch", Sign::Nothing),
    ("dis", Sign::Nothing),
    ("dbl", Sign::Nothing),
    ("disch", Sign::Nothing),
    ("dblch", Sign::Nothing),
    ("check", Sign::Nothing),
    ("mate", Sign::Nothing),
    ("Mate", Sign::Nothing),
    ("checkmate", Sign::Nothing),
    ("ep", Sign::Nothing),
    ("e.p", Sign::Nothing),
    ("1-0", Sign::Result("1-0")),
    ("1:0", Sign::Result("1-0")),
    ("0-1", Sign::Result("0-1")),
    ("0:1", Sign::Result("0-1")),
    ("1/2-1/2", Sign::Result("1/2-1/2")),
    ("1/2:1/2", Sign::Result("1/2-1/2")),
    ("1/2", Sign::Result("1/2-1/2")),
    ("½-½", Sign::Result("1/2-1/2")),
    ("½:½", Sign::Result("1/2-1/2")),
    ("½", Sign::Result("1/2-1/2")),
    ("0.5-0.5", Sign::Result("1/2-1/2")),
    ("*", Sign::Result("*")),
    ("--", Sign::Pass),
    ("Z0", Sign::Pass),
    ("@@@@", Sign::Pass),
    ("<>", Sign::Pass),
    ("0000", Sign::Pass),
    ("null", Sign::Pass),
    ("Null", Sign::Pass),
];

/// Returns the longest sign that the text begins with, and its length in bytes; `None` if it does not begin with a sign.
pub(super) fn at_start(text: &str) -> Option<(Sign, usize)> {
    let fits = |sign: &&(&str, Sign)| text.strip_prefix(sign.0).is_some_and(|rest| ends(sign.0, rest));
    SIGNS.iter().filter(fits).map(|(text, sign)| (*sign, text.len())).max_by_key(|(_, length)| *length)
}

/// Returns whether the sign ends before this rest. A sign of letters or digits must reach the end of its word.
fn ends(sign: &str, rest: &str) -> bool {
    !(sign.ends_with(char::is_alphanumeric) && rest.starts_with(char::is_alphanumeric))
}
