//! The format of advice tables: every wrong table of tests/data/advice_errors gets its message and place.

use std::fs;
use std::path::Path;

use lucena::advice::{Severity, check};

const FOLDER: &str = "tests/data/advice_errors";

#[test]
fn every_wrong_table_gets_its_message_with_line_and_column() {
    let expected = fs::read_to_string(Path::new(FOLDER).join("expected.txt")).unwrap();
    let mut paths: Vec<_> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "al0"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 20);
    let mut found = String::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for problem in check("wrong", &text).problems {
            found.push_str(&format!("{name}:{problem}\n"));
        }
    }
    assert_eq!(found, expected);
}

#[test]
fn warnings_do_not_break_a_table_and_errors_do() {
    for (file, works) in
        [("20_unused_advice", true), ("18_unreachable_rule", true), ("17_no_default_rule", false)]
    {
        let text = fs::read_to_string(format!("{FOLDER}/{file}.al0")).unwrap();
        let checked = check(file, &text);
        assert_eq!(checked.table.is_some(), works, "{file}");
        let all_warnings = checked.problems.iter().all(|problem| problem.severity() == Severity::Warning);
        assert_eq!(all_warnings, works, "{file}");
    }
}

#[test]
fn the_reference_names_every_word_once() {
    let reference = lucena::advice::language::reference();
    for word in ["room", "rook_divides", "checking_move", "mate", "region"] {
        assert_eq!(reference.matches(&format!("| `{word}` |")).count(), 1, "{word}");
    }
}

#[test]
fn no_text_makes_the_parser_fail_in_another_way_than_a_problem() {
    let table = include_str!("../../src/advice/tables/krk_book.al0");
    for cut in (0..table.len()).filter(|cut| table.is_char_boundary(*cut)) {
        check("cut", &table[..cut]);
        check("doubled", &format!("{}{}", &table[..cut], &table[cut / 2..]));
    }
}
