//! What must hold for any bytes that are read as a file of games. Shared with the fuzz target.

use lucena::games::{Games, RecordedGame};

/// Reads bytes as games, writes these, and reads them again.
pub fn examine(bytes: &[u8]) {
    let read = games_of(bytes);
    let written = text_of(&read);
    let again = games_of(written.as_bytes());
    assert_eq!(again.len(), read.len(), "as many games are read as were written:\n{written}");
    for (first, second) in read.iter().zip(&again) {
        assert_eq!(tree_of(first), tree_of(second), "{written}");
    }
    assert_eq!(text_of(&again), written, "what was written is written the same again");
}

/// The games that can be read. What is said of the others has to be words.
fn games_of(bytes: &[u8]) -> Vec<RecordedGame> {
    let mut games = Vec::new();
    for game in Games::new(bytes) {
        match game.unwrap() {
            Ok(game) => games.push(game),
            Err(broken) => assert!(!broken.to_string().is_empty()),
        }
    }
    games
}

fn text_of(games: &[RecordedGame]) -> String {
    games.iter().map(RecordedGame::to_pgn).collect()
}

/// Everything that the moves of a game say, and what is said of them. Braces cannot be written within a comment: parentheses
/// stand for them.
fn tree_of(game: &RecordedGame) -> String {
    let RecordedGame { start, comments, glyphs, moves, result, .. } = game;
    // In one line: with line breaks it takes minutes where variations are nested deep.
    let tree = format!("{} {comments:?} {glyphs:?} {moves:?} {result}", start.fen());
    tree.replace('{', "(").replace('}', ")")
}
