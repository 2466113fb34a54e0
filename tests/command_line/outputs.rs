//! No file of the user is lost: every output of every command, with each of its inputs. Clap's own list names them, so a new
//! one has to be added here as well.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use clap::builder::{TypedValueParser as _, ValueParser};
use clap::{Arg, CommandFactory as _};
use lucena::cli::Cli;
use lucena::text::outputs::OutputPath;
use tempfile::TempDir;

use crate::binary::{binary, environment};

/// Each command that writes files, with all its outputs (which begin with `new`) and with inputs of every kind that it reads.
const COMMANDS: [(&str, &str); 10] = [
    ("review", "review games.pgn --nodes 1 --out new.pgn --html new.html"),
    ("analyse", "analyse positions.epd games.pgn --nodes 1 --out new.jsonl"),
    ("solve", "solve 8/8/8/8/4k3/8/4P3/4K3 w - - 0 1 --load proof --save new.proof --html new.html"),
    ("solve", "solve 8/8/8/8/4k3/8/4P3/4K3 w - - 0 1 --disk new.work"),
    ("explain", "explain 8/8/8/3k4/8/8/8/R3K3 w - - 0 1 --table table.al0 --html new.html"),
    ("advice prove", "advice prove table.al0 --out new.proof --escapes new.tsv"),
    ("advice lesson", "advice lesson table.al0 --html new.html"),
    ("selfplay", "selfplay --nodes 5 --games 2 --book book.epd --out new.positions"),
    ("label", "label played --out new.positions"),
    ("positions shuffle", "positions shuffle played --out new.positions --held-out new.held"),
];

/// Outputs that may be an input as well: what is saved has all that was loaded.
const CONTINUED: [(&str, &str); 1] = [("new.proof", "proof")];

fn rows() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    COMMANDS.into_iter().map(|(name, line)| (name, line.split(' ').collect()))
}

fn outputs(words: &[&'static str]) -> Vec<&'static str> {
    words.iter().copied().filter(|word| word.starts_with("new.")).collect()
}

/// What a run said, and how it ended.
struct Ran {
    errors: String,
    code: Option<i32>,
}

/// The folder that each test gets a copy of.
static INPUTS: LazyLock<TempDir> = LazyLock::new(|| {
    let inputs = TempDir::new().unwrap();
    let data = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::copy(data("src/advice/tables/krk.al0"), inputs.path().join("table.al0")).unwrap();
    std::fs::copy(data("tests/data/endings.epd"), inputs.path().join("book.epd")).unwrap();
    let game = "[Event \"x\"]\n[FEN \"8/8/8/3k4/8/8/8/R3K3 w - - 0 1\"]\n\n\
        1. Rd1+ Ke4 2. Rd4+ {keep me} Kxd4 1/2-1/2\n";
    for (name, text) in [
        ("games.pgn", game),
        ("positions.epd", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1\n"),
        ("settings.toml", ""),
        ("notes.txt", "Buy milk.\n"),
    ] {
        std::fs::write(inputs.path().join(name), text).unwrap();
    }
    for line in [
        "selfplay --nodes 5 --games 3 --book book.epd --out played",
        "solve 8/8/8/8/4k3/8/4P3/4K3 w - - 0 1 --save proof",
    ] {
        binary().current_dir(&inputs).args(line.split(' ')).assert().success();
    }
    inputs
});

/// A folder with inputs, and the binary run there.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = TempDir::new().unwrap();
        for entry in std::fs::read_dir(INPUTS.path()).unwrap() {
            let entry = entry.unwrap();
            std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
        }
        Folder(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, words: &[&str]) -> Ran {
        let run = binary().current_dir(self.0.path()).args(words).output().unwrap();
        Ran { errors: String::from_utf8(run.stderr).unwrap(), code: run.status.code() }
    }

    /// Runs where no byte can be written to any file, as on a disk that is full.
    #[cfg(unix)]
    fn run_on_a_full_disk(&self, words: &[&str]) -> Ran {
        let mut command = Command::new("sh");
        let limited = "ulimit -f 0; trap '' XFSZ; exec \"$@\"";
        let command = command.args(["-c", limited, "sh", env!("CARGO_BIN_EXE_lucena")]).args(words);
        let run = command.envs(environment()).current_dir(self.0.path()).output().unwrap();
        Ran { errors: String::from_utf8(run.stderr).unwrap(), code: run.status.code() }
    }

    /// Everything that is there, byte for byte.
    fn content(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let entries = std::fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().path());
        entries.map(|path| (path.clone(), std::fs::read(&path).unwrap())).collect()
    }

    /// Runs what has to be refused, and changes nothing.
    fn refused(&self, words: &[&str]) -> String {
        let before = self.content();
        let ran = self.run(words);
        assert_eq!(ran.code, Some(2), "{words:?}: {}", ran.errors);
        assert!(before == self.content(), "{words:?} has changed a file");
        ran.errors
    }
}

fn replaced<'a>(words: &[&'a str], old: &str, new: &'a str) -> Vec<&'a str> {
    words.iter().map(|word| if *word == old { new } else { word }).collect()
}

