//! Tests that an earlier file survives whatever happens until the new one is complete.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use super::*;

const LETTER: Kind = Kind { name: "a letter", begins: |bytes| bytes.starts_with(b"Dear ") };

fn output(path: &Path) -> OutputPath {
    OutputPath::new(path)
}

fn files_in(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_of_the_same_kind_is_replaced_when_the_new_one_is_complete_and_not_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter");
    fs::write(&path, "Dear Anna").unwrap();
    let mut written = output(&path).claim(&LETTER, false).unwrap().begin().unwrap();
    written.put(b"Dear Ben").unwrap();
    written.flush().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"Dear Anna");
    written.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"Dear Ben");
    assert_eq!(files_in(folder.path()), ["letter"]);
}

#[test]
fn an_output_whose_writing_fails_leaves_nothing_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter");
    fs::write(&path, "Dear Anna").unwrap();
    let claim = output(&path).claim(&LETTER, false).unwrap();
    let failed = claim.write_by(|output| {
        output.write_all(b"Dear B")?;
        Err(io::ErrorKind::StorageFull.into())
    });
    assert!(!failed.unwrap_err().is_refusal());
    assert_eq!(
        (fs::read(&path).unwrap(), files_in(folder.path())),
        (b"Dear Anna".to_vec(), vec!["letter".into()])
    );
}

#[test]
fn another_kind_of_file_is_refused_and_force_replaces_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bill");
    fs::write(&path, "You owe me").unwrap();
    let error = output(&path).claim(&LETTER, false).unwrap_err();
    assert!(error.is_refusal() && error.to_string().contains("is not a letter"), "{error}");
    assert!(GrowingFile::begin(&output(&path), &LETTER, false).is_err());
    assert!(GrowingFile::restart(&output(&path), &LETTER).is_err());
    assert!(GrowingFile::resume(&output(&path), &LETTER).is_err());
    assert_eq!(fs::read(&path).unwrap(), b"You owe me");
    output(&path).claim(&LETTER, true).unwrap().write("Dear Anna").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"Dear Anna");
}

#[test]
fn a_growing_file_is_continued_where_it_was_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter");
    for earlier in ["", "Dear Anna"] {
        if !earlier.is_empty() {
            fs::write(&path, earlier).unwrap();
        }
        let mut first = GrowingFile::begin(&output(&path), &LETTER, false).unwrap();
        first.put(b"Dear Ben, I wri").unwrap();
        drop(first);
        if !earlier.is_empty() {
            assert_eq!(fs::read_to_string(&path).unwrap(), earlier);
        }
        let mut second = GrowingFile::resume(&output(&path), &LETTER).unwrap().unwrap();
        assert_eq!(fs::read(second.path()).unwrap(), b"Dear Ben, I wri");
        second.cut(10).unwrap();
        second.put(b"how are you?").unwrap();
        second.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"Dear Ben, how are you?");
        assert_eq!(files_in(folder.path()), ["letter"]);
        fs::remove_file(&path).unwrap();
        assert!(GrowingFile::resume(&output(&path), &LETTER).unwrap().is_none());
    }
}

#[test]
fn files_beside_an_output_are_checked_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter");
    fs::write(&path, "Dear Anna").unwrap();
    fs::write(folder.path().join("letter.part"), "You owe me").unwrap();
    let error = GrowingFile::begin(&output(&path), &LETTER, false).err().unwrap();
    assert!(matches!(error, OutputError::ForeignBeside { .. }), "{error}");
    assert_eq!(fs::read(folder.path().join("letter.part")).unwrap(), b"You owe me");
}

#[test]
fn folders_and_names_in_missing_folders_are_refused_before_any_work() {
    let folder = tempfile::tempdir().unwrap();
    for name in [".", "missing/letter", "letter/"] {
        let error = output(&folder.path().join(name)).claim(&LETTER, true).unwrap_err();
        assert!(error.is_refusal(), "{error}");
    }
    assert!(files_in(folder.path()).is_empty());
}

