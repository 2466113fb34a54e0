//! Advice in play, through the real binary: it does what it announces, and steps back where it must.

use std::sync::atomic::AtomicBool;

use crate::process::Process;
use lucena::board::{Board, CLOCK_LIMIT, Game};
use lucena::tablebase::{Build, DtmTables};
use shakmaty::{Color, Move, Role, Square};

/// The shortest wins, by an exact table: the defence that resists longest, and what the rules allow.
struct Optimum(DtmTables);

impl Optimum {
    fn new() -> Optimum {
        let cancel = AtomicBool::new(false);
        let build = Build { threads: 1, gives_way: false, cancel: &cancel, progress: &|_| {} };
        let tables = DtmTables::new();
        tables.provide("KRvK".parse().unwrap(), None, &build).unwrap();
        Optimum(tables)
    }

    /// Moves to mate with the side that has the rook to move.
    fn moves(&self, board: &Board) -> u32 {
        self.0.distance(board).unwrap().plies.div_ceil(2)
    }

    /// The reply after which the mate is furthest; a capture is the end of all hope.
    fn reply(&self, board: &Board) -> Option<Move> {
        let replies = board.legal_moves();
        assert!(!replies.iter().any(|reply| reply.is_capture()), "the rook hangs: {}", board.fen());
        replies.into_iter().max_by_key(|reply| self.moves(&board.after(*reply)))
    }
}

/// Positions with the rook's side to move, in an order and with colours that have no pattern.
fn starts(count: usize, fits: impl Fn(&Board) -> bool) -> Vec<Board> {
    let mut random = fastrand::Rng::with_seed(11);
    let mut found = Vec::new();
    while found.len() < count {
        let [king, rook, theirs] = [0; 3].map(|_| Square::new(random.u32(0..64)));
        let us = if random.bool() { Color::White } else { Color::Black };
        let mut pieces = shakmaty::Board::empty();
        pieces.set_piece_at(king, Role::King.of(us));
        pieces.set_piece_at(rook, Role::Rook.of(us));
        pieces.set_piece_at(theirs, Role::King.of(us.other()));
        let fen = format!("{} {} - - 0 1", pieces.board_fen(), us.char());
        match Board::from_fen(&fen, false) {
            Ok(board) if pieces.occupied().count() == 3 && fits(&board) => found.push(board),
            _ => {}
        }
    }
    found
}

fn with_clock(board: &Board, clock: u32) -> Board {
    let fen = board.fen().replace("- - 0 1", &format!("- - {clock} 60"));
    Board::from_fen(&fen, false).unwrap()
}

/// The mate that an answer announces, in moves.
fn announced(lines: &[String]) -> Option<u32> {
    let line = lines.iter().rfind(|line| line.contains(" score mate "))?;
    line.split(" mate ").nth(1)?.split(' ').next()?.parse().ok()
}

fn line(lines: &[String]) -> Vec<String> {
    let line = lines.iter().rfind(|line| line.contains(" pv ")).unwrap();
    line.split(" pv ").nth(1).unwrap().split(' ').map(str::to_owned).collect()
}

/// Plays a start out against a defence, and gives what was told at each move of the engine.
fn play(
    engine: &mut Process,
    start: &Board,
    reply: impl Fn(&Board, &[String]) -> Option<String>,
) -> Vec<Vec<String>> {
    let mut game = Game::new(start.clone());
    let mut moves = Vec::new();
    let mut told = Vec::new();
    engine.send("ucinewgame");
    loop {
        engine.send(&format!("position fen {} moves {}", start.fen(), moves.join(" ")));
        let lines = engine.search("go movetime 1");
        let best = lines.last().unwrap().split(' ').nth(1).unwrap().to_owned();
        game.play_uci(&best).unwrap();
        moves.push(best);
        assert!(game.board().halfmove_clock() <= CLOCK_LIMIT, "{}: {moves:?}", start.fen());
        let answer = reply(game.board(), &lines);
        told.push(lines);
        let Some(answer) = answer else {
            assert!(game.board().is_check(), "stalemate after {} {moves:?}", start.fen());
            return told;
        };
        game.play_uci(&answer).unwrap();
        assert!(game.board().halfmove_clock() < CLOCK_LIMIT, "drawn: {} {moves:?}", start.fen());
        moves.push(answer);
    }
}

fn text(played: Move) -> String {
    played.to_uci(shakmaty::CastlingMode::Standard).to_string()
}

