//! If the system gives few threads, or none beside the first, commands do the same work with those that they get and say so
//! once. Each thread takes addresses for its stack, and the tests limit a process's addresses: unlike a limit of processes, that
//! holds for root too.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::binary::environment;
use crate::written::Written;

/// Addresses of a process, in KiB: four stacks of few threads, and a GiB for everything else.
const ADDRESSES: &str = "9900000";
/// What each way to say it begins with.
const NOTICE: &str = "the system allows ";
const PAWNS: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

/// How many threads the system gives beside the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gives {
    All,
    Few,
    None,
}

impl Gives {
    /// The binary with these words, in this folder.
    fn command(self, folder: &Path, words: &str) -> Command {
        let stack = match self {
            Gives::All => return Self::limited(folder, words, "unlimited", None),
            Gives::Few => 2 << 30,
            Gives::None => 1_u64 << 40,
        };
        Self::limited(folder, words, ADDRESSES, Some(stack))
    }

    fn limited(folder: &Path, words: &str, addresses: &str, stack: Option<u64>) -> Command {
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("ulimit -v {addresses} && exec \"$0\" \"$@\"")])
            .arg(cargo_bin("lucena"));
        // A place stands for blanks within a word.
        command.args(words.split_whitespace().map(|word| word.replace('_', " "))).current_dir(folder);
        command.envs(environment()).env("XDG_CACHE_HOME", folder).env("MALLOC_ARENA_MAX", "1");
        command.envs(stack.map(|stack| ("RUST_MIN_STACK", stack.to_string())));
        command
    }

    fn run(self, folder: &Path, words: &str) -> Output {
        self.command(folder, words).output().unwrap()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder with positions, games and a book.
fn workshop() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    for (file, beginning) in [("endings.epd", "some.epd"), ("fifty_move_limit.epd", "asked.epd")] {
        let positions = std::fs::read_to_string(data.join(file)).unwrap();
        let some: Vec<&str> = positions.lines().filter(|line| !line.starts_with('#')).take(12).collect();
        std::fs::write(folder.path().join(beginning), some.join("\n")).unwrap();
    }
    std::fs::copy(data.join("review_exact.pgn"), folder.path().join("games.pgn")).unwrap();
    folder
}

fn assert_orderly(output: &Output, code: i32, told: usize, what: &str) {
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{what}: {errors}");
    assert!(!errors.contains("panicked") && !errors.contains("this is a bug"), "{what}: {errors}");
    assert_eq!(errors.matches(NOTICE).count(), told, "{what}: {errors}");
}

/// An answer without what it cost.
fn without_cost(output: &[u8]) -> Vec<Value> {
    let lines = text(output);
    let read = lines.lines().map(|line| {
        let mut object: Value = serde_json::from_str(line).unwrap();
        let fields = object.as_object_mut().unwrap();
        for cost in ["seconds", "bytes"] {
            fields.remove(cost);
        }
        object
    });
    read.collect()
}

#[test]
fn positions_are_analysed_in_order_with_as_many_workers_as_there_are_threads() {
    let folder = workshop();
    let expected = Gives::All.run(folder.path(), "analyse some.epd --nodes 300");
    for gives in [Gives::Few, Gives::None] {
        let output = gives.run(folder.path(), "analyse some.epd --nodes 300 --workers 64");
        assert_orderly(&output, 0, 1, &format!("{gives:?}"));
        assert_eq!(text(&output.stdout), text(&expected.stdout), "{gives:?}");
    }
}

#[test]
fn games_are_reviewed_by_as_many_judges_as_there_are_threads_for() {
    let folder = workshop();
    let words = "review games.pgn --nodes 300 --workers";
    let expected = Gives::All.run(folder.path(), &format!("{words} 1"));
    assert_orderly(&expected, 0, 0, "review");
    let output = Gives::Few.run(folder.path(), &format!("{words} 64"));
    assert_orderly(&output, 0, 1, "review");
    assert_eq!(text(&output.stdout), text(&expected.stdout));
}

#[test]
fn a_position_is_solved_and_a_table_proven_by_as_many_threads_as_there_are() {
    let folder = workshop();
    let solve = format!("solve --json --threads 64 {}", PAWNS.replace(' ', "_"));
    for words in [solve.as_str(), "advice prove kqk --json --threads 64 --anew"] {
        let expected = Gives::All.run(folder.path(), words);
        for gives in [Gives::Few, Gives::None] {
            let output = gives.run(folder.path(), words);
            assert_orderly(&output, 0, 1, &format!("{words}, {gives:?}"));
            let (found, wanted) = (without_cost(&output.stdout), without_cost(&expected.stdout));
            if words == solve {
                // How much was looked at depends on the threads, what is proven does not.
                let proven =
                    |found: &[Value]| found.iter().map(|one| one["result"].clone()).collect::<Vec<_>>();
                assert_eq!(proven(&found), proven(&wanted));
                continue;
            }
            assert_eq!(found, wanted, "{words}, {gives:?}");
        }
    }
}

