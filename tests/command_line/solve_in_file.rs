//! `lucena solve --disk`: what is solved goes to a file, and the answer is the one that memory alone gives.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::binary::{binary, environment};

/// Lasker and Reichhelm 1901: Kb1 alone wins.
const POSITION: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
/// So little memory, in GiB, that most of what is solved has to leave it.
const LITTLE: &str = "0.003";

fn solve(file: &Path) -> Output {
    let file = file.to_str().unwrap();
    binary().args(["solve", POSITION, "--json", "--memory", LITTLE, "--disk", file]).output().unwrap()
}

/// The results of the position and of each move. Distances depend on how much was opened.
fn answer(ran: &Output) -> Vec<(Value, Value)> {
    assert!(ran.status.success(), "{}", errors(ran));
    let answer: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let moves = answer["moves"].as_array().unwrap().iter();
    let results = moves.map(|played| (played["uci"].clone(), played["result"].clone()));
    std::iter::once((Value::Null, answer["result"].clone())).chain(results).collect()
}

fn in_memory() -> Vec<(Value, Value)> {
    answer(&binary().args(["solve", POSITION, "--json"]).output().unwrap())
}

fn errors(ran: &Output) -> String {
    String::from_utf8(ran.stderr.clone()).unwrap()
}

#[test]
fn with_too_little_memory_and_a_file_the_answer_is_the_one_of_enough_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("work");
    let without = binary().args(["solve", POSITION, "--json", "--memory", LITTLE]).output().unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&without.stdout).unwrap()["stopped_by"], "memory");
    let first = solve(&file);
    assert_eq!((errors(&first), answer(&first)), (String::new(), in_memory()));
    let again = solve(&file);
    assert!(errors(&again).contains("going on from"), "{}", errors(&again));
    assert_eq!(answer(&again), in_memory());
}

#[test]
fn a_file_that_was_cut_off_anywhere_is_gone_on_from() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("work");
    answer(&solve(&file));
    let whole = std::fs::read(&file).unwrap();
    let first_record = whole.windows(2).position(|bytes| bytes == b"\"}" || bytes == b"4}").unwrap() + 6;
    for place in (first_record..whole.len()).step_by(whole.len() / 5) {
        std::fs::write(&file, &whole[..place]).unwrap();
        assert_eq!(answer(&solve(&file)), in_memory(), "cut off at {place}");
    }
}

#[test]
fn an_altered_file_leads_to_no_wrong_answer() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("work");
    answer(&solve(&file));
    let whole = std::fs::read(&file).unwrap();
    let (expected, mut refused) = (in_memory(), 0);
    for place in (9..whole.len()).step_by(whole.len() / 25) {
        let mut altered = whole.clone();
        altered[place] ^= 0x10;
        std::fs::write(&file, &altered).unwrap();
        let ran = solve(&file);
        if ran.status.success() {
            assert_eq!(answer(&ran), expected, "altered at {place}");
        } else {
            assert!(ran.stdout.is_empty() && errors(&ran).contains("is damaged"), "{}", errors(&ran));
            refused += 1;
        }
    }
    assert!(refused > 0);
}

#[test]
#[cfg(unix)]
fn on_a_full_disk_the_work_goes_on_in_memory_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let limited = "ulimit -f 40; trap '' XFSZ; exec \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, "sh", env!("CARGO_BIN_EXE_lucena"), "solve", POSITION, "--json"]);
    command.args(["--memory", "0.07", "--disk", "work"]).envs(environment()).current_dir(folder.path());
    let ran = command.output().unwrap();
    assert!(
        errors(&ran).contains("work: ") && errors(&ran).contains("went on in memory"),
        "{}",
        errors(&ran)
    );
    assert_eq!(answer(&ran), in_memory());
    // What the file holds is whole.
    assert_eq!(answer(&solve(&folder.path().join("work"))), in_memory());
}

#[test]
fn a_file_that_another_run_uses_or_another_version_wrote_is_refused_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("work");
    answer(&solve(&file));
    let whole = std::fs::read(&file).unwrap();
    let refused = |words: &str| {
        let before = std::fs::read(&file).unwrap();
        let ran = solve(&file);
        assert_eq!((ran.status.code(), ran.stdout.as_slice()), (Some(2), [].as_slice()));
        assert!(errors(&ran).contains(words), "{}", errors(&ran));
        assert!(std::fs::read(&file).unwrap() == before);
    };
    let other_run = File::open(&file).unwrap();
    other_run.lock().unwrap();
    refused("another run of lucena uses");
    drop(other_run);
    let mut other_version = whole;
    other_version[7] += 1;
    std::fs::write(&file, other_version).unwrap();
    refused("is of another version of lucena");
    let forced = binary()
        .args(["solve", POSITION, "--json", "--force", "--disk", file.to_str().unwrap()])
        .output()
        .unwrap();
    assert_eq!(answer(&forced), in_memory());
}