#[test]
fn king_and_rook_mates_within_the_announced_number_of_moves_at_one_millisecond_a_move() {
    let optimum = Optimum::new();
    let mut engine = Process::start("");
    for start in starts(30, |_| true) {
        let told = play(&mut engine, &start, |board, _| optimum.reply(board).map(text));
        assert!(told.len() as u32 <= announced(&told[0]).unwrap(), "{}", start.fen());
        for (before, after) in told.iter().zip(&told[1..]) {
            assert!(announced(after) < announced(before), "{}", start.fen());
        }
        for lines in &told {
            assert!(lines[0].starts_with("info string advice krk: rule "), "{lines:?}");
        }
    }
}

#[test]
fn the_announced_mate_counts_down_by_one_against_the_announced_defence() {
    let mut engine = Process::start("");
    for start in starts(10, |_| true) {
        let told = play(&mut engine, &start, |board, lines| {
            let expected = line(lines).get(1).cloned();
            assert_eq!(expected.is_none(), board.legal_moves().is_empty());
            expected
        });
        for (number, lines) in told.iter().enumerate() {
            assert_eq!(announced(lines), Some((told.len() - number) as u32), "{}", start.fen());
            assert_eq!(line(lines).len(), 2 * (told.len() - number) - 1, "the whole line to mate");
        }
    }
}

#[test]
fn with_little_left_of_the_clock_every_win_that_the_rule_allows_is_won() {
    let optimum = Optimum::new();
    let mut handed_over = 0;
    for clock in [40, 60, 70] {
        // The longest wins that can still be allowed: at clock 70 not a single move may be lost.
        let longest = ((CLOCK_LIMIT - clock).div_ceil(2)).min(16);
        let hard = starts(6, |board| optimum.moves(board) >= longest - 1 && optimum.moves(board) <= longest);
        let any = starts(4, |board| optimum.moves(board) <= longest);
        for start in hard.into_iter().chain(any) {
            // A new engine for each: nothing has been built before.
            let mut engine = Process::start("");
            let told =
                play(&mut engine, &with_clock(&start, clock), |board, _| optimum.reply(board).map(text));
            let is_handed_over =
                |lines: &Vec<String>| lines[0].contains("left by the 50-move rule; exact play");
            handed_over += u32::from(told.iter().any(is_handed_over));
        }
    }
    assert!(handed_over >= 6, "{handed_over}");
}

#[test]
fn black_plays_the_mirror_image_of_white_and_announces_the_same_mate() {
    let mut engine = Process::start("");
    let mirrored = |uci: &String| -> String {
        let turned = |letter: char| letter.to_digit(10).map_or(letter, |rank| char::from(b'9' - rank as u8));
        uci.chars().map(turned).collect()
    };
    for start in starts(40, |board| board.turn() == Color::White) {
        let mut pieces = shakmaty::Position::board(start.position()).clone();
        pieces.flip_vertical();
        pieces.swap_colors();
        engine.send(&format!("position fen {}", start.fen()));
        let white = engine.search("go movetime 1");
        engine.send(&format!("position fen {} b - - 0 1", pieces.board_fen()));
        let black = engine.search("go movetime 1");
        assert_eq!(announced(&white), announced(&black));
        assert_eq!(line(&white).iter().map(mirrored).collect::<Vec<_>>(), line(&black));
    }
}

const FREE: &str = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";

#[test]
fn what_is_asked_for_goes_before_the_advice() {
    let mut engine = Process::start("");
    engine.send(&format!("position fen {FREE}"));
    let plays = |lines: &[String]| lines[0].starts_with("info string advice krk: rule ");
    for words in ["depth 1", "nodes 1", "mate 30", "searchmoves a1d1", "wtime 1 btime 1", "movetime 1"] {
        assert!(plays(&engine.search(&format!("go {words}"))), "{words}");
    }
    for (words, reason) in [
        ("depth 4 searchmoves a1a2 a1a3", "searchmoves leaves its move out"),
        ("nodes 1000 mate 3", "it mates in 17, but go asks for a mate in 3"),
    ] {
        let lines = engine.search(&format!("go {words}"));
        assert!(lines[0].contains(&format!("advice krk: {reason}; exact play takes over")), "{lines:?}");
    }
    for (option, back, reason) in [
        ("MultiPV value 2", "MultiPV value 1", "MultiPV asks for 2"),
        ("UCI_LimitStrength value true", "UCI_LimitStrength value false", "limited strength"),
    ] {
        engine.send(&format!("setoption name {option}"));
        assert!(engine.search("go depth 4")[0].contains(reason), "{option}");
        engine.send(&format!("setoption name {back}"));
        assert!(plays(&engine.search("go depth 4")), "{back}");
    }
}