/// Whether an option names a file that its command writes.
pub(crate) fn is_output(argument: &Arg) -> bool {
    let output: ValueParser = clap::builder::PathBufValueParser::new().map(OutputPath::new).into();
    argument.get_value_parser().type_id() == output.type_id()
}

#[test]
fn every_output_in_claps_list_has_a_row_here_and_can_be_forced() {
    fn look(command: &clap::Command, name: &str, found: &mut usize) {
        let options: Vec<&str> = command
            .get_arguments()
            .filter(|argument| is_output(argument))
            .filter_map(Arg::get_long)
            .collect();
        for option in &options {
            let has_row = rows().any(|(row, words)| {
                row == name
                    && words
                        .windows(2)
                        .any(|pair| pair[0] == format!("--{option}") && pair[1].starts_with("new."))
            });
            assert!(has_row, "`lucena {name} --{option}` writes a file and has no row in this test");
        }
        let can_force = command.get_arguments().any(|argument| argument.get_long() == Some("force"));
        assert!(options.is_empty() || can_force, "{name} has no --force");
        *found += options.len();
        for command in command.get_subcommands() {
            look(command, format!("{name} {}", command.get_name()).trim(), found);
        }
    }
    let mut found = 0;
    look(&Cli::command(), "", &mut found);
    assert!(found >= 13, "{found}");
}

#[test]
fn an_output_that_is_an_input_by_whatever_name_is_refused_before_anything_is_read() {
    let mut pairs = 0;
    for (_, words) in rows() {
        let words = [["--config", "settings.toml"].as_slice(), &words].concat();
        let folder = Folder::new();
        let inputs: Vec<&str> = words.iter().copied().filter(|word| folder.path(word).is_file()).collect();
        for output in outputs(&words) {
            for input in &inputs {
                if CONTINUED.contains(&(output, input)) && words.contains(&"--save") {
                    continue;
                }
                pairs += 1;
                let absolute = folder.path(input);
                let mut names =
                    vec![(*input).to_owned(), format!("./{input}"), absolute.to_str().unwrap().to_owned()];
                std::fs::hard_link(&absolute, folder.path("hard")).unwrap();
                names.push("hard".to_owned());
                #[cfg(unix)]
                std::os::unix::fs::symlink(input, folder.path("soft")).unwrap();
                names.push(if cfg!(unix) { "soft".to_owned() } else { "hard".to_owned() });
                for name in &names {
                    let errors = folder.refused(&replaced(&words, output, name));
                    assert!(errors.contains(name) && errors.contains(input), "{words:?} {name}: {errors}");
                    let forced = [replaced(&words, output, name).as_slice(), &["--force"]].concat();
                    assert!(folder.run(&forced).code == Some(2) && folder.path(input).is_file());
                }
                for link in ["hard", "soft"] {
                    // The second is not there on every system.
                    let _ = std::fs::remove_file(folder.path(link));
                }
            }
        }
    }
    assert!(pairs >= 25, "{pairs}");
}

#[test]
fn two_outputs_that_are_one_file_are_refused() {
    for (_, words) in rows() {
        let outputs = outputs(&words);
        let [first, second] = outputs[..] else { continue };
        let folder = Folder::new();
        for name in [first, &format!("./{first}")] {
            let errors = folder.refused(&replaced(&words, second, name));
            assert!(errors.contains("the same file"), "{words:?}: {errors}");
        }
    }
}

