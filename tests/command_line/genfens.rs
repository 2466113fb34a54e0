//! `lucena genfens` as OpenBench's clients call it: the words as one argument, `quit` as the next, and lines that begin
//! with `info string genfens`.

use std::collections::HashSet;
use std::fs;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

use crate::binary::binary;

struct Ran {
    output: String,
    errors: String,
    code: i32,
}

/// Runs the binary as a client does.
fn genfens(words: &str) -> Ran {
    let line = format!("genfens {words} ");
    let run = binary().args([line.as_str(), "quit"]).output().unwrap();
    Ran {
        output: String::from_utf8(run.stdout).unwrap(),
        errors: String::from_utf8(run.stderr).unwrap(),
        code: run.status.code().unwrap(),
    }
}

/// The FENs as a client cuts them out of the lines.
fn fens(ran: &Ran) -> Vec<String> {
    assert_eq!(ran.code, 0, "{}", ran.errors);
    let fen = |line: &str| line.strip_prefix("info string genfens ").unwrap().to_owned();
    ran.output.lines().map(fen).collect()
}

/// Reads a FEN as strictly as shakmaty does.
fn strictly(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

#[test]
fn positions_are_as_many_as_asked_for_legal_unfinished_and_all_different() {
    let fens = fens(&genfens("40 seed 42 book None"));
    assert_eq!(fens.len(), 40);
    assert_eq!(fens.iter().collect::<HashSet<_>>().len(), 40);
    for fen in fens {
        // A client takes exactly two words behind the fourth for the counters.
        assert_eq!(fen.split(' ').count(), 6, "{fen}");
        let position = strictly(&fen);
        assert!(!position.is_game_over(), "{fen}");
        let plies = 2 * (position.fullmoves().get() - 1) + u32::from(position.turn().is_black());
        assert!((6..=10).contains(&plies), "{fen}");
    }
}

#[test]
fn a_seed_gives_the_same_positions_every_time_and_another_seed_others() {
    let first = fens(&genfens("20 seed 42 book None"));
    assert_eq!(fens(&genfens("20 seed 42 book None")), first);
    // A longer run begins with the same ones: threads with other numbers change nothing.
    assert_eq!(fens(&genfens("25 seed 42 book None"))[..20], first);
    for other in ["43", "41", "2147483647"] {
        let others = fens(&genfens(&format!("20 seed {other} book None")));
        assert!(others.iter().all(|fen| !first.contains(fen)), "{other}");
    }
}

#[test]
fn positions_of_a_book_are_its_own_after_so_many_moves() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.epd");
    let lines = [
        "8/5ppp/4k3/8/8/4K3/5PPP/8 w - - hmvc 3; id \"one\";",
        "# a comment",
        "",
        "1r4k1/5pp1/7p/8/8/7P/5PP1/2R3K1 b - - 0 20",
    ];
    fs::write(&book, lines.join("\n")).unwrap();
    let name = book.to_str().unwrap();
    let unmoved = fens(&genfens(&format!("2 seed 1 book {name} plies 0")));
    let expected: HashSet<&str> =
        ["8/5ppp/4k3/8/8/4K3/5PPP/8 w - - 3 1", "1r4k1/5pp1/7p/8/8/7P/5PP1/2R3K1 b - - 0 20"].into();
    assert_eq!(unmoved.iter().map(String::as_str).collect::<HashSet<_>>(), expected);
    // Only two are to be had: the others are given again rather than not at all.
    assert_eq!(fens(&genfens(&format!("3 seed 1 book {name} plies 0"))).len(), 3);
    for fen in fens(&genfens(&format!("12 seed 1 book {name}"))) {
        assert!(strictly(&fen).board().occupied().count() <= 10, "{fen}");
    }
}

#[test]
fn mistakes_are_reported_and_end_with_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let empty = path("empty.epd", "\n");
    let games = path("games.epd", "1. e4 e5 2. Nf3 *\n");
    for (words, reason) in [
        ("many seed 1 book None".to_owned(), "\"many\""),
        ("3 book None".to_owned(), "the seed is missing; write genfens N seed S"),
        ("3 seed 1 book".to_owned(), "\"book\" has no value"),
        ("3 seed 1 book None colour white".to_owned(), "unknown word \"colour\"; allowed: seed, "),
        (format!("3 seed 1 book {empty}"), "has no line with a position"),
        (format!("3 seed 1 book {games}"), "games.epd:1:"),
    ] {
        let ran = genfens(&words);
        assert_eq!((ran.code, ran.output.as_str()), (2, ""), "{words}");
        assert!(ran.errors.contains(reason), "{words}: {}", ran.errors);
    }
    let missing = genfens("3 seed 1 book no/such.epd");
    assert_eq!(missing.code, 1);
    assert!(missing.errors.contains("no/such.epd"), "{}", missing.errors);
}

#[test]
fn a_book_without_a_balanced_position_ends_it_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("won.epd");
    fs::write(&book, "4k3/8/8/8/8/8/PPPP4/QQ2K3 w - - 0 1\n").unwrap();
    let ran = genfens(&format!("3 seed 1 book {} plies 0", book.display()));
    assert_eq!((ran.code, ran.output.as_str()), (1, ""));
    assert!(ran.errors.contains("balanced"), "{}", ran.errors);
}

#[test]
fn lines_of_a_book_without_a_position_are_reported_and_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("half.epd");
    fs::write(&book, "8/5ppp/4k3/8/8/4K3/5PPP/8 w - -\nno position\n").unwrap();
    let ran = genfens(&format!("12 seed 1 book {}", book.display()));
    assert_eq!((ran.output.lines().count(), ran.code), (12, 2));
    assert_eq!(ran.errors.matches("half.epd:2:").count(), 1, "{}", ran.errors);
}
