//! Files of positions from the command line: games for the network, a teacher's labels, counting, printing, shuffling.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use lucena::board::Board;
use lucena::tablebase::{EmbeddedTables, Wdl};
use tempfile::TempDir;

use crate::binary::{binary, binary_path};

struct Ran {
    output: String,
    errors: String,
    code: i32,
}

/// A folder to work in, and the binary run there.
struct Workshop(TempDir);

impl Workshop {
    fn new() -> Workshop {
        Workshop(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, words: &str) -> Ran {
        self.run_words(words.split_whitespace())
    }

    fn run_words<'a>(&self, words: impl Iterator<Item = &'a str>) -> Ran {
        let mut command = binary();
        let run = command.current_dir(self.0.path()).args(words).output().unwrap();
        Ran {
            output: String::from_utf8(run.stdout).unwrap(),
            errors: String::from_utf8(run.stderr).unwrap(),
            code: run.status.code().unwrap(),
        }
    }

    /// Runs what has to succeed.
    fn done(&self, words: &str) -> String {
        let ran = self.run(words);
        assert_eq!(ran.code, 0, "{words}: {}", ran.errors);
        ran.output
    }

    fn play(&self, options: &str, out: &str) -> Vec<u8> {
        let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/endings.epd");
        std::fs::copy(book, self.path("book.epd")).unwrap();
        self.done(&format!("selfplay --nodes 20 --book book.epd --out {out} {options}"));
        std::fs::read(self.path(out)).unwrap()
    }

    fn lines(&self, file: &str) -> Vec<Line> {
        self.done(&format!("positions text {file}")).lines().map(Line::read).collect()
    }
}

/// A line of `lucena positions text`.
#[derive(Clone, Debug)]
struct Line {
    fen: String,
    result: String,
    game: u64,
    score: Option<i32>,
}

impl Line {
    fn read(text: &str) -> Line {
        let columns: Vec<&str> = text.split(';').collect();
        assert_eq!(columns.len(), 4, "{text}");
        Line {
            fen: columns[0].to_owned(),
            result: columns[1].to_owned(),
            game: columns[2].parse().unwrap(),
            score: columns[3].parse().ok(),
        }
    }

    fn board(&self) -> Board {
        Board::from_fen(&self.fen, false).unwrap()
    }

    /// What makes the position another: the FEN without its counters.
    fn position(&self) -> String {
        self.fen.rsplitn(3, ' ').last().unwrap().to_owned()
    }
}

#[test]
fn games_for_the_network_depend_on_seed_and_number_alone() {
    let workshop = Workshop::new();
    let games = workshop.play("--games 12 --seed 3", "one");
    assert!(games == workshop.play("--games 12 --seed 3 --workers 2", "two"));
    assert!(games != workshop.play("--games 12 --seed 4", "other"));
}

#[test]
fn games_for_the_network_go_on_where_they_were_broken_off() {
    let workshop = Workshop::new();
    let whole = workshop.lines_of_games("--games 14", "whole");
    workshop.play("--games 5", "parts");
    let five = std::fs::read(workshop.path("parts")).unwrap();
    let torn = [&five[..], b"PBLK\x20\0\0\0 torn"].concat();
    std::fs::write(workshop.path("parts"), torn).unwrap();
    assert_eq!(whole, workshop.lines_of_games("--games 14 --resume", "parts"));
    let otherwise =
        workshop.run("selfplay --nodes 20 --book book.epd --out parts --resume --seed 9 --games 20");
    assert_eq!(otherwise.code, 1);
    assert!(otherwise.errors.contains("was made by"), "{}", otherwise.errors);
}

impl Workshop {
    fn lines_of_games(&self, options: &str, out: &str) -> String {
        self.play(options, out);
        self.done(&format!("positions text {out}"))
    }
}