#[test]
fn a_position_for_the_third_time_is_left_to_exact_play() {
    let mut engine = Process::start("");
    let moves = "d5c6 d1a1 c6d5 a1d1 d5c6 d1a1 c6d5";
    engine.send(&format!("position fen 8/8/8/3k4/8/8/8/3RK3 b - - 0 1 moves {moves}"));
    let lines = engine.search("go movetime 20");
    assert!(
        lines[0].contains("a position would occur for the third time; exact play takes over"),
        "{lines:?}"
    );
    assert_ne!(lines.last().unwrap().split(' ').nth(1), Some("a1d1"));
}

#[test]
fn an_infinite_search_and_a_ponder_search_tell_at_once_and_answer_when_they_are_ended() {
    // In analysis the shortest mate is told, in a game the table's own.
    for (go, mate, end, best) in [
        ("go infinite", " score mate 14 ", "stop", "bestmove a1a5 ponder d5c4"),
        ("go ponder wtime 1000 btime 1000", " score mate 17 ", "ponderhit", "bestmove a1d1 ponder d5c6"),
    ] {
        let mut engine = Process::start("");
        engine.send(&format!("position fen {FREE}"));
        engine.send(go);
        engine.until(mate);
        let before = engine.answers("isready", "readyok");
        assert!(before.iter().all(|line| !line.starts_with("bestmove")), "{before:?}");
        let lines = engine.search(end);
        assert_eq!(lines.last().unwrap(), best);
    }
}

#[test]
fn a_listed_table_of_five_men_without_a_proof_says_how_to_get_one_and_the_search_plays() {
    let mut engine = Process::start("play = \"krpkr\"");
    engine.send("position fen 1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1");
    // The first search may not wait for the answer of the cache.
    let lines: Vec<String> = (0..4).flat_map(|_| engine.search("go depth 4")).collect();
    let says = "info string advice krpkr: it is not proven: the proof of so many men takes minutes; `lucena advice prove` \
                stores it for games";
    assert_eq!(lines.iter().filter(|line| line.starts_with(says)).count(), 1, "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 4, "{lines:?}");
}

#[test]
fn explained_advice_leaves_the_move_to_the_search_and_switched_off_it_says_nothing() {
    let mut engine = Process::start("");
    engine.send("setoption name Advice value explain");
    engine.send("position fen 8/8/8/8/8/1K6/6R1/k7 w - - 0 1");
    let lines = engine.search("go depth 6");
    let remark = &lines[lines.len() - 2];
    assert!(
        remark.starts_with("info string advice krk agrees: rule net_rule, net: mate within six moves"),
        "{lines:?}"
    );
    engine.send(&format!("position fen {FREE}"));
    let lines = engine.search("go depth 4 searchmoves a1a2");
    assert!(lines[lines.len() - 2].starts_with("info string advice krk would play Rd1+: rule "), "{lines:?}");
    engine.send("setoption name Advice value off");
    let lines = engine.search("go depth 4");
    assert!(!lines.iter().any(|line| line.contains("advice")), "{lines:?}");
    // A table that is not listed for play explains in either mode.
    engine.send("setoption name Advice value play");
    engine.send("position fen 8/8/8/3k4/8/8/8/Q3K3 w - - 0 1");
    let lines = engine.search("go depth 4");
    assert!(lines[lines.len() - 2].starts_with("info string advice kqk "), "{lines:?}");
}

const QUEEN: &str = "position fen 8/8/8/3k4/8/8/8/Q3K3 w - - 0 1";

#[test]
fn a_broken_table_of_the_user_is_reported_once_with_its_place_and_left_out() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("broken.al0"), "material KQ v K\nrule").unwrap();
    let settings = format!("play = \"krk, nothing\"\nfolder = {:?}", folder.path().to_str().unwrap());
    let mut engine = Process::start(&settings);
    engine.send(QUEEN);
    let first = engine.search("go depth 4");
    let notes: Vec<&String> =
        first.iter().filter(|line| line.contains("broken.al0:2:5: expected a name")).collect();
    assert_eq!(notes.len(), 1, "{first:?}");
    assert!(first.iter().any(|line| line.contains("unknown table \"nothing\"; allowed: krk, ")), "{first:?}");
    let second = engine.search("go depth 4");
    assert!(!second.iter().any(|line| line.contains("broken") || line.contains("nothing")), "{second:?}");
    engine.send(&format!("position fen {FREE}"));
    assert!(engine.search("go movetime 1")[0].starts_with("info string advice krk: rule "));
}

