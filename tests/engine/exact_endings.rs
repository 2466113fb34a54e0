//! Endings that the tables decide: the clock counts, the longest defence is played, and drawn games continue.
//! The expected moves were computed with the Syzygy tables by another program (python-chess).

use crate::support::{analyse, check_rows, engine, game, nodes};
use lucena::board::Board;
use lucena::engine::Report;
use lucena::score::ScoreKind;
use lucena::tablebase::{EmbeddedTables, Syzygy};
use parking_lot::Mutex;
use std::sync::Arc;

const FIFTY_MOVE_LIMIT: &str = include_str!("../data/fifty_move_limit.epd");
const TROUBLESOME_DRAWS: &str = include_str!("../data/troublesome_draws.epd");

#[test]
fn with_no_ply_to_lose_before_the_fifty_move_rule_the_win_is_kept() {
    assert!(check_rows(FIFTY_MOVE_LIMIT, 200) > 50);
}

#[test]
fn in_a_drawn_ending_the_reply_that_holds_is_made_hard_to_find() {
    assert!(check_rows(TROUBLESOME_DRAWS, 200) > 15);
}

#[test]
fn a_mate_that_comes_too_late_is_not_called_a_win() {
    // The lone king stands in the middle of the board: mate takes more than the five plies that are left.
    let late = game("8/8/8/3k4/8/8/8/KR6 w - - 95 90");
    let last = analyse(&late, nodes(3000)).last().score;
    assert_eq!(last.kind(), ScoreKind::Centipawns(0));
    // Mated in the end, but not before the rule saves.
    let saved = game("8/8/8/3k4/8/8/8/KR6 b - - 94 90");
    assert_eq!(analyse(&saved, nodes(3000)).last().score.kind(), ScoreKind::Centipawns(0));
    let in_time = game("8/8/8/3k4/8/8/8/KR6 w - - 0 90");
    assert!(analyse(&in_time, nodes(3000)).last().score.is_win());
}

#[test]
fn a_lost_side_keeps_the_winner_busy_longest() {
    for fen in [
        "8/8/8/3k4/8/8/1R6/K7 b - - 0 1",
        "8/8/8/8/3k4/7r/1Q6/K7 b - - 0 1",
        "7k/8/8/8/2NB4/2K5/8/8 b - - 0 1",
    ] {
        let start = game(fen);
        let analysis = analyse(&start, nodes(200));
        let longest = start.board().legal_moves().into_iter().filter_map(|played| {
            let child = start.board().after(played);
            (!played.is_zeroing()).then(|| EmbeddedTables::built_in().plies_to_zeroing(&child))?
        });
        let chosen = start.board().after(analysis.best.unwrap());
        assert_eq!(EmbeddedTables::built_in().plies_to_zeroing(&chosen), longest.max(), "{fen}");
    }
}

#[test]
fn a_syzygy_folder_is_reported_with_its_tables() {
    let folder = tempfile::tempdir().unwrap();
    // It begins like a table of results, with its four letters of the format.
    std::fs::write(folder.path().join("KRPvKR.rtbw"), [0x71, 0xe8, 0x23, 0x5d].repeat(20)).unwrap();
    let path = folder.path().display().to_string();
    let mut engine = engine(|_| {});
    let notes = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&notes);
    let mut options = engine.options().clone();
    options.syzygy_path = path.clone();
    let report = move |report: Report| {
        if let Report::Notice(notice) = report {
            sink.lock().push(lucena::uci::in_words(&notice));
        }
    };
    engine.set_options(options, Arc::new(report)).unwrap();
    engine.wait();
    assert_eq!(*notes.lock(), [format!("Syzygy {path}: 5 men: 1 tables of results, 0 of distances")]);
}

/// Four men on random squares, where that is a legal position.
fn random_board(random: &mut fastrand::Rng) -> Option<Board> {
    let mut squares = ['1'; 64];
    let mut role = || ['Q', 'R', 'B', 'N', 'P', 'q', 'r', 'b', 'n', 'p'][random.usize(0..10)];
    let men = ['K', 'k', role(), role()];
    for man in men {
        squares[random.usize(0..64)] = man;
    }
    let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
    let side = if random.bool() { 'w' } else { 'b' };
    Board::from_fen(&format!("{} {side} - - 0 1", ranks.join("/")), false).ok()
}

/// `LUCENA_SYZYGY=FOLDER cargo test --release --test engine exact_endings -- --ignored`
#[test]
#[ignore = "needs Syzygy files of three and four men"]
fn own_distances_to_zeroing_are_those_of_the_syzygy_files() {
    let (syzygy, _) = Syzygy::open(&[std::env::var("LUCENA_SYZYGY").unwrap().into()]);
    let mut random = fastrand::Rng::with_seed(3);
    let mut compared = [0; 2];
    while compared[0] < 300_000 {
        let Some(board) = random_board(&mut random) else { continue };
        let Some(own) = EmbeddedTables::built_in().plies_to_zeroing(&board) else { continue };
        let theirs = syzygy.distance(&board).unwrap().plies;
        compared[0] += 1;
        // Their tables may round; a mated side has a ply there.
        compared[1] += usize::from(theirs != own);
        assert!(theirs.abs_diff(own) <= 1, "{own} {theirs} {}", board.fen());
    }
    println!("{} positions, {} differ by a ply", compared[0], compared[1]);
}