#[test]
fn whole_games_begin_at_the_start_position_and_are_quiet_on_their_way() {
    let workshop = Workshop::new();
    workshop.play("--games 8 --start-share 100 --random-share 0", "games");
    let lines = workshop.lines("games");
    assert!(lines.len() > 200, "{}", lines.len());
    let firsts: Vec<&Line> = lines
        .iter()
        .enumerate()
        .filter(|(at, line)| *at == 0 || lines[at - 1].game != line.game)
        .map(|(_, line)| line)
        .collect();
    assert_eq!(firsts.len(), 8);
    assert!(firsts.iter().all(|line| line.board().men() > 26));
    assert_eq!(firsts.iter().map(|line| line.position()).collect::<HashSet<_>>().len(), 8);
    for line in &lines {
        assert!(!line.board().is_check(), "{line:?}");
        // Beside the game neither score nor result is known.
        assert_eq!(line.score.is_none(), line.result.is_empty(), "{line:?}");
    }
    let count = workshop.done("positions count games --boards");
    assert!(
        count.contains("8 marked as the first of a game") && count.contains(" 0 book, 0 random"),
        "{count}"
    );
}

#[test]
fn random_men_are_few_and_those_of_tables_have_exact_scores() {
    let workshop = Workshop::new();
    workshop.play("--games 300 --start-share 0 --random-share 100", "games");
    let mut exact = 0;
    for line in workshop.lines("games") {
        let board = line.board();
        assert!(board.men() <= 16, "{line:?}");
        if line.score.is_some()
            && let Some(told) = EmbeddedTables::built_in().result(&board)
        {
            let white = board.turn().fold_wb(told, -told);
            let known = if white == Wdl::Win {
                30_000
            } else if white == Wdl::Draw {
                0
            } else {
                -30_000
            };
            assert_eq!(line.score, Some(known), "{line:?}");
            exact += 1;
        }
    }
    assert!(exact > 10, "{exact}");
}

#[test]
fn wrong_shares_and_a_missing_book_are_reported() {
    let workshop = Workshop::new();
    let refused = workshop.run("selfplay --out x --start-share 60 --random-share 50");
    assert_eq!((refused.code, refused.errors.contains("more than 100")), (2, true), "{}", refused.errors);
    let refused = workshop.run("selfplay --out x --start-share 60 --random-share 30");
    assert_eq!((refused.code, refused.errors.contains("--book")), (2, true), "{}", refused.errors);
    let refused = workshop.run("selfplay --out x");
    assert_eq!((refused.code, refused.errors.contains("--book")), (2, true), "{}", refused.errors);
    let missing = workshop.run("selfplay --out x --book no/such.epd");
    assert_eq!(missing.code, 1, "{}", missing.errors);
}

#[test]
fn a_file_that_is_no_network_cannot_teach_and_is_named() {
    let workshop = Workshop::new();
    workshop.play("--games 1 --start-share 100 --random-share 0", "games");
    let refused = workshop.run("label games --teacher games --out labelled");
    assert_eq!(refused.code, 2, "{}", refused.errors);
    assert!(refused.errors.contains("games is not a network in the format of Stockfish 15.1"));
    assert_eq!(workshop.run("label games --teacher none --out labelled").code, 1);
    assert_eq!(workshop.run("label games --teacher games --nodes 5 --out labelled").code, 2);
}

#[test]
fn lucena_labels_by_its_static_value_and_tables_by_results() {
    let workshop = Workshop::new();
    workshop.play("--games 40 --start-share 40 --random-share 60", "games");
    workshop.done("label games --out labelled");
    let lines = workshop.lines("labelled");
    let asked = workshop.lines("games");
    assert_eq!(lines.len(), asked.len(), "no position of the games is in check");
    let (mut estimates, mut exact) = (0, 0);
    for (line, asked) in lines.iter().zip(&asked) {
        assert_eq!((&line.fen, &line.result, line.game), (&asked.fen, &asked.result, asked.game));
        let score = line.score.unwrap();
        if line.board().men() <= 4 {
            assert!([30_000, 0, -30_000].contains(&score), "{line:?}");
            exact += 1;
        } else if estimates < 20 {
            let fen = format!("{} 0 1", line.position());
            let told = binary().args(["eval", &fen]).output().unwrap();
            let told = String::from_utf8(told.stdout).unwrap();
            let value = told.rsplit("value").next().unwrap().split_whitespace().next().unwrap();
            assert_eq!(value.parse::<i32>().unwrap(), score, "{fen}: {told}");
            estimates += 1;
        }
    }
    assert!(estimates == 20 && exact > 3, "{estimates} {exact}");
    assert!(workshop.done("positions count labelled").contains(", static\n"));
}