#[test]
fn a_file_that_is_something_else_is_replaced_by_force_alone_and_one_of_the_same_kind_without() {
    for (_, words) in rows() {
        let folder = Folder::new();
        for output in outputs(&words) {
            let errors = folder.refused(&replaced(&words, output, "notes.txt"));
            assert!(errors.contains("notes.txt"), "{words:?}: {errors}");
        }
        for turn in ["new", "over the same"] {
            let ran = folder.run(&words);
            assert_eq!(ran.code, Some(0), "{words:?} {turn}: {}", ran.errors);
        }
        if words[0] == "analyse" {
            continue;
        }
        for output in outputs(&words) {
            std::fs::copy(folder.path("notes.txt"), folder.path(output)).unwrap();
        }
        let ran = folder.run(&[words.as_slice(), &["--force"]].concat());
        assert_eq!(ran.code, Some(0), "{words:?}: {}", ran.errors);
        for output in outputs(&words) {
            assert_ne!(std::fs::read(folder.path(output)).unwrap(), b"Buy milk.\n", "{words:?}");
        }
    }
}

#[test]
#[cfg(unix)]
fn on_a_full_disk_what_was_there_stays() {
    for (_, words) in rows() {
        let folder = Folder::new();
        let ran = folder.run(&words);
        assert_eq!(ran.code, Some(0), "{words:?}: {}", ran.errors);
        let before = folder.content();
        // Other work of the same kind, where the same would leave the same.
        let words: Vec<&str> = words.iter().map(|word| if *word == "2" { "3" } else { word }).collect();
        let ran = folder.run_on_a_full_disk(&words);
        let had_nothing_to_write = words[0] == "analyse" || words.contains(&"--disk");
        assert!(had_nothing_to_write || ran.code == Some(1), "{words:?}: {:?} {}", ran.code, ran.errors);
        for (path, bytes) in before {
            assert!(std::fs::read(&path).unwrap() == bytes, "{words:?} has changed {}", path.display());
        }
    }
}

#[test]
fn a_missing_input_leaves_the_output_as_it_was() {
    for (_, words) in rows() {
        let folder = Folder::new();
        assert_eq!(folder.run(&words).code, Some(0), "{words:?}");
        let before = folder.content();
        let inputs: Vec<&str> = words.iter().copied().filter(|word| folder.path(word).is_file()).collect();
        for input in inputs.iter().filter(|word| !word.starts_with("new.")) {
            let ran = folder.run(&replaced(&words, input, "missing.pgn"));
            assert!(matches!(ran.code, Some(1 | 2)), "{words:?}: {:?} {}", ran.code, ran.errors);
            assert!(before == folder.content(), "{words:?} without {input} has changed a file");
        }
    }
}

#[test]
#[cfg(unix)]
fn standard_input_and_standard_output_that_are_the_same_file_as_the_other_side_are_refused() {
    let folder = Folder::new();
    let games = std::fs::read(folder.path("games.pgn")).unwrap();
    let run = |line: &str| {
        let mut command = Command::new("sh");
        let line = line.replace("lucena", env!("CARGO_BIN_EXE_lucena"));
        command.args(["-c", &line]).envs(environment()).current_dir(folder.0.path()).output().unwrap()
    };
    for line in [
        "lucena review - --nodes 1 --out games.pgn < games.pgn",
        "lucena review games.pgn --nodes 1 >> games.pgn",
        "lucena analyse games.pgn --nodes 1 >> games.pgn",
    ] {
        assert_eq!(run(line).status.code(), Some(2), "{line}");
        assert_eq!(std::fs::read(folder.path("games.pgn")).unwrap(), games, "{line}");
    }
    for line in [
        "lucena review games.pgn --nodes 1 --out - | grep -q keep",
        "lucena review games.pgn --nodes 1 --out /dev/stdout --html /dev/null | grep -q keep",
        "lucena review - --nodes 1 --out new.pgn < games.pgn && grep -q keep new.pgn",
    ] {
        assert_eq!(run(line).status.code(), Some(0), "{line}");
    }
}

