//! Signs that stand at moves or between them: what each says, by the numbers that the standard gives them.

/// What a sign says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// Nothing that the move does not say itself: check, mate, capture in passing.
    Nothing,
    /// A numeric annotation glyph.
    Glyph(u32),
    /// How the game ended, as the standard writes it.
    Result(&'static str),
    /// A null move: who is to move passes.
    Pass,
}

/// All signs, after letters of ASCII have taken the place of their look-alikes. A sign that is missing here is kept as a
/// comment, and so are those that have one number for White and another for Black.
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

/// The longest sign that a text begins with, and its length in bytes.
pub(super) fn at_start(text: &str) -> Option<(Sign, usize)> {
    let fits = |sign: &&(&str, Sign)| text.strip_prefix(sign.0).is_some_and(|rest| ends(sign.0, rest));
    SIGNS.iter().filter(fits).map(|(text, sign)| (*sign, text.len())).max_by_key(|(_, length)| *length)
}

/// Whether a sign ends where this rest begins: letters and digits go on to the end of their word.
fn ends(sign: &str, rest: &str) -> bool {
    !(sign.ends_with(char::is_alphanumeric) && rest.starts_with(char::is_alphanumeric))
}