#[test]
fn an_output_is_recognised_under_any_of_its_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("letter"), "Dear Anna").unwrap();
    fs::hard_link(path("letter"), path("hard")).unwrap();
    fs::create_dir(path("folder")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(path("letter"), path("soft")).unwrap();
    let refused = |input: &str, outputs: &[&str], may_continue: bool| {
        let inputs = [Named { option: "LETTER".to_owned(), path: path(input) }];
        let named = |name: &&str| Named { option: format!("--{name}"), path: output(&path(name)) };
        refuse_overlap(&inputs, &outputs.iter().map(named).collect::<Vec<_>>(), |_, _| may_continue).is_err()
    };
    let mut same = vec!["letter", "./letter", "folder/../letter", "hard"];
    if cfg!(unix) {
        same.push("soft");
    }
    for name in same {
        assert!(refused("letter", &[name], false), "{name}");
        assert!(!refused("letter", &[name], true), "{name} has all that was read");
        assert!(!refused("missing", &[name], false), "{name}");
    }
    assert!(refused("missing", &["missing"], false), "a file that appears in the meantime counts as well");
    assert!(!refused("letter", &["new", "other"], false));
    assert!(refused("letter", &["new", "folder/../new"], false), "two outputs");
    fs::write(path("new.journal"), "Dear Ben").unwrap();
    assert!(refused("new.journal", &["new"], false), "a file beside an output");
}

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_replaced_file_keeps_its_rights_and_a_new_one_has_those_of_any_new_file() {
        let folder = tempfile::tempdir().unwrap();
        let (earlier, new, plain) =
            (folder.path().join("earlier"), folder.path().join("new"), folder.path().join("plain"));
        fs::write(&earlier, "Dear Anna").unwrap();
        fs::set_permissions(&earlier, fs::Permissions::from_mode(0o640)).unwrap();
        fs::write(&plain, "").unwrap();
        for path in [&earlier, &new] {
            output(path).claim(&LETTER, false).unwrap().write("Dear Ben").unwrap();
        }
        assert_eq!((mode(&earlier), mode(&new)), (0o640, mode(&plain)));
    }

    #[test]
    fn a_link_stays_a_link_to_the_new_file() {
        let folder = tempfile::tempdir().unwrap();
        let (letter, link) = (folder.path().join("letter"), folder.path().join("link"));
        symlink("letter", &link).unwrap();
        for text in ["Dear Anna", "Dear Ben"] {
            output(&link).claim(&LETTER, false).unwrap().write(text).unwrap();
            assert_eq!(fs::read_to_string(&letter).unwrap(), text);
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        }
    }

    #[test]
    fn devices_are_written_to_and_stay_what_they_are() {
        let null = output(Path::new("/dev/null"));
        assert!(null.is_stream());
        null.claim(&LETTER, false).unwrap().write("Dear Anna").unwrap();
        let mut growing = GrowingFile::begin(&null, &LETTER, false).unwrap();
        growing.put(b"Dear Ben").unwrap();
        growing.finish().unwrap();
        assert!(GrowingFile::resume(&null, &LETTER).is_err());
        assert!(output(Path::new("/dev/full")).claim(&LETTER, false).unwrap().write("x").is_err());
        assert!(null.is_stream());
    }
}

#[test]
fn a_new_file_replaces_none_and_appears_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter");
    output(&path).create_new(b"Dear Anna").unwrap();
    assert!(output(&path).create_new(b"Dear Ben").unwrap_err().is_refusal());
    assert_eq!(fs::read(&path).unwrap(), b"Dear Anna");
    assert!(output(&folder.path().join("no/such")).create_new(b"Dear Ben").unwrap_err().is_refusal());
    assert_eq!(files_in(folder.path()), ["letter"]);
}

#[test]
fn a_file_of_the_kind_is_added_to_and_another_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (letter, notes) = (folder.path().join("letter"), folder.path().join("notes"));
    for _ in 0..2 {
        output(&letter).open_end(&LETTER).unwrap().write_all(b"Dear Anna,").unwrap();
    }
    assert_eq!(fs::read(&letter).unwrap(), b"Dear Anna,Dear Anna,");
    fs::write(&notes, "Buy milk").unwrap();
    let refused = output(&notes).open_end(&LETTER).unwrap_err().to_string();
    assert!(refused.contains("is left alone") && !refused.contains("--force"), "{refused}");
    assert!(output(folder.path()).open_end(&LETTER).is_err());
    assert_eq!(fs::read(&notes).unwrap(), b"Buy milk");
}

#[test]
fn a_dash_can_be_the_name_of_a_file() {
    assert!(output(Path::new("-")).is_stream());
    assert!(!OutputPath::file(Path::new("-")).is_stream());
    assert_eq!(OutputPath::file(Path::new("x")), output(Path::new("x")));
}