#[test]
fn a_users_table_is_proven_in_the_background_and_its_proof_kept() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.al0"), include_str!("../../src/advice/tables/kqk.al0")).unwrap();
    let proofs = folder.path().join("proofs");
    let settings = format!(
        "play = \"mine\"\nfolder = {:?}\ncache_folder = {:?}",
        folder.path().to_str().unwrap(),
        proofs.to_str().unwrap()
    );
    let mut engine = Process::start(&settings);
    engine.send(QUEEN);
    let first = engine.search("go movetime 1");
    assert!(first[0].contains("advice mine: it is being proven; exact play meanwhile"), "{first:?}");
    let lines = wait_for(&mut engine, "info string advice mine: rule ");
    assert!(lines[0].contains("advice mine: proven, the longest win takes 14 moves"), "{lines:?}");
    drop(engine);
    // The next engine takes the proof from the cache.
    let file = std::fs::read_dir(&proofs).unwrap().next().unwrap().unwrap().path();
    let mut engine = Process::start(&settings);
    engine.send(QUEEN);
    assert!(wait_for(&mut engine, "info string advice mine: rule ").len() < 5);
    drop(engine);
    // A file that is not whole is told and not believed.
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let mut engine = Process::start(&settings);
    engine.send(QUEEN);
    let lines = wait_for(&mut engine, "info string advice mine: rule ");
    assert!(lines[0].contains("is not used: it is damaged: its checksum is wrong"), "{lines:?}");
    assert!(std::fs::read(&file).unwrap() == bytes, "it is written again");
}

#[test]
fn a_table_that_is_not_proven_does_not_play() {
    let mut engine = Process::start("play = \"krk_book\"");
    engine.send(&format!("position fen {FREE}"));
    let lines = wait_for(&mut engine, "won positions escape, as in ");
    assert!(
        lines[0].contains("advice krk_book: it is not proven: 48 won positions escape, as in "),
        "{lines:?}"
    );
    assert!(lines[0].ends_with("; exact play meanwhile"), "{lines:?}");
}

/// Searches until an answer has this in one of its lines.
fn wait_for(engine: &mut Process, part: &str) -> Vec<String> {
    for _ in 0..600 {
        let lines = engine.search("go movetime 1");
        if lines.iter().any(|line| line.contains(part)) {
            return lines;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("{part:?} never came");
}

/// Our king has to go straight back; a pawn on the e file, and one on the a file.
const HELD: [&str; 2] = ["8/8/8/8/4k3/4p3/4K3/8 w - - 0 1", "8/p7/k1K5/8/8/8/8/8 b - - 0 1"];

#[test]
fn the_bare_king_defends_by_its_table_and_says_what_with() {
    let mut engine = Process::start("");
    engine.send(&format!("position fen {}", HELD[0]));
    let lines = engine.search("go movetime 1");
    assert!(lines[0].starts_with("info string advice kkp: rule "), "{lines:?}");
    assert!(lines[1].contains(" score cp 0 ") && lines[1].contains(" pv e2e1"), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "bestmove e2e1");
    // Who has the pawn is no business of this table's.
    engine.send(&format!("position fen {}", HELD[1]));
    let lines = engine.search("go depth 2");
    assert!(!lines.iter().any(|line| line.contains("advice kkp: rule")), "{lines:?}");
    engine.send("position fen 8/8/8/8/8/4k3/4p3/4K3 w - - 98 90");
    assert_eq!(engine.search("go movetime 1").last().unwrap(), "bestmove 0000");
}

#[test]
fn a_table_that_cannot_hold_any_more_leaves_the_move_to_others() {
    let mut engine = Process::start("");
    engine.send("position fen 8/8/8/8/3k4/8/4p3/K7 w - - 0 1");
    let lines = engine.search("go movetime 20");
    assert_eq!(lines[0], "info string advice kkp: it does not hold from here; others play");
    assert!(lines.last().unwrap().starts_with("bestmove a1"), "{lines:?}");
}
