//! The debug log: what it holds, that it repeats a game, and that it never costs a file or a session.

use std::path::Path;

use crate::gui::Gui;

const FIRST: &str =
    concat!("<< info string lucena ", env!("CARGO_PKG_VERSION"), " logs every line from here on");

fn log_to(path: &Path) -> String {
    format!("setoption name Debug Log File value {}", path.display())
}

fn lines_of(path: &Path) -> Vec<String> {
    std::fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

/// The move of the last line.
fn best_move(lines: &[String]) -> String {
    lines.last().unwrap().split(' ').nth(1).unwrap().to_owned()
}

/// Plays against itself from the start, with a log, and returns the moves.
fn played(path: &Path) -> Vec<String> {
    let gui = Gui::start();
    gui.send("uci");
    gui.until("uciok");
    gui.send("setoption name Hash value 2");
    gui.send(&log_to(path));
    gui.send("setoption name MultiPV value 2");
    gui.send("ucinewgame");
    gui.settled();
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..16 {
        gui.send(&format!("position startpos moves {}", moves.join(" ")));
        moves.push(best_move(&gui.search("go nodes 3000")));
    }
    gui.end();
    moves
}

#[test]
fn what_came_in_gives_the_same_moves_in_a_new_session() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.log");
    let moves = played(&log);
    let gui = Gui::start();
    let mut repeated = Vec::new();
    for line in lines_of(&log) {
        match line.split_at(3) {
            (">> ", sent) => gui.send(sent),
            ("<< ", written) if written.starts_with("bestmove ") => {
                repeated.push(best_move(&gui.until("bestmove")))
            }
            ("<< ", _) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(repeated, moves);
    // What was set before the log began.
    assert!(lines_of(&log).contains(&">> setoption name Hash value 2".to_owned()));
}

#[test]
fn a_log_has_every_line_in_order_but_those_that_name_it() {
    let folder = tempfile::tempdir().unwrap();
    let (log, other) = (folder.path().join("a.log"), folder.path().join("b.log"));
    let gui = Gui::start();
    gui.send("isready");
    gui.until("readyok");
    gui.send(&log_to(&log));
    gui.send_bytes(b"nonsense \xFF \r");
    gui.settled();
    gui.send(&log_to(&other));
    gui.send("setoption name debug log file value <empty>");
    gui.send("eval");
    gui.end();
    let logged = std::fs::read(&log).unwrap();
    let lines: Vec<&[u8]> = logged.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    assert_eq!(lines[0], FIRST.as_bytes());
    let rest = lines[1..].iter().skip_while(|line| line.starts_with(b">> setoption name "));
    let rest: Vec<&[u8]> = rest.copied().collect();
    assert_eq!(rest.len(), 4, "{}", String::from_utf8_lossy(&logged));
    assert_eq!(rest[0], b">> nonsense \xFF ");
    assert!(rest[1].starts_with(b"<< info string ignored: unknown command \"nonsense\""));
    assert_eq!(rest[2..], [&b">> isready"[..], b"<< readyok"]);
    assert!(lines_of(&other).iter().all(|line| line == FIRST || line.starts_with(">> setoption name ")));
}

#[test]
fn a_log_that_is_there_is_added_to_and_a_file_of_another_kind_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (log, notes) = (folder.path().join("old.log"), folder.path().join("notes.txt"));
    std::fs::write(&log, ">> uci\n<< uciok\n").unwrap();
    std::fs::write(&notes, "Buy milk.\n").unwrap();
    let gui = Gui::start();
    gui.answers(&log_to(&log));
    assert_eq!(lines_of(&log)[..3], [">> uci", "<< uciok", FIRST]);
    let refused = gui.answers(&log_to(&notes));
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].contains("notes.txt is there already and is not a debug log"), "{refused:?}");
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "Buy milk.\n");
    // The old log has ended.
    assert!(lines_of(&log).iter().all(|line| !line.contains("notes.txt")));
}

#[test]
fn a_log_that_cannot_be_written_is_told_once_and_the_session_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let gui = Gui::start();
    let refused = gui.answers(&log_to(&folder.path().join("no/such.log")));
    assert_eq!(refused.len(), 1, "{refused:?}");
    let wanted = "No such file or directory; check the path; there is no log";
    assert!(
        refused[0].starts_with("info string Debug Log File: ") && refused[0].ends_with(wanted),
        "{refused:?}"
    );
    assert!(gui.answers("setoption name MultiPV value 2").is_empty());
    let folder_itself = gui.answers(&log_to(folder.path()));
    assert!(folder_itself[0].contains("it is a folder"), "{folder_itself:?}");
    assert!(gui.search("go depth 2").iter().all(|line| !line.contains("Debug Log File")));
}

#[test]
#[cfg(target_os = "linux")]
fn on_a_full_disk_the_log_ends_and_the_session_goes_on() {
    let gui = Gui::start();
    let answers = gui.answers(&log_to(Path::new("/dev/full")));
    let told: Vec<&String> = answers.iter().filter(|line| line.contains("the log ends here")).collect();
    assert_eq!(told.len(), 1, "{answers:?}");
    assert!(gui.search("go depth 2").iter().all(|line| !line.contains("Debug Log File")));
}