#[test]
fn a_journal_of_the_users_own_is_left_alone() {
    let folder = Folder::new();
    std::fs::write(folder.path("new.pgn.journal"), "Dear diary\n").unwrap();
    for words in [
        ["review", "games.pgn", "--nodes", "1", "--out", "new.pgn"].as_slice(),
        &["review", "games.pgn", "--nodes", "1", "--out", "new.pgn", "--resume"],
        &["review", "games.pgn", "--nodes", "1", "--out", "new.pgn", "--force"],
        &["review", "new.pgn.journal", "--nodes", "1", "--out", "new.pgn", "--force"],
    ] {
        let errors = folder.refused(words);
        assert!(errors.contains("new.pgn.journal"), "{errors}");
    }
}

#[test]
fn a_folder_of_the_users_beside_a_mixture_is_left_alone() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("new.positions.buckets")).unwrap();
    std::fs::write(folder.path("new.positions.buckets/0"), "mine").unwrap();
    let ran = folder.run(&["positions", "shuffle", "played", "--out", "new.positions"]);
    assert_eq!(ran.code, Some(0), "{}", ran.errors);
    assert_eq!(std::fs::read(folder.path("new.positions.buckets/0")).unwrap(), b"mine");
}

#[test]
fn a_proof_may_be_continued_in_its_own_file_and_loses_nothing() {
    let folder = Folder::new();
    let other = "solve 8/8/8/4k3/8/8/4K3/8 w - - 0 1 --load proof --save proof";
    let ran = folder.run(&other.split(' ').collect::<Vec<_>>());
    assert_eq!(ran.code, Some(0), "{}", ran.errors);
    let again = "solve 8/8/8/8/4k3/8/4P3/4K3 w - - 0 1 --load proof --json";
    let ran = folder.run(&again.split(' ').collect::<Vec<_>>());
    assert!(!ran.errors.contains("does not contain"), "{}", ran.errors);
}

/// Waits until something is true, and kills the process then; nothing is told to it.
fn kill_when(folder: &Folder, words: &[&str], is_time: impl Fn() -> bool) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lucena"));
    let command = command.args(words).envs(environment()).current_dir(folder.0.path());
    let mut child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
    let begin = Instant::now();
    while !is_time() {
        assert!(
            begin.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none(),
            "{words:?}"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

fn length(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |metadata| metadata.len())
}

#[test]
fn a_review_that_is_killed_leaves_the_old_games_and_is_continued() {
    let folder = Folder::new();
    let game = std::fs::read_to_string(folder.path("games.pgn")).unwrap();
    let many: String = (0..400).map(|number| game.replace("\"x\"", &format!("\"{number}\""))).collect();
    std::fs::write(folder.path("many.pgn"), many).unwrap();
    let words = ["review", "many.pgn", "--nodes", "200", "--workers", "1", "--out", "new.pgn"];
    assert_eq!(folder.run(&words).code, Some(0));
    let whole = std::fs::read(folder.path("new.pgn")).unwrap();
    std::fs::write(folder.path("new.pgn"), &game).unwrap();
    let journal = folder.path("new.pgn.journal");
    kill_when(&folder, &words, || length(&journal) > 4000);
    assert_eq!(std::fs::read_to_string(folder.path("new.pgn")).unwrap(), game);
    let noted = length(&journal);
    let resumed = [words.as_slice(), &["--resume"]].concat();
    assert_eq!(folder.run(&resumed).code, Some(0));
    assert!(noted > 0 && std::fs::read(folder.path("new.pgn")).unwrap() == whole);
    assert!(!journal.exists());
}

#[test]
fn games_for_the_network_that_are_killed_leave_the_old_ones_and_are_continued() {
    let folder = Folder::new();
    let line = "selfplay --nodes 5 --games 400 --book book.epd --out new.positions";
    let words: Vec<&str> = line.split(' ').collect();
    assert_eq!(folder.run(&words).code, Some(0));
    let whole = std::fs::read(folder.path("new.positions")).unwrap();
    let old = std::fs::read(folder.path("played")).unwrap();
    std::fs::write(folder.path("new.positions"), &old).unwrap();
    let part = folder.path("new.positions.part");
    kill_when(&folder, &words, || length(&part) > 1000);
    assert_eq!(std::fs::read(folder.path("new.positions")).unwrap(), old);
    let resumed = [words.as_slice(), &["--resume"]].concat();
    let ran = folder.run(&resumed);
    assert_eq!(ran.code, Some(0), "{}", ran.errors);
    assert!(std::fs::read(folder.path("new.positions")).unwrap() == whole);
    assert!(!part.exists());
}