#[test]
fn labels_do_not_depend_on_processes_and_go_on() {
    let workshop = Workshop::new();
    workshop.play("--games 10", "games");
    // Tables that are read or built beside the searches are there sooner or later: what is known would depend on the time.
    let nothing_beside = "[options]\ntable_cache = false\n[tablebase]\nbuild = false\n";
    std::fs::write(workshop.path("engine.toml"), nothing_beside).unwrap();
    let engine = binary_path();
    let label = |out: &str, options: &str| {
        let engine = format!("{} --config {}", engine.display(), workshop.path("engine.toml").display());
        // The command has blanks and is one word of this one.
        let asked = format!("label games --out {out} --nodes 30 {options}");
        let ran = workshop.run_words(asked.split_whitespace().chain(["--engine", &engine]));
        assert_eq!(ran.code, 0, "{}", ran.errors);
        std::fs::read(workshop.path(out)).unwrap()
    };
    let one = label("one", "");
    assert!(one == label("two", "--workers 2 --option Hash=1"));
    assert!(one == label("one", "--resume"));
    workshop.play("--games 20 --resume", "games");
    label("one", "--resume");
    label("anew", "");
    assert_eq!(workshop.done("positions text one"), workshop.done("positions text anew"));
    let refused = workshop.run("label games --out one --depth 2 --resume");
    assert_eq!((refused.code, refused.errors.contains("was made by")), (1, true), "{}", refused.errors);
}

#[cfg(unix)]
#[test]
fn static_values_of_an_engine_are_read_and_silent_and_dead_ones_are_noticed() {
    use std::os::unix::fs::PermissionsExt;
    let workshop = Workshop::new();
    workshop.play("--games 60 --start-share 20 --random-share 20", "games");
    let engine = |name: &str, value: &str| {
        let script = format!(
            "#!/bin/sh\nwhile read first rest; do case $first in uci) echo id name Mute; echo uciok;; isready) echo \
             readyok;; position) last=$rest;; eval) {value};; quit) exit;; esac; done\n"
        );
        std::fs::write(workshop.path(name), script).unwrap();
        std::fs::set_permissions(workshop.path(name), PermissionsExt::from_mode(0o755)).unwrap();
    };
    engine("same", "echo NNUE evaluation +9.00; echo \"Final evaluation       +0.13 (white side)\"");
    workshop.done("label games --out same.labels --engine ./same");
    assert!(
        workshop.lines("same.labels").iter().all(|line| line.board().men() <= 4 || line.score == Some(13))
    );
    engine("none", "echo \"Final evaluation: none (in check)\"");
    let ran = workshop.run("label games --out none.labels --engine ./none");
    assert_eq!(ran.code, 0, "{}", ran.errors);
    assert!(workshop.lines("none.labels").iter().all(|line| line.board().men() <= 4));
    engine("gone", "exit");
    let gone = workshop.run("label games --out gone.labels --engine ./gone");
    assert_eq!((gone.code, gone.errors.contains("no longer answers")), (1, true), "{}", gone.errors);
    let missing = workshop.run("label games --out x --engine ./missing");
    assert_eq!((missing.code, missing.errors.contains("cannot start")), (1, true), "{}", missing.errors);
}