#[test]
fn where_no_thread_watches_the_clock_solving_ends_in_time_all_the_same() {
    let folder = workshop();
    let hard = "8/p4p1p/1p2k1p1/8/8/1P2K1P1/P4P1P/8_w_-_-_0_1";
    let began = std::time::Instant::now();
    let output = Gives::None.run(folder.path(), &format!("solve --json --time 1 --threads 2 {hard}"));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(without_cost(&output.stdout)[0]["stopped_by"], "time");
    assert!(began.elapsed().as_secs() < 30);
}

#[test]
fn a_table_is_built_by_as_many_threads_as_there_are() {
    let built = |gives: Gives| {
        let folder = workshop();
        let output = gives.run(folder.path(), "tablebase build KQvK --threads 64");
        assert_orderly(&output, 0, usize::from(gives == Gives::None), "tablebase build");
        // What comes behind the last comma is the time.
        let lines = text(&output.stdout);
        lines.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned()).collect::<Vec<_>>()
    };
    let expected = built(Gives::All);
    assert!(expected.iter().any(|line| line.starts_with("KQvK")), "{expected:?}");
    assert_eq!([built(Gives::Few), built(Gives::None)], [expected.clone(), expected]);
}

#[test]
fn games_are_played_and_positions_labelled_by_as_many_threads_as_there_are() {
    let folder = workshop();
    let selfplay = "selfplay --games 12 --start-share 90 --random-share 10 --nodes 20 --out";
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    for (gives, name, told) in [(Gives::All, "all", 0), (Gives::Few, "few", 1), (Gives::None, "none", 1)] {
        let played = gives.run(folder.path(), &format!("{selfplay} {name} --workers 64"));
        assert_orderly(&played, 0, told, &format!("selfplay, {gives:?}"));
        let labelled = gives.run(folder.path(), &format!("label {name} --out {name}.labelled --workers 64"));
        assert_orderly(&labelled, 0, 0, &format!("label, {gives:?}"));
    }
    for name in ["few", "none"] {
        assert!(read(name) == read("all"), "{name}");
        assert!(read(&format!("{name}.labelled")) == read("all.labelled"), "{name}");
    }
}

#[test]
fn one_search_goes_on_with_fewer_threads_and_without_any_is_an_error_and_no_panic() {
    let folder = workshop();
    let suite = "suite asked.epd --nodes 500 --threads 64";
    let searches = ["go depth 5 --option Threads=64", suite, "bench 1 --threads 64"];
    for words in searches.into_iter().chain(["review games.pgn", "go perft 2"]) {
        let output = Gives::None.run(folder.path(), words);
        assert_orderly(&output, 1, 1, words);
        assert!(text(&output.stderr).contains("the system allows no thread to search on"), "{words}");
    }
    for words in searches {
        let output = Gives::Few.run(folder.path(), words);
        // The search says it for the protocol there, and to a person elsewhere.
        let both = text(&output.stdout) + &text(&output.stderr);
        assert!(both.contains(NOTICE) && !both.contains("panicked"), "{words}: {both}");
        assert_eq!(output.status.code(), Some(0), "{words}: {both}");
    }
    // Moves are counted by the first thread where there is no other.
    assert!(text(&Gives::Few.run(folder.path(), "go perft 2").stdout).contains("Nodes searched: 400"));
}

#[test]
fn a_session_searches_with_the_threads_that_it_gets_and_says_so_once() {
    let folder = workshop();
    let mut process =
        Gives::Few.command(folder.path(), "").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (sender, lines) = std::sync::mpsc::channel();
    let output = BufReader::new(process.stdout.take().unwrap());
    thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    let written = Written(lines);
    let mut input = process.stdin.take().unwrap();
    let mut told = Vec::new();
    writeln!(input, "setoption name Threads value 64\nisready\nposition startpos").unwrap();
    for _ in 0..3 {
        writeln!(input, "go depth 6").unwrap();
        let answer = written.until("with a best move", |line| line.starts_with("bestmove"));
        assert!(answer.iter().any(|line| line.starts_with("info depth 6 ")), "{answer:?}");
        assert!(!answer.iter().any(|line| line.contains("this is a bug")), "{answer:?}");
        told.extend(answer.into_iter().filter(|line| line.contains(NOTICE)));
    }
    writeln!(input, "go mate 2\nquit").unwrap();
    assert!(process.wait().unwrap().success());
    // Tables are opened beside a search, so one search may have a thread less than the next.
    assert_eq!(told.len(), 1, "{told:?}");
}
