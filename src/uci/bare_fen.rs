//! Finds a FEN among the words after `lucena go` that no keyword introduces. `cli` calls it.

use super::go_words::is_keyword;

/// Fields of a complete FEN.
const FIELDS: usize = 6;

/// The words of `go`, and the FEN found among them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct GoWords {
    /// The words that `go` takes.
    pub words: Vec<String>,
    /// The FEN, with everything after it in the same argument; `None` if there is none.
    pub fen: Option<String>,
}

/// Separates a FEN from the words of `go`. The FEN begins at the first word with a slash, which no word of `go` has, and goes
/// on as long as the words fit its fields, in one argument or several.
#[must_use]
pub fn separate_fen(arguments: &[String]) -> GoWords {
    let words: Vec<(usize, &str)> = arguments
        .iter()
        .enumerate()
        .flat_map(|(place, argument)| argument.split_whitespace().map(move |word| (place, word)))
        .collect();
    let Some(begin) = words.iter().position(|(_, word)| word.contains('/')) else {
        return GoWords { words: arguments.to_vec(), fen: None };
    };
    let fields = (begin + 1..words.len()).zip(1..FIELDS);
    let fitting = fields.take_while(|(place, field)| fits(*field, words[*place].1)).count();
    let mut end = begin + 1 + fitting;
    while words.get(end).is_some_and(|(argument, word)| *argument == words[end - 1].0 && !is_keyword(word)) {
        end += 1;
    }
    let text = |words: &[(usize, &str)]| words.iter().map(|(_, word)| (*word).to_owned()).collect::<Vec<_>>();
    GoWords {
        words: [text(&words[..begin]), text(&words[end..])].concat(),
        fen: Some(text(&words[begin..end]).join(" ")),
    }
}

/// Whether a word fits a field of a FEN. Fields count from 0; field 1 is the side to move.
fn fits(field: usize, word: &str) -> bool {
    let word = word.trim_end_matches(';');
    let is_nothing = !word.is_empty() && word.chars().all(|letter| !letter.is_alphanumeric());
    match field {
        1 => matches!(word, "w" | "b"),
        2 => {
            is_nothing
                || word.chars().all(|letter| matches!(letter, 'K' | 'Q' | 'k' | 'q' | 'A'..='H' | 'a'..='h'))
        }
        3 => is_nothing || matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8']),
        _ => word.bytes().all(|letter| letter.is_ascii_digit()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn separated(arguments: &[&str]) -> (String, Option<String>) {
        let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        let GoWords { words, fen } = separate_fen(&arguments);
        (words.join(" "), fen)
    }

    #[test]
    fn a_fen_is_found_among_the_words_as_one_argument_or_as_several() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let split: Vec<&str> = fen.split(' ').collect();
        let found = ("depth 5".to_owned(), Some(fen.to_owned()));
        assert_eq!(separated(&["depth", "5", fen]), found);
        assert_eq!(separated(&[fen, "depth", "5"]), found);
        assert_eq!(separated(&[&["depth", "5"], &split[..]].concat()), found);
        assert_eq!(separated(&[&split[..], &["depth", "5"]].concat()), found);
        assert_eq!(separated(&[&format!("depth 5 {fen}")]), found);
        assert_eq!(separated(&[&format!("{fen} depth 5")]), found);
    }

    #[test]
    fn fields_may_be_missing_and_what_follows_belongs_to_a_fen_of_the_same_argument_only() {
        let is = |arguments: &[&str], words: &str, fen: &str| {
            assert_eq!(separated(arguments), (words.to_owned(), Some(fen.to_owned())));
        };
        is(&["8/8", "w", "depth", "5"], "depth 5", "8/8 w");
        is(&["8/8", "b", "--", "e3", "nodes", "7"], "nodes 7", "8/8 b -- e3");
        is(&["depth", "5", "8/8 w - - bm e4; id \"x\";"], "depth 5", "8/8 w - - bm e4; id \"x\";");
        is(&["8/8", "w", "-", "-", "0", "1", "dpth", "5"], "dpth 5", "8/8 w - - 0 1");
        assert_eq!(separated(&["depth", "5"]), ("depth 5".to_owned(), None));
    }
}