#[test]
fn shuffling_keeps_each_position_once_and_holds_games_out() {
    let workshop = Workshop::new();
    workshop.play("--games 60 --seed 1", "a");
    workshop.play("--games 60 --seed 2", "b");
    workshop.done("label a --out a.labels");
    workshop.done("label b --out b.labels");
    let shuffle =
        "positions shuffle a.labels b.labels a.labels --out mixed --held-out held --held-out-share 200";
    workshop.done(shuffle);
    let (mixed, held) = (workshop.lines("mixed"), workshop.lines("held"));
    let set = |lines: &[Line]| lines.iter().map(Line::position).collect::<HashSet<_>>();
    assert_eq!((set(&mixed).len(), set(&held).len()), (mixed.len(), held.len()), "each once");
    assert!(set(&mixed).is_disjoint(&set(&held)) && !held.is_empty() && held.len() < mixed.len());
    let all: Vec<Line> = [workshop.lines("a.labels"), workshop.lines("b.labels")].concat();
    assert_eq!(&set(&mixed) | &set(&held), set(&all));
    // Scores and results have stayed with their positions.
    let known: HashSet<String> =
        all.iter().map(|line| format!("{} {} {:?}", line.fen, line.result, line.score)).collect();
    assert!(
        mixed.iter().all(|line| known.contains(&format!("{} {} {:?}", line.fen, line.result, line.score)))
    );
    let order: Vec<String> = mixed.iter().map(Line::position).collect();
    let kept = set(&mixed);
    let before: Vec<String> = all.iter().map(Line::position).filter(|line| kept.contains(line)).collect();
    let neighbours = |list: &[String]| list.windows(2).map(|pair| pair.to_vec()).collect::<HashSet<_>>();
    let together = neighbours(&order).intersection(&neighbours(&before)).count();
    assert!(together * 50 < order.len(), "{together} of {} neighbours are neighbours still", order.len());
    let first = std::fs::read(workshop.path("mixed")).unwrap();
    workshop.done(shuffle);
    assert!(first == std::fs::read(workshop.path("mixed")).unwrap());
    workshop.done("positions shuffle a --out own");
    let scored =
        |lines: &[Line]| lines.iter().filter(|line| line.score.is_some()).cloned().collect::<Vec<_>>();
    let own = workshop.lines("own");
    assert_eq!(scored(&own).len(), own.len());
    assert_eq!(set(&own), set(&scored(&workshop.lines("a"))));
    let refused = workshop.run("positions shuffle a.labels a --out x");
    assert_eq!((refused.code, refused.errors.contains("scores by")), (2, true), "{}", refused.errors);
    assert!(!workshop.path("mixed.buckets").exists());
}

#[test]
fn what_is_no_file_of_positions_is_refused() {
    let workshop = Workshop::new();
    std::fs::write(workshop.path("text"), "8/8/8/8/8/8/8/8 w - -").unwrap();
    for words in [
        "positions count text",
        "positions text text",
        "positions shuffle text --out x",
        "label text --out x",
    ] {
        let ran = workshop.run(words);
        assert_eq!(
            (ran.code, ran.errors.contains("not a file of positions")),
            (1, true),
            "{words}: {}",
            ran.errors
        );
    }
    assert_eq!(workshop.run("positions count missing").code, 1);
}

#[test]
fn changed_positions_are_labelled_in_place_of_the_games_own_on_any_number_of_workers() {
    let workshop = Workshop::new();
    workshop.play("--games 30 --seed 3", "play.positions");
    let label = |options: &str, out: &str| {
        workshop.done(&format!("label play.positions --changed 3 --most-men 12 --out {out} {options}"));
        std::fs::read(workshop.path(out)).unwrap()
    };
    let one = label("--workers 1", "one.positions");
    assert!(one == label("--workers 2", "two.positions"));
    assert!(one != label("--seed 2", "other.positions"));
    let of_games: HashSet<String> =
        workshop.lines("play.positions").into_iter().map(|line| line.fen).collect();
    let changed = workshop.lines("one.positions");
    assert!(changed.len() > 200, "{}", changed.len());
    for line in &changed {
        let men = Board::from_fen(&line.fen, false).unwrap().men();
        assert!((5..=12).contains(&men) && line.score.is_some() && line.result.is_empty(), "{line:?}");
    }
    let new = changed.iter().filter(|line| !of_games.contains(&line.fen)).count();
    assert!(new > changed.len() * 9 / 10, "{new} of {}", changed.len());
}

#[test]
fn changed_positions_cannot_be_continued() {
    let workshop = Workshop::new();
    workshop.play("--games 2", "play.positions");
    let ran = workshop.run("label play.positions --changed 3 --resume --out labels.positions");
    assert_eq!(ran.code, 2);
    assert!(ran.errors.contains("--resume") && ran.errors.contains("--changed"), "{}", ran.errors);
}
